import { RESOURCE_NOT_FOUND_2025 } from '../codes.ts'
import { withObjectAlone } from '../envelope.ts'
import { complete } from '../methods/completion.ts'
import { discover } from '../methods/discover.ts'
import { initialize, ping, shutdown } from '../methods/lifecycle.ts'
import { listPrompts, listResources, listResourceTemplates, listTools } from '../methods/lists.ts'
import { setLevel } from '../methods/logging.ts'
import { getPrompt } from '../methods/prompts.ts'
import { readResource, subscribe, unsubscribe } from '../methods/resources.ts'
import { callTool } from '../methods/tools.ts'
import type { Method, Notification, Revision } from '../revisions.ts'
import { LEGACY, type Carrier } from '../versions.ts'

const carriers: ReadonlySet<Carrier> = new Set<Carrier>(['stdio'])

/** The last revision with a handshake. Served over stdio alone: over HTTP it wants sessions. */
export const revision20251125: Revision = {
  version: LEGACY,
  anyOutputSchema: false,
  resourceNotFound: RESOURCE_NOT_FOUND_2025,
  methods: new Map<string, Method | Notification>([
    ['initialize', { kind: 'request', carriers, run: initialize }],
    ['notifications/initialized', { kind: 'notification', carriers }],
    ['ping', { kind: 'request', carriers, run: ping }],
    // The probe for the era is answered whatever the era (specification: basic/transports/stdio).
    ['server/discover', { kind: 'request', carriers, run: discover }],
    ['tools/list', { kind: 'request', carriers, run: listTools }],
    ['tools/call', { kind: 'request', carriers, run: callTool, dispatches: true }],
    ['resources/list', { kind: 'request', carriers, run: listResources, capability: 'resources' }],
    ['resources/templates/list', { kind: 'request', carriers, run: listResourceTemplates, capability: 'resources' }],
    ['resources/read', { kind: 'request', carriers, run: readResource, capability: 'resources', dispatches: true }],
    ['resources/subscribe', { kind: 'request', carriers, run: subscribe, capability: 'resources' }],
    ['resources/unsubscribe', { kind: 'request', carriers, run: unsubscribe, capability: 'resources' }],
    ['prompts/list', { kind: 'request', carriers, run: listPrompts, capability: 'prompts' }],
    ['prompts/get', { kind: 'request', carriers, run: getPrompt, capability: 'prompts', dispatches: true }],
    ['completion/complete', { kind: 'request', carriers, run: complete, capability: 'completions', dispatches: true }],
    ['logging/setLevel', { kind: 'request', carriers, run: setLevel, capability: 'logging' }],
    ['shutdown', { kind: 'request', carriers, run: shutdown }],
    ['exit', { kind: 'notification', carriers }],
    ['notifications/cancelled', { kind: 'notification', carriers }]
  ]),
  envelope: (result) => result,
  tail: () => undefined,
  toolResult: withObjectAlone,
  cacheable: (result) => result
}
