import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Kind } from './servers.ts'

/** A server in a process of its own. */
export interface Server { readonly child: ChildProcess, readonly port: number, readonly startMs: number }

export async function start (kind: Kind, tools: number): Promise<Server> {
  const child = fork(new URL('./child.js', import.meta.url), [kind, String(tools)], { execArgv: ['--expose-gc'] })
  const [{ port, startMs }] = await once(child, 'message')
  return { child, port, startMs }
}

export async function stop ({ child }: Server): Promise<void> {
  child.disconnect()
  await once(child, 'exit')
}

/** Bytes: the resident set after a collection, and what all connections so far have brought. */
export async function usage ({ child }: Server): Promise<{ rss: number, bytesRead: number }> {
  child.send('usage')
  const [answer] = await once(child, 'message')
  return answer
}
