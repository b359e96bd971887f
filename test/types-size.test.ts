import t from 'tap'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A large host: 60 tools of 25 fields each, nested 4 deep, one catalog and one dispatch. */
function source (): string {
  const fields = (depth: number, count: number): string => Array.from({ length: count }, (_, index) => index === 0 && depth > 1
    ? `f0: Type.Object({ ${fields(depth - 1, 5)} })`
    : `f${index}: ${index % 3 === 0 ? 'Type.Optional(Type.String())' : index % 3 === 1 ? 'Type.Array(Type.Number())' : 'Type.Union([Type.Literal("a"), Type.Literal("b")])'}`).join(', ')
  const tools = Array.from({ length: 60 }, (_, index) => `const t${index} = defineTool({ name: 't${index}', inputSchema: Type.Object({ ${fields(4, 25)} }), outputSchema: Type.Object({ ok: Type.Boolean() }) })`)
  const names = tools.map((_, index) => `t${index}`)
  return [
    "import { Type } from '@sinclair/typebox'",
    "import { defineCatalog, defineTool, type Dispatch } from '../lib/index.ts'",
    ...tools,
    `const catalog = defineCatalog({ tools: [${names.join(', ')}], resources: [], prompts: [] })`,
    'export const dispatch: Dispatch<typeof catalog> = (call) => {',
    '  switch (call.name) {',
    ...names.map((name) => `    case '${name}': return { ok: call.arguments.f1.length > 0 }`),
    '  }',
    '}'
  ].join('\n')
}

t.test('60 tools with 25 fields each, nested 4 deep, compile within bounds', async (t) => {
  const file = fileURLToPath(new URL('large-host.ts', import.meta.url))
  const options: ts.CompilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts'], module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, allowImportingTsExtensions: true, types: ['node'] }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.readFile = (name) => name === file ? source() : readFile(name)
  host.getSourceFile = (name, version, ...rest) => name === file ? ts.createSourceFile(name, source(), version) : getSourceFile(name, version, ...rest)
  const program = ts.createProgram([file], options, host)
  t.same(program.getSemanticDiagnostics().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')), [])
  const instantiations = program.getInstantiationCount()
  t.comment(`${instantiations} instantiations`)
  t.ok(instantiations < 1_000_000, `${instantiations} instantiations`)
})
