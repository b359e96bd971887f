import t from 'tap'
import { view } from '../../lib/connectome/index.ts'
import { boundaryId, functionId, moduleId, serverId, toolId } from '../../lib/connectome/ids.ts'
import { layered } from '../../lib/connectome/view/layers.ts'
import { readLibrary } from '../../lib/connectome/view/library.ts'
import { inScript } from '../../lib/connectome/view/view.ts'
import { launch, open, skip } from '../helpers/chromium.ts'
import { declaredOf, edge, node, observedOf, sample } from '../helpers/connectome-exports.ts'

const [server, tool, other] = [serverId('s'), toolId('s', 'pay'), toolId('s', 'look')]
const [billing, bill, lines] = [boundaryId('s', 'billing'), moduleId('s', 'lib/bill.js'), moduleId('s', 'lib/lines.js')]
const [pay, tax, read] = [functionId('s', 'lib/bill.js', 'pay', 1), functionId('s', 'lib/bill.js', 'tax', 2), functionId('s', 'lib/lines.js', 'read', 0)]
const nodes = [
  node(server, 'server', {}, 'server'), node(tool, 'server', { mode: 'write' }, 'tool'), node(other, 'server', {}, 'tool'), node(billing, 'boundary'),
  node(bill, 'module', { boundary: billing }), node(lines, 'module', { boundary: billing }), node(pay, 'function'), node(tax, 'function'), node(read, 'function')
]
const declared = declaredOf(nodes, [
  edge(server, tool, 'declared', { sign: 'allow' }), edge(server, other, 'declared'), edge(tool, pay, 'declared'), edge(pay, tax, 'declared'), edge(pay, pay, 'declared'), edge(pay, read, 'declared')
], [{ kind: 'called_value', file: 'lib/bill.js', line: 7, column: 3, caller: pay, detail: 'done' }, { kind: 'unnamed_entry', detail: 'look' }], [{ from: pay, to: tax, basis: 'typed' }])
const observed = observedOf(nodes.filter(({ id }) => id !== other), [
  edge(server, tool, 'observed', { sign: 'deny', weight: 1200 }), edge(tool, pay, 'observed', { weight: 1200 }), edge(pay, read, 'observed', { weight: 40 }), edge(read, tax, 'observed', { weight: 7 })
])
const small = await view({ declared, observed })

t.test('the same exports give the same bytes, in less than 2 MB also at 5,000 nodes', async (t) => {
  t.equal(await view({ declared, observed }), small)
  const exports = sample({ modules: 400, functions: 4580, edges: 8900 })
  const page = await view(exports)
  t.equal(page, await view(exports))
  t.ok(Buffer.byteLength(page) < 2_000_000, `${Buffer.byteLength(page)} bytes`)
})

t.test('exports that do not belong together are refused by name', async (t) => {
  const { diff } = sample({ modules: 12, functions: 20, edges: 30 })
  const refused = async (input: unknown, message: RegExp, options: unknown = {}): Promise<void> => { await t.rejects(Reflect.apply(view, undefined, [input, options]), { code: 'BMCP_ERR_VIEW_INVALID', message }) }
  await refused({ declared: null }, /declared: null holds no graph/)
  await refused({ declared: {} }, /declared: it holds no graph/)
  await refused({ declared: { ...declared, hash: '0' } }, /declared: its hash is not that of its graph, which is [0-9a-f]{64}/)
  await refused({ declared, diff }, /diff: give the observed export/)
  await refused({ declared, observed, diff }, /diff: it is not the diff of these two exports/)
  await refused({ declared, observed: { ...observed, sidecar: { weights: [1] } } }, /a weight of its sidecar is no object/)
  await refused({ declared }, /fold: none of boundary, module, function/, { fold: 'all' })
  await t.rejects(view({ declared: { ...declared, graph: {} } }), { code: 'BMCP_ERR_GRAPH_INVALID' })
})

t.test('without the graph library the error says what to install, and a script that would end its element is refused', async (t) => {
  await t.rejects(readLibrary('file:///nowhere/module.js'), { code: 'BMCP_ERR_VIEW_INVALID', message: /npm install --save-dev cytoscape/ })
  t.throws(() => inScript('"</SCRIPT>"'), { code: 'BMCP_ERR_VIEW_INVALID' })
})

t.test('columns go from left to right, and a cycle gets a column for each step from its entries', async (t) => {
  t.same(layered(4, [[0, 1], [1, 2], [0, 2], [2, 3]]).layer, [0, 1, 2, 3])
  t.same(layered(4, [[0, 1], [1, 2], [2, 1], [2, 3]]).layer, [0, 1, 2, 3])
  t.same(layered(3, [[0, 1], [1, 0]]), { layer: [0, 1, 2], order: [0, 0, 0] })
  t.same(layered(4, [[0, 3], [1, 2]]), { layer: [0, 0, 1, 1], order: [0, 1, 1, 0] }, 'edges do not cross')
  const chain = Array.from({ length: 20_000 }, (_, item): [number, number] => [item, (item + 1) % 20_000])
  t.equal(layered(20_000, chain).layer[19_999], 19_999, 'no recursion')
})

t.test('in the browser', { skip }, async (t) => {
  const browser = await launch(t)

  t.test('what is drawn is what the exports say, with their weights and classes', async (t) => {
    const { page, drawn, faults } = await open(t, browser, small)
    const { boxes, edges } = await drawn()
    t.same(boxes, [bill, lines, server, other, tool].sort())
    t.same(new Set(edges.map(({ from, to, class: name, calls }) => `${from} ${to} ${name} ${calls}`)), new Set([
      `${server} ${tool} changed_sign 1200`, `${server} ${other} declared_never_observed 0`, `${tool} ${bill} declared_and_observed 1200`,
      `${bill} ${lines} declared_and_observed 40`, `${lines} ${bill} observed_but_undeclared 7`
    ]))
    await page.click('#fold button[value=function]')
    const all = await drawn()
    t.same(all.frames, [bill, lines, billing].sort())
    t.equal(all.edges.length, 7, 'every label of either graph, recursion among them')
    t.match(await page.textContent('#summary'), /3 \/ 6.*50\.0%.*3 \/ 4.*75\.0%/s)
    t.same(faults, [])
  })

  t.test('a click unfolds a folded box, folds an unfolded one, and dims all but the neighbours of another', async (t) => {
    const { page, drawn, read: ask, faults } = await open(t, browser, await view({ declared, observed }, { fold: 'boundary', title: 'Mine' }))
    const click = async (id: string): Promise<void> => {
      const { x, y } = await ask<{ x: number, y: number }>(`connectome.at(${JSON.stringify(id)})`)
      await page.mouse.click(x, y)
    }
    t.same((await drawn()).boxes, [billing, server, other, tool].sort())
    await click(billing)
    t.same((await drawn()).frames, [billing])
    await click(bill)
    t.same((await drawn()).boxes, [pay, tax, lines, server, other, tool].sort())
    await click(other)
    t.same([(await drawn()).selected, (await drawn()).dimmed], [other, [pay, tax, lines, tool].sort()])
    t.match(await page.textContent('#details'), /look.*s\/tool\/look.*kindtool.*From \(1\)/s)
    await click(other)
    t.equal(await page.isVisible('#details'), false)
    await click(billing)
    t.same((await drawn()).frames, [], 'a frame folds with what is in it')
    t.equal(await page.title(), 'Connectome Mine')
    t.same(faults, [])
  })

  t.test('no two boxes overlap', async (t) => {
    const { page, read: ask } = await open(t, browser, await view(sample({ modules: 24, functions: 110, edges: 260 })))
    await page.click('#fold button[value=function]')
    const boxes = await ask<Array<[number, number, number, number]>>('connectome.place()')
    const overlaps = boxes.flatMap(([x1, y1, x2, y2], index) => boxes.slice(index + 1).filter(([a1, b1, a2, b2]) => x1 < a2 && a1 < x2 && y1 < b2 && b1 < y2))
    t.same(overlaps, [])
    t.ok(boxes.length > 100)
  })

  t.test('filters take edges by class and kind, and nodes by kind and level', async (t) => {
    const { page, drawn } = await open(t, browser, small)
    await page.uncheck('input[value=declared_never_observed]')
    t.notOk((await drawn()).edges.some((item) => item.class === 'declared_never_observed'))
    await page.uncheck('#kinds input[value=tool]')
    t.same((await drawn()).boxes, [bill, lines, server].sort())
    await page.uncheck('#levels input[value=function]')
    t.same((await drawn()).edges, [], 'functions and their edges are left out')
    await page.check('#levels input[value=function]')
    await page.uncheck('#edgeKinds input[value=invoke]')
    t.same((await drawn()).edges, [])
    await page.check('#edgeKinds input[value=invoke]')
    t.equal((await drawn()).edges.length, 2)
  })

  t.test('search finds by name, in the drawing and in the tables, and Enter unfolds to the first', async (t) => {
    const { page, drawn } = await open(t, browser, small)
    await page.fill('#search', 'TAX')
    t.match(await page.textContent('#found'), /^1 node;/)
    t.equal(await page.locator('#panel tbody tr').count(), 1)
    t.notOk((await drawn()).dimmed.includes(bill), 'the box that it is folded in stands out')
    await page.press('#search', 'Enter')
    t.equal((await drawn()).selected, tax)
    t.ok((await drawn()).boxes.includes(tax))
  })

  t.test('tables hold the nodes, the edges, the bound, the counts and the hashes, and sort', async (t) => {
    const { page } = await open(t, browser, small)
    const cells = async (column: number): Promise<string[]> => await page.locator(`#panel tbody td:nth-child(${column})`).allTextContents()
    await page.click('#tabs button[value=Edges]')
    t.equal((await cells(1)).length, 7)
    await page.click('#panel th button >> text=Calls')
    t.same(await cells(5), ['1,200', '1,200', '40', '7', '', '', ''])
    t.equal(await page.getAttribute('#panel th:nth-child(5)', 'aria-sort'), 'descending')
    await page.click('#panel th button >> text=Calls')
    t.same((await cells(5)).slice(-1), ['1,200'])
    t.ok((await cells(8)).includes('typed'))
    t.ok((await cells(9)).includes('allow') && (await cells(10)).includes('deny'))
    await page.click('#tabs button[value=Bound]')
    t.same(await cells(3), ['7:3', ''])
    await page.click('#panel td button')
    await page.click('#tabs button[value="Counts and hashes"]')
    t.same((await cells(2)).filter((text) => text.length === 64).slice(0, 2), [declared.hash, observed.hash])
  })

  t.test('all can be done with the keyboard', async (t) => {
    const { page, drawn, read: ask } = await open(t, browser, await view({ declared, observed }, { fold: 'boundary' }))
    await page.focus('#panel button[data-node]:has-text("Unfold 2")')
    await page.keyboard.press('Enter')
    t.same((await drawn()).frames.length, 1)
    t.equal(await ask('document.activeElement.getAttribute("aria-expanded")'), 'true', 'the focus stays')
    await page.focus('#tabs button[aria-selected=true]')
    await page.keyboard.press('ArrowRight')
    t.equal(await ask('document.activeElement.textContent'), 'Edges')
    await page.keyboard.press('ArrowLeft')
    await page.focus('#panel tbody td button')
    await page.keyboard.press('Enter')
    t.not((await drawn()).selected, '')
    await page.focus('#graph')
    for (const key of ['+', '-', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '0', 'Escape']) await page.keyboard.press(key)
    t.equal((await drawn()).selected, '')
    t.same(await ask('Array.from(document.querySelectorAll("button, input")).filter((item) => !(item.textContent || item.getAttribute("aria-label") || (item.labels && item.labels.length))).length'), 0, 'everything has a name')
  })

  t.test('light and dark follow the system, and the button', async (t) => {
    const { page, read: ask, faults } = await open(t, browser, small)
    const ground = async (): Promise<string> => await ask<string>('getComputedStyle(document.documentElement).backgroundColor')
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await ground()
    t.not(dark, light)
    t.equal(await page.getAttribute('#theme', 'aria-pressed'), 'true')
    await page.click('#theme')
    t.equal(await ground(), light)
    t.same(faults, [])
  })

  t.test('ids of a stranger do nothing', async (t) => {
    const evil = ['</script><img src=x onerror="window.evil=1">', '<!--<script>window.evil=1</script>', '\u2028window.evil=1//\u2029', '__proto__', "');window.evil=1;('"]
    const hostile = [node(server, 'server', { '<b>': '</script><script>window.evil=1</script>' }, 'server'), ...evil.map((name) => node(toolId('s', name), 'server', {}, 'tool'))]
    const html = await view({ declared: declaredOf(hostile, evil.map((name) => edge(server, toolId('s', name), 'declared')), [{ kind: 'eval', file: '<img src=x onerror=evil=1>', detail: '</script><img src=x>' }]) }, { title: '</title><script>window.evil=1</script>' })
    const { page, drawn, read: ask, faults } = await open(t, browser, html)
    t.same((await drawn()).boxes, hostile.map(({ id }) => id).sort())
    for (const name of ['Edges', 'Bound', 'Counts and hashes', 'Nodes']) await page.click(`#tabs button[value="${name}"]`)
    for (let row = 0; row < 6; row++) await page.locator('#panel tbody tr td:first-child button').nth(row).click()
    t.equal(await ask('typeof window.evil'), 'undefined')
    t.equal(await page.locator('img').count(), 0)
    t.same(faults, [])
  })

  t.test('a page of a declared graph alone has no classes and no fractions', async (t) => {
    const { page, drawn, faults } = await open(t, browser, await view({ declared }))
    t.same(new Set((await drawn()).edges.map((item) => item.class)), new Set(['declared']))
    t.notMatch(await page.textContent('#summary'), /%/)
    t.same(faults, [])
  })

  t.test('5,000 nodes open folded, and unfold whole', async (t) => {
    const exports = sample({ modules: 400, functions: 4580, edges: 8900 })
    const { page, drawn, faults } = await open(t, browser, await view(exports))
    t.equal((await drawn()).boxes.length, 17)
    await page.click('#fold button[value=function]')
    const { boxes, edges } = await drawn()
    t.same([boxes.length, edges.reduce((sum, item) => sum + item.edges, 0)], [4591, 8900])
    await page.click('#tabs button[value=Edges]')
    t.equal(await page.locator('#panel tbody tr').count(), 200)
    await page.click('.more')
    t.equal(await page.locator('#panel tbody tr').count(), 400)
    t.same(faults, [])
  })
})
