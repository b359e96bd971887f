import { deepStrictEqual } from 'node:assert/strict'
import autocannon from 'autocannon'
import type { Request } from './workload.ts'

/** Requests a second that a server on this machine answers. */
export async function load (port: number, { headers, body }: Request, duration: number): Promise<number> {
  const result = await autocannon({ url: url(port), method: 'POST', headers, body, connections: 20, duration })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors on port ${port}`)
  return result.requests.average
}

/** Holds the answers of all servers to be the same: a refusal in a 200 would be a fast answer too. */
export async function compareAnswers (ports: readonly number[], request: Request): Promise<void> {
  const [first, ...others] = await Promise.all(ports.map((port) => answerOf(port, request)))
  for (const other of others) deepStrictEqual(other, first)
}

async function answerOf (port: number, { headers, body }: Request): Promise<unknown> {
  const response = await fetch(url(port), { method: 'POST', headers, body })
  return await response.json()
}

function url (port: number): string {
  return `http://127.0.0.1:${port}/mcp`
}
