import type ts from 'typescript'
import type { Compiler } from './compiler.ts'

/** A function that has a body, by the name that it has in its module. */
export interface NamedFunction {
  readonly node: ts.FunctionLikeDeclaration
  /** Dotted where it is a member, with `>` between what encloses and what is enclosed; unique in its module together with `parameters`. */
  readonly name: string
  /** Declared parameters. */
  readonly parameters: number
}

/**
 * Every function of a module, in the order of the source. Names come from the source's structure alone, so that types
 * which are stripped, or lines that move, change none.
 */
export function functionsOf (compiler: Compiler, source: ts.SourceFile): NamedFunction[] {
  const found: NamedFunction[] = []
  const taken = new Map<string, number>()
  const unnamed = new Map<string, number>()

  const visit = (node: ts.Node, enclosing: string): void => {
    let within = enclosing
    if (hasBody(compiler, node)) {
      const own = ownName(compiler, node) ?? ordinal(enclosing)
      const parameters = node.parameters.filter(({ name }) => name.getText(source) !== 'this').length
      const name = unique(enclosing === '' ? own : `${enclosing}>${own}`, parameters)
      found.push({ node, name, parameters })
      within = name
    }
    compiler.forEachChild(node, (child) => visit(child, within))
  }
  const ordinal = (enclosing: string): string => {
    const next = (unnamed.get(enclosing) ?? 0) + 1
    unnamed.set(enclosing, next)
    return String(next)
  }
  const unique = (name: string, parameters: number): string => {
    const key = `${name}/${parameters}`
    const twins = (taken.get(key) ?? 0) + 1
    taken.set(key, twins)
    return twins === 1 ? name : `${name}#${twins}`
  }
  visit(source, '')
  return found
}

/** Whether a node is a function that runs: not an overload, not a signature, not abstract. */
export function hasBody (compiler: Compiler, node: ts.Node): node is ts.FunctionLikeDeclaration & { body: ts.Node } {
  return compiler.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** What the source calls a function, by its own name or by where it is put. */
function ownName (compiler: Compiler, node: ts.FunctionLikeDeclaration): string | undefined {
  if (compiler.isConstructorDeclaration(node)) return `${containerName(compiler, node.parent)}.constructor`
  if (compiler.isMethodDeclaration(node) || compiler.isAccessor(node)) {
    const accessor = compiler.isGetAccessor(node) ? 'get ' : compiler.isSetAccessor(node) ? 'set ' : ''
    return `${containerName(compiler, node.parent)}.${accessor}${memberName(compiler, node.name)}`
  }
  return node.name === undefined ? placeName(compiler, node) : node.name.getText()
}

/** The name of what an expression is put into: a variable, a property, a member of a class. */
function placeName (compiler: Compiler, expression: ts.Node): string | undefined {
  let node = expression
  while (compiler.isParenthesizedExpression(node.parent) || compiler.isAsExpression(node.parent) || compiler.isSatisfiesExpression(node.parent)) node = node.parent
  const { parent } = node
  if (compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)) return parent.name.text
  if (compiler.isPropertyAssignment(parent) || compiler.isPropertyDeclaration(parent)) return `${containerName(compiler, parent.parent)}.${memberName(compiler, parent.name)}`
  if (compiler.isBinaryExpression(parent) && parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken && parent.right === node) return dotted(compiler, parent.left)
  return compiler.isExportAssignment(parent) ? 'default' : undefined
}

/** The name of a class or of an object literal. */
function containerName (compiler: Compiler, node: ts.Node): string {
  if (compiler.isClassLike(node) && node.name !== undefined) return node.name.text
  return placeName(compiler, node) ?? (compiler.isClassLike(node) ? 'class' : 'object')
}

function memberName (compiler: Compiler, name: ts.PropertyName): string {
  if (compiler.isComputedPropertyName(name)) return `[${dotted(compiler, name.expression) ?? ''}]`
  return name.text
}

/** `a.b.c`, of names alone. */
function dotted (compiler: Compiler, node: ts.Expression): string | undefined {
  if (compiler.isIdentifier(node)) return node.text
  if (node.kind === compiler.SyntaxKind.ThisKeyword) return 'this'
  if (compiler.isPropertyAccessExpression(node)) {
    const object = dotted(compiler, node.expression)
    return object === undefined ? undefined : `${object}.${node.name.text}`
  }
  if (compiler.isElementAccessExpression(node)) {
    const object = dotted(compiler, node.expression)
    const key = dotted(compiler, node.argumentExpression)
    return object === undefined || key === undefined ? undefined : `${object}[${key}]`
  }
  return undefined
}
