import { readFileSync, writeFileSync } from 'node:fs'
import { readArgs, soleModule, type Flags, type Values } from './args.ts'
import { CliFault, usageFault } from './fault.ts'
import { loadHost } from './load-host.ts'

type Connectome = typeof import('../connectome/index.ts')

const output = { output: { type: 'string', short: 'o' } } as const satisfies Flags

/** What each action takes and does. It answers what is to be written. */
const actions = new Map<string, { readonly flags: Flags, readonly run: (connectome: Connectome, values: Values, files: readonly string[]) => Promise<string> | string }>([
  ['declared', {
    flags: {
      ...output,
      server: { type: 'string' },
      root: { type: 'string', default: '.' },
      scope: { type: 'string', multiple: true },
      level: { type: 'string', default: 'function' },
      boundary: { type: 'string', multiple: true },
      'tool-module': { type: 'string', multiple: true },
      allow: { type: 'string', multiple: true }
    },
    run: declared
  }],
  ['diff', { flags: { ...output, 'fail-on-drift': { type: 'boolean', default: false } }, run: diff }],
  ['verify', { flags: output, run: verify }],
  ['view', { flags: { ...output, title: { type: 'string' }, fold: { type: 'string' } }, run: view }],
  ['export', { flags: { ...output, format: { type: 'string', default: 'dot' }, level: { type: 'string', default: 'function' } }, run: exported }]
])

/** `beam-mcp connectome <action> …`: makes, compares and checks connectomes. */
export async function connectome (args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args
  const action = actions.get(name)
  if (action === undefined) throw usageFault(`connectome wants one of ${[...actions.keys()].join(', ')}`)
  const { values, positionals } = readArgs(rest, action.flags)
  const text = await told(async () => await action.run(await import('../connectome/index.ts'), values, positionals))
  if (values.output === undefined) process.stdout.write(text)
  else await told(() => writeFileSync(String(values.output), text))
}

/** What was given is no good: its error says why. */
async function told<Result> (run: () => Result): Promise<Awaited<Result>> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof CliFault ? error : new CliFault(1, (error as Error).message, { cause: error })
  }
}

async function declared ({ declare, exportDeclared }: Connectome, values: Values, files: readonly string[]): Promise<string> {
  const host = files.length === 0 ? undefined : await loadHost(soleModule(files, 'connectome declared'))
  const server = values.server ?? host?.serverInfo.name
  if (server === undefined) throw usageFault('connectome declared wants a host module, or --server <name>')
  return json(exportDeclared(await declare({
    server: String(server),
    root: String(values.root),
    level: values.level as 'function',
    boundaries: grouped(pairs(values, 'boundary')),
    toolModules: Object.fromEntries(pairs(values, 'tool-module')),
    allow: texts(values, 'allow').map(siteOf),
    ...(host === undefined ? {} : { catalog: host.catalog }),
    ...(values.scope === undefined ? {} : { scope: texts(values, 'scope') })
  })))
}

function diff ({ diff: compare, readExport }: Connectome, values: Values, files: readonly string[]): string {
  const [declaredFile, observedFile] = exactly(files, 2, 'connectome diff wants two files: what is declared, and what was observed')
  const observed = readExport(readFileSync(observedFile ?? ''))
  const { record, bytes, hash } = compare(readExport(readFileSync(declaredFile ?? '')).graph, observed.graph, { window: observed.window ?? null })
  const { observed_but_undeclared: undeclared, changed_sign: changed } = record.classes
  if (values['fail-on-drift'] === true && undeclared.length + changed.length > 0) process.exitCode = 3
  return `{"record":${bytes.toString()},"hash":"${hash}"}\n`
}

function verify ({ verifyExport }: Connectome, _values: Values, files: readonly string[]): string {
  const [file] = exactly(files, 1, 'connectome verify wants one file')
  return json(verifyExport(readFileSync(file ?? '')))
}

function exported ({ collapse, dot, graphml, readExport }: Connectome, values: Values, files: readonly string[]): string {
  const [file] = exactly(files, 1, 'connectome export wants one file')
  const write = new Map([['dot', dot], ['graphml', graphml]]).get(String(values.format))
  if (write === undefined) throw usageFault('--format wants dot or graphml')
  return write(collapse(readExport(readFileSync(file ?? '')).graph, values.level as 'function'))
}

async function view ({ view: draw }: Connectome, values: Values, files: readonly string[]): Promise<string> {
  const [declaredFile, observedFile, diffFile] = files
  if (declaredFile === undefined || files.length > 3) throw usageFault('connectome view wants what is declared, and may be given what was observed, and their diff')
  const read = (file: string): never => JSON.parse(readFileSync(file, 'utf8')) as never
  return await draw({
    declared: read(declaredFile),
    ...(observedFile === undefined ? {} : { observed: read(observedFile) }),
    ...(diffFile === undefined ? {} : { diff: read(diffFile) })
  }, {
    ...(values.title === undefined ? {} : { title: String(values.title) }),
    ...(values.fold === undefined ? {} : { fold: values.fold as 'module' })
  })
}

function json (value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function exactly (files: readonly string[], count: number, problem: string): readonly string[] {
  if (files.length !== count) throw usageFault(problem)
  return files
}

function texts (values: Values, name: string): string[] {
  return ((values[name] ?? []) as string[]).map(String)
}

/** Flags such as `--boundary billing=lib/billing`. */
function pairs (values: Values, name: string): Array<[name: string, value: string]> {
  return texts(values, name).map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw usageFault(`--${name} wants name=path`)
    return [text.slice(0, at), text.slice(at + 1)]
  })
}

function grouped (pairs: ReadonlyArray<readonly [string, string]>): Record<string, string[]> {
  const groups: Record<string, string[]> = Object.create(null)
  for (const [name, path] of pairs) (groups[name] ??= []).push(path)
  return { ...groups }
}

function siteOf (text: string): { file: string, line: number } {
  const [, file, line] = /^(.+):(\d+)$/.exec(text) ?? []
  if (file === undefined || line === undefined) throw usageFault('--allow wants file:line')
  return { file, line: Number(line) }
}
