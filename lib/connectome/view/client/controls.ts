/** Filters, search, folding, the selection and the theme. All text from the exports is set as text. */
export const controls = String.raw`
const byId = (id) => document.getElementById(id)
function make (name, attributes, ...inside) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === 'click') element.addEventListener('click', value)
    else element.setAttribute(key, value)
  }
  element.append(...inside)
  return element
}
function swatch (name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  const attributes = { d: 'M1 6H33', stroke: 'var(--' + name + ')', 'stroke-width': '3', 'stroke-dasharray': DASHES[name].join(' ') }
  for (const key of Object.keys(attributes)) path.setAttribute(key, attributes[key])
  svg.setAttribute('class', 'swatch')
  svg.setAttribute('aria-hidden', 'true')
  svg.append(path)
  return svg
}
function dot (kind) {
  const mark = make('span', { class: 'dot', 'aria-hidden': 'true' })
  mark.style.background = 'var(--' + kind + ')'
  mark.style.flex = 'none'
  return mark
}

function update (part) {
  render()
  look(part && cy.getElementById(part))
  showTable()
  showDetails()
}

function filterOf (group, values, count, mark) {
  for (const value of values) {
    const box = make('input', { type: 'checkbox', value })
    box.checked = true
    box.addEventListener('change', () => {
      if (box.checked) hidden[group].delete(value)
      else hidden[group].add(value)
      update()
    })
    byId(group).append(make('label', {}, box, ...(mark ? [mark(value)] : []), make('span', {}, CLASS_NAMES[value] || value), make('i', {}, thousands(count(value)))))
  }
}

function showSummary () {
  const fraction = (part, whole) => make('b', {}, thousands(part) + ' / ' + thousands(whole), make('small', {}, whole === 0 ? '' : (100 * part / whole).toFixed(1) + '%'))
  const card = (value, text) => byId('summary').append(make('div', {}, value, make('span', {}, text)))
  const counts = data.coverage
  if (counts) {
    card(fraction(counts.declared_and_observed, counts.declared_edges), 'declared edges that were observed')
    card(fraction(counts.declared_and_observed, counts.declared_endpoint_covered), 'of those with both ends observed')
    card(fraction(counts.declared_and_observed, counts.observed_edges), 'observed edges that are declared')
    card(fraction(counts.nodes_in_both, counts.declared_nodes), 'declared nodes that were observed')
  } else {
    card(make('b', {}, thousands(nodes.filter((node) => node.sides === 1).length)), 'declared nodes')
    card(make('b', {}, thousands(edges.length)), 'declared edges')
  }
  card(make('b', {}, thousands(bound.length)), 'places where the declared graph may be incomplete')
}

function select (element) {
  selected = element
  emphasise()
  showDetails()
}
function toggle (number) {
  const open = !opened.has(number)
  if (open) { reveal(number); opened.add(number) } else opened.delete(number)
  selected = ''
  markFold('')
  update((open ? 'f' : 'n') + number)
}
function goTo (number) {
  reveal(number)
  markFold('')
  const open = isContainer(nodes[number]) && opened.has(number)
  selected = (open && !nodes[number].inner ? 'f' : 'n') + number
  update((open ? 'f' : 'n') + number)
}
function markFold (level) {
  for (const button of byId('fold').querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.value === level))
}

function showDetails () {
  const panel = byId('details')
  panel.hidden = selected === '' || cy.getElementById(selected).empty()
  if (panel.hidden) return
  const item = cy.getElementById(selected)
  panel.replaceChildren(make('button', { type: 'button', class: 'close', 'aria-label': 'Close', click: () => { select(''); byId('graph').focus() } }, '×'))
  panel.append(...(item.isNode() ? nodeDetails(nodes[item.data('number')]) : edgeDetails(scene.edges.find((edge) => edge.key === item.data('key')))))
}
function facts (pairs) {
  return make('dl', {}, ...pairs.filter((pair) => pair[1] !== '').flatMap((pair) => [make('dt', {}, pair[0]), make('dd', {}, pair[1])]))
}
function nodeDetails (node) {
  const side = ['made for this page', 'declared', 'observed', 'declared and observed'][node.sides]
  const parts = [make('h2', {}, node.name), make('code', {}, node.id), facts([['kind', node.kind], ['level', node.level], ['seen', side], ['in', node.parent < 0 ? '' : nodes[node.parent].name], ['labels', node.labels], ['calls in', thousands(node.calls)]])]
  if (isContainer(node)) parts.push(make('div', { class: 'row' }, make('button', { type: 'button', click: () => toggle(node.number) }, opened.has(node.number) ? 'Fold' : 'Unfold')))
  const list = (title, own, other) => {
    const found = scene.edges.filter((edge) => edge[own] === node.number)
    if (found.length === 0) return
    parts.push(make('h3', {}, title + ' (' + thousands(found.length) + ')'), make('ul', {}, ...found.slice(0, 60).map((edge) => make('li', {}, swatch(edge.class), make('button', { type: 'button', click: () => goTo(edge[other]) }, nodes[edge[other]].name), edge.calls > 0 ? thousands(edge.calls) : ''))))
  }
  list('To', 'from', 'to')
  list('From', 'to', 'from')
  return parts
}
function edgeDetails (bundle) {
  const rows = bundle.members.slice(0, 60).map((number) => make('li', {}, make('span', {}, nodes[edges[number].from].name + ' → ' + nodes[edges[number].to].name), edges[number].calls === null ? '' : thousands(edges[number].calls)))
  return [make('h2', {}, nodes[bundle.from].name + ' → ' + nodes[bundle.to].name), facts([['class', CLASS_NAMES[bundle.class]], ['edges', thousands(bundle.members.length)], ['calls', thousands(bundle.calls)]]), make('ul', {}, ...rows)]
}

function search (text) {
  query = text.trim().toLowerCase()
  const found = nodes.filter(matches)
  byId('found').textContent = query === '' ? '' : plural(found.length, 'node', 'nodes') + (found.length === 0 ? '' : '; Enter goes to the first')
  emphasise()
  showTable()
}

function isDark () {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}
function paint () {
  byId('theme').setAttribute('aria-pressed', String(isDark()))
  cy.style(looks())
}
`
