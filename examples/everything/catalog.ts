import { Type } from '@sinclair/typebox'
import { setTimeout } from 'node:timers/promises'
import { audio, defineCatalog, definePrompt, defineTool, embeddedResource, image, text, ToolError } from 'beam-mcp'
import { inputTools } from './input-tools.ts'
import { RED_PIXEL_PNG, SILENCE_WAV } from './media.ts'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'

/** The fixtures that the official conformance suite asks a server for, as an ordinary host's catalog. */

const simpleText = defineTool({
  name: 'test_simple_text',
  description: 'Gives a text.',
  handler: () => 'This is a simple text response for testing.'
})

const imageContent = defineTool({
  name: 'test_image_content',
  description: 'Gives an image.',
  handler: () => image(RED_PIXEL_PNG, 'image/png')
})

const audioContent = defineTool({
  name: 'test_audio_content',
  description: 'Gives a sound.',
  handler: () => audio(SILENCE_WAV, 'audio/wav')
})

const embedded = defineTool({
  name: 'test_embedded_resource',
  description: 'Gives a resource inside the result.',
  handler: () => embeddedResource({ uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' })
})

const mixedContent = defineTool({
  name: 'test_multiple_content_types',
  description: 'Gives a text, an image and a resource.',
  handler: () => [
    text('Multiple content types test:'),
    image(RED_PIXEL_PNG, 'image/png'),
    embeddedResource({ uri: 'test://mixed-content-resource', mimeType: 'application/json', text: JSON.stringify({ test: 'data', value: 123 }) })
  ]
})

const errorHandling = defineTool({
  name: 'test_error_handling',
  description: 'Fails, always.',
  handler () { throw new ToolError('This tool intentionally returns an error for testing') }
})

const headerParam = defineTool({
  name: 'test_header_param',
  description: 'Takes an argument that is repeated in a header.',
  inputSchema: Type.Object({ region: Type.String({ 'x-mcp-header': 'Region' }) }, { additionalProperties: false }),
  handler: ({ region }) => `Region: ${region}`
})

const fullDialect = defineTool({
  name: 'json_schema_2020_12_tool',
  description: 'Has an input schema with much of JSON Schema 2020-12 in it.',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } }
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' }
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false
  },
  handler: (args) => args
})

const withProgress = defineTool({
  name: 'test_tool_with_progress',
  description: 'Reports how far it is.',
  async handler (_args, { progress, signal }) {
    for (const done of [0, 50, 100]) {
      progress(done, 100, `Completed ${done} of 100`)
      await setTimeout(50, undefined, { signal })
    }
    return 'Done.'
  }
})

const withLogging = defineTool({
  name: 'test_logging_tool',
  description: 'Sends log messages to those who ask for them.',
  handler (_args, { notify }) {
    notify('info', 'The tool has begun.', 'everything')
    notify('debug', { detail: 1 })
    return 'Done.'
  }
})

const flicker = 'flickers'

const changeTools = defineTool({
  name: 'test_trigger_tool_change',
  description: 'Changes the list of tools.',
  handler (_args, { server: { catalog } }) {
    if (!catalog.removeTool(flicker)) catalog.addTool(defineTool({ name: flicker, description: 'Comes and goes.', handler: () => 'here' }))
    return 'The list of tools has changed.'
  }
})

const changePrompts = defineTool({
  name: 'test_trigger_prompt_change',
  description: 'Changes the list of prompts.',
  handler (_args, { server: { catalog } }) {
    if (!catalog.removePrompt(flicker)) catalog.addPrompt(definePrompt({ name: flicker, description: 'Comes and goes.', handler: () => 'here' }))
    return 'The list of prompts has changed.'
  }
})

const updateResource = defineTool({
  name: 'test_update_resource',
  description: 'Says that the watched resource has changed.',
  handler (_args, { server }) {
    server.resourceUpdated('test://watched-resource')
    return 'The resource has changed.'
  }
})

export const catalog = defineCatalog({
  tools: [
    simpleText, imageContent, audioContent, embedded, mixedContent, errorHandling, headerParam, fullDialect,
    withProgress, withLogging, changeTools, changePrompts, updateResource, ...inputTools
  ],
  resources,
  prompts
})
