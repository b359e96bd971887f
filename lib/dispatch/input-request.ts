import { Type, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { compileSchema, type Validate } from '../catalog/compiler.ts'
import { explain } from '../catalog/explain.ts'
import { toRequestedSchema } from '../catalog/requested-schema.ts'
import { InputRequestInvalid } from '../errors.ts'
import { kQuestion } from '../symbols.ts'
import type { FormRequest, InputRequest, RootsRequest, SamplingRequest, UrlRequest } from '../../types/input.ts'
import type { ClientCapabilities, SamplingParams } from '../../types/protocol.ts'

/** What we know of a question besides what the client is told. */
export interface Question {
  /** What the client has to have declared. */
  readonly needs: ClientCapabilities
  /** What is wrong with an answer, or `undefined`. */
  faultOf (answer: unknown): string | undefined
}

/**
 * Asks the user to fill in a form (specification: client/elicitation, Form Mode). The schema is a flat object
 * of texts, numbers, booleans and choices; declare it once, outside of the handler, and it is compiled once.
 * Never ask for a secret so: use {@link elicitUrl}.
 *
 * @throws BMCP_ERR_INPUT_REQUEST_INVALID, BMCP_ERR_SCHEMA_INVALID
 */
export function elicitForm<Schema extends TObject> ({ message, requestedSchema }: { message: string, requestedSchema: Schema }): FormRequest<Schema> {
  checkText(message, 'elicitForm()')
  const { sent, faultOfContent } = formOf(requestedSchema)
  return question('elicitation/create', { mode: 'form', message, requestedSchema: sent }, {
    needs: { elicitation: { form: {} } },
    faultOf: (answer) => shapeFault(ElicitAnswer, answer) ?? ((answer as Static<typeof ElicitAnswer>).action === 'accept' ? faultOfContent((answer as { content?: unknown }).content) : undefined)
  })
}

/**
 * Asks the user to open a URL, for what must not pass through the client (specification: client/elicitation, URL Mode).
 *
 * @throws BMCP_ERR_INPUT_REQUEST_INVALID
 */
export function elicitUrl ({ message, url }: { message: string, url: string | URL }): UrlRequest {
  checkText(message, 'elicitUrl()')
  if (!URL.canParse(String(url))) throw new InputRequestInvalid('elicitUrl()', '"url" has to be a URL')
  return question('elicitation/create', { mode: 'url', message, url: String(url) }, {
    needs: { elicitation: { url: {} } },
    faultOf: (answer) => shapeFault(ElicitAnswer, answer)
  })
}

/**
 * Asks the client's model (specification: client/sampling).
 *
 * @throws BMCP_ERR_INPUT_REQUEST_INVALID
 */
export function sample (params: SamplingParams): SamplingRequest {
  if (!Array.isArray(params?.messages) || params.messages.length === 0) throw new InputRequestInvalid('sample()', '"messages" has to be a list with at least one message')
  if (!Number.isInteger(params.maxTokens)) throw new InputRequestInvalid('sample()', '"maxTokens" has to be an integer')
  return question('sampling/createMessage', { ...params }, {
    needs: { sampling: { ...(params.tools === undefined && params.toolChoice === undefined ? {} : { tools: {} }), ...(params.includeContext === undefined || params.includeContext === 'none' ? {} : { context: {} }) } },
    faultOf: (answer) => shapeFault(SamplingAnswer, answer)
  })
}

/** Asks which folders the client opens to this server (specification: client/roots). */
export function listRoots (): RootsRequest {
  return question('roots/list', undefined, { needs: { roots: {} }, faultOf: (answer) => shapeFault(RootsAnswerShape, answer) })
}

/** What we know of a question, or `undefined` where it is none of ours. */
export function questionOf (request: unknown): Question | undefined {
  return typeof request === 'object' && request !== null ? (request as { [kQuestion]?: Question })[kQuestion] : undefined
}

const ElicitAnswer = Type.Object({
  action: Type.Union([Type.Literal('accept'), Type.Literal('decline'), Type.Literal('cancel')]),
  content: Type.Optional(Type.Unknown())
})
const Block = Type.Object({ type: Type.String() })
const SamplingAnswer = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
  content: Type.Union([Block, Type.Array(Block)]),
  model: Type.String()
})
const RootsAnswerShape = Type.Object({ roots: Type.Array(Type.Object({ uri: Type.String({ pattern: '^file://' }) })) })

function shapeFault (schema: TSchema, answer: unknown): string | undefined {
  const fault = Value.Errors(schema, answer).First()
  return fault === undefined ? undefined : `${fault.path.slice(1) || 'the answer'}: ${fault.message}`
}

function question<Request extends InputRequest> (method: Request['method'], params: object | undefined, question: Question): Request {
  // Hidden: what is sent is the method and the params alone.
  return Object.defineProperty(params === undefined ? { method } : { method, params }, kQuestion, { value: question }) as Request
}

function checkText (message: unknown, helper: string): void {
  if (typeof message !== 'string' || message === '') throw new InputRequestInvalid(helper, '"message" has to be a text for the user')
}

interface Form {
  readonly sent: object
  faultOfContent (content: unknown): string | undefined
}

/** Forms by their schemas: a handler asks with the same one each time it runs. */
const forms = new WeakMap<object, Form>()

function formOf (schema: unknown): Form {
  if (typeof schema !== 'object' || schema === null) throw new InputRequestInvalid('elicitForm()', '"requestedSchema" has to be a TypeBox object')
  const known = forms.get(schema)
  if (known !== undefined) return known
  const { sent, enforced } = toRequestedSchema(schema, (problem) => new InputRequestInvalid('elicitForm()', problem))
  let validate: Validate | undefined
  const form: Form = {
    sent,
    faultOfContent (content) {
      validate ??= compileSchema({ schema: enforced })
      return validate(content) ? undefined : explain(validate.errors ?? [], 'content')
    }
  }
  forms.set(schema, form)
  return form
}
