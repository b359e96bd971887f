import type ts from 'typescript'
import type { Sources } from './program.ts'
import { hasBody } from './functions.ts'

/** Classes in scope by what they extend and implement: who may stand where a base class or an interface is named. */
export class Hierarchy {
  readonly #sources: Sources
  /** Those that extend or implement a declaration directly. */
  readonly #heirs = new Map<ts.Node, ts.ClassLikeDeclaration[]>()

  constructor (sources: Sources) {
    this.#sources = sources
    const { compiler } = sources
    const visit = (node: ts.Node): void => {
      if (compiler.isClassLike(node)) this.#add(node)
      compiler.forEachChild(node, visit)
    }
    for (const { source } of sources.modules) visit(source)
  }

  /** The functions that override or implement a member, in every class below. */
  overridesOf (member: ts.Declaration): ts.FunctionLikeDeclaration[] {
    const { compiler } = this.#sources
    const { parent } = member
    if (!compiler.isClassLike(parent) && !compiler.isInterfaceDeclaration(parent)) return []
    const name = compiler.getNameOfDeclaration(member)?.getText()
    const found: ts.FunctionLikeDeclaration[] = []
    const seen = new Set<ts.Node>([parent])
    const pending: ts.Node[] = [parent]
    while (pending.length > 0) {
      for (const heir of this.#heirs.get(pending.pop() as ts.Node) ?? []) {
        if (seen.has(heir)) continue
        seen.add(heir)
        pending.push(heir)
        found.push(...this.#membersOf(heir, name, hasBody(compiler, member) ? member.kind : undefined))
      }
    }
    return found
  }

  /** The functions of a class that have that name, and are of that kind. */
  #membersOf (owner: ts.ClassLikeDeclaration, name: string | undefined, kind: ts.SyntaxKind | undefined): ts.FunctionLikeDeclaration[] {
    const { compiler } = this.#sources
    return owner.members.filter((own): own is ts.MethodDeclaration => hasBody(compiler, own) && (kind === undefined || own.kind === kind) && own.name?.getText() === name)
  }

  #add (heir: ts.ClassLikeDeclaration): void {
    const { checker } = this.#sources
    for (const type of heir.heritageClauses?.flatMap(({ types }) => [...types]) ?? []) {
      for (const declaration of declarationsOf(this.#sources, checker.getSymbolAtLocation(type.expression))) {
        const heirs = this.#heirs.get(declaration)
        if (heirs === undefined) this.#heirs.set(declaration, [heir])
        else heirs.push(heir)
      }
    }
  }
}

/** Where a symbol is declared, through imports and re-exports. */
export function declarationsOf ({ compiler, checker }: Sources, symbol: ts.Symbol | undefined): readonly ts.Declaration[] {
  if (symbol === undefined) return []
  const real = (symbol.flags & compiler.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
  return real.declarations ?? []
}
