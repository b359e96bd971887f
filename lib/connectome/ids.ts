/** Ids of nodes: components joined by `/`, each escaped first. Nothing else is normalised in an id. */

function escape (component: string): string {
  return component.replaceAll('%', '%25').replaceAll('/', '%2F')
}

function join (...components: string[]): string {
  return components.map(escape).join('/')
}

export const serverId = (server: string): string => join(server, 'server')
export const toolId = (server: string, name: string): string => join(server, 'tool', name)
export const resourceId = (server: string, uri: string): string => join(server, 'resource', uri)
export const promptId = (server: string, name: string): string => join(server, 'prompt', name)
export const processId = (server: string, name: string): string => join(server, 'process', name)
/** `path` is relative to the root, with `/` as separator. */
export const moduleId = (server: string, path: string): string => join(server, 'module', path)
/** A function of a module, told by its name and the count of its declared parameters. */
export const functionId = (server: string, path: string, name: string, parameters: number): string => join(server, 'module', path, name, String(parameters))
export const packageId = (server: string, name: string): string => join(server, 'boundary', 'package', name)
export const boundaryId = (server: string, name: string): string => join(server, 'boundary', 'declared', name)

/** The components of an id, unescaped. */
export function componentsOf (id: string): string[] {
  return id.split('/').map((component) => component.replaceAll('%2F', '/').replaceAll('%25', '%'))
}
