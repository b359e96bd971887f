import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { boundaryId, packageId } from '../ids.ts'

/** Says which boundary a module is in: one that the host declares, else its npm package. */
export class Boundaries {
  readonly #server: string
  readonly #root: string
  readonly #declared: ReadonlyArray<readonly [name: string, prefixes: readonly string[]]>
  readonly #packages = new Map<string, string | undefined>()

  /** @param declared folders and files of each boundary, relative to the root */
  constructor (server: string, root: string, declared: Readonly<Record<string, readonly string[]>>) {
    this.#server = server
    this.#root = root
    this.#declared = Object.entries(declared)
  }

  /** The id of the boundary's node, or `undefined` where the module is in none. */
  idOf (path: string): string | undefined {
    const own = this.#declared.find(([, prefixes]) => prefixes.some((prefix) => path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)))
    if (own !== undefined) return boundaryId(this.#server, own[0])
    const name = this.#packageOf(dirname(resolve(this.#root, path)))
    return name === undefined ? undefined : packageId(this.#server, name)
  }

  /** The name in the nearest package.json that has one. */
  #packageOf (folder: string): string | undefined {
    if (this.#packages.has(folder)) return this.#packages.get(folder)
    const parent = dirname(folder)
    const name = nameIn(join(folder, 'package.json')) ?? (parent === folder ? undefined : this.#packageOf(parent))
    this.#packages.set(folder, name)
    return name
  }
}

function nameIn (manifest: string): string | undefined {
  if (!existsSync(manifest)) return undefined
  try {
    const { name }: { name?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'))
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}
