import { INVALID_PARAMS } from '../codes.ts'
import { complete as completeResult, withCacheHint } from '../envelope.ts'
import { complete } from '../methods/completion.ts'
import { discover } from '../methods/discover.ts'
import { shutdown } from '../methods/lifecycle.ts'
import { listPrompts, listResources, listResourceTemplates, listTools } from '../methods/lists.ts'
import { getPrompt } from '../methods/prompts.ts'
import { readResource } from '../methods/resources.ts'
import { listen } from '../methods/subscriptions.ts'
import { callTool } from '../methods/tools.ts'
import type { Method, Notification, Revision } from '../revisions.ts'
import { MODERN, type Carrier } from '../versions.ts'

const carriers: ReadonlySet<Carrier> = new Set<Carrier>(['http', 'stdio'])
const stdio: ReadonlySet<Carrier> = new Set<Carrier>(['stdio'])

/** The stateless revision: every request says who asks, and in which version. */
export const revision20260728: Revision = {
  version: MODERN,
  anyOutputSchema: true,
  resourceNotFound: INVALID_PARAMS,
  methods: new Map<string, Method | Notification>([
    ['server/discover', { kind: 'request', carriers, run: discover }],
    ['tools/list', { kind: 'request', carriers, run: listTools }],
    ['tools/call', { kind: 'request', carriers, run: callTool, dispatches: true }],
    ['resources/list', { kind: 'request', carriers, run: listResources, capability: 'resources' }],
    ['resources/templates/list', { kind: 'request', carriers, run: listResourceTemplates, capability: 'resources' }],
    ['resources/read', { kind: 'request', carriers, run: readResource, capability: 'resources', dispatches: true }],
    ['prompts/list', { kind: 'request', carriers, run: listPrompts, capability: 'prompts' }],
    ['prompts/get', { kind: 'request', carriers, run: getPrompt, capability: 'prompts', dispatches: true }],
    ['completion/complete', { kind: 'request', carriers, run: complete, capability: 'completions', dispatches: true }],
    ['subscriptions/listen', { kind: 'request', carriers, run: listen }],
    ['shutdown', { kind: 'request', carriers: stdio, run: shutdown }],
    ['exit', { kind: 'notification', carriers: stdio }],
    ['notifications/cancelled', { kind: 'notification', carriers }]
  ]),
  envelope: completeResult,
  tail: ({ completeTail }) => completeTail,
  toolResult: (result) => result,
  cacheable: withCacheHint
}
