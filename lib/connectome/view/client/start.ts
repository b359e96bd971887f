/** Wires the page up, draws it for the first time, and lets a test read what is drawn. */
export const start = String.raw`
const count = (list, key) => (value) => list.filter((item) => item[key] === value).length
byId('title').textContent = data.title
byId('window').textContent = data.window === '' ? 'declared; nothing observed is in this page' : 'observed ' + data.window
filterOf('classes', CLASSES, count(edges, 'class'), swatch)
filterOf('edgeKinds', words.edgeKinds, count(edges, 'kind'))
filterOf('kinds', words.kinds, count(nodes, 'kind'), dot)
filterOf('levels', words.levels, count(nodes, 'level'))
for (const [level, text] of [['boundary', 'Boundaries'], ['module', 'Modules'], ['function', 'Functions']]) {
  byId('fold').querySelector('.segments').append(make('button', { type: 'button', value: level, click: () => { foldTo(level); markFold(level); selected = ''; update() } }, text))
}
byId('search').addEventListener('input', (event) => search(event.target.value))
byId('search').addEventListener('keydown', (event) => {
  const first = event.key === 'Enter' ? nodes.find(matches) : undefined
  if (first) goTo(first.number)
})
byId('theme').addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
  paint()
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
const middle = () => ({ x: cy.width() / 2, y: cy.height() / 2 })
const zoom = (factor) => cy.zoom({ level: cy.zoom() * factor, renderedPosition: middle() })
byId('fit').addEventListener('click', () => cy.fit(undefined, 30))
byId('in').addEventListener('click', () => zoom(1.3))
byId('out').addEventListener('click', () => zoom(1 / 1.3))
const KEYS = new Map([
  ['ArrowLeft', () => cy.panBy({ x: 60, y: 0 })], ['ArrowRight', () => cy.panBy({ x: -60, y: 0 })], ['ArrowUp', () => cy.panBy({ x: 0, y: 60 })], ['ArrowDown', () => cy.panBy({ x: 0, y: -60 })],
  ['+', () => zoom(1.3)], ['=', () => zoom(1.3)], ['-', () => zoom(1 / 1.3)], ['0', () => cy.fit(undefined, 30)], ['Escape', () => select('')]
])
byId('graph').addEventListener('keydown', (event) => {
  const act = KEYS.get(event.key)
  if (!act || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  act()
})
cy.on('tap', (event) => {
  if (event.target === cy) select('')
  else if (event.target.hasClass('folded') || event.target.hasClass('frame')) toggle(event.target.data('number'))
  else select(event.target.id() === selected ? '' : event.target.id())
})
cy.on('mouseover', 'node', (event) => { byId('graph').title = nodes[event.target.data('number')].id })
cy.on('mouseout', 'node', () => { byId('graph').title = '' })

showSummary()
makeTabs()
foldTo(data.fold)
markFold(data.fold)
paint()
render()
look()
chooseTab('Nodes')

window.connectome = {
  drawn: () => ({
    boxes: cy.nodes().not('.frame').map((box) => nodes[box.data('number')].id).sort(),
    frames: cy.nodes('.frame').not('.head').map((box) => nodes[box.data('number')].id).sort(),
    edges: cy.edges().map((edge) => scene.edges.find((item) => item.key === edge.data('key'))).map((item) => ({ from: nodes[item.from].id, to: nodes[item.to].id, class: item.class, calls: item.calls, edges: item.members.length })),
    dimmed: cy.nodes('.dim').map((box) => nodes[box.data('number')].id).sort(), selected: selected === '' ? '' : nodes[cy.getElementById(selected).data('number')]?.id || selected
  }),
  /** The middle of a box on the screen, or the head of a frame. */
  at: (id) => {
    const number = nodes.findIndex((node) => node.id === id)
    const box = cy.getElementById('f' + number).nonempty() ? cy.getElementById('f' + number) : cy.getElementById('n' + number)
    const area = byId('graph').getBoundingClientRect()
    const place = box.renderedPosition()
    const top = box.hasClass('frame') ? place.y - box.renderedHeight() / 2 + 6 * cy.zoom() : place.y
    return { x: area.left + place.x, y: area.top + top }
  },
  widths: () => cy.edges().map((edge) => [edge.data('class'), edge.data('width')]),
  place: () => cy.nodes().not('.frame').map((box) => [box.position().x - box.width() / 2, box.position().y - box.height() / 2, box.position().x + box.width() / 2, box.position().y + box.height() / 2])
}
`
