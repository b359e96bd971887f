import { parseArgs, type ParseArgsConfig } from 'node:util'
import { usageFault } from './fault.ts'

export type Flags = NonNullable<ParseArgsConfig['options']>

/** Flags of every subcommand that runs a host module. */
export const hostFlags = {
  'log-level': { type: 'string', default: 'info' },
  verbose: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false }
} as const satisfies Flags

export type Values = Record<string, string | boolean | Array<string | boolean> | undefined>

/** Reads what follows a subcommand. What it does not know is a fault of the caller's. */
export function readArgs (args: readonly string[], options: Flags): { values: Values, positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node's own text names the flag; its first sentence is enough.
    throw usageFault(String((error as Error).message).split(/\. /)[0] ?? '')
  }
}

/** The one host module that a subcommand wants. */
export function soleModule (positionals: readonly string[], command: string): string {
  const [file, ...more] = positionals
  if (file === undefined) throw usageFault(`${command} wants a host module`)
  if (more.length > 0) throw usageFault(`${command} wants one host module, not ${positionals.length}`)
  return file
}

/** A flag that is a whole number within bounds. */
export function wholeNumber (values: Values, name: string, minimum: number, maximum: number): number {
  const text = String(values[name])
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) throw usageFault(`--${name} wants a whole number from ${minimum} to ${maximum}`)
  return value
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function logLevel (values: Values): string {
  const level = String(values['log-level'])
  if (!LEVELS.includes(level)) throw usageFault(`--log-level wants one of ${LEVELS.join(', ')}`)
  return level
}
