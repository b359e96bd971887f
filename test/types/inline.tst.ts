import { Type } from '@sinclair/typebox'
import { expect, test } from 'tstyche'
import { defineCatalog, definePrompt, defineResource, defineResourceTemplate, defineTool } from '../../lib/index.ts'

test('entries that are declared within their catalog are typed alike', () => {
  defineCatalog({
    tools: [
      defineTool({ name: 'a', handler (args) { expect(args).type.toBe<Record<string, never>>(); return 'x' } }),
      defineTool({ name: 'b', inputSchema: Type.Object({ n: Type.Number() }), handler ({ n }) { expect(n).type.toBe<number>(); return 'x' } }),
      defineTool({ name: 'c', outputSchema: Type.Object({ n: Type.Number() }), handler: () => ({ n: 1 }) })
    ],
    resources: [
      defineResource({ uri: 'note:1', name: 'x', handler ({ uri }) { expect(uri).type.toBe<'note:1'>(); return 'x' } }),
      defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'x', handler ({ variables: { id } }) { expect(id).type.toBe<string>(); return id } })
    ],
    prompts: [
      definePrompt({ name: 'a', handler (args) { expect(args).type.toBe<Record<string, never>>(); return 'x' } }),
      definePrompt({ name: 'b', arguments: Type.Object({ who: Type.String() }), handler ({ who }) { expect(who).type.toBe<string>(); return who } })
    ]
  })
})
