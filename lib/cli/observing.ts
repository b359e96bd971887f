import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Logger } from '../../types/dispatch.ts'
import type { LiveServer } from '../../types/fastify.ts'
import { wholeNumber, type Flags, type Values } from './args.ts'
import { CliFault } from './fault.ts'

/** Flags of the subcommands that serve. */
export const observeFlags = {
  observe: { type: 'string' },
  'observe-every': { type: 'string', default: '60' }
} as const satisfies Flags

/** Begins to write down what is called, once a server stands. */
export type Observe = (server: LiveServer, log: Logger) => void

/**
 * Writes what a server's collector has seen to the file of `--observe`, every `--observe-every` seconds and at the exit:
 * whole or not at all. `undefined` where it is not wanted.
 */
export async function observing (values: Values): Promise<Observe | undefined> {
  if (values.observe === undefined) return undefined
  const file = resolve(String(values.observe))
  const seconds = wholeNumber(values, 'observe-every', 1, 86_400)
  const { exportObserved, observe } = await import('../connectome/index.ts')
  return (server, log) => {
    const collector = observe({ server })
    const write = (): void => writeWhole(file, `${JSON.stringify(exportObserved(collector), null, 2)}\n`)
    try {
      write()
    } catch (error) {
      throw new CliFault(1, `--observe: ${(error as Error).message}`, { cause: error })
    }
    const writeOrTell = (): void => {
      try {
        write()
      } catch (error) {
        log.error({ err: error }, 'what was observed could not be written')
      }
    }
    setInterval(writeOrTell, seconds * 1_000).unref()
    process.once('exit', writeOrTell)
  }
}

/** A reader finds the file as it was, or as it is: never a half of it. */
function writeWhole (file: string, text: string): void {
  const next = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(next, text)
    renameSync(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}
