import { Type } from '@sinclair/typebox'
import { definePrompt, elicitForm, embeddedResource, image, userMessage } from 'beam-mcp'
import { RED_PIXEL_PNG } from './media.ts'

const simple = definePrompt({
  name: 'test_simple_prompt',
  description: 'Takes nothing.',
  handler: () => 'This is a simple prompt for testing.'
})

const withArguments = definePrompt({
  name: 'test_prompt_with_arguments',
  description: 'Takes two arguments.',
  arguments: Type.Object({
    arg1: Type.String({ description: 'First test argument' }),
    arg2: Type.String({ description: 'Second test argument' })
  }),
  complete: { arg1: (value) => ['paris', 'park', 'party'].filter((word) => word.startsWith(value)) },
  handler: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`
})

const withResource = definePrompt({
  name: 'test_prompt_with_embedded_resource',
  description: 'Puts a resource into its messages.',
  arguments: Type.Object({ resourceUri: Type.String({ description: 'URI of the resource to embed' }) }),
  handler: ({ resourceUri }) => [
    userMessage(embeddedResource({ uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' })),
    userMessage('Please process the embedded resource above.')
  ]
})

const withImage = definePrompt({
  name: 'test_prompt_with_image',
  description: 'Puts an image into its messages.',
  handler: () => [userMessage(image(RED_PIXEL_PNG, 'image/png')), userMessage('Please analyze the image above.')]
})

const Question = Type.Object({ context: Type.String({ description: 'What the prompt is about' }) })

const asking = definePrompt({
  name: 'test_input_required_result_prompt',
  description: 'Asks the user before it is made.',
  async handler (_args, { ask }) {
    const { user_context: answer } = await ask({ user_context: elicitForm({ message: 'What context should the prompt use?', requestedSchema: Question }) })
    return `Use this context: ${answer.action === 'accept' ? answer.content.context : 'none was given'}`
  }
})

export const prompts = [simple, withArguments, withResource, withImage, asking] as const
