/** Hidden keys, all in one place. `Symbol.for` where two copies of this package have to understand each other. */

/** On a declared tool: what its declaration was parsed into. */
export const kParsed = Symbol('beam-mcp.parsed')
/** On content made by a helper, so that a plain value with a `type` of its own is not taken for content. */
export const kContent = Symbol.for('beam-mcp.content')
/** On a result made by `toolResult`. */
export const kResult = Symbol.for('beam-mcp.result')
/** On a `ToolError`. */
export const kToolError = Symbol.for('beam-mcp.toolError')
/** On a `ResourceNotFound`. */
export const kResourceNotFound = Symbol.for('beam-mcp.resourceNotFound')
/** On a question to the client: how its answer is read. */
export const kQuestion = Symbol('beam-mcp.question')
/** On the answers of `allow` and `refuse`. */
export const kVerdict = Symbol.for('beam-mcp.verdict')
/** On Fastify's request: what our hooks have learned so far. */
export const kExchange = Symbol('beam-mcp.exchange')
/** On a request's payload: the reading of it. */
export const kBody = Symbol('beam-mcp.body')
