import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'tstyche'
import { defineCatalog, definePrompt, defineTool, image, userMessage, type Dispatch } from '../../lib/index.ts'

const args = Type.Object({ who: Type.String(), tone: Type.Optional(Type.String()) })

describe('a prompt', () => {
  test('is given arguments typed by its schema', () => {
    definePrompt({
      name: 'x',
      arguments: args,
      complete: { tone: async () => ({ values: ['plain'], total: 1 }) },
      handler (given) {
        expect(given).type.toBe<{ who: string, tone?: string }>()
        return [userMessage(`Greet ${given.who}.`), userMessage(image('aGk=', 'image/png'))]
      }
    })
  })

  test('without arguments is given none', () => {
    definePrompt({ name: 'x', handler (given) { expect(given).type.toBe<Record<string, never>>(); return 'x' } })
  })

  test('takes strings alone', () => {
    // @ts-expect-error: a number is no argument of a prompt
    definePrompt({ name: 'x', arguments: Type.Object({ n: Type.Number() }), handler: () => 'x' })
    // @ts-expect-error: there is no such argument to be completed
    definePrompt({ name: 'x', arguments: args, complete: { when: () => [] }, handler: () => 'x' })
    // @ts-expect-error: nothing is no result
    definePrompt({ name: 'x', handler () {} })
  })
})

test('a dispatch of everything is narrowed by kind and name', () => {
  const catalog = defineCatalog({ tools: [defineTool({ name: 'tool', inputSchema: Type.Object({ n: Type.Number() }) })], resources: [], prompts: [definePrompt({ name: 'prompt', arguments: args })] })
  expect(catalog.resources).type.toBe<readonly []>()
  const dispatch: Dispatch<typeof catalog> = (call) => {
    if (call.kind === 'tool') {
      expect(call.arguments.n).type.toBe<number>()
      return String(call.arguments.n)
    }
    expect(call.arguments.who).type.toBe<string>()
    return call.arguments.who
  }
  expect(dispatch).type.not.toBe<never>()
})
