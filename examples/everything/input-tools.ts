import { Type } from '@sinclair/typebox'
import { defineTool, elicitForm, listRoots, sample, ToolError, type SamplingResult } from 'beam-mcp'

/** Tools that ask the client before they answer. Forms are declared once, outside of the handlers. */

const Name = Type.Object({ name: Type.String() })
const Confirmation = Type.Object({ ok: Type.Boolean() })
const Colour = Type.Object({ color: Type.String() })

const askName = (message = 'What is your name?') => elicitForm({ message, requestedSchema: Name })
const confirm = (message: string) => elicitForm({ message, requestedSchema: Confirmation })
const askModel = (text: string) => sample({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 })

function textOf ({ content }: SamplingResult): string {
  const [block] = [content].flat()
  return block?.type === 'text' ? block.text : ''
}

const elicitation = defineTool({
  name: 'test_input_required_result_elicitation',
  description: 'Asks the user for a name.',
  async handler (_args, { ask }) {
    const { user_name: answer } = await ask({ user_name: askName() })
    return answer.action === 'accept' ? `Hello, ${answer.content.name}!` : 'Hello, whoever you are!'
  }
})

const sampling = defineTool({
  name: 'test_input_required_result_sampling',
  description: "Asks the client's model.",
  async handler (_args, { ask }) {
    const { capital_question: answer } = await ask({ capital_question: askModel('What is the capital of France?') })
    return textOf(answer)
  }
})

const roots = defineTool({
  name: 'test_input_required_result_list_roots',
  description: 'Asks for the roots of the client.',
  async handler (_args, { ask }) {
    const { client_roots: answer } = await ask({ client_roots: listRoots() })
    return answer.roots.map(({ uri, name }) => `${name ?? 'a root'}: ${uri}`).join('\n')
  }
})

const requestState = defineTool({
  name: 'test_input_required_result_request_state',
  description: 'Asks, and finds again what it knew.',
  async handler (_args, { ask, state }) {
    await ask({ confirm: confirm('Please confirm') }, { state: { step: 1 } })
    return JSON.stringify(state) === '{"step":1}' ? 'state-ok' : 'the state was lost'
  }
})

const multipleInputs = defineTool({
  name: 'test_input_required_result_multiple_inputs',
  description: 'Asks three things at once.',
  async handler (_args, { ask }) {
    const answers = await ask({
      user_name: askName(),
      greeting: askModel('Generate a greeting'),
      client_roots: listRoots()
    }, { state: 'asked' })
    return `${textOf(answers.greeting)} (${answers.user_name.action}, ${answers.client_roots.roots.length} roots)`
  }
})

const multiRound = defineTool({
  name: 'test_input_required_result_multi_round',
  description: 'Asks one thing after the other.',
  async handler (_args, { ask }) {
    const { step1 } = await ask({ step1: askName('Step 1: What is your name?') }, { state: 1 })
    const { step2 } = await ask({ step2: elicitForm({ message: 'Step 2: What is your favorite color?', requestedSchema: Colour }) }, { state: 2 })
    return `${step1.action === 'accept' ? step1.content.name : 'Somebody'} likes ${step2.action === 'accept' ? step2.content.color : 'no color'}.`
  }
})

const tamperedState = defineTool({
  name: 'test_input_required_result_tampered_state',
  description: 'Asks with a state that no client can change.',
  async handler (_args, { ask, state }) {
    await ask({ confirm: confirm('Please confirm') }, { state: 'untouched' })
    return `state: ${String(state)}`
  }
})

const capabilities = defineTool({
  name: 'test_input_required_result_capabilities',
  description: 'Asks what the client can be asked.',
  async handler (_args, { ask, client }) {
    if (client.capabilities.sampling !== undefined) return textOf((await ask({ question: askModel('Say hello.') })).question)
    if (client.capabilities.elicitation !== undefined) return (await ask({ user_name: askName() })).user_name.action
    throw new ToolError('This client can be asked nothing.')
  }
})

const missingCapability = defineTool({
  name: 'test_missing_capability',
  description: "Cannot do without the client's model.",
  async handler (_args, { ask }) {
    return textOf((await ask({ question: askModel('Say hello.') })).question)
  }
})

const streaming = defineTool({
  name: 'test_streaming_elicitation',
  description: 'Reports progress, then asks.',
  async handler (_args, { ask, progress }) {
    progress(50, 100, 'about to ask')
    return (await ask({ user_name: askName() })).user_name.action
  }
})

export const inputTools = [elicitation, sampling, roots, requestState, multipleInputs, multiRound, tamperedState, capabilities, missingCapability, streaming] as const
