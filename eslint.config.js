import neostandard from 'neostandard'

/** One arrow for each room: what a folder of lib/ may not import (docs/architecture.md). */
const closed = (files, patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: patterns.map((group) => ({ group: [group], message: 'docs/architecture.md says which room may import which.' })) }] }
})

export default [
  ...neostandard({ ts: true, ignores: ['dist/**', '.tap/**'] }),
  {
    files: ['lib/**/*.ts', 'types/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 12],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error'
    }
  },
  closed(['lib/catalog/**'], ['**/protocol/**', '**/dispatch/**', '**/http/**', '**/stdio/**', 'fastify', 'fastify-plugin']),
  closed(['lib/dispatch/**'], ['**/protocol/**', '**/http/**', '**/stdio/**', 'fastify', 'fastify-plugin']),
  closed(['lib/protocol/**'], ['**/http/**', '**/stdio/**', 'fastify', 'fastify-plugin']),
  closed(['lib/http/**'], ['**/stdio/**'])
]
