import t from 'tap'
import { PassThrough } from 'node:stream'
import { LineSplitter } from '../../lib/stdio/lines.ts'
import { call, rpc } from '../helpers/mcp.ts'
import { StdioClient } from '../helpers/stdio.ts'
import { echo } from '../helpers/tools.ts'

const MIB = 1_048_576

/** A call whose line has just so many bytes. */
function lineOf (bytes: number): string {
  const empty = JSON.stringify(call('echo', { text: '' }))
  return empty.replace('"text":""', `"text":"${'x'.repeat(bytes - empty.length)}"`)
}

t.test('a line is a line however its bytes arrive', async (t) => {
  const client = new StdioClient([echo])
  const bytes = Buffer.from(`${JSON.stringify(call('echo', { text: 'Zürich 雨 🌧 \u2028' }, 'a'))}\n`)
  for (const byte of bytes) client.input.write(Buffer.from([byte]))
  t.equal((await client.answer('a')).result.content[0].text, 'Zürich 雨 🌧 \u2028')
  await client.end()
})

t.test('CRLF, a byte-order mark, blank lines and a last line without an end are fine', async (t) => {
  const client = new StdioClient([echo])
  client.input.write('\r\n\n  \t\n')
  client.input.write(`\uFEFF${JSON.stringify(call('echo', { text: 'one' }, 1))}\r\n`)
  client.input.write(JSON.stringify(call('echo', { text: 'two' }, 2)))
  client.input.end()
  t.equal((await client.answer(1)).result.content[0].text, 'one')
  t.equal((await client.answer(2)).result.content[0].text, 'two')
  await client.done
  t.equal(client.messages.length, 2)
})

t.test('a stream with an encoding set gives strings, which are read too', async (t) => {
  const input = new PassThrough()
  input.setEncoding('utf8')
  const client = new StdioClient([echo], { input })
  client.send(call('echo', { text: 'ü' }))
  t.equal((await client.answer(1)).result.content[0].text, 'ü')
  await client.end()
})

t.test('a line of 1 MiB is answered; one byte more is refused once, and the next line is answered', async (t) => {
  const client = new StdioClient([echo])
  client.input.write(`${lineOf(MIB)}\n`)
  t.equal((await client.answer(1)).result.content[0].text.length > 1_000_000, true)
  client.input.write(`${lineOf(MIB)}\r\n`)
  client.input.write(`${lineOf(MIB + 1)}\n`)
  client.input.write(`${lineOf(MIB + 2)}\n`)
  client.input.write(`${lineOf(3 * MIB)}\n`)
  client.send(call('echo', { text: 'next' }, 'next'))
  t.equal((await client.answer('next')).result.content[0].text, 'next')
  const refused = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request: a line has at most 1048576 bytes' } }
  t.same(client.messages.filter(({ error }) => error !== undefined), [refused, refused, refused])
  await client.end()
})

t.test('64 MiB without a newline are not kept', async (t) => {
  const block = Buffer.alloc(65_536, 'x')
  let refused = 0
  const lines: string[] = []
  const splitter = new LineSplitter(MIB, { line: (bytes) => lines.push(String(bytes)), tooLong: () => { refused++ } })
  splitter.push(block)
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 1024; index++) splitter.push(Buffer.from(block))
  t.ok(process.memoryUsage().arrayBuffers - before < 80 * MIB)
  splitter.push(Buffer.from('\nshort\n'))
  t.equal(refused, 1)
  t.same(lines, ['short'])
})

t.test('an 8 MiB line in 64-byte chunks costs no more than its bytes', async (t) => {
  let lines = 0
  const splitter = new LineSplitter(8 * MIB, { line: () => { lines++ }, tooLong () {} })
  const chunk = Buffer.alloc(64, 'x')
  for (let index = 0; index < 8 * MIB / 64; index++) splitter.push(chunk)
  splitter.end()
  t.equal(lines, 1)
})

t.test('what is no JSON, and what is no request, is answered without an id where none could be read', async (t) => {
  const client = new StdioClient([echo])
  for (const line of ['nope', '[]', '7', '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"jsonrpc":"1.0","id":5,"method":"ping"}']) client.input.write(`${line}\n`)
  client.send(rpc('tools/list', {}, 'last'))
  await client.answer('last')
  t.same(client.messages.slice(0, 5).map(({ id, error }) => [id, error.code]), [[undefined, -32700], [undefined, -32600], [undefined, -32600], [undefined, -32600], [5, -32600]])
  await client.end()
})

t.test('a notification is never answered, whatever it is', async (t) => {
  const client = new StdioClient([echo])
  for (const message of ['{"jsonrpc":"2.0","method":"tools/call"}', '{"jsonrpc":"2.0","method":"nope","params":[]}', '{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}', '{"jsonrpc":"2.0","method":"x","params":{"__proto__":1}}', '{"jsonrpc":"2.0","id":4,"result":{}}', '{"jsonrpc":"2.0","error":{}}']) client.input.write(`${message}\n`)
  client.send(rpc('tools/list', {}, 'last'))
  await client.answer('last')
  t.equal(client.messages.length, 1)
  await client.end()
})
