/** The numbers, each with its reason. Those that a host may want otherwise are options; these are their defaults. */

/** Bytes of one HTTP body or one line: room for a document in an argument, little enough to hold 1,000 at once. */
export const MAX_MESSAGE_BYTES = 1_048_576

/** Milliseconds in which a whole body has to arrive, however it drips. */
export const BODY_TIMEOUT_MS = 15_000

/**
 * Milliseconds for which the socket of a refused caller stays half open after the answer, so that a reset
 * does not overtake it (RFC 9112, 9.6). No client needs longer to read a few hundred bytes.
 */
export const LINGER_MS = 1_000

/** Levels of a declared schema: deeper is a cycle of JavaScript objects, not a schema. */
export const MAX_SCHEMA_DEPTH = 200

/**
 * Values in arguments up to which every fault is named. Above it the first fault alone is: naming all
 * of half a million would cost a caller nothing and us hundreds of megabytes.
 */
export const MAX_EXPLAINED_VALUES = 1_000

/**
 * References that a schema may follow over one value, in well under a second. A body of 1 MiB holds half a million
 * values; a schema whose branches call themselves can take 2 to the power of their depth, and would stop the process.
 */
export const MAX_SCHEMA_STEPS = 10_000_000

/** The same where every fault is named, of a value of {@link MAX_EXPLAINED_VALUES} at most. Above it the first fault is. */
export const MAX_EXPLAINING_STEPS = 50_000

/** Lines of one explanation: a model mends its call by the first few. */
export const MAX_EXPLAINED_FAULTS = 20

/** Calls of the host's code that one stdio client may have running: more wait, and lose nothing. */
export const MAX_CONCURRENT_CALLS = 64

/** Milliseconds that running calls are given at the end. */
export const SHUTDOWN_TIMEOUT_MS = 5_000

/** Milliseconds in which the binary's server wants a request's headers: a browser needs a fraction. */
export const HEADERS_TIMEOUT_MS = 10_000

/** Milliseconds in which the binary's server wants a whole request; more than a body is given, so that 408 is ours to say. */
export const REQUEST_TIMEOUT_MS = 30_000

/** Milliseconds for which the binary keeps an idle connection: more than the 60 s of common proxies. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000

/** Connections that the binary holds at once: with a body each, 1 GiB. */
export const MAX_CONNECTIONS = 1_000

/** Values of one completion (specification: server/utilities/completion). */
export const MAX_COMPLETIONS = 100

/** Entries of one page of a list: a client reads a thousand tools at once, and a catalog of a hundred thousand resources stays bearable. */
export const PAGE_SIZE = 1_000

/** Milliseconds in which changes are gathered into one notice: the registrations of one plugin are one change to a client. */
export const CHANGE_DELAY_MS = 10

/** Milliseconds between two reports of progress of one call: fifty a second are more than an eye follows. */
export const PROGRESS_INTERVAL_MS = 20

/** Milliseconds for which a client may answer what it was asked: a person reads, thinks and types. */
export const STATE_TTL_MS = 600_000

/** Milliseconds between two comments on a quiet stream: proxies commonly give up after 60 s. */
export const KEEP_ALIVE_MS = 25_000

/** Milliseconds in which a client has to take what a stream that has ended still holds. */
export const STREAM_LINGER_MS = 5_000

/** Subscriptions that are open at once: at 20 KiB each, 200 MiB. */
export const MAX_SUBSCRIPTIONS = 10_000

/** The same of one caller. A client needs one; several windows of one user some more. */
export const MAX_SUBSCRIPTIONS_PER_PRINCIPAL = 100

/** Resources that one subscription may name. */
export const MAX_SUBSCRIBED_URIS = 1_000

/** Bytes that a reader may leave untaken before it loses its notifications, or its subscription. */
export const MAX_BACKLOG_BYTES = 262_144
