/** Turns columns and places into coordinates: an unfolded container is as large as what it holds. */
export const place = String.raw`
const BOX = { width: 176, height: 40 }
const GAP = { x: 104, y: 22, column: 22 }
const FRAME = { side: 18, head: 34, foot: 18 }

/** What is drawn in a container: a box for each node in it, and one for its own code. Held in numbers; own code is -1 - number. */
function itemsIn (container) {
  const list = container < 0 ? nodes.filter((node) => node.parent < 0).map((node) => node.number) : nodes[container].children.slice()
  const visible = list.filter((number) => shown(nodes[number]) || (opened.has(number) && isContainer(nodes[number])))
  if (container >= 0 && nodes[container].inner && shown(nodes[container])) visible.push(-1 - container)
  return visible
}

function columnsOf (items) {
  const columns = new Map()
  for (const item of items) {
    if (!columns.has(item.layer)) columns.set(item.layer, [])
    columns.get(item.layer).push(item)
  }
  return Array.from(columns.keys()).sort((a, b) => a - b).map((layer) => columns.get(layer).sort((a, b) => a.order - b.order))
}

/** Boxes and frames of a container, from its top left corner. Containers are nested three deep at most. */
function arrange (container) {
  const items = itemsIn(container).map((number) => {
    const node = nodes[number < 0 ? -1 - number : number]
    const own = number < 0
    const open = !own && isContainer(node) && opened.has(number)
    const inside = open ? arrange(number) : undefined
    return { node, own, inside, layer: own ? node.ownLayer : node.layer, order: own ? node.ownOrder : node.order, width: open ? inside.width : BOX.width, height: open ? inside.height : BOX.height }
  })
  const area = items.reduce((sum, item) => sum + (item.width + GAP.x) * (item.height + GAP.y), 0)
  const tall = items.reduce((most, item) => Math.max(most, item.height), 0)
  const limit = Math.max(tall, Math.sqrt(area / 1.7), 6 * (BOX.height + GAP.y))
  const line = Math.max((container < 0 ? 12 : 5) * (BOX.width + GAP.x), Math.sqrt(area * 2.2))
  const top = container < 0 ? 0 : FRAME.head
  const left = container < 0 ? 0 : FRAME.side
  // Columns from left to right; those that would make the drawing a long strip go on in a new row below.
  const rows = []
  const columns = []
  let row
  for (const layer of columnsOf(items)) {
    if (!row || row.end > line) rows.push(row = { end: 0, width: 0, height: BOX.height, columns: [] })
    let column
    for (const item of layer) {
      if (column && column.height + item.height > limit) { row.end += column.width + GAP.column; column = undefined }
      if (!column) row.columns.push(column = { x: row.end, width: 0, height: -GAP.y, items: [] })
      item.y = column.height + GAP.y
      column.items.push(item)
      column.height = item.y + item.height
      column.width = Math.max(column.width, item.width)
      row.height = Math.max(row.height, column.height)
    }
    row.width = row.end + column.width
    row.end = row.width + GAP.x
  }
  const boxes = []
  let y = top
  for (const row of rows) {
    // A column alone on the line would hide the edges that pass it: neighbours are set off from one another.
    if (row.columns.length > 3) row.height = Math.max(row.height, 3 * (BOX.height + GAP.y))
    row.columns.forEach((column, index) => {
      const room = (row.height - column.height) / 2
      const offset = room + [0, -1, 1][index % 3] * Math.min(room, BOX.height + GAP.y)
      for (const item of column.items) {
        const cornerX = left + column.x + (column.width - item.width) / 2
        const cornerY = y + offset + item.y
        if (!item.inside) boxes.push({ node: item.node, own: item.own, frame: false, x: cornerX, y: cornerY, width: item.width, height: item.height, depth: 9 })
        else for (const box of item.inside.boxes) boxes.push(Object.assign({}, box, { x: box.x + cornerX, y: box.y + cornerY }))
      }
    })
    y += row.height + GAP.y * 3
  }
  const height = Math.max(BOX.height, y - top - GAP.y * 3)
  const width = rows.reduce((most, row) => Math.max(most, row.width), BOX.width) + left * 2
  const whole = height + top + (container < 0 ? 0 : FRAME.foot)
  if (container >= 0) boxes.unshift({ node: nodes[container], own: false, frame: true, x: 0, y: 0, width, height: whole, depth: nodes[container].parent < 0 ? 1 : 2 })
  return { width, height: whole, boxes }
}

/** Edges as drawn: those of one class between the same two boxes are one, and those within a folded box are none. */
function bundle (drawn) {
  const bundles = new Map()
  for (const edge of edges) {
    if (!kept(edge)) continue
    const from = boxOf(edge.from)
    const to = boxOf(edge.to)
    if (!drawn.has(from) || !drawn.has(to) || (from === to && edge.from !== edge.to)) continue
    // Recursion of what is folded is within it.
    if (from === to && (from !== edge.from || (isContainer(nodes[from]) && !opened.has(from)))) continue
    const key = from + ' ' + to + ' ' + edge.class
    const known = bundles.get(key) || { key, from, to, class: edge.class, calls: 0, members: [] }
    known.calls += edge.calls || 0
    known.members.push(edge.number)
    bundles.set(key, known)
  }
  const pairs = new Map()
  for (const item of bundles.values()) {
    const pair = Math.min(item.from, item.to) + ' ' + Math.max(item.from, item.to)
    item.lane = pairs.get(pair) || 0
    pairs.set(pair, item.lane + 1)
  }
  return Array.from(bundles.values())
}
`
