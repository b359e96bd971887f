import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))
export const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

/** The command line that runs the binary from its source, so that its lines are covered. */
export const command = { command: process.execPath, args: [...process.execArgv, main] }

/** One run of the binary. */
export class Cli {
  readonly child: ChildProcessWithoutNullStreams
  stdout = ''
  stderr = ''
  readonly exited: Promise<number | null>

  constructor (t: Test, args: readonly string[], execArgv: readonly string[] = process.execArgv) {
    this.child = spawn(process.execPath, [...execArgv, main, ...args])
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => { this.stdout += text })
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => { this.stderr += text })
    this.exited = once(this.child, 'close').then(([code]) => code)
    t.teardown(() => this.child.kill('SIGKILL'))
  }

  /** Waits until a stream has said something, and gives the match. */
  async see (stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this[stream])
      if (found !== null) return found
      await Promise.race([once(this.child[stream], 'data'), this.exited.then((code) => { throw new Error(`ended with ${code}: ${this.stdout}${this.stderr}`) })])
    }
  }
}
