/** Draws boxes and edges with cytoscape. Places are given: nothing is laid out, and nothing is random. */
export const draw = String.raw`
const MANY_EDGES = 1200
const FEW_LABELS = 70
let scene = { boxes: [], edges: [] }
let selected = ''

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()
const cut = (text, length) => text.length <= length ? text : '…' + text.slice(text.length - length + 1)
const oneLine = (text) => text.replace(/[\u0000-\u001f\u2028\u2029]/g, ' ')

const cy = cytoscape({
  container: document.getElementById('graph'), layout: { name: 'preset' }, autoungrabify: true, boxSelectionEnabled: false, selectionType: 'single',
  minZoom: 0.02, maxZoom: 3, hideEdgesOnViewport: edges.length > 3000, textureOnViewport: false, pixelRatio: 'auto'
})

function looks () {
  const font = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
  const rules = [
    { selector: 'node', style: { shape: 'round-rectangle', width: 'data(width)', height: 'data(height)', 'background-color': colour('box'), 'border-width': 1.5, 'border-color': (node) => colour(node.data('kind')), label: 'data(label)', color: colour('ink'), 'font-family': font, 'font-size': 12, 'text-valign': 'center', 'text-halign': 'center', 'text-wrap': 'wrap', 'text-max-width': 400, 'line-height': 1.25, 'min-zoomed-font-size': 4, 'z-index-compare': 'manual', 'z-index': 10, 'overlay-opacity': 0, 'transition-duration': 0 } },
    { selector: 'node.server', style: { 'background-color': colour('server'), color: colour('card'), 'font-weight': 600 } },
    { selector: 'node.folded', style: { 'border-width': 2.5, 'border-style': 'solid', 'background-color': colour('inner') } },
    { selector: 'node.absent', style: { 'border-style': 'dashed', 'border-color': colour('observed_but_undeclared') } },
    { selector: 'node.frame', style: { 'background-color': (node) => colour(node.data('depth') === 1 ? 'frame' : 'inner'), 'border-width': 1, 'border-color': colour('line'), label: '', 'z-index': 'data(depth)' } },
    // A frame's name is a box of its own, so that it lies above the edges that cross the frame.
    { selector: 'node.head', style: { label: 'data(label)', 'background-opacity': 0, 'border-width': 0, 'font-weight': 600, 'font-size': 13, color: colour('soft'), 'text-background-color': colour('frame'), 'text-background-opacity': 0.85, 'text-background-padding': 3, 'min-zoomed-font-size': 3, 'z-index': 12 } },
    { selector: 'edge', style: { width: 'data(width)', 'line-color': (edge) => colour(edge.data('class')), 'target-arrow-color': (edge) => colour(edge.data('class')), 'target-arrow-shape': 'triangle', 'arrow-scale': 0.8, 'curve-style': 'straight', opacity: 0.75, 'z-index-compare': 'manual', 'z-index': 5, 'overlay-opacity': 0, color: colour('ink'), 'font-size': 10, 'font-family': font, label: 'data(label)', 'text-background-color': colour('frame'), 'text-background-opacity': 0.9, 'text-background-padding': 2, 'min-zoomed-font-size': 6 } },
    { selector: 'edge.bent', style: { 'curve-style': 'unbundled-bezier', 'edge-distances': 'endpoints', 'source-endpoint': 'data(source0)', 'target-endpoint': 'data(target0)', 'control-point-distances': 'data(away)', 'control-point-weights': 'data(along)' } },
    { selector: 'edge.loop', style: { 'curve-style': 'bezier', 'loop-direction': '0deg', 'loop-sweep': '-40deg' } },
    { selector: '.dim', style: { opacity: 0.13 } },
    { selector: '.match', style: { 'background-color': colour('mark') } },
    { selector: '.chosen', style: { 'border-width': 4, 'border-color': colour('accent') } }
  ]
  for (const name of words.classes) if (DASHES[name].length > 0) rules.push({ selector: 'edge.' + name, style: { 'line-style': 'dashed', 'line-dash-pattern': DASHES[name] } })
  return rules
}

function labelOf (box) {
  const node = box.node
  const name = oneLine(node.name)
  if (box.frame) return cut(name, Math.floor(box.width / 8))
  if (box.own) return node.level === 'module' ? 'module itself' : 'boundary itself'
  if (!isContainer(node)) return cut(name, 26)
  const child = nodes[node.children[0]].level
  return cut(name, 26) + '\n' + (child === 'function' ? plural(node.children.length, 'function', 'functions') : plural(node.children.length, 'module', 'modules'))
}

function boxElement (box) {
  const node = box.node
  const classes = [box.frame ? 'frame' : node.kind]
  if (!box.frame && !box.own && isContainer(node)) classes.push('folded')
  if (node.sides === 2) classes.push('absent')
  return {
    group: 'nodes', classes, position: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    data: { id: (box.frame ? 'f' : 'n') + node.number, number: node.number, kind: node.kind, depth: box.depth, width: box.width, height: box.height, label: labelOf(box) }
  }
}

function headElement (box) {
  return {
    group: 'nodes', classes: ['frame', 'head'], position: { x: box.x + box.width / 2, y: box.y + 17 },
    data: { id: 'h' + box.node.number, number: box.node.number, kind: box.node.kind, depth: box.depth, width: Math.min(box.width - 20, 200), height: 22, label: labelOf(box) }
  }
}

/** Ends at the sides of the boxes, and two control points as cytoscape wants them: along the line between the ends, and away from it. */
function curve (from, to, lane) {
  const shift = (lane % 2 === 0 ? 1 : -1) * Math.ceil(lane / 2) * 8
  const forth = to.x > from.x + from.width
  const back = from.x > to.x + to.width
  // Where one stands over the other, the edge leaves and comes in on the right.
  const [out, into] = back ? [-1, 1] : [1, forth ? -1 : 1]
  const dx = to.x + to.width / 2 + into * to.width / 2 - from.x - from.width / 2 - out * from.width / 2
  const dy = to.y + to.height / 2 - from.y - from.height / 2
  const length = Math.hypot(dx, dy) || 1
  const reach = forth || back ? Math.abs(dx) * 0.42 : 34 + Math.min(60, Math.abs(dy) * 0.12)
  // An edge that passes a column goes round what stands there: over it, and under it on its way back.
  const bow = Math.abs(dx) > BOX.width ? (back ? 1 : -1) * Math.min(120, 24 + Math.abs(dx) * 0.07) : 0
  const points = [[out * reach, bow], [dx + into * reach, dy + bow]]
  return {
    source0: out * from.width / 2 + 'px ' + shift + 'px', target0: into * to.width / 2 + 'px ' + shift + 'px',
    away: points.map(([x, y]) => (y * dx - x * dy) / length), along: points.map(([x, y]) => (x * dx + y * dy) / (length * length))
  }
}

function edgeElement (item, drawn, many) {
  const from = drawn.get(item.from)
  const to = drawn.get(item.to)
  const bent = !many && from !== to
  const few = scene.edges.length <= FEW_LABELS
  return {
    group: 'edges', classes: [item.class, from === to ? 'loop' : bent ? 'bent' : 'plain'],
    data: Object.assign({
      id: 'e' + item.key, key: item.key, source: 'n' + item.from, target: 'n' + item.to, class: item.class,
      width: 1.5 + Math.min(8, Math.log2(1 + item.calls) * 0.4), label: few && item.calls > 0 ? thousands(item.calls) : ''
    }, bent ? curve(from, to, item.lane) : {})
  }
}

function render () {
  const boxes = arrange(-1).boxes
  const drawn = new Map()
  for (const box of boxes) if (!box.frame) drawn.set(box.node.number, box)
  scene = { boxes, edges: bundle(drawn) }
  const many = scene.edges.length > MANY_EDGES
  const elements = boxes.map(boxElement).concat(boxes.filter((box) => box.frame).map(headElement), scene.edges.map((item) => edgeElement(item, drawn, many)))
  cy.elements().remove()
  cy.add(elements)
  emphasise()
  document.getElementById('drawn').textContent = plural(drawn.size, 'box', 'boxes') + ' and ' + plural(scene.edges.length, 'line', 'lines') + ' drawn, of ' + plural(nodes.length, 'node', 'nodes') + ' and ' + plural(edges.length, 'edge', 'edges') + '. Click a filled box to unfold it, the background of an unfolded one to fold it.'
}

/** The selection and its neighbours, or what the search found, stand out. */
function emphasise () {
  cy.batch(() => {
    cy.elements().removeClass('dim match chosen')
    const chosen = selected === '' ? cy.collection() : cy.getElementById(selected)
    const found = query === '' ? cy.collection() : foundBoxes()
    found.addClass('match')
    if (chosen.nonempty()) {
      chosen.addClass('chosen')
      const near = chosen.isEdge() ? chosen.union(chosen.connectedNodes()) : chosen.closedNeighborhood()
      if (!chosen.hasClass('frame')) cy.elements().not('.frame').not(near).addClass('dim')
    } else if (query !== '') cy.elements().not('.frame').not(found).addClass('dim')
  })
}

function foundBoxes () {
  const found = cy.collection()
  const ids = new Set(nodes.filter(matches).map((node) => boxOf(node.number)))
  for (const number of ids) found.merge(cy.getElementById('n' + number))
  return found
}

/** Everything where that can be read, else a part of it. */
function look (part) {
  if (cy.elements().empty()) return
  cy.fit(undefined, 30)
  if (cy.zoom() > 1.15) { cy.zoom(1.15); cy.center() }
  if (part && part.nonempty() && cy.zoom() < 0.5) {
    cy.fit(part.isNode() ? part.closedNeighborhood() : part, 50)
    if (cy.zoom() > 1) cy.zoom(1)
    if (cy.zoom() < 0.35) cy.zoom(0.35)
    cy.center(part)
  }
}
`
