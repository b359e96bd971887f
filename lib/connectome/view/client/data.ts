/** Reads the tables of the page into objects, and keeps what is unfolded and what is filtered. */
export const data = String.raw`
const data = JSON.parse(document.getElementById('data').textContent)
const words = data.words
const word = (list, number) => number < 0 ? '' : list[number]
const nodes = data.nodes.map((row, number) => ({
  number, id: row[0], name: row[1], kind: words.kinds[row[2]], level: words.levels[row[3]], parent: row[4], layer: row[5], order: row[6],
  ownLayer: row[7], ownOrder: row[8], sides: row[9], labels: row[10], children: [], inner: false, out: 0, in: 0, calls: 0
}))
for (const node of nodes) if (node.parent >= 0) nodes[node.parent].children.push(node.number)
const edges = data.edges.map((row, number) => ({
  number, from: row[0], to: row[1], kind: words.edgeKinds[row[2]], class: words.classes[row[3]], calls: row[4],
  declaredSign: word(words.signs, row[5]), observedSign: word(words.signs, row[6]), basis: word(words.bases, row[7]), mean: row[8], max: row[9]
}))
for (const edge of edges) {
  nodes[edge.from].out++
  nodes[edge.to].in++
  nodes[edge.to].calls += edge.calls || 0
  // A container's own code is a box beside what it holds, where an edge starts or ends at it.
  nodes[edge.from].inner = nodes[edge.to].inner = true
}
const bound = data.bound.map((row, number) => ({ number, kind: words.boundKinds[row[0]], file: word(words.files, row[1]), line: row[2], column: row[3], caller: row[4], detail: row[5] }))

const CLASSES = words.classes.filter((name) => data.coverage ? name !== 'declared' : name === 'declared')
const CLASS_NAMES = { declared_and_observed: 'declared and observed', declared_never_observed: 'declared, never observed', observed_but_undeclared: 'observed, undeclared', changed_sign: 'changed sign', declared: 'declared' }
const DASHES = { declared_and_observed: [], declared_never_observed: [2, 4], observed_but_undeclared: [10, 5], changed_sign: [10, 4, 2, 4], declared: [] }

const opened = new Set()
const hidden = { classes: new Set(), edgeKinds: new Set(), kinds: new Set(), levels: new Set() }
let query = ''

const isContainer = (node) => node.children.length > 0
const matches = (node) => query !== '' && (node.id.toLowerCase().includes(query) || node.name.toLowerCase().includes(query))
const shown = (node) => !hidden.kinds.has(node.kind) && !hidden.levels.has(node.level)
const kept = (edge) => !hidden.classes.has(edge.class) && !hidden.edgeKinds.has(edge.kind) && shown(nodes[edge.from]) && shown(nodes[edge.to])

function foldTo (level) {
  opened.clear()
  for (const node of nodes) {
    if (isContainer(node) && (level === 'function' || (level === 'module' && node.level === 'boundary'))) opened.add(node.number)
  }
}

/** The box that stands for a node: the outermost folded container of it, or itself. */
function boxOf (number) {
  let box = number
  for (let at = nodes[number].parent; at >= 0; at = nodes[at].parent) if (!opened.has(at)) box = at
  return box
}

function reveal (number) {
  for (let at = nodes[number].parent; at >= 0; at = nodes[at].parent) opened.add(at)
}

const thousands = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
const plural = (count, one, many) => thousands(count) + ' ' + (count === 1 ? one : many)
const microseconds = (time) => time === null ? '' : thousands(Math.round(time)) + ' µs'
`
