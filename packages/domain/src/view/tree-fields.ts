/** Ids of the fields that the tree of an expression names, wherever in it. */
export function fieldsOfTree(tree: unknown): string[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    key === 'field' && typeof value === 'string' ? [value] : fieldsOfTree(value),
  )
}
