import t from 'tap'
import { randomBytes } from 'node:crypto'
import { createStateCodec } from '../lib/state-codec.ts'

const binding = { principal: '', method: 'tools/call', digest: '' }

t.test('what was sealed is opened, and reads as nothing meanwhile', async (t) => {
  const codec = createStateCodec({ keys: [randomBytes(32)] })
  const sealed = await codec.seal('{"secret":"näh"}', binding)
  t.notMatch(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString(), 'secret')
  t.equal(await codec.open(sealed, binding), '{"secret":"näh"}')
  t.not(await codec.seal('x', binding), await codec.seal('x', binding))
})

t.test('what was not sealed by one of the keys is not opened', async (t) => {
  const [one, two] = [randomBytes(32), randomBytes(32)]
  const sealed = await createStateCodec({ keys: [one] }).seal('x', binding)
  t.equal(await createStateCodec({ keys: [two] }).open(sealed, binding), undefined)
  t.equal(await createStateCodec({ keys: [two, one] }).open(sealed, binding), 'x', 'an old key still opens')
  for (const other of ['', 'a.b.c.d.e', `${sealed}x`, 'null']) t.equal(await createStateCodec({ keys: [one] }).open(other, binding), undefined)
})

t.test('a key has 32 bytes', async (t) => {
  for (const keys of [[], [randomBytes(16)], ['x'.repeat(32)], [randomBytes(32), undefined]]) t.throws(() => createStateCodec({ keys: keys as Uint8Array[] }), { code: 'BMCP_ERR_OPTION_INVALID', message: /32 random bytes/ })
})
