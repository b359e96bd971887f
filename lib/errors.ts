import createError, { type FastifyErrorConstructor } from '@fastify/error'

/** Every error that beam-mcp throws at its host, in one table. docs/errors.md lists the same codes. */
type Row<Code extends string, Args extends string[]> = FastifyErrorConstructor<{ code: Code, statusCode: 500 }, Args>

/** An option without a default is missing. */
export const OptionRequired: Row<'BMCP_ERR_OPTION_REQUIRED', [string, string]> =
  createError('BMCP_ERR_OPTION_REQUIRED', 'option "%s" is required and has no default: %s', 500)

/** An option has a value that it cannot have. */
export const OptionInvalid: Row<'BMCP_ERR_OPTION_INVALID', [string, string]> =
  createError('BMCP_ERR_OPTION_INVALID', 'option "%s" is invalid: %s', 500)

/** An option that does not exist: a misspelling would be silent otherwise. */
export const OptionUnknown: Row<'BMCP_ERR_OPTION_UNKNOWN', [string, string]> =
  createError('BMCP_ERR_OPTION_UNKNOWN', 'option "%s" does not exist: write one of %s', 500)

/** A catalog without one of its keys, or with something else in them. */
export const CatalogInvalid: Row<'BMCP_ERR_CATALOG_INVALID', [string]> =
  createError('BMCP_ERR_CATALOG_INVALID', 'the catalog is malformed: %s', 500)

/** A tool's name is not one. */
export const NameInvalid: Row<'BMCP_ERR_NAME_INVALID', [string]> =
  createError('BMCP_ERR_NAME_INVALID', 'tool name %s is illegal: write 1 to 128 characters out of A-Z a-z 0-9 _ - and .', 500)

/** Two entries of one catalog have the same name or URI. */
export const NameDuplicate: Row<'BMCP_ERR_NAME_DUPLICATE', [string]> =
  createError('BMCP_ERR_NAME_DUPLICATE', '%s is in the catalog already: give one of the two another name', 500)

/** A tool's declaration has a member of a wrong shape. */
export const ToolInvalid: Row<'BMCP_ERR_TOOL_INVALID', [string, string]> =
  createError('BMCP_ERR_TOOL_INVALID', 'tool "%s": %s', 500)

/** A resource's or a template's declaration has a member of a wrong shape. */
export const ResourceInvalid: Row<'BMCP_ERR_RESOURCE_INVALID', [string, string]> =
  createError('BMCP_ERR_RESOURCE_INVALID', 'resource "%s": %s', 500)

/** A URI template is not one of RFC 6570, or is one that no URI can be told by. */
export const UriTemplateInvalid: Row<'BMCP_ERR_URI_TEMPLATE_INVALID', [string, string]> =
  createError('BMCP_ERR_URI_TEMPLATE_INVALID', 'URI template "%s": %s', 500)

/** A prompt's declaration has a member of a wrong shape. */
export const PromptInvalid: Row<'BMCP_ERR_PROMPT_INVALID', [string, string]> =
  createError('BMCP_ERR_PROMPT_INVALID', 'prompt "%s": %s', 500)

/** A schema is not valid in its dialect, or describes what JSON cannot carry. */
export const SchemaInvalid: Row<'BMCP_ERR_SCHEMA_INVALID', [string, string, string]> =
  createError('BMCP_ERR_SCHEMA_INVALID', '%s: %s: %s', 500)

/** `$schema` names a dialect that is not served. */
export const SchemaDialect: Row<'BMCP_ERR_SCHEMA_DIALECT', [string, string, string]> =
  createError('BMCP_ERR_SCHEMA_DIALECT', '%s: %s: dialect %s is not supported: leave $schema out for 2020-12, or name draft-07', 500)

/** A `$ref` leaves the document, or points at nothing in it. */
export const SchemaRef: Row<'BMCP_ERR_SCHEMA_REF', [string, string, string]> =
  createError('BMCP_ERR_SCHEMA_REF', '%s: %s: $ref %s resolves to nothing in this schema: put the definition under $defs and point at it', 500)

/** Nobody would serve the entry. */
export const HandlerRequired: Row<'BMCP_ERR_HANDLER_REQUIRED', [string]> =
  createError('BMCP_ERR_HANDLER_REQUIRED', '%s has no handler, and the host gave no dispatch: write a handler in it, or pass the option "dispatch"', 500)

/** A content helper was given what MCP cannot carry. */
export const ContentInvalid: Row<'BMCP_ERR_CONTENT_INVALID', [string, string]> =
  createError('BMCP_ERR_CONTENT_INVALID', '%s: %s', 500)

/** A handler returned what cannot be sent. Logged; the caller gets -32603 without detail. */
export const ResultInvalid: Row<'BMCP_ERR_RESULT_INVALID', [string, string]> =
  createError('BMCP_ERR_RESULT_INVALID', '%s returned what cannot be sent: %s', 500)

/** `authorize` or `authorizeBody` answered neither allow() nor refuse(). Logged; the caller gets 403. */
export const VerdictInvalid: Row<'BMCP_ERR_VERDICT_INVALID', [string]> =
  createError('BMCP_ERR_VERDICT_INVALID', '%s returned neither allow() nor refuse(): the request was refused; return one of the two', 500)

/** An `x-mcp-header` annotation breaks the specification's rules. Logged when declared and at each call. */
export const HeaderParamInvalid: Row<'BMCP_ERR_HEADER_PARAM_INVALID', [string, string]> =
  createError('BMCP_ERR_HEADER_PARAM_INVALID', 'tool "%s" cannot be called over HTTP: %s', 500)

/** A question to the client is malformed. */
export const InputRequestInvalid: Row<'BMCP_ERR_INPUT_REQUEST_INVALID', [string, string]> =
  createError('BMCP_ERR_INPUT_REQUEST_INVALID', '%s: %s', 500)

/** A 2025-11-25 client answered a question with an error, or left before it answered. */
export const InputRefused: Row<'BMCP_ERR_INPUT_REFUSED', [string, string]> =
  createError('BMCP_ERR_INPUT_REFUSED', 'the client gave no answer to "%s": %s', 500)

/** A handler needs something to come back with the client's retry, and nothing can seal it. Logged; the caller gets -32603. */
export const StateCodecRequired: Row<'BMCP_ERR_STATE_CODEC_REQUIRED', [string, string]> =
  createError('BMCP_ERR_STATE_CODEC_REQUIRED', '%s needs state between its tries (%s): pass the option "stateCodec", such as createStateCodec({ keys }) of beam-mcp/state-codec', 500)

/** `visible` answered neither true nor false. Logged; the caller gets -32603. */
export const VisibleInvalid: Row<'BMCP_ERR_VISIBLE_INVALID', [string]> =
  createError('BMCP_ERR_VISIBLE_INVALID', '"visible" returned neither true nor false for %s: answer at once, with one of the two', 500)
