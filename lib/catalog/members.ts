import { Type, type Static, type TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { toJson } from './json.ts'

export const closed = { additionalProperties: false } as const

/** Icons, as the specification has them (schema, Icon). */
export const Icons = Type.Array(Type.Object({
  src: Type.String({ minLength: 1 }),
  mimeType: Type.Optional(Type.String()),
  sizes: Type.Optional(Type.Array(Type.String())),
  theme: Type.Optional(Type.Union([Type.Literal('light'), Type.Literal('dark')]))
}, closed))

/** Annotations, as the specification has them (schema, Annotations). */
export const AnnotationsSchema = Type.Object({
  audience: Type.Optional(Type.Array(Type.Union([Type.Literal('user'), Type.Literal('assistant')]))),
  priority: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  lastModified: Type.Optional(Type.String())
}, closed)

/** A caching hint, as a host writes it (specification: server/utilities/caching). */
export const CacheHintSchema = Type.Object({
  ttlMs: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  cacheScope: Type.Optional(Type.Union([Type.Literal('private'), Type.Literal('public')]))
}, closed)

/** Members that tools, resources and prompts share. */
export const commonMembers = {
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  icons: Type.Optional(Icons),
  _meta: Type.Optional(Type.Record(Type.String(), Type.Unknown()))
}

/**
 * A copy of the plain members: what is listed is JSON, and what is changed later changes no list.
 *
 * @param owner whose members they are, such as `tool "x"`
 * @param invalid makes the error of a member that has another form
 */
export function parseMembers<S extends TObject> (members: object, schema: S, owner: string, invalid: (problem: string) => Error): Static<S> {
  const json = toJson(members, owner, 'declaration')
  const fault = Value.Errors(schema, json).First()
  if (fault !== undefined) throw invalid(`"${fault.path.slice(1)}": ${fault.message}`)
  return json
}
