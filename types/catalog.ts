import type { Static, TSchema } from '@sinclair/typebox'
import type { ContentBlock, Icon, MetaObject, ToolAnnotations } from './protocol.ts'
import type { HandlerContext, PlainValue, ToolResult } from './dispatch.ts'

/** A plain JSON Schema (2020-12, or draft-07 where `$schema` names it). What it describes is not typed. */
export interface JsonSchema { readonly [keyword: string]: unknown }

/** A TypeBox schema whose values are objects: an object, a record, or a union or intersection of such. */
export interface TypedObjectSchema extends TSchema { static: { [property: string]: unknown } }

/** What an input schema may be: its root describes an object, as the revision's Tool type wants it. */
export type InputSchema = TypedObjectSchema | (JsonSchema & { readonly type: 'object' })

/** What an output schema may be: any root. */
export type OutputSchema = TSchema | JsonSchema

declare const none: unique symbol
/** Stands for a schema that a tool does not declare. */
export interface NoInput extends JsonSchema { readonly type: 'object', readonly [none]: 'input' }
export interface NoOutput extends JsonSchema { readonly [none]: 'output' }

/** The type of the arguments that a schema lets through. */
export type ArgumentsOf<I> =
  I extends NoInput ? Record<string, never> : I extends TSchema ? Static<I> : Record<string, unknown>

/** What a handler may return, by its output schema. */
export type HandlerResult<O> =
  O extends NoOutput ? PlainValue | ContentBlock | readonly ContentBlock[] | ToolResult
    : O extends TSchema ? Static<O> | ToolResult<Static<O>> : PlainValue | ToolResult

/** What {@link defineTool} takes. */
export interface ToolDeclaration<Name extends string, I extends InputSchema, O extends OutputSchema> {
  /** 1 to 128 of `A-Z a-z 0-9 _ - .`, unique in the catalog. */
  name: Name
  title?: string
  description?: string
  icons?: Icon[]
  annotations?: ToolAnnotations
  _meta?: MetaObject
  /** The host's label for what kind of command this is. Never on the wire. */
  commandClass?: string
  /** The host's label for how the tool acts (`read_only`, for one). Never on the wire. */
  mode?: string
  /** What `tools/list` advertises, `tools/call` enforces, and the handler's arguments are typed by. */
  inputSchema?: I
  /** What the structured content has to fit. */
  outputSchema?: O
  /** Serves the call. Without one, the host's `dispatch` does. */
  handler?: (args: ArgumentsOf<I>, context: HandlerContext) => HandlerResult<O> | Promise<HandlerResult<O>>
}

/** A handler whose types have been checked and are no longer needed. */
export type AnyHandler = (args: never, context: HandlerContext) => unknown

/** A declared tool, made by {@link defineTool}: checked, frozen, ready for a catalog. */
export interface Tool<Name extends string = string, I extends InputSchema = InputSchema, O extends OutputSchema = OutputSchema> {
  readonly name: Name
  readonly title?: string
  readonly description?: string
  readonly icons?: readonly Icon[]
  readonly annotations?: ToolAnnotations
  readonly _meta?: MetaObject
  readonly commandClass?: string
  readonly mode?: string
  readonly inputSchema?: I
  readonly outputSchema?: O
  readonly handler?: AnyHandler
}

/** What a host offers. The three keys are required, so that nothing is left out by mistake. */
export interface CatalogDefinition<Tools extends readonly Tool[] = readonly Tool[]> {
  readonly tools: Tools
  /** Resources are not served yet: write `[]`. */
  readonly resources: readonly []
  /** Prompts are not served yet: write `[]`. */
  readonly prompts: readonly []
}

/** One call of one of the tools, discriminated on `name`. */
export type ToolCall<T extends Tool = Tool> =
  T extends Tool<infer Name, infer I, OutputSchema>
    ? { readonly kind: 'tool', readonly name: Name, readonly arguments: ArgumentsOf<I> }
    : never

type ResultOf<T extends Tool> = T extends Tool<string, InputSchema, infer O> ? HandlerResult<O> : never

/** One function that serves every tool of a catalog: `const dispatch: Dispatch<typeof catalog> = …`. */
export type Dispatch<C extends CatalogDefinition = CatalogDefinition> =
  (call: ToolCall<C['tools'][number]>, context: HandlerContext) =>
    ResultOf<C['tools'][number]> | Promise<ResultOf<C['tools'][number]>>
