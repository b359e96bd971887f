/** The tables: all that is drawn, and all that is not, for every reader. */
export const tables = String.raw`
const PAGE = 200
const yes = (number) => number < 0 ? '' : nodes[number].id
const wordCell = (value) => [value]
const numberCell = (value) => [value === null ? '' : thousands(value)]
const timeCell = (value) => [microseconds(value)]
const nodeCell = (number) => number < 0 ? [''] : [make('button', { type: 'button', title: nodes[number].id, click: () => { goTo(number); byId('graph').scrollIntoView({ block: 'nearest' }) } }, nodes[number].level === 'function' && nodes[number].parent >= 0 ? nodes[nodes[number].parent].name + ' ' + nodes[number].name : nodes[number].name)]

/** A column: its title, what it sorts by, what stands in the cell, and whether it is a number. */
const TABLES = {
  Nodes: {
    rows: () => nodes.filter((node) => shown(node) && (query === '' || matches(node))),
    caption: 'Every node. Enter on a name goes to it in the drawing; Unfold shows what is in it.',
    columns: [
      ['Name', (row) => row.name, (row) => nodeCell(row.number)], ['In', (row) => yes(row.parent), (row) => [row.parent < 0 ? '' : nodes[row.parent].name]],
      ['Holds', (row) => row.children.length, (row) => isContainer(row) ? [make('button', { type: 'button', 'aria-expanded': String(opened.has(row.number)), 'data-node': String(row.number), click: () => { toggle(row.number); const again = document.querySelector('[data-node="' + row.number + '"]'); if (again) again.focus() } }, (opened.has(row.number) ? 'Fold ' : 'Unfold ') + thousands(row.children.length))] : ['']],
      ['Kind', (row) => row.kind, undefined, false, 'class'], ['Level', (row) => row.level, undefined, false, 'class'], ['Edges out', (row) => row.out, (row) => numberCell(row.out), true], ['Edges in', (row) => row.in, (row) => numberCell(row.in), true], ['Calls in', (row) => row.calls, (row) => numberCell(row.calls), true], ['Id', (row) => row.id]
    ]
  },
  Edges: {
    rows: () => edges.filter((edge) => kept(edge) && (query === '' || matches(nodes[edge.from]) || matches(nodes[edge.to]))),
    caption: 'Every edge that the filters leave. Calls and latency are measurements of the observed window.',
    columns: [
      ['From', (row) => nodes[row.from].id, (row) => nodeCell(row.from)], ['To', (row) => nodes[row.to].id, (row) => nodeCell(row.to)], ['Kind', (row) => row.kind, undefined, false, 'class'],
      ['Class', (row) => row.class, (row) => [swatch(row.class), CLASS_NAMES[row.class]], false, 'class'], ['Calls', (row) => row.calls === null ? -1 : row.calls, (row) => numberCell(row.calls), true],
      ['Mean', (row) => row.mean === null ? -1 : row.mean, (row) => timeCell(row.mean), true], ['Max', (row) => row.max === null ? -1 : row.max, (row) => timeCell(row.max), true],
      ['Basis', (row) => row.basis], ['Declared sign', (row) => row.declaredSign], ['Observed sign', (row) => row.observedSign]
    ]
  },
  Bound: {
    rows: () => bound.filter((row) => query === '' || (row.file + ' ' + row.detail + ' ' + row.kind + ' ' + yes(row.caller)).toLowerCase().includes(query)),
    caption: 'The bound: every place where the declared graph may be incomplete.',
    columns: [['Kind', (row) => row.kind, undefined, false, 'class'], ['File', (row) => row.file], ['Line', (row) => row.line, (row) => [row.line === 0 ? '' : row.line + ':' + row.column], true], ['Caller', (row) => yes(row.caller), (row) => nodeCell(row.caller)], ['What stands there', (row) => row.detail, (row) => [make('code', {}, row.detail)]]]
  },
  'Counts and hashes': {
    rows: () => Object.entries(data.coverage || {}).map((pair) => [pair[0].replace(/_/g, ' '), thousands(pair[1])]).concat(CLASSES.map((name) => ['edges: ' + CLASS_NAMES[name], thousands(edges.filter((edge) => edge.class === name).length)]), data.hashes.map((pair) => ['SHA-256 of the ' + pair[0], pair[1]])),
    caption: 'Counts to divide, and the hashes of what this page was made from.',
    columns: [['What', (row) => row[0]], ['Value', (row) => row[1], (row) => [make('code', {}, row[1])]]]
  }
}
let tab = 'Nodes'
let sorting = { column: -1, down: false }
let limit = PAGE

function sorted (rows, columns) {
  if (sorting.column < 0) return rows
  const key = columns[sorting.column][1]
  const sign = sorting.down ? -1 : 1
  return rows.map((row, index) => ({ row, index, key: key(row) })).sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.index - b.index)).map((item) => item.row)
}

function headOf (columns) {
  return make('tr', {}, ...columns.map((column, index) => {
    const order = sorting.column === index ? (sorting.down ? 'descending' : 'ascending') : 'none'
    const button = make('button', { type: 'button', click: () => {
      sorting = { column: index, down: sorting.column === index ? !sorting.down : column[3] === true }
      showTable()
      byId('panel').querySelectorAll('th button')[index].focus()
    } }, column[0] + (order === 'none' ? '' : order === 'ascending' ? ' ↑' : ' ↓'))
    return make('th', { scope: 'col', 'aria-sort': order, class: column[3] ? 'number' : '' }, button)
  }))
}

function showTable () {
  const table = TABLES[tab]
  const rows = sorted(table.rows(), table.columns)
  const body = make('tbody', {}, ...rows.slice(0, limit).map((row) => make('tr', {}, ...table.columns.map((column) => make('td', { class: column[3] ? 'number' : column[4] || '' }, ...(column[2] ? column[2](row) : wordCell(column[1](row))))))))
  const parts = [make('table', {}, make('caption', {}, table.caption + ' ' + plural(rows.length, 'row', 'rows') + '.'), make('thead', {}, headOf(table.columns)), body)]
  if (rows.length > limit) parts.push(make('button', { type: 'button', class: 'more', click: () => { limit += PAGE; showTable() } }, 'Show ' + Math.min(PAGE, rows.length - limit) + ' more'))
  byId('panel').replaceChildren(...parts)
}

function chooseTab (name) {
  tab = name
  sorting = { column: -1, down: false }
  limit = PAGE
  for (const button of byId('tabs').children) {
    const chosen = button.value === name
    button.setAttribute('aria-selected', String(chosen))
    button.tabIndex = chosen ? 0 : -1
    if (chosen) byId('panel').setAttribute('aria-labelledby', button.id)
  }
  showTable()
}

function makeTabs () {
  const names = Object.keys(TABLES)
  names.forEach((name, index) => {
    byId('tabs').append(make('button', { type: 'button', role: 'tab', id: 'tab' + index, 'aria-controls': 'panel', value: name, click: () => chooseTab(name) }, name))
  })
  byId('tabs').addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (names.indexOf(tab) + step + names.length) % names.length
    chooseTab(names[next])
    byId('tabs').children[next].focus()
  })
}
`
