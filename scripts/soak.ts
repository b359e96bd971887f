import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Sends many requests of mixed size to `beam-mcp stdio`, with cancellations and bad lines among them. Each is
 * answered exactly once, or was cancelled and is not; and memory stays flat.
 */

const REQUESTS = 200_000
const WARM_UP = 20_000
const IN_FLIGHT = 50
const MAX_GROWTH = 10 * 1_048_576
const SIZES = [0, 10, 100, 1000, 10_000]

const binary = fileURLToPath(new URL('../lib/cli/main.js', import.meta.url))
const host = fileURLToPath(new URL('./soak-host.js', import.meta.url))
// V8 doubles its young generation once under load, to 16 MiB: it begins at that, so that what grows is ours.
const child = spawn(process.execPath, ['--expose-gc', '--min-semi-space-size=16', binary, 'stdio', host, '--log-level', 'silent'], { stdio: ['pipe', 'pipe', 'inherit'] })

/** What each id is waited for: the length of its text, or nothing because it is cancelled. */
const pending = new Map<number, number>()
const cancelled = new Set<number>()
const tally = { answered: 0, cancelled: 0, badLines: 0, refused: 0 }
let wake = (): void => {}
const faults: string[] = []
let memory: ((rss: number) => void) | undefined

createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, result, error } = JSON.parse(line)
  if (id === 'rss') memory?.(Number(result.content[0].text))
  else if (id === undefined && error !== undefined) tally.refused++
  else if (cancelled.has(id)) faults.push(`${id} was cancelled and is answered`)
  else if (pending.get(id) !== result?.content[0].text.length) faults.push(`${id} is answered wrongly, or twice: ${line.slice(0, 100)}`)
  else { pending.delete(id); tally.answered++ }
  wake()
})

function send (message: object): boolean {
  return child.stdin.write(`${JSON.stringify(message)}\n`)
}

function call (id: unknown, name: string, args: object): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

async function residentSet (): Promise<number> {
  return new Promise((resolve) => {
    memory = resolve
    send(call('rss', 'rss', {}))
  })
}

async function settled (limit: number): Promise<void> {
  while (pending.size > limit) await new Promise<void>((resolve) => { wake = resolve })
}

let before = 0
const began = performance.now()
for (let id = 0; id < REQUESTS; id++) {
  if (id === WARM_UP) {
    await settled(0)
    before = await residentSet()
  }
  if (id % 20 === 7) {
    cancelled.add(id)
    tally.cancelled++
    send(call(id, 'wait', {}))
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
  } else {
    const size = SIZES[id % SIZES.length] ?? 0
    pending.set(id, size)
    send(call(id, 'echo', { text: 'x'.repeat(size) }))
  }
  if (id % 100 === 13) {
    tally.badLines++
    child.stdin.write(id % 200 === 13 ? 'not a message\n' : '{"jsonrpc":"2.0"}\n')
  }
  await settled(IN_FLIGHT)
}
await settled(0)
const growth = await residentSet() - before
const seconds = (performance.now() - began) / 1000
const code = await new Promise((resolve) => { child.once('close', resolve); child.stdin.end() })

if (tally.refused !== tally.badLines) faults.push(`${tally.badLines} bad lines, ${tally.refused} refusals`)
if (growth > MAX_GROWTH) faults.push(`memory grew by ${(growth / 1_048_576).toFixed(1)} MiB`)
if (code !== 0) faults.push(`ended with ${String(code)}`)
console.log(`${REQUESTS} requests in ${seconds.toFixed(1)} s: ${tally.answered} answered once, ${tally.cancelled} cancelled and not answered, ${tally.badLines} bad lines refused; resident set after ${WARM_UP}: ${(growth / 1_048_576).toFixed(1)} MiB more.`)
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
