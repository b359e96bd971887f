import { checkOptions, pluginRules, type BeamMcpOptions } from './options.ts'

/** What a host module exports: all that the plugin is told, but for where it is mounted. */
export type Host = Omit<BeamMcpOptions, 'prefix'>

/**
 * Says what a server is, for the binary: `export default defineHost({ … })` in a module of its own, then
 * `beam-mcp http ./module.js` or `beam-mcp stdio ./module.js`.
 *
 * @throws BMCP_ERR_OPTION_REQUIRED, BMCP_ERR_OPTION_INVALID, BMCP_ERR_OPTION_UNKNOWN
 */
export function defineHost (host: Host): Host {
  return checkOptions(host, pluginRules)
}
