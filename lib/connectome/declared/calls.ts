import type ts from 'typescript'
import type { Basis, BoundKind } from '../../../types/connectome.ts'
import type { Bound } from './bound.ts'
import { hasBody } from './functions.ts'
import type { Module, Sources } from './program.ts'
import { bare, Resolver, type Resolution } from './resolver.ts'

/** A call from one function, or from a module's own code, to another. */
export interface CallEdge { readonly from: string, readonly to: string, readonly basis: Basis }

/** The best first. */
const BASES: readonly Basis[] = ['exact', 'typed', 'hierarchy', 'callback']
/** Longer texts of a callee say no more. */
const MAX_DETAIL = 80
/** Functions of the language that call what they are given later, from nowhere: no edge. */
const LATER: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])

/** Members of every function that call it, or make it ready to be called. */
const INDIRECT: ReadonlySet<string> = new Set(['call', 'apply', 'bind'])

type Call = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression

/** Reads the calls of every module: edges where they lead into the scope, entries of the bound where that is not known. */
export class CallReader {
  readonly #sources: Sources
  readonly #resolver: Resolver
  readonly #bound: Bound
  readonly #ids: ReadonlyMap<ts.Node, string>
  readonly #edges = new Map<string, CallEdge>()
  /** Names of getters and setters in scope: a read of one on an untyped object may run it. */
  readonly #accessorNames = new Set<string>()

  /** @param ids of every function, and of every module by its source file */
  constructor (sources: Sources, ids: ReadonlyMap<ts.Node, string>, bound: Bound) {
    this.#sources = sources
    this.#resolver = new Resolver(sources)
    this.#ids = ids
    this.#bound = bound
    for (const { source } of sources.modules) this.#findAccessors(source)
  }

  read (): CallEdge[] {
    for (const module of this.#sources.modules) this.#visit(module.source, this.#idOf(module.source), module)
    return [...this.#edges.values()]
  }

  /** What a value may be, as functions of the scope: for handlers. */
  functionsOf (value: ts.Expression | ts.ObjectLiteralElementLike): string[] {
    return this.#resolver.resolve(value as ts.Expression).targets.map(({ node }) => this.#idOf(node))
  }

  #idOf (node: ts.Node): string {
    return this.#ids.get(node) ?? ''
  }

  #visit (node: ts.Node, caller: string, module: Module): void {
    const { compiler } = this.#sources
    const within = hasBody(compiler, node) ? this.#idOf(node) : caller
    if (compiler.isCallExpression(node) || compiler.isNewExpression(node) || compiler.isTaggedTemplateExpression(node)) this.#call(node, within, module)
    else if (compiler.isPropertyAccessExpression(node)) this.#access(node, within, module)
    else if (compiler.isElementAccessExpression(node)) this.#computed(node, within, module)
    else if (compiler.isBindingElement(node)) this.#binding(node, within, module)
    compiler.forEachChild(node, (child) => this.#visit(child, within, module))
  }

  #call (call: Call, caller: string, module: Module): void {
    const { compiler } = this.#sources
    const callee = bare(compiler, compiler.isTaggedTemplateExpression(call) ? call.tag : call.expression)
    if (this.#special(call, callee, caller, module)) return
    const found = this.#resolver.resolveCall(call)
    this.#connect(caller, found)
    if (found.open !== undefined) this.#list(found.open, callee, caller, module)
    if (found.open === 'out_of_scope') this.#callbacks(call, callee, caller)
  }

  /** Calls that are not what they look like. */
  #special (call: Call, callee: ts.Expression, caller: string, module: Module): boolean {
    const { compiler } = this.#sources
    const [first] = compiler.isTaggedTemplateExpression(call) ? [] : call.arguments ?? []
    const computed = first === undefined || !compiler.isStringLiteralLike(first)
    if (callee.kind === compiler.SyntaxKind.ImportKeyword) {
      if (computed) this.#list('computed_import', callee, caller, module)
      return true
    }
    if (compiler.isIdentifier(callee)) return this.#specialName(callee, compiler.isNewExpression(call), computed, caller, module)
    return compiler.isPropertyAccessExpression(callee) && !compiler.isTaggedTemplateExpression(call) && this.#specialMember(callee, first, caller, module)
  }

  #specialMember (callee: ts.PropertyAccessExpression, first: ts.Expression | undefined, caller: string, module: Module): boolean {
    const { compiler } = this.#sources
    const member = callee.name.text
    const reflects = compiler.isIdentifier(callee.expression) && callee.expression.text === 'Reflect'
    if (!reflects) return INDIRECT.has(member) && this.#indirect(callee, caller, module)
    if (first === undefined || (member !== 'apply' && member !== 'construct')) return false
    const found = this.#resolver.resolve(first)
    this.#connect(caller, found)
    if (found.targets.length === 0 || found.open !== undefined) this.#list('reflect_apply', callee, caller, module)
    return true
  }

  #specialName (callee: ts.Identifier, constructs: boolean, computed: boolean, caller: string, module: Module): boolean {
    const kinds: Record<string, BoundKind | undefined> = { eval: 'eval', Function: 'new_function', require: 'computed_import', ...(constructs ? { Proxy: 'proxy' } : {}) }
    const kind = Object.hasOwn(kinds, callee.text) ? kinds[callee.text] : undefined
    if (kind === undefined || this.#isOfScope(callee)) return false
    if (kind !== 'computed_import' || computed) this.#list(kind, callee, caller, module)
    return true
  }

  #isOfScope (name: ts.Identifier): boolean {
    const { checker } = this.#sources
    return checker.getSymbolAtLocation(name)?.declarations?.some((declaration) => this.#sources.moduleOf(declaration) !== undefined) === true
  }

  /** `f.call(…)`: what is called is f, and what `f.bind(…)` gives is called later. A class of the scope may have a method of that name. */
  #indirect (callee: ts.PropertyAccessExpression, caller: string, module: Module): boolean {
    if (this.#resolver.resolve(callee).targets.length > 0) return false
    const found = this.#resolver.resolve(callee.expression)
    if (callee.name.text === 'bind') return true
    this.#connect(caller, found)
    if (found.open !== undefined || found.targets.length === 0) this.#list(found.open ?? 'called_value', callee, caller, module)
    return true
  }

  /** Functions that are handed to one of the language's, which calls them while the caller waits. */
  #callbacks (call: Call, callee: ts.Expression, caller: string): void {
    const { compiler, checker } = this.#sources
    if (compiler.isTaggedTemplateExpression(call)) return
    if (compiler.isPropertyAccessExpression(callee) && LATER.has(callee.name.text)) return
    const signature = checker.getResolvedSignature(call)
    if (signature?.declaration === undefined || !/\/lib\.es[\w.]*\.d\.ts$/.test(signature.declaration.getSourceFile().fileName)) return
    for (const [index, argument] of (call.arguments ?? []).entries()) {
      // One that takes anything, such as Object.freeze, calls nothing.
      const parameter = signature.parameters[index]
      const calls = parameter === undefined ? [] : checker.getTypeOfSymbolAtLocation(parameter, call).getNonNullableType().getCallSignatures()
      if (calls.length > 0) this.#connect(caller, { targets: this.#resolver.resolve(argument).targets.map(({ node }) => ({ node, basis: 'callback' })), open: undefined })
    }
  }

  #access (access: ts.PropertyAccessExpression, caller: string, module: Module): void {
    const found = this.#resolver.accessorsOf(access)
    // A type may know the name and not that Object.defineProperties makes an accessor of it.
    if (found.length === 0 && this.#accessorNames.has(access.name.text)) this.#list('accessor', access, caller, module)
    const writes = this.#isWritten(access)
    const { compiler } = this.#sources
    this.#connect(caller, { targets: found.filter((node) => compiler.isSetAccessor(node) ? writes.writes : writes.reads).map((node) => ({ node, basis: 'typed' })), open: undefined })
  }

  /** `const { a } = b` reads a. */
  #binding (element: ts.BindingElement, caller: string, module: Module): void {
    const { compiler, checker } = this.#sources
    const key = element.propertyName ?? element.name
    if (!compiler.isObjectBindingPattern(element.parent) || !compiler.isIdentifier(key)) return
    const found = this.#resolver.accessorsAmong(checker.getTypeAtLocation(element.parent).getProperty(key.text)).filter((node) => compiler.isGetAccessor(node))
    this.#connect(caller, { targets: found.map((node) => ({ node, basis: 'typed' })), open: undefined })
    if (found.length === 0 && this.#accessorNames.has(key.text)) this.#list('accessor', element, caller, module)
  }

  #isWritten (access: ts.Node): { reads: boolean, writes: boolean } {
    const { compiler } = this.#sources
    const { parent } = access
    const { SyntaxKind } = compiler
    if (compiler.isBinaryExpression(parent) && parent.left === access && parent.operatorToken.kind >= SyntaxKind.FirstAssignment && parent.operatorToken.kind <= SyntaxKind.LastAssignment) return { reads: parent.operatorToken.kind !== SyntaxKind.EqualsToken, writes: true }
    const counts = compiler.isPostfixUnaryExpression(parent) || (compiler.isPrefixUnaryExpression(parent) && (parent.operator === SyntaxKind.PlusPlusToken || parent.operator === SyntaxKind.MinusMinusToken))
    return { reads: true, writes: counts }
  }

  /** A read by a computed name may run any accessor. What is called is listed as a call. */
  #computed (access: ts.ElementAccessExpression, caller: string, module: Module): void {
    const { compiler, checker } = this.#sources
    const { argumentExpression: key, parent } = access
    if (compiler.isCallLikeExpression(parent) && 'expression' in parent && parent.expression === access) return
    if (this.#accessorNames.has(`[${key.getText(module.source)}]`)) { this.#list('accessor', access, caller, module); return }
    if (this.#accessorNames.size === 0 || compiler.isStringLiteralLike(key) || compiler.isNumericLiteral(key)) return
    const fixed = compiler.TypeFlags.NumberLike | compiler.TypeFlags.ESSymbolLike
    if ((checker.getTypeAtLocation(key).flags & fixed) === 0) this.#list('computed_member', access, caller, module)
  }

  #connect (from: string, { targets }: Resolution): void {
    for (const { node, basis } of targets) {
      const to = this.#idOf(node)
      const key = JSON.stringify([from, to])
      const known = this.#edges.get(key)
      if (known === undefined || BASES.indexOf(basis) < BASES.indexOf(known.basis)) this.#edges.set(key, { from, to, basis })
    }
  }

  #list (kind: BoundKind, node: ts.Node, caller: string, { path, source }: Module): void {
    const { compiler } = this.#sources
    // Of a.b(), engines count the place of b.
    const place = compiler.isPropertyAccessExpression(node) ? node.name : node
    const { line, character } = source.getLineAndCharacterOfPosition(place.getStart(source))
    const detail = node.getText(source).replaceAll(/\s+/g, ' ').slice(0, MAX_DETAIL)
    this.#bound.add({ kind, file: path, line: line + 1, column: character + 1, caller, detail })
  }

  #findAccessors (source: ts.SourceFile): void {
    const { compiler } = this.#sources
    const visit = (node: ts.Node): void => {
      if (compiler.isAccessor(node)) this.#accessorNames.add(node.name.getText(source))
      // { name: { get () {} } }, as Object.defineProperties takes it, and defineProperty(object, 'name', { get })
      const isGet = (compiler.isMethodDeclaration(node) || compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node)) && ['get', 'set'].includes(node.name.getText(source))
      if (isGet) {
        const { parent: owner } = node.parent
        if (compiler.isPropertyAssignment(owner)) this.#accessorNames.add(owner.name.getText(source))
        else if (compiler.isCallExpression(owner)) for (const argument of owner.arguments) if (compiler.isStringLiteralLike(argument)) this.#accessorNames.add(argument.text)
      }
      compiler.forEachChild(node, visit)
    }
    visit(source)
  }
}
