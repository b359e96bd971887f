import { Type } from '@sinclair/typebox'
import { expect, test } from 'tstyche'
import { defineTool, elicitForm, elicitUrl, listRoots, sample, type FormAnswer, type Root, type SamplingResult } from '../../lib/index.ts'

test('answers are typed by their questions, each by its name', () => {
  defineTool({
    name: 'x',
    async handler (_args, { ask, state }) {
      expect(state).type.toBe<unknown>()
      const answers = await ask({
        form: elicitForm({ message: 'Who?', requestedSchema: Type.Object({ name: Type.String(), age: Type.Optional(Type.Integer()) }) }),
        url: elicitUrl({ message: 'Sign in.', url: 'https://example.com' }),
        model: sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 }),
        roots: listRoots()
      }, { state: { step: 1 } })
      expect(answers.form).type.toBe<FormAnswer<{ name: string, age?: number }>>()
      expect(answers.url.action).type.toBe<'accept' | 'decline' | 'cancel'>()
      expect(answers.model).type.toBe<SamplingResult>()
      expect(answers.roots.roots).type.toBe<Root[]>()
      // @ts-expect-error: nothing of that name was asked
      String(answers.nothing)
      // @ts-expect-error: what was declined has no content
      return answers.form.content.name
    }
  })
})

test('what is no question cannot be asked', () => {
  // @ts-expect-error: a form needs a schema
  elicitForm({ message: 'Who?' })
  // @ts-expect-error: a model needs a bound
  sample({ messages: [] })
})
