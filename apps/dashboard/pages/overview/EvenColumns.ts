/**
 * Things as columns of about the same height: each goes to the column that is shortest so far, so that what comes first stays on
 * top.
 */
export const evenColumns = <Item>(
  items: ReadonlyArray<Item>,
  count: number,
  heightOf: (item: Item) => number
): ReadonlyArray<ReadonlyArray<Item>> => {
  const columns = Array.from({ length: count }, () => ({ height: 0, items: [] as Array<Item> }))
  for (const item of items) {
    const shortest = columns.reduce((one, other) => other.height < one.height ? other : one)
    shortest.items.push(item)
    shortest.height += heightOf(item)
  }
  return columns.map(({ items }) => items)
}
