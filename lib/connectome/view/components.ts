/** The strongly connected components of a graph, after Tarjan, without recursion: the component of each item. Components are numbered from the last in the order of the edges to the first. */
export function components (targets: readonly number[][]): number[] {
  const count = targets.length
  const [index, low, cursor] = [new Int32Array(count).fill(-1), new Int32Array(count), new Int32Array(count)]
  const component = Array.from({ length: count }, () => -1)
  const open: number[] = []
  let [clock, found] = [0, 0]
  const enter = (item: number, path: number[]): void => {
    index[item] = low[item] = clock++
    open.push(item)
    path.push(item)
  }
  const lower = (item: number, to = 0): void => { low[item] = Math.min(low[item] ?? 0, to) }
  const close = (root: number): void => {
    for (let item = open.pop(); item !== undefined; item = item === root ? undefined : open.pop()) component[item] = found
    found++
  }
  const step = (item: number, path: number[]): void => {
    const target = targets[item]?.[cursor[item] ?? 0]
    cursor[item] = (cursor[item] ?? 0) + 1
    if (target === undefined) {
      path.pop()
      const caller = path.at(-1)
      if (caller !== undefined) lower(caller, low[item])
      if (low[item] === index[item]) close(item)
    } else if (index[target] === -1) enter(target, path)
    else if (component[target] === -1) lower(item, index[target])
  }
  for (let start = 0; start < count; start++) {
    if (index[start] !== -1) continue
    const path: number[] = []
    enter(start, path)
    for (let item = path.at(-1); item !== undefined; item = path.at(-1)) step(item, path)
  }
  return component
}
