import { withObjectAlone } from '../envelope.ts'
import { discover } from '../methods/discover.ts'
import { initialize, ping, shutdown } from '../methods/lifecycle.ts'
import { callTool, listTools } from '../methods/tools.ts'
import type { Method, Notification, Revision } from '../revisions.ts'
import { LEGACY, type Carrier } from '../versions.ts'

const stdio: ReadonlySet<Carrier> = new Set<Carrier>(['stdio'])

/** The last revision with a handshake. Served over stdio alone: over HTTP it wants sessions. */
export const revision20251125: Revision = {
  version: LEGACY,
  anyOutputSchema: false,
  methods: new Map<string, Method | Notification>([
    ['initialize', { kind: 'request', carriers: stdio, run: initialize }],
    ['notifications/initialized', { kind: 'notification', carriers: stdio }],
    ['ping', { kind: 'request', carriers: stdio, run: ping }],
    // The probe for the era is answered whatever the era (specification: basic/transports/stdio).
    ['server/discover', { kind: 'request', carriers: stdio, run: discover }],
    ['tools/list', { kind: 'request', carriers: stdio, run: listTools }],
    ['tools/call', { kind: 'request', carriers: stdio, run: callTool, dispatches: true }],
    ['shutdown', { kind: 'request', carriers: stdio, run: shutdown }],
    ['exit', { kind: 'notification', carriers: stdio }],
    ['notifications/cancelled', { kind: 'notification', carriers: stdio }]
  ]),
  envelope: (result) => result,
  tail: () => undefined,
  toolResult: withObjectAlone,
  cacheable: (result) => result
}
