import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'tstyche'
import { defineCatalog, defineResource, defineResourceTemplate, type Dispatch, type HandlerContext } from '../../lib/index.ts'

describe('a resource', () => {
  test('is read with its own URI', () => {
    defineResource({
      uri: 'note:1',
      name: 'x',
      handler (request, context) {
        expect(request).type.toBe<{ readonly uri: 'note:1' }>()
        expect(context).type.toBe<HandlerContext>()
        return [{ text: 'x' }, { blob: new Uint8Array(1), mimeType: 'image/png' }]
      }
    })
    // @ts-expect-error: a number is no reading
    defineResource({ uri: 'note:1', name: 'x', handler: () => 7 })
  })
})

describe('a template', () => {
  test('gives the variables that stand in it', () => {
    defineResourceTemplate({
      uriTemplate: 'note:///{year}/{+path}{?page,size}{&more*}',
      name: 'x',
      complete: { year: (value) => [value] },
      handler ({ uri, variables }) {
        expect(uri).type.toBe<string>()
        expect(variables.year).type.toBe<string>()
        expect(variables.path).type.toBe<string>()
        expect(variables.page).type.toBe<string | undefined>()
        expect(variables.more).type.toBe<string[] | undefined>()
        // @ts-expect-error: there is no such variable
        return String(variables.month)
      }
    })
    defineResourceTemplate({
      uriTemplate: 'note:///{year}',
      name: 'x',
      // @ts-expect-error: there is no such variable to be completed
      complete: { month: () => [] },
      handler: () => ''
    })
  })

  test('is narrowed by a schema', () => {
    defineResourceTemplate({
      uriTemplate: 'note:///{year}',
      name: 'x',
      variables: Type.Object({ year: Type.Union([Type.Literal('now'), Type.Literal('then')]) }),
      handler ({ variables: { year } }) {
        expect(year).type.toBe<'now' | 'then'>()
        return year
      }
    })
  })
})

test('a dispatch of resources is narrowed by their kind', () => {
  const one = defineResource({ uri: 'note:1', name: 'x' })
  const many = defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'x' })
  const catalog = defineCatalog({ tools: [], resources: [one, many], prompts: [] })
  expect(catalog.prompts).type.toBe<readonly []>()
  const dispatch: Dispatch<typeof catalog> = (call) => {
    if (call.kind === 'resource') {
      expect(call.uri).type.toBe<'note:1'>()
      return 'x'
    }
    expect(call.kind).type.toBe<'resource_template'>()
    expect(call.variables.id).type.toBe<string>()
    return call.variables.id
  }
  expect(dispatch).type.not.toBe<never>()
})
