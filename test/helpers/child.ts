import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Test } from 'tap'

export interface Program {
  /** Waits until the program has printed what the pattern describes. */
  printed (pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a signal, and waits for the end. */
  stop (signal: NodeJS.Signals): Promise<{ code: number | null, signal: NodeJS.Signals | null }>
}

/** Runs a program in a process of its own, which does not outlive the test. */
export function run (t: Test, command: string, args: readonly string[], env: Record<string, string> = {}): Program {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  let wake = (): void => {}
  child.stdout.setEncoding('utf8').on('data', (text: string) => { output += text; wake() })
  child.once('close', () => wake())
  return {
    async printed (pattern) {
      for (;;) {
        const found = pattern.exec(output)
        if (found !== null) return found
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the program ended without printing ${pattern}:\n${output}`)
        await new Promise<void>((resolve) => { wake = resolve })
      }
    },
    async stop (signal) {
      child.kill(signal)
      await ended
      return { code: child.exitCode, signal: child.signalCode }
    }
  }
}
