import { hashBytes } from '../canonical.ts'
import { ViewInvalid } from '../errors.ts'
import { readLibrary } from './library.ts'
import { markup } from './markup.ts'
import { pageData, type Fold } from './model.ts'
import { readExports, type ViewInput } from './read.ts'
import { script } from './client/index.ts'
import { style } from './style.ts'

export interface ViewOptions {
  /** What the page is titled with. The server's name, unless given. */
  readonly title?: string
  /**
   * How far the page opens unfolded: `boundary` shows boundaries folded, `module` shows the modules in them folded, and
   * `function` all. Unless given, `module` where that makes no more than 150 boxes, else `boundary`.
   */
  readonly fold?: Fold
}

const FOLDS: ReadonlySet<unknown> = new Set<Fold | undefined>(['boundary', 'module', 'function', undefined])

/**
 * One HTML file that shows the exports, and needs nothing but itself: no network, no server (docs/connectome-view.md). The
 * same exports and options give the same bytes.
 * @throws {ViewInvalid} `BMCP_ERR_VIEW_INVALID` where the exports do not belong together, or cytoscape is not installed.
 * @throws {GraphInvalid} `BMCP_ERR_GRAPH_INVALID` where a graph breaks a rule.
 */
export async function view (input: ViewInput, options: ViewOptions = {}): Promise<string> {
  if (!FOLDS.has(options.fold)) throw new ViewInvalid('fold', 'none of boundary, module, function')
  const data = pageData(readExports(input), options)
  const code = inScript(`${await readLibrary()}\n${script}`)
  return markup({ title: data.title, json: jsonInScript(data), code, style, policy: policyOf(code) })
}

/** Ids are what a stranger may have written: no text of them ends the element or the line that holds them. */
export function jsonInScript (value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** A script that would end, or escape, its own element is refused. */
export function inScript (code: string): string {
  if (/<\/script|<!--/i.test(code)) throw new ViewInvalid('cytoscape', 'its script cannot stand in a page')
  return code
}

/** The page may run and look as it was written, and do nothing else: no request, no frame, no form, no other script. */
function policyOf (code: string): string {
  return `default-src 'none'; script-src '${sourceHash(code)}'; style-src '${sourceHash(style)}'; base-uri 'none'; form-action 'none'`
}

function sourceHash (text: string): string {
  return `sha256-${Buffer.from(hashBytes(Buffer.from(text, 'utf8')), 'hex').toString('base64')}`
}
