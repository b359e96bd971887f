import { defineResource, defineResourceTemplate, ResourceNotFound } from 'beam-mcp'
import { RED_PIXEL_PNG } from './media.ts'

const staticText = defineResource({
  uri: 'test://static-text',
  name: 'Static text',
  description: 'A text that stays the same.',
  mimeType: 'text/plain',
  cache: { ttlMs: 60_000 },
  handler: () => 'This is the content of the static text resource.'
})

const staticBinary = defineResource({
  uri: 'test://static-binary',
  name: 'Static image',
  description: 'An image that stays the same.',
  mimeType: 'image/png',
  handler: () => Buffer.from(RED_PIXEL_PNG, 'base64')
})

const watched = defineResource({
  uri: 'test://watched-resource',
  name: 'Watched',
  description: 'A text that clients may be told of when it changes.',
  mimeType: 'text/plain',
  handler: () => 'Watched resource content.'
})

const template = defineResourceTemplate({
  uriTemplate: 'test://template/{id}/data',
  name: 'Data by id',
  description: 'Data that is made for an id.',
  mimeType: 'application/json',
  complete: { id: (value) => ['123', '124', '200'].filter((id) => id.startsWith(value)) },
  handler ({ variables: { id } }) {
    if (id === 'missing') throw new ResourceNotFound()
    return JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  }
})

export const resources = [staticText, staticBinary, watched, template] as const
