import type ts from 'typescript'
import type { Part } from './parts.ts'
import type { Sources } from './program.ts'
import type { CallReader } from './calls.ts'

/** The functions that handle each part, found at its declaration in the sources: `defineTool({ name: 'x', handler })`. */
export class Handlers {
  readonly #found = new Map<string, Set<string>>()

  constructor (sources: Sources, calls: CallReader) {
    for (const { source } of sources.modules) this.#visit(source, sources, calls)
  }

  /** The ids of the functions; of two declarations that share a name, none can be told to be the one. */
  of ({ define, key, name }: Part): string[] {
    return [...this.#found.get(keyOf(define, key, name)) ?? []]
  }

  #visit (node: ts.Node, sources: Sources, calls: CallReader): void {
    const { compiler } = sources
    if (compiler.isCallExpression(node) && compiler.isIdentifier(node.expression) && /^define(?:Tool|Resource|ResourceTemplate|Prompt)$/.test(node.expression.text)) this.#declaration(node, node.expression.text, sources, calls)
    compiler.forEachChild(node, (child) => this.#visit(child, sources, calls))
  }

  #declaration ({ arguments: [literal] }: ts.CallExpression, define: string, sources: Sources, calls: CallReader): void {
    const { compiler } = sources
    if (literal === undefined || !compiler.isObjectLiteralExpression(literal)) return
    const handler = memberOf(compiler, literal, 'handler')
    if (handler === undefined) return
    const functions = calls.functionsOf(compiler.isPropertyAssignment(handler) ? handler.initializer : compiler.isShorthandPropertyAssignment(handler) ? handler.name : handler)
    for (const key of ['name', 'uri', 'uriTemplate']) {
      const name = textOf(sources, memberOf(compiler, literal, key))
      if (name === undefined) continue
      const id = keyOf(define, key, name)
      this.#found.set(id, new Set([...this.#found.get(id) ?? [], ...functions]))
    }
  }
}

/** The text that a member has: a constant that names it is as good as a literal. */
function textOf ({ compiler, checker }: Sources, member: ts.ObjectLiteralElementLike | undefined): string | undefined {
  if (member === undefined || !compiler.isPropertyAssignment(member)) return undefined
  const type = checker.getTypeAtLocation(member.initializer)
  return compiler.isStringLiteralLike(member.initializer) ? member.initializer.text : type.isStringLiteral() ? type.value : undefined
}

function memberOf (compiler: Sources['compiler'], literal: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return literal.properties.find((property) => property.name !== undefined && (compiler.isIdentifier(property.name) || compiler.isStringLiteral(property.name)) && property.name.text === name)
}

function keyOf (define: string, key: string, name: string): string {
  return JSON.stringify([define, key, name])
}
