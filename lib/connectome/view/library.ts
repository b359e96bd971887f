import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { ViewInvalid } from '../errors.ts'

/**
 * The graph library as the one script that the page carries.
 * @param from where it is looked for: the place of this package, unless a test says otherwise
 * @throws {ViewInvalid} `BMCP_ERR_VIEW_INVALID` where it is not installed.
 */
export async function readLibrary (from: string = import.meta.url): Promise<string> {
  let path
  try {
    path = createRequire(from).resolve('cytoscape/dist/cytoscape.min.js')
  } catch {
    throw new ViewInvalid('cytoscape', 'the page draws with the package cytoscape 3, which is not installed: npm install --save-dev cytoscape')
  }
  return await readFile(path, 'utf8')
}
