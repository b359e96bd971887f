import type { Static, TSchema } from '@sinclair/typebox'
import type { Annotations, CacheHint, ContentBlock, Icon, MetaObject, PromptMessage, ToolAnnotations } from './protocol.ts'
import type { CompletionContext, HandlerContext, PlainValue, ToolResult } from './dispatch.ts'

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

/** What a resource and a template say of themselves besides. */
interface ResourceDetails {
  /** What people call it. */
  name: string
  title?: string
  description?: string
  mimeType?: string
  icons?: Icon[]
  annotations?: Annotations
  _meta?: MetaObject
  /** How long a reading may be kept, and by whom: not at all, and by the caller alone, unless given. */
  cache?: CacheHint
}

/** What a resource's handler may return: a text, bytes, or contents, one or several. Throw `ResourceNotFound` where there is none. */
export type ReadResult = string | Uint8Array | ReadContents | readonly ReadContents[]

/** One part of a reading. The URI and the MIME type are the resource's own unless given. */
export type ReadContents = { uri?: string, mimeType?: string, meta?: MetaObject } &
  ({ text: string, blob?: never } | { blob: Uint8Array | string, text?: never })

/** What {@link defineResource} takes. */
export interface ResourceDeclaration<Uri extends string> extends ResourceDetails {
  /** A URI (RFC 3986), unique in the catalog. */
  uri: Uri
  /** Bytes. */
  size?: number
  /** Reads it. Without one, the host's `dispatch` does. */
  handler?: (request: { readonly uri: Uri }, context: HandlerContext) => ReadResult | Promise<ReadResult>
}

/** A declared resource, made by {@link defineResource}. */
export interface Resource<Uri extends string = string> extends Readonly<ResourceDetails> {
  readonly uri: Uri
  readonly size?: number
  readonly handler?: AnyHandler
}

type Operator = '+' | '#' | '.' | '/' | ';' | '?' | '&'
type WithoutOperator<Expression extends string> = Expression extends `${Operator}${infer Rest}` ? Rest : Expression
type ListOf<Names extends string> = Names extends `${infer First},${infer Rest}` ? First | ListOf<Rest> : Names
type VariablesIn<Expression extends string> = ListOf<WithoutOperator<Expression>>
type VariableName<Specification extends string> =
  Specification extends `${infer Name}*` ? Name : Specification extends `${infer Name}:${string}` ? Name : Specification
type VariableValue<Specification extends string> = Specification extends `${string}*` ? string[] : string
type Required<Expression extends string> = Expression extends `${'?' | '&'}${string}` ? never : VariablesIn<Expression>
type Optional<Expression extends string> = Expression extends `${'?' | '&'}${infer Rest}` ? ListOf<Rest> : never
type ExpressionsOf<Template extends string> = Template extends `${string}{${infer Expression}}${infer Rest}` ? Expression | ExpressionsOf<Rest> : never

/** The variables of a URI template (RFC 6570), read off its text: those of a query may be missing, an exploded one is a list. */
export type TemplateVariables<Template extends string> = string extends Template
  ? { [name: string]: string | string[] | undefined }
  : { [S in Required<ExpressionsOf<Template>> as VariableName<S>]: VariableValue<S> } &
    { [S in Optional<ExpressionsOf<Template>> as VariableName<S>]?: VariableValue<S> }

/** Stands for a schema of variables that is not declared. */
export interface NoVariables extends TypedObjectSchema { readonly [none]: 'variables' }

/** The variables, narrowed by a TypeBox schema where there is one. */
export type VariablesOf<Template extends string, V> = V extends NoVariables ? TemplateVariables<Template> : V extends TSchema ? Static<V> : TemplateVariables<Template>

/** Proposes values for what a user has typed so far, the best first. A hundred of them are sent at most. */
export type Completer = (value: string, context: CompletionContext) => Completions | Promise<Completions>

export type Completions = readonly string[] | { values: readonly string[], total?: number, hasMore?: boolean }

/** What {@link defineResourceTemplate} takes. */
export interface ResourceTemplateDeclaration<Template extends string, V extends TypedObjectSchema = NoVariables> extends ResourceDetails {
  /** A URI template (RFC 6570), such as `note:///{id}`, unique in the catalog. */
  uriTemplate: Template
  /** Narrows the variables: a URI whose variables do not fit names no resource. They are percent-decoded, and text. */
  variables?: V
  /** By variable. */
  complete?: { [Name in keyof TemplateVariables<Template>]?: Completer }
  /** Reads what the URI names. Without one, the host's `dispatch` does. */
  handler?: (request: { readonly uri: string, readonly variables: VariablesOf<Template, V> }, context: HandlerContext) => ReadResult | Promise<ReadResult>
}

/** A declared resource template, made by {@link defineResourceTemplate}. */
export interface ResourceTemplate<Template extends string = string, V extends TypedObjectSchema = TypedObjectSchema> extends Readonly<ResourceDetails> {
  readonly uriTemplate: Template
  readonly variables?: V
  readonly complete?: { readonly [name: string]: Completer | undefined }
  readonly handler?: AnyHandler
}

/** A prompt's arguments: a TypeBox object whose properties are strings. */
export interface PromptArgumentsSchema extends TSchema { static: { [name: string]: string | undefined }, properties: Record<string, TSchema> }

/** Stands for arguments that a prompt does not declare. */
export interface NoArguments extends PromptArgumentsSchema { readonly [none]: 'arguments' }

export type PromptArguments<A> = A extends NoArguments ? Record<string, never> : A extends TSchema ? Static<A> : never

/** What a prompt's handler may return: a text or content for one message of the user's, messages, or all of it. */
export type PromptResult = string | ContentBlock | readonly PromptMessage[] | {
  messages: readonly PromptMessage[]
  description?: string
  meta?: MetaObject
}

/** What {@link definePrompt} takes. */
export interface PromptDeclaration<Name extends string, A extends PromptArgumentsSchema> {
  /** Unique in the catalog. */
  name: Name
  title?: string
  description?: string
  icons?: Icon[]
  _meta?: MetaObject
  /** What `prompts/list` advertises, `prompts/get` enforces, and the handler's arguments are typed by. */
  arguments?: A
  /** By argument. */
  complete?: { [Argument in keyof PromptArguments<A>]?: Completer }
  /** Makes the messages. Without one, the host's `dispatch` does. */
  handler?: (args: PromptArguments<A>, context: HandlerContext) => PromptResult | Promise<PromptResult>
}

/** A declared prompt, made by {@link definePrompt}. */
export interface Prompt<Name extends string = string, A extends PromptArgumentsSchema = PromptArgumentsSchema> {
  readonly name: Name
  readonly title?: string
  readonly description?: string
  readonly icons?: readonly Icon[]
  readonly _meta?: MetaObject
  readonly arguments?: A
  readonly complete?: { readonly [name: string]: Completer | undefined }
  readonly handler?: AnyHandler
}

/** What a host offers. The three keys are required, so that nothing is left out by mistake. */
export interface CatalogDefinition<Tools extends readonly Tool[] = readonly Tool[], Resources extends ReadonlyArray<Resource | ResourceTemplate> = ReadonlyArray<Resource | ResourceTemplate>, Prompts extends readonly Prompt[] = readonly Prompt[]> {
  readonly tools: Tools
  readonly resources: Resources
  readonly prompts: Prompts
}

/** One entry of a catalog, as the option `visible` sees it. */
export type CatalogEntry =
  | { readonly kind: 'tool', readonly name: string, readonly declaration: Tool }
  | { readonly kind: 'resource', readonly name: string, readonly declaration: Resource }
  | { readonly kind: 'resource_template', readonly name: string, readonly declaration: ResourceTemplate }
  | { readonly kind: 'prompt', readonly name: string, readonly declaration: Prompt }

/** One call of one of the tools, discriminated on `kind` and `name`. */
export type ToolCall<T extends Tool = Tool> =
  T extends Tool<infer Name, infer I, OutputSchema>
    ? { readonly kind: 'tool', readonly name: Name, readonly arguments: ArgumentsOf<I> }
    : never

/** One reading of a resource, discriminated on `kind` and `uri`; of a template, on `uriTemplate`. */
export type ResourceCall<R extends Resource | ResourceTemplate = Resource | ResourceTemplate> =
  R extends ResourceTemplate<infer Template, infer V>
    ? { readonly kind: 'resource_template', readonly name: string, readonly uriTemplate: Template, readonly uri: string, readonly variables: VariablesOf<Template, V> }
    : R extends Resource<infer Uri> ? { readonly kind: 'resource', readonly name: string, readonly uri: Uri } : never

/** One getting of one of the prompts. */
export type PromptCall<P extends Prompt = Prompt> =
  P extends Prompt<infer Name, infer A> ? { readonly kind: 'prompt', readonly name: Name, readonly arguments: PromptArguments<A> } : never

type ResultOf<T extends Tool> = T extends Tool<string, InputSchema, infer O> ? HandlerResult<O> : never
type CallOf<C extends CatalogDefinition> = ToolCall<C['tools'][number]> | ResourceCall<C['resources'][number]> | PromptCall<C['prompts'][number]>
type AnyResultOf<C extends CatalogDefinition> =
  ResultOf<C['tools'][number]> |
  ([C['resources'][number]] extends [never] ? never : ReadResult) |
  ([C['prompts'][number]] extends [never] ? never : PromptResult)

/** One function that serves all of a catalog: `const dispatch: Dispatch<typeof catalog> = …`. */
export type Dispatch<C extends CatalogDefinition = CatalogDefinition> =
  (call: CallOf<C>, context: HandlerContext) => AnyResultOf<C> | Promise<AnyResultOf<C>>
