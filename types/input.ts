import type { Static, TObject } from '@sinclair/typebox'
import type { Root, SamplingResult } from './protocol.ts'

declare const answer: unique symbol

/** A question to the client, made by `elicitForm`, `elicitUrl`, `sample` or `listRoots`. */
export interface InputRequest<Answer = unknown> {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params?: object
  readonly [answer]?: Answer
}

/** What a user did with a form. The content fits the form's schema. */
export type FormAnswer<Content> = { action: 'accept', content: Content } | { action: 'decline' | 'cancel' }

/** What a user did with a URL: `accept` means that it was opened, not that anything was done there. */
export interface UrlAnswer { action: 'accept' | 'decline' | 'cancel' }

export interface RootsAnswer { roots: Root[] }

export type FormRequest<Schema extends TObject = TObject> = InputRequest<FormAnswer<Static<Schema>>>
export type UrlRequest = InputRequest<UrlAnswer>
export type SamplingRequest = InputRequest<SamplingResult>
export type RootsRequest = InputRequest<RootsAnswer>

/** The answers to questions, by their names. */
export type AnswersOf<Requests extends Record<string, InputRequest>> = {
  [Name in keyof Requests]: Requests[Name] extends InputRequest<infer Answer> ? Answer : never
}

export interface AskOptions {
  /** What the handler finds as `context.state` when it runs again: anything that JSON can carry. Needs the option `stateCodec`. */
  state?: unknown
}

/** What a sealed state is bound to: it is refused for anything else. */
export interface StateBinding {
  /** Who asked, as the option `principalId` tells; the empty string where nobody is told apart. */
  readonly principal: string
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string
  /** SHA-256, in hex, of what the request asks for. */
  readonly digest: string
}

/**
 * Seals what has to come back with a client's retry, so that no client can read, change or make one. The key
 * is the host's: beam-mcp holds none. `createStateCodec` of `beam-mcp/state-codec` makes one.
 */
export interface StateCodec {
  /** Gives an opaque text for a payload. The binding is in the payload already; a codec may bind to it once more. */
  seal (payload: string, binding: StateBinding): string | Promise<string>
  /** Gives the payload back, or `undefined` (or throws) where the text is not one that `seal` gave. */
  open (sealed: string, binding: StateBinding): string | undefined | Promise<string | undefined>
}
