import t from 'tap'
import { readFile } from 'node:fs/promises'
import * as connectome from '../lib/connectome/errors.ts'
import * as own from '../lib/errors.ts'

const errors = { ...own, ...connectome }

const page = await readFile(new URL('../docs/errors.md', import.meta.url), 'utf8')

t.test('every code stands in the docs, and the docs have no other', async (t) => {
  const codes = Object.values(errors).map((CodedError) => new (CodedError as new (...args: string[]) => Error & { code: string })('a', 'b', 'c').code).sort()
  t.same([...new Set(page.match(/BMCP_ERR_[A-Z_]+/g))].sort(), codes)
})

t.test('an error names its code and says what was given to it', async (t) => {
  for (const CodedError of Object.values(errors)) {
    const error = new (CodedError as new (...args: string[]) => Error & { code: string, statusCode: number })('first', 'second', 'third')
    t.match(error.code, /^BMCP_ERR_/)
    t.match(error.message, 'first')
    t.notMatch(error.message, '%s')
    t.equal(error.statusCode, 500)
  }
})
