import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Runs the same again under Node's own watcher: it starts anew whenever a file that it loaded changes. */
export async function watch (command: string, args: readonly string[]): Promise<void> {
  const main = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, '--watch', '--watch-preserve-output', main, command, ...args.filter((arg) => arg !== '--watch')], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = typeof code === 'number' ? code : 0
}
