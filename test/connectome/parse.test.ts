import t from 'tap'
import { canonical, canonicalJson, diff, graph, hash, parse, verify, verifyExport } from '../../lib/connectome/index.ts'
import { readJson } from '../../lib/connectome/exact-json.ts'
import { edge, golden, node, side, window } from './vectors.ts'

const code = 'BMCP_ERR_GRAPH_INVALID'
const bytes = canonical(graph(golden))
const text = bytes.toString()
const one = canonical(graph({ nodes: [node('a', { mode: 'VALUE' })], edges: [] })).toString()
/** A graph whose only label is written so. */
const labelled = (value: string): string => one.replace('"VALUE"', value)
const refused = (message: string): { code: string, message: string } => ({ code, message: `the graph is refused at ${message}` })

const refusals: ReadonlyArray<readonly [string | Uint8Array, string]> = [
  ['', 'byte 0: no value of JSON'],
  ['null', 'graph: null where a plain object belongs'],
  ['[]', 'graph: an array where a plain object belongs'],
  [`\ufeff${text}`, 'byte 0: no value of JSON'],
  [`${text} x`, `byte ${bytes.length + 1}: more after the end of the value`],
  [`${text}\n`, `byte ${bytes.length}: more than the canonical bytes of this graph`],
  [text.replace(',"nodes"', ', "nodes"'), 'byte 20: not as the canonical bytes of this graph are'],
  [text.replace('"schema_version":1,', ''), 'schema_version: neither 1 nor 2'],
  [text.replace('"schema_version":1', '"schema_version":3'), 'schema_version: neither 1 nor 2'],
  [text.replace('"schema_version":1', '"schema_version":2'), 'edges[0].sign: none of allow, deny, hold, ungoverned, unset'],
  [text.replace('"schema_version":1', '"schema_version":1,"schemaVersion":2'), 'graph: the member "schemaVersion" does not belong there'],
  [text.replace('"schema_version":1', '"schema_version":1,"x":2'), 'graph: the member "x" does not belong there'],
  [text.replace('"edges":[', '"edges":{'), 'byte 181: no key'],
  [text.replace('"id":"s/server"', '"id":"z/server"'), 'edges[0].from: the id of no node'],
  [text.replaceAll('s/server', 'z/server'), 'byte 36: not as the canonical bytes of this graph are'],
  [text.replace('"to":', '"weight":1,"to":'), 'byte 258: not as the canonical bytes of this graph are'],
  [labelled('1.0'), 'byte 70: 1.0, which is not written as an integer'],
  [labelled('1e3'), 'byte 70: 1e3, which is not written as an integer'],
  [labelled('1E+3'), 'byte 70: 1E+3, which is not written as an integer'],
  [labelled('-0'), 'byte 70: -0, which has no canonical form'],
  [labelled('01'), 'byte 71: neither a comma nor the end of the object'],
  [labelled('+1'), 'byte 70: no value of JSON'],
  [labelled('-'), 'byte 70: no value of JSON'],
  [labelled('.5'), 'byte 70: no value of JSON'],
  [labelled('NaN'), 'byte 70: no value of JSON'],
  [labelled('nul'), 'byte 70: no value of JSON'],
  [labelled('[1 2]'), 'byte 73: neither a comma nor the end of the array'],
  [labelled('[1,]'), 'byte 73: no value of JSON'],
  [labelled('{"a":1,"a":1}'), 'byte 80: the key "a" a second time'],
  [labelled('{"__proto__":1,"__proto__":1}'), 'byte 96: the key "__proto__" a second time'],
  [labelled('{"a" 1}'), 'byte 75: no colon'],
  [labelled('{a:1}'), 'byte 71: no key'],
  [labelled('{"a":1,}'), 'byte 77: no key'],
  [labelled('"\\x"'), 'byte 70: no string of JSON'],
  [labelled('"\n"'), 'byte 70: no string of JSON'],
  [labelled('"\\u00e9"'), 'byte 71: not as the canonical bytes of this graph are'],
  [labelled('"\\/"'), 'byte 71: not as the canonical bytes of this graph are'],
  [labelled('"\\u001F"'), 'byte 76: not as the canonical bytes of this graph are'],
  [labelled('"e\u0301"'), 'byte 71: not as the canonical bytes of this graph are'],
  [labelled('"\\ud83d"'), 'nodes[0].labels.mode: a lone surrogate'],
  [labelled('"\ud83d"'), 'bytes: a lone surrogate'],
  [labelled('{"b":1,"a":1}'), 'byte 72: not as the canonical bytes of this graph are'],
  [labelled('['.repeat(65) + ']'.repeat(65)), `nodes[0].labels.mode${'[0]'.repeat(64)}: nested deeper than 64 levels`],
  [labelled('['.repeat(20_000) + ']'.repeat(20_000)), 'byte 139: nested deeper than 72 levels'],
  ['{"a":"b\\"', 'byte 5: a string without an end'],
  [Buffer.from([0x22, 0xff, 0x22]), 'bytes: not UTF-8'],
  [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'bytes: not UTF-8'],
  [7 as unknown as string, 'bytes: a number where bytes or a string belong']
]

t.test('bytes that are not the canonical bytes of a graph are refused by place', async (t) => {
  for (const [input, message] of refusals) t.throws(() => parse(input), refused(message), message.slice(0, 60))
})

t.test('a graph is read from bytes, from a part of a buffer, and from a string', async (t) => {
  const within = new Uint8Array(Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('x')])).subarray(2, 2 + bytes.length)
  for (const input of [bytes, text, new Uint8Array(bytes), within]) t.strictSame(parse(input), graph(golden))
})

t.test('an integer that JSON.parse would round is read as it stands', async (t) => {
  for (const [digits, value] of [['9007199254740991', 9007199254740991], ['9007199254740993', 9007199254740993n], ['-9007199254740992', -9007199254740992n], ['0', 0], ['-7', -7]] as const) {
    const read = parse(labelled(digits))
    t.strictSame(read.nodes[0]?.labels, { mode: value })
    t.equal(canonical(read).toString(), labelled(digits))
  }
})

t.test('each value of JSON is read', async (t) => {
  t.strictSame(readJson(' { "a" : [ true , false , null , "\\\\" , "x\\"y\\u0041" , {} , [] , "", 12 ] , "__proto__" : { "b" : "a" } }\n'), JSON.parse('{"a":[true,false,null,"\\\\","x\\"yA",{},[],"",12],"__proto__":{"b":"a"}}'))
  t.strictSame(readJson('[1.5,-2e-1,3]', { floats: true }), [1.5, -0.2, 3])
})

t.test('a file that is cut anywhere is refused', async (t) => {
  for (let length = 0; length < text.length; length++) t.throws(() => parse(text.slice(0, length)), { code })
})

t.test('verify counts what the bytes hold, and holds them to a hash', async (t) => {
  const right = hash(graph(golden))
  t.strictSame(verify(bytes, right), { hash: right, schemaVersion: 1, nodes: 2, edges: 1 })
  t.strictSame(verify(canonical(graph(golden), { version: 2 })), { hash: hash(graph(golden), { version: 2 }), schemaVersion: 2, nodes: 2, edges: 1 })
  t.throws(() => verify(bytes, right.toUpperCase()), refused(`hash: "${right.toUpperCase()}" is given, the bytes have ${right}`))
  t.throws(() => verify(`${text} `), { code })
})

t.test('the graph of an export is held to its hash, however it is laid out', async (t) => {
  const right = hash(graph(golden))
  const found = { kind: 'graph', hash: right, schemaVersion: 1, nodes: 2, edges: 1 }
  const file = { latency: [{ mean: 1.5 }], hash: right, graph: JSON.parse(text) }
  t.strictSame(verifyExport(JSON.stringify(file, null, 2)), found)
  t.strictSame(verifyExport(text), found)
  t.throws(() => verifyExport(JSON.stringify({ ...file, hash: undefined })), refused(`hash: undefined is given, the bytes have ${right}`))
  t.throws(() => verifyExport(JSON.stringify({ ...file, graph: { ...file.graph, edges: [] } })), { code, message: /^the graph is refused at hash: / })
  t.throws(() => verifyExport(labelled('1.5').replace('{', '{"graph":{').concat(',"hash":""}')), refused('nodes[0].labels.mode: a float'))
})

t.test('an integer beyond the safe range in an export is not rounded', async (t) => {
  const graphText = labelled('9007199254740993')
  t.match(verifyExport(`{"graph":${graphText},"hash":"${hash(parse(graphText))}"}`), { kind: 'graph' })
  t.throws(() => verifyExport(`{"graph":${graphText},"hash":"${hash(parse(labelled('9007199254740992')))}"}`), { code })
})

t.test('the record of a diff is held to its hash', async (t) => {
  const { record, hash } = diff(side('declared', [['a', 'b']]), side('observed', []), { window })
  t.strictSame(verifyExport(JSON.stringify({ record, hash })), { kind: 'diff', hash })
  t.throws(() => verifyExport(JSON.stringify({ record: { ...record, window: null }, hash })), { code })
  t.throws(() => verifyExport('[1]'), refused('file: no object'))
  t.throws(() => verifyExport('{"hash":""}'), refused('file: neither a graph nor the record of a diff'))
})

t.test('what canonicalJson is given is held to the rules of labels', async (t) => {
  t.equal(canonicalJson({ b: [1n], a: null }).toString(), '{"a":null,"b":[1]}')
  t.throws(() => canonicalJson({ a: 0.5 }), refused('value.a: a float'))
  t.throws(() => canonicalJson(edge), refused('value: a function, which is no value of a label'))
})
