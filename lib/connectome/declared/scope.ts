import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, resolve, sep } from 'node:path'
import { DeclareInvalid } from '../errors.ts'

/** A source file in scope. */
export interface SourceText {
  /** Absolute. */
  readonly file: string
  /** Relative to the root, with `/` as separator. */
  readonly path: string
  /** `undefined` where it could not be read. */
  readonly text: string | undefined
}

const EXTENSIONS: ReadonlySet<string> = new Set(['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx'])
/** Folders that hold no sources of the system itself. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** A path as ids have it. */
export function pathFrom (root: string, file: string): string {
  return relative(root, file).split(sep).join('/')
}

/**
 * Every source file of a scope: files, and folders with all that is in them but `node_modules` and declarations of types.
 * In the order of their paths.
 *
 * @throws BMCP_ERR_DECLARE_INVALID where something that is named is not there
 */
export function sourcesOf (root: string, scope: readonly string[]): SourceText[] {
  const files = new Set<string>()
  const pending = scope.map((entry) => {
    if (!existsSync(resolve(root, entry))) throw new DeclareInvalid('scope', `there is no ${JSON.stringify(entry)}`)
    return resolve(root, entry)
  })
  while (pending.length > 0) {
    const entry = pending.pop() as string
    // A link that leads nowhere is a file that cannot be read.
    if (statSync(entry, { throwIfNoEntry: false })?.isDirectory() === true) {
      for (const name of readdirSync(entry)) if (!SKIPPED.has(name)) pending.push(join(entry, name))
    } else if (EXTENSIONS.has(extname(entry)) && !/\.d\.[mc]?ts$/.test(entry)) {
      files.add(entry)
    }
  }
  return Array.from(files, (file) => ({ file, path: pathFrom(root, file), text: textOf(file) })).sort((a, b) => a.path < b.path ? -1 : 1)
}

function textOf (file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
