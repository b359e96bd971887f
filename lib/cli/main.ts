#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { CliFault, usageFault } from './fault.ts'

const USAGE = `beam-mcp: serve a Model Context Protocol host.

  beam-mcp http <host-module>      over Streamable HTTP (revision 2026-07-28)
      --port 4000  --host 127.0.0.1  --path /mcp  --allow-origin <origin> (as often as needed)
      --headers-timeout-ms  --request-timeout-ms  --keep-alive-timeout-ms
      --max-connections  --shutdown-timeout-ms
  beam-mcp stdio <host-module>     over standard input and output (2026-07-28 and 2025-11-25)
      --max-concurrent  --shutdown-timeout-ms
  beam-mcp inspect <url>           what a server offers
  beam-mcp inspect -- <command…>   the same of a server over stdio
      --json  --header 'Name: value'
  beam-mcp connectome declared [host-module]   the call graph of a host and its sources
      --root .  --scope <path>  --level function|module  --server <name>
      --boundary name=path  --tool-module tool=path  --allow file:line
  beam-mcp connectome diff <declared> <observed>   --fail-on-drift: exit with 3
  beam-mcp connectome verify <file>
  beam-mcp connectome view <declared> [observed] [diff]   one HTML file   --title  --fold <level>
  beam-mcp connectome export <file>   --format dot|graphml  --level <level>
      each takes -o <file>

  http and stdio also take --log-level <level>, --watch and --verbose, and
      --observe <file>  --observe-every 60 (seconds)   write down what is called
  A host module says: export default defineHost({ serverInfo, catalog, authorize, allowedOrigins })
`

/** Subcommands, each loaded when it is wanted. */
const commands = new Map<string, (args: readonly string[]) => Promise<void>>([
  ['http', async (args) => (await import('./http.ts')).http(args)],
  ['stdio', async (args) => (await import('./stdio.ts')).stdio(args)],
  ['connectome', async (args) => (await import('./connectome.ts')).connectome(args)],
  ['inspect', async (args) => (await import('./inspect.ts')).inspect(args)]
])

async function main (args: readonly string[]): Promise<void> {
  const [name, ...rest] = args
  if (name === undefined) throw usageFault('say what to do')
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(USAGE)
  } else if (name === '--version' || name === '-v') {
    console.log(version())
  } else {
    const command = commands.get(name)
    if (command === undefined) throw usageFault(`there is no command ${JSON.stringify(name)}`)
    await command(rest)
  }
}

function version (): string {
  // Two folders up from the source, three from what is built.
  const manifest = new URL(import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json', import.meta.url)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const known = error instanceof CliFault
  console.error(`beam-mcp: ${error instanceof Error ? error.message : String(error)}`)
  if (process.argv.includes('--verbose') && error instanceof Error) console.error(error.cause ?? error)
  process.exit(known ? error.exitCode : 1)
}
