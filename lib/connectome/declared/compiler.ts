import type * as TypeScript from 'typescript'
import { AnalyserRequired } from '../errors.ts'

/** The compiler API: a version of TypeScript that is written in JavaScript. */
export type Compiler = typeof TypeScript.default

/**
 * Loads the compiler API of the host's `typescript`: it is heavy, and nobody but a reader of sources needs it.
 *
 * @throws BMCP_ERR_ANALYSER_REQUIRED
 */
export async function loadCompiler (load: () => Promise<{ default?: unknown }> = async () => await import('typescript')): Promise<Compiler> {
  let compiler: Partial<Compiler> | undefined
  try {
    const module = await load()
    compiler = (module.default ?? module) as Partial<Compiler>
  } catch {
    throw new AnalyserRequired('npm install --save-dev typescript@5.9')
  }
  if (typeof compiler.createProgram !== 'function') throw new AnalyserRequired(`typescript ${compiler.version ?? 'as installed'} has none: npm install --save-dev typescript@5.9`)
  return compiler as Compiler
}
