import { Type, type TObject } from '@sinclair/typebox'
import { describe, expect, test } from 'tstyche'
import { defineCatalog, defineTool, text, toolResult, type Dispatch, type HandlerContext, type ToolCall } from '../../lib/index.ts'

const inputSchema = Type.Object({ region: Type.String(), days: Type.Optional(Type.Integer()) })
const outputSchema = Type.Object({ celsius: Type.Array(Type.Number()) })

describe('a handler', () => {
  test('is given arguments typed by the input schema', () => {
    defineTool({
      name: 'x',
      inputSchema,
      handler (args, context) {
        expect(args).type.toBe<{ region: string, days?: number }>()
        expect(context).type.toBe<HandlerContext>()
        // @ts-expect-error: the schema has no such argument
        return String(args.place)
      }
    })
  })

  test('of a tool without an input schema is given no argument', () => {
    defineTool({
      name: 'x',
      handler (args) {
        expect(args).type.toBe<Record<string, never>>()
        return ''
      }
    })
  })

  test('of a plain JSON Schema is given unknowns', () => {
    defineTool({
      name: 'x',
      inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
      handler (args) {
        expect(args).type.toBe<Record<string, unknown>>()
        return ''
      }
    })
  })

  test('returns what the output schema lets through, and nothing else', () => {
    defineTool({ name: 'x', outputSchema, handler: () => ({ celsius: [1] }) })
    defineTool({ name: 'x', outputSchema, handler: async () => ({ celsius: [1] }) })
    defineTool({ name: 'x', outputSchema, handler: () => toolResult({ structuredContent: { celsius: [1] }, content: 'warm' }) })
    defineTool({ name: 'x', outputSchema, handler: () => toolResult({ content: 'failed', isError: true }) })
    // @ts-expect-error: a text where a number is wanted
    defineTool({ name: 'x', outputSchema, handler: () => ({ celsius: ['x'] }) })
    // @ts-expect-error: the value is missing
    defineTool({ name: 'x', outputSchema, handler: () => text('warm') })
    // @ts-expect-error: the structured content has another type
    defineTool({ name: 'x', outputSchema, handler: () => toolResult({ structuredContent: { celsius: 'x' } }) })
  })

  test('returns something', () => {
    defineTool({ name: 'x', handler: () => [text('a')] })
    // @ts-expect-error: nothing is no result
    defineTool({ name: 'x', handler () {} })
  })
})

describe('a declaration', () => {
  test('has an input schema whose root is an object', () => {
    defineTool({ name: 'x', inputSchema: Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]) })
    defineTool({ name: 'x', inputSchema: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]) })
    defineTool({ name: 'x', inputSchema: Type.Record(Type.String(), Type.Number()) })
    defineTool({ name: 'x', inputSchema: Type.Recursive((This) => Type.Object({ next: Type.Optional(This) })) })
    // @ts-expect-error: a text is no object
    defineTool({ name: 'x', inputSchema: Type.String() })
    // @ts-expect-error: a list is no object
    defineTool({ name: 'x', inputSchema: Type.Array(Type.Object({})) })
    // @ts-expect-error: one branch is no object
    defineTool({ name: 'x', inputSchema: Type.Union([Type.Object({}), Type.Null()]) })
    // @ts-expect-error: the root has another type
    defineTool({ name: 'x', inputSchema: { type: 'string' } })
  })

  test('has no member that does not exist', () => {
    // @ts-expect-error: misspelled
    defineTool({ name: 'x', inptSchema: inputSchema })
  })

  test('may be wrapped by a generic function', () => {
    function wrap<T extends TObject> (name: string, schema: T) {
      return defineTool({ name, inputSchema: schema, handler: () => '' })
    }
    expect(wrap('x', inputSchema).name).type.toBe<string>()
  })
})

describe('a catalog', () => {
  test('has its three keys', () => {
    // @ts-expect-error: prompts are missing
    defineCatalog({ tools: [], resources: [] })
    // @ts-expect-error: tools are missing
    defineCatalog({ resources: [], prompts: [] })
  })
})

describe('a dispatch', () => {
  const one = defineTool({ name: 'one', inputSchema: Type.Object({ a: Type.String() }) })
  const two = defineTool({ name: 'two', inputSchema: Type.Object({ b: Type.Number() }), outputSchema })
  const catalog = defineCatalog({ tools: [one, two], resources: [], prompts: [] })
  type Call = ToolCall<typeof one | typeof two>

  test('is narrowed by the name of the tool', () => {
    const dispatch: Dispatch<typeof catalog> = (call) => {
      switch (call.name) {
        case 'one':
          expect(call.arguments).type.toBe<{ a: string }>()
          return call.arguments.a
        case 'two':
          expect(call.arguments).type.toBe<{ b: number }>()
          return { celsius: [call.arguments.b] }
      }
    }
    expect(dispatch).type.toBeAssignableTo<(call: Call, context: HandlerContext) => unknown>()
    expect<Call['name']>().type.toBe<'one' | 'two'>()
  })

  test('misses no tool, and misspells none', () => {
    // @ts-expect-error: two is missing
    const missing: Dispatch<typeof catalog> = (call) => {
      switch (call.name) {
        case 'one': return call.arguments.a
      }
    }
    const misspelled: Dispatch<typeof catalog> = (call) => {
      // @ts-expect-error: there is no such tool
      if (call.name === 'tow') return ''
      return ''
    }
    expect([missing, misspelled, catalog]).type.not.toBe<never>()
  })
})
