import type ts from 'typescript'
import type { Basis, BoundKind } from '../../../types/connectome.ts'
import { hasBody } from './functions.ts'
import { declarationsOf, Hierarchy } from './hierarchy.ts'
import type { Sources } from './program.ts'

/** A function that a call may reach, and how that was found. */
export interface Target { readonly node: ts.FunctionLikeDeclaration, readonly basis: Basis }

/** What is called, as far as the sources say. */
export interface Resolution {
  readonly targets: readonly Target[]
  /** Why something else may be called there. */
  readonly open: BoundKind | undefined
}

const unknown = (open: BoundKind): Resolution => ({ targets: [], open })
/** How many variables, imports and members a name is followed through. */
const MAX_STEPS = 20

/** Says what an expression that is called may be: by its declaration, by the type of what it is a member of, by the classes below, or not at all. */
export class Resolver {
  readonly #sources: Sources
  readonly #hierarchy: Hierarchy
  /** What is assigned to a variable after its declaration. */
  readonly #assigned = new Map<ts.Symbol, ts.Expression[]>()

  constructor (sources: Sources) {
    this.#sources = sources
    this.#hierarchy = new Hierarchy(sources)
    for (const { source } of sources.modules) this.#findAssignments(source)
  }

  /** Resolves what a call or a `new` reaches. */
  resolveCall (call: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression): Resolution {
    const { compiler } = this.#sources
    const callee = bare(compiler, compiler.isTaggedTemplateExpression(call) ? call.tag : call.expression)
    if (callee.kind === compiler.SyntaxKind.SuperKeyword) return this.#superOf(call)
    return this.resolve(callee)
  }

  /** Resolves what a value may be, as a function. */
  resolve (given: ts.Expression, steps = 0): Resolution {
    const { compiler, checker } = this.#sources
    const expression = bare(compiler, given)
    if (steps > MAX_STEPS) return unknown('called_value')
    if (hasBody(compiler, expression)) return { targets: [{ node: expression, basis: 'exact' }], open: undefined }
    if (compiler.isClassExpression(expression)) return this.#constructorOf(expression, steps)
    const either = branchesOf(compiler, expression)
    if (either !== undefined) return merge(either.map((branch) => this.resolve(branch, steps + 1)))
    if (compiler.isIdentifier(expression)) return this.#resolveSymbol(this.#symbolOf(expression), expression, steps)
    if (compiler.isPropertyAccessExpression(expression)) return this.#resolveMember(expression, checker.getSymbolAtLocation(expression.name), steps)
    if (compiler.isElementAccessExpression(expression)) return this.#resolveElement(expression, steps)
    return unknown(compiler.isCallLikeExpression(expression) || compiler.isAwaitExpression(expression) ? 'called_value' : 'dynamic_call')
  }

  /** Accessors in scope that a read or write of a member runs, as far as types say. */
  accessorsOf (access: ts.PropertyAccessExpression): readonly ts.FunctionLikeDeclaration[] {
    return this.accessorsAmong(this.#sources.checker.getSymbolAtLocation(access.name))
  }

  accessorsAmong (symbol: ts.Symbol | undefined): readonly ts.FunctionLikeDeclaration[] {
    const { compiler } = this.#sources
    return declarationsOf(this.#sources, symbol).filter((declaration): declaration is ts.AccessorDeclaration => compiler.isAccessor(declaration) && hasBody(compiler, declaration) && this.#inScope(declaration))
  }

  #symbolOf (identifier: ts.Identifier): ts.Symbol | undefined {
    const { compiler, checker } = this.#sources
    const { parent } = identifier
    return compiler.isShorthandPropertyAssignment(parent) ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(identifier)
  }

  #resolveSymbol (symbol: ts.Symbol | undefined, at: ts.Expression, steps: number): Resolution {
    if (symbol === undefined) return unknown('dynamic_call')
    const declarations = declarationsOf(this.#sources, symbol)
    if (declarations.length === 0) return unknown('out_of_scope')
    const assigned = this.#assigned.get(symbol) ?? []
    const found = declarations.map((declaration) => this.#resolveDeclaration(declaration, at, steps + 1, assigned.length > 0))
    return merge([...found, ...assigned.map((value) => this.resolve(value, steps + 1))])
  }

  #resolveMember (access: ts.PropertyAccessExpression | ts.ElementAccessExpression, symbol: ts.Symbol | undefined, steps: number): Resolution {
    const { compiler, checker } = this.#sources
    if (symbol !== undefined) {
      const found = this.#resolveSymbol(symbol, access, steps)
      // By a member, the class of the object decides: a type is no exact answer.
      return { ...found, targets: found.targets.map(({ node, basis }) => ({ node, basis: basis === 'exact' && !isStatic(compiler, checker, access.expression) ? 'typed' : basis })) }
    }
    return unknown((checker.getTypeAtLocation(access.expression).flags & compiler.TypeFlags.Any) === 0 ? 'dynamic_call' : 'untyped_member')
  }

  #resolveElement (access: ts.ElementAccessExpression, steps: number): Resolution {
    const { compiler, checker } = this.#sources
    const { argumentExpression: key } = access
    const type = checker.getTypeAtLocation(key)
    const name = compiler.isStringLiteralLike(key) ? key.text : type.isStringLiteral() ? type.value : undefined
    const symbol = name === undefined ? undefined : checker.getTypeAtLocation(access.expression).getProperty(name)
    const found = symbol === undefined ? undefined : this.#resolveMember(access, symbol, steps)
    return found === undefined || found.targets.length === 0 ? unknown('computed_member') : found
  }

  #resolveDeclaration (declaration: ts.Declaration, at: ts.Expression, steps: number, reassigned: boolean): Resolution {
    const { compiler } = this.#sources
    if (!this.#inScope(declaration)) return unknown('out_of_scope')
    if (compiler.isClassLike(declaration)) return this.#constructorOf(declaration, steps)
    if (compiler.isFunctionLike(declaration)) return this.#resolveFunction(declaration)
    if (compiler.isParameter(declaration)) return unknown('called_value')
    if (compiler.isBindingElement(declaration)) return this.#resolveBinding(declaration, at, steps)
    const value = valueOf(compiler, declaration)
    if (value !== undefined) return this.resolve(value, steps + 1)
    if (compiler.isVariableDeclaration(declaration) && reassigned) return { targets: [], open: undefined }
    if (compiler.isShorthandPropertyAssignment(declaration)) return this.resolve(declaration.name, steps + 1)
    return this.#byHierarchy(declaration, 'called_value')
  }

  #resolveFunction (declaration: ts.SignatureDeclaration): Resolution {
    const { compiler } = this.#sources
    if (compiler.isAccessor(declaration)) return unknown('called_value')
    const overrides = this.#hierarchy.overridesOf(declaration).map((node): Target => ({ node, basis: 'hierarchy' }))
    if (hasBody(compiler, declaration)) return { targets: [{ node: declaration, basis: 'exact' }, ...overrides], open: undefined }
    // An overload has its implementation among its symbol's declarations; a member of an interface may be implemented by any object.
    const open = compiler.isFunctionDeclaration(declaration) || compiler.isClassLike(declaration.parent) ? undefined : 'dynamic_call'
    return { targets: overrides, open: overrides.length === 0 && !compiler.isFunctionDeclaration(declaration) ? 'dynamic_call' : open }
  }

  #byHierarchy (declaration: ts.Declaration, open: BoundKind): Resolution {
    return { targets: this.#hierarchy.overridesOf(declaration).map((node) => ({ node, basis: 'hierarchy' })), open }
  }

  /** `const { a } = b`: the member of what is taken apart. */
  #resolveBinding (element: ts.BindingElement, at: ts.Expression, steps: number): Resolution {
    const { compiler, checker } = this.#sources
    const { parent: pattern, propertyName, name } = element
    const key = propertyName ?? name
    if (!compiler.isObjectBindingPattern(pattern) || !compiler.isIdentifier(key)) return unknown('called_value')
    const member = checker.getTypeAtLocation(pattern).getProperty(key.text)
    const declarations = declarationsOf(this.#sources, member)
    if (declarations.length === 0 || declarations.includes(element)) return unknown('called_value')
    const found = merge(declarations.map((declaration) => this.#resolveDeclaration(declaration, at, steps + 1, false)))
    return { ...found, open: found.targets.length === 0 && found.open === undefined ? 'called_value' : found.open }
  }

  #constructorOf (given: ts.ClassLikeDeclaration, steps: number): Resolution {
    const { compiler } = this.#sources
    const own = given.members.find((member) => compiler.isConstructorDeclaration(member) && hasBody(compiler, member))
    if (own !== undefined) return { targets: [{ node: own as ts.ConstructorDeclaration, basis: 'exact' }], open: undefined }
    const [base] = given.heritageClauses?.find(({ token }) => token === compiler.SyntaxKind.ExtendsKeyword)?.types ?? []
    // Without one of its own, the base's runs; without a base, nothing does.
    return base === undefined ? { targets: [], open: undefined } : this.resolve(base.expression, steps + 1)
  }

  #superOf (call: ts.Node): Resolution {
    const { compiler } = this.#sources
    const owner = compiler.findAncestor(call, compiler.isClassLike)
    const [base] = owner?.heritageClauses?.find(({ token }) => token === compiler.SyntaxKind.ExtendsKeyword)?.types ?? []
    return base === undefined ? unknown('dynamic_call') : this.resolve(base.expression)
  }

  #inScope (node: ts.Node): boolean {
    return this.#sources.moduleOf(node) !== undefined
  }

  #findAssignments (source: ts.SourceFile): void {
    const { compiler, checker } = this.#sources
    const visit = (node: ts.Node): void => {
      if (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.EqualsToken && compiler.isIdentifier(node.left)) {
        const symbol = checker.getSymbolAtLocation(node.left)
        const values = symbol === undefined ? undefined : this.#assigned.get(symbol)
        if (values !== undefined) values.push(node.right)
        else if (symbol !== undefined) this.#assigned.set(symbol, [node.right])
      }
      compiler.forEachChild(node, visit)
    }
    visit(source)
  }
}

/** The expression without what changes nothing of its value. */
export function bare (compiler: Sources['compiler'], expression: ts.Expression): ts.Expression {
  let node = expression
  while (compiler.isParenthesizedExpression(node) || compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node) || compiler.isNonNullExpression(node)) node = node.expression
  return node
}

/** Both ends of `a ? b : c`, `a || b`, `a ?? b`; the last of `a, b` and what is assigned in `a = b`. */
function branchesOf (compiler: Sources['compiler'], node: ts.Expression): ts.Expression[] | undefined {
  if (compiler.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse]
  if (!compiler.isBinaryExpression(node)) return undefined
  switch (node.operatorToken.kind) {
    case compiler.SyntaxKind.BarBarToken:
    case compiler.SyntaxKind.QuestionQuestionToken: return [node.left, node.right]
    case compiler.SyntaxKind.AmpersandAmpersandToken:
    case compiler.SyntaxKind.CommaToken:
    case compiler.SyntaxKind.EqualsToken: return [node.right]
    default: return undefined
  }
}

/** What a declaration gives its name. */
function valueOf (compiler: Sources['compiler'], declaration: ts.Declaration): ts.Expression | undefined {
  if (compiler.isVariableDeclaration(declaration) || compiler.isPropertyAssignment(declaration) || compiler.isPropertyDeclaration(declaration)) return declaration.initializer
  if (compiler.isExportAssignment(declaration)) return declaration.expression
  // In JavaScript, `a.b = c` declares b.
  const assignment = compiler.isBinaryExpression(declaration) ? declaration : declaration.parent
  return assignment !== undefined && compiler.isBinaryExpression(assignment) && assignment.operatorToken.kind === compiler.SyntaxKind.EqualsToken ? assignment.right : undefined
}

/** Whether a member is taken of a module, a class or a literal: the object is the one that the source names. */
function isStatic (compiler: Sources['compiler'], checker: ts.TypeChecker, object: ts.Expression): boolean {
  const symbol = compiler.isIdentifier(object) ? checker.getSymbolAtLocation(object) : undefined
  return symbol !== undefined && (symbol.flags & (compiler.SymbolFlags.Alias | compiler.SymbolFlags.Class | compiler.SymbolFlags.Module)) !== 0
}

function merge (found: readonly Resolution[]): Resolution {
  const targets = new Map<ts.Node, Target>()
  let open: BoundKind | undefined
  for (const resolution of found) {
    for (const target of resolution.targets) if (!targets.has(target.node)) targets.set(target.node, target)
    open ??= resolution.open
  }
  return { targets: [...targets.values()], open }
}
