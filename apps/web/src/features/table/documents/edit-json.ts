/** A document changed at one place. A place is a path of positions: of entries in objects, of items in lists. Pure. */
import { type JsonNode, readJson } from '@plinth/domain'

export type JsonPath = readonly number[]
export type JsonKind = JsonNode['kind']

/** What is in an object or a list, each with its name. */
export function childrenOf(node: JsonNode): readonly (readonly [name: string, child: JsonNode])[] {
  if (node.kind === 'object') return node.entries
  if (node.kind === 'array') return node.items.map((item, at) => [String(at + 1), item])
  return []
}

/** The document with what `change` makes of the node at a place. */
export function changeAt(node: JsonNode, path: JsonPath, change: (node: JsonNode) => JsonNode): JsonNode {
  const [at, ...rest] = path
  if (at === undefined) return change(node)
  if (node.kind === 'object') {
    const entries = node.entries.map(
      ([key, value], n) => [key, n === at ? changeAt(value, rest, change) : value] as const,
    )
    return { kind: 'object', entries }
  }
  if (node.kind !== 'array') return node
  return {
    kind: 'array',
    items: node.items.map((item, n) => (n === at ? changeAt(item, rest, change) : item)),
  }
}

export function removeAt(node: JsonNode, path: JsonPath): JsonNode {
  const last = path.at(-1)
  if (last === undefined) return { kind: 'null' }
  return changeAt(node, path.slice(0, -1), (parent) => {
    if (parent.kind === 'object') return { kind: 'object', entries: parent.entries.toSpliced(last, 1) }
    return parent.kind === 'array' ? { kind: 'array', items: parent.items.toSpliced(last, 1) } : parent
  })
}

/** Why the entry at a place cannot have a name; null: it can. */
export function nameProblem(root: JsonNode, path: JsonPath, name: string): string | null {
  const parents = path.slice(0, -1)
  const parent = parents.reduce<JsonNode | undefined>((node, at) => node && childrenOf(node)[at]?.[1], root)
  const isTaken =
    parent?.kind === 'object' && parent.entries.some(([key], at) => key === name && at !== path.at(-1))
  return isTaken ? `“${name}” stands here already.` : null
}

/** The entry at a place under another name; under one that another entry has it stays as it is. */
export function renameAt(node: JsonNode, path: JsonPath, name: string): JsonNode {
  const last = path.at(-1)
  return changeAt(node, path.slice(0, -1), (parent) => {
    if (parent.kind !== 'object' || parent.entries.some(([key]) => key === name)) return parent
    return {
      kind: 'object',
      entries: parent.entries.map(([key, value], n) => [n === last ? name : key, value]),
    }
  })
}

/** The document with one entry or item more, an empty text, at the end of an object or a list. */
export function addAt(node: JsonNode, path: JsonPath): JsonNode {
  const empty: JsonNode = { kind: 'text', value: '' }
  return changeAt(node, path, (parent) => {
    if (parent.kind === 'array') return { kind: 'array', items: [...parent.items, empty] }
    if (parent.kind !== 'object') return parent
    return { kind: 'object', entries: [...parent.entries, [freeKey(parent.entries), empty]] }
  })
}

function freeKey(entries: readonly (readonly [string, JsonNode])[]): string {
  const taken = new Set(entries.map(([key]) => key))
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? 'name' : `name ${n}`
    if (!taken.has(key)) return key
  }
}

/** A node as one of another kind, with as much of it as that holds. */
export function asKind(node: JsonNode, kind: JsonKind): JsonNode {
  if (node.kind === kind) return node
  switch (kind) {
    case 'text':
      return { kind, value: textOf(node) }
    case 'number': {
      const read = readJson(textOf(node).trim(), 1)
      return read.ok && read.value.kind === 'number' ? read.value : { kind, text: '0' }
    }
    case 'boolean':
      return { kind, value: textOf(node) === 'true' }
    case 'null':
      return { kind }
    case 'array':
      return { kind, items: node.kind === 'object' ? node.entries.map(([, value]) => value) : [] }
    case 'object':
      return {
        kind,
        entries: node.kind === 'array' ? node.items.map((item, at) => [String(at + 1), item]) : [],
      }
  }
}

const textOf = (node: JsonNode): string =>
  node.kind === 'text'
    ? node.value
    : node.kind === 'number'
      ? node.text
      : node.kind === 'boolean'
        ? String(node.value)
        : ''

/** A number as it was typed; null: it is none. */
export function numberOf(text: string): JsonNode | null {
  const read = readJson(text.trim(), 1)
  return read.ok && read.value.kind === 'number' ? read.value : null
}

/**
 * The same document, with the entries of its objects in the order in which they stood before, new ones behind them: the database keeps
 * them in an order of its own, and while somebody types nothing is to move.
 */
export function inOrderOf(before: JsonNode, now: JsonNode): JsonNode {
  if (before.kind === 'array' && now.kind === 'array') {
    const items = now.items.map((item, at) => inOrderOf(before.items[at] ?? item, item))
    return { kind: 'array', items }
  }
  if (before.kind !== 'object' || now.kind !== 'object') return now
  const left = new Map(now.entries)
  const entries: [string, JsonNode][] = []
  for (const [key, old] of before.entries) {
    const value = left.get(key)
    if (value === undefined) continue
    left.delete(key)
    entries.push([key, inOrderOf(old, value)])
  }
  return { kind: 'object', entries: [...entries, ...left] }
}
