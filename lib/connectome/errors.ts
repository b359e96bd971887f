import createError, { type FastifyErrorConstructor } from '@fastify/error'

/** Every error of the connectome, in one table. docs/errors.md lists the same codes. */
type Row<Code extends string, Args extends string[]> = FastifyErrorConstructor<{ code: Code, statusCode: 500 }, Args>

/** A graph that breaks a rule of docs/connectome-canonical.md: it is refused by name and place, never mended. */
export const GraphInvalid: Row<'BMCP_ERR_GRAPH_INVALID', [string, string]> =
  createError('BMCP_ERR_GRAPH_INVALID', 'the graph is refused at %s: %s', 500)

/** Two graphs that cannot be compared as they were given. */
export const DiffInvalid: Row<'BMCP_ERR_DIFF_INVALID', [string, string]> =
  createError('BMCP_ERR_DIFF_INVALID', 'the diff is refused: %s: %s', 500)

/** A rendering cannot carry what the graph holds. */
export const ExportInvalid: Row<'BMCP_ERR_EXPORT_INVALID', [string, string]> =
  createError('BMCP_ERR_EXPORT_INVALID', 'the graph cannot be written as %s: %s', 500)

/** `observe` was given what it cannot watch. */
export const ObserveInvalid: Row<'BMCP_ERR_OBSERVE_INVALID', [string, string]> =
  createError('BMCP_ERR_OBSERVE_INVALID', 'observe: option "%s": %s', 500)

/** There is no snapshot of a collector that does not run: an empty graph would read as "nothing happened". */
export const NotObserving: Row<'BMCP_ERR_NOT_OBSERVING', [string]> =
  createError('BMCP_ERR_NOT_OBSERVING', '%s: the collector was stopped; start another with observe()', 500)

/** What `declare` was asked cannot be done. */
export const DeclareInvalid: Row<'BMCP_ERR_DECLARE_INVALID', [string, string]> =
  createError('BMCP_ERR_DECLARE_INVALID', 'declare: option "%s": %s', 500)

/** The reader of sources needs a package that is not there. */
export const AnalyserRequired: Row<'BMCP_ERR_ANALYSER_REQUIRED', [string]> =
  createError('BMCP_ERR_ANALYSER_REQUIRED', 'declare reads sources with the compiler API of typescript 5.9: %s', 500)

/** The page cannot be made of the exports that were given. */
export const ViewInvalid: Row<'BMCP_ERR_VIEW_INVALID', [string, string]> =
  createError('BMCP_ERR_VIEW_INVALID', 'the page cannot be made: %s: %s', 500)
