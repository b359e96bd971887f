import { dirname, resolve } from 'node:path'
import type ts from 'typescript'
import type { Compiler } from './compiler.ts'
import { functionsOf, type NamedFunction } from './functions.ts'
import type { SourceText } from './scope.ts'

/** A module in scope, read. */
export interface Module {
  /** Relative to the root. */
  readonly path: string
  readonly source: ts.SourceFile
  readonly functions: readonly NamedFunction[]
}

/** The sources of a scope, with what the compiler knows of them. */
export interface Sources {
  readonly compiler: Compiler
  readonly checker: ts.TypeChecker
  /** In the order of their paths; without those that could not be read or parsed. */
  readonly modules: readonly Module[]
  /** Those, with the line from which they make no sense, from 1. */
  readonly unreadable: ReadonlyArray<{ readonly path: string, readonly line: number | undefined }>
  moduleOf (node: ts.Node): Module | undefined
}

/** Reads the sources of a scope. Nothing of them is run. */
export function readSources (compiler: Compiler, root: string, texts: readonly SourceText[]): Sources {
  const inScope = new Map(texts.filter(({ text }) => text !== undefined).map(({ file, path }) => [file, path]))
  const options: ts.CompilerOptions = {
    allowJs: true,
    noEmit: true,
    skipLibCheck: true,
    target: compiler.ScriptTarget.ESNext,
    module: compiler.ModuleKind.NodeNext,
    moduleResolution: compiler.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    maxNodeModuleJsDepth: 0
  }
  const host = compiler.createCompilerHost(options, true)
  host.getCurrentDirectory = () => root
  host.resolveModuleNameLiterals = (literals, containingFile, redirected, given) => literals.map(({ text }) => {
    // A declaration of types beside a source would hide the source, and with it every call into it.
    const source = sourceBeside(resolve(dirname(containingFile), text), text, inScope)
    if (source !== undefined) return { resolvedModule: { resolvedFileName: source, extension: extensionOf(source), isExternalLibraryImport: false } }
    return compiler.resolveModuleName(text, containingFile, given, host, undefined, redirected)
  })
  const program = compiler.createProgram({ rootNames: [...inScope.keys()], options, host })
  const checker = program.getTypeChecker()

  const modules = new Map<ts.SourceFile, Module>()
  const unreadable: Array<{ path: string, line: number | undefined }> = texts.filter(({ text }) => text === undefined).map(({ path }) => ({ path, line: undefined }))
  for (const [file, path] of inScope) {
    const source = program.getSourceFile(file)
    const [fault] = source === undefined ? [] : program.getSyntacticDiagnostics(source).filter(({ code }) => code < TYPESCRIPT_ONLY)
    if (source === undefined || fault !== undefined) unreadable.push({ path, line: source === undefined ? undefined : source.getLineAndCharacterOfPosition(fault?.start ?? 0).line + 1 })
    else modules.set(source, { path, source, functions: functionsOf(compiler, source) })
  }
  return { compiler, checker, modules: [...modules.values()], unreadable, moduleOf: (node) => modules.get(node.getSourceFile()) }
}

/** From this code on, a diagnostic says that JavaScript holds what is TypeScript's alone: it could be parsed. */
const TYPESCRIPT_ONLY = 8_000

const SUFFIXES = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.js', '/index.mjs', '/index.cjs']

/** The source in scope that a relative specifier means. */
function sourceBeside (path: string, specifier: string, inScope: ReadonlyMap<string, string>): string | undefined {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined
  const written = SUFFIXES.map((suffix) => path + suffix)
  // What is built from a .ts is imported as .js.
  const unbuilt = /\.[mc]?js$/.test(path) ? [path.replace(/js$/, 'ts'), path.replace(/js$/, 'tsx')] : []
  return [...written, ...unbuilt].find((candidate) => inScope.has(candidate))
}

function extensionOf (file: string): string {
  return /\.[^.]+$/.exec(file)?.[0] ?? ''
}
