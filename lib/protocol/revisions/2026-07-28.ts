import { complete, withCacheHint } from '../envelope.ts'
import { discover } from '../methods/discover.ts'
import { shutdown } from '../methods/lifecycle.ts'
import { callTool, listTools } from '../methods/tools.ts'
import type { Method, Notification, Revision } from '../revisions.ts'
import { MODERN, type Carrier } from '../versions.ts'

const everywhere: ReadonlySet<Carrier> = new Set<Carrier>(['http', 'stdio'])
const stdio: ReadonlySet<Carrier> = new Set<Carrier>(['stdio'])

/** The stateless revision: every request says who asks, and in which version. */
export const revision20260728: Revision = {
  version: MODERN,
  anyOutputSchema: true,
  methods: new Map<string, Method | Notification>([
    ['server/discover', { kind: 'request', carriers: everywhere, run: discover }],
    ['tools/list', { kind: 'request', carriers: everywhere, run: listTools }],
    ['tools/call', { kind: 'request', carriers: everywhere, run: callTool, dispatches: true }],
    ['shutdown', { kind: 'request', carriers: stdio, run: shutdown }],
    ['exit', { kind: 'notification', carriers: stdio }],
    ['notifications/cancelled', { kind: 'notification', carriers: everywhere }]
  ]),
  envelope: complete,
  tail: ({ completeTail }) => completeTail,
  toolResult: (result) => result,
  cacheable: withCacheHint
}
