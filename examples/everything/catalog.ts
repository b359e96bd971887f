import { Type } from '@sinclair/typebox'
import { audio, defineCatalog, defineTool, embeddedResource, image, text, ToolError } from 'beam-mcp'

/** The fixtures that the official conformance suite asks a server for, as an ordinary host's catalog. */

/** One red pixel. */
const RED_PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A wave file without a sample. */
const SILENCE_WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

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

export const catalog = defineCatalog({
  tools: [simpleText, imageContent, audioContent, embedded, mixedContent, errorHandling, headerParam, fullDialect],
  resources: [],
  prompts: []
})
