import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Request } from './workload.ts'

export type StdioKind = 'beam-mcp' | 'sdk'

const IN_FLIGHT = 50

/** Calls a second over standard input and output, with a number of them always on their way. */
export async function stdioThroughput (kind: StdioKind, { body }: Request, seconds: number): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./stdio-child.js', import.meta.url)), kind], { stdio: ['pipe', 'pipe', 'inherit'] })
  const line = `${body}\n`
  let answered = 0
  let until = Number.POSITIVE_INFINITY
  const done = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      for (const byte of chunk) {
        if (byte !== 0x0A) continue
        answered++
        if (performance.now() < until) child.stdin.write(line)
        else resolve()
      }
    })
  })
  for (let index = 0; index < IN_FLIGHT; index++) child.stdin.write(line)
  // The first second warms up.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const before = answered
  const began = performance.now()
  until = began + seconds * 1000
  await done
  const perSecond = (answered - before) / ((performance.now() - began) / 1000)
  child.stdin.end()
  child.kill()
  return perSecond
}
