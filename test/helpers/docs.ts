import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** One page of the documentation. */
export interface Page { readonly path: string, readonly text: string }

/** A code block: `line` is that of its first line of code, counted from 1. */
export interface Block { readonly page: string, readonly line: number, readonly language: string, readonly run: string | undefined, readonly code: string }

export const pages: readonly Page[] = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export function page (path: string): string {
  return pages.find((page) => page.path === path)?.text ?? ''
}

export const blocks: readonly Block[] = pages.flatMap(({ path, text }) => Array.from(text.matchAll(/^```(\w+)(?: run (\w+))?\n(.*?)^```$/gms), (found) => ({
  page: path,
  line: text.slice(0, found.index).split('\n').length + 1,
  language: found[1] ?? '',
  run: found[2],
  code: found[3] ?? ''
})))

/** The one block that is marked `run` with that name. */
export function blockToRun (name: string): Block {
  const [block, another] = blocks.filter(({ run }) => run === name)
  if (block === undefined || another !== undefined) throw new Error(`there has to be one block marked "run ${name}"`)
  return block
}

/** The block as a program that imports the library from its sources. */
export function toProgram ({ code }: Block): string {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } })
  return outputText.replaceAll("'beam-mcp'", JSON.stringify(pathToFileURL(join(root, 'lib/index.ts')).href))
}

/**
 * Type-checks TypeScript blocks in one program, with the options of tsconfig.json; a block may leave a name unused.
 * Answers a line for each fault, with the place in its page.
 */
export function typeCheck (blocks: readonly Block[]): string[] {
  // The lines before the block are empty, so that the compiler counts as the page does.
  const sources = new Map(blocks.map((block) => [join(root, `${block.page}.${block.line}.ts`), { block, text: '\n'.repeat(block.line - 1) + block.code }]))
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent({
    compilerOptions: { ...config.compilerOptions, noUnusedLocals: false, noUnusedParameters: false, paths: { 'beam-mcp': ['./lib/index.ts'], 'beam-mcp/connectome': ['./lib/connectome/index.ts'], 'beam-mcp/*': ['./lib/*.ts'] } },
    files: [...sources.keys()]
  }, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (path) => sources.has(path) || fileExists(path)
  host.readFile = (path) => sources.get(path)?.text ?? readFile(path)
  const program = ts.createProgram([...sources.keys()], options, host)
  return Array.from(sources, ([path, { block }]) => {
    const file = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
      return `${block.page}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
  }).flat()
}

/** The anchors of a page's headings, as code hosts make them. */
export function anchorsOf (text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '')
  return Array.from(prose.matchAll(/^#+ (.+)$/gm), ([, title = '']) => title.toLowerCase().replaceAll(/[^\w\- ]/g, '').replaceAll(' ', '-'))
}
