/**
 * A step of many changes in which links go to records that the step itself makes. The server takes changes in their order, so what links
 * a record that comes later is set once all of them are there. Pure.
 */
import { isLinks, type RecordId } from '@plinth/domain'
import { inverseOf, isLinkEdit, type LinkEdit, type OwnValue } from './link-edit.ts'
import type { OwnValues } from './own-mutation.ts'

export interface Edited {
  readonly record: RecordId
  readonly values: OwnValues
  /** What takes it back: the values before, of links the inverse. */
  readonly base: OwnValues
}

export interface Made {
  readonly record: RecordId
  readonly values: OwnValues
}

export interface InOrder {
  readonly edits: readonly Edited[]
  readonly inserts: readonly Made[]
  /** Links to records of `inserts`, which come after them. */
  readonly later: readonly Edited[]
}

export function inOrder(edits: readonly Edited[], inserts: readonly Made[]): InOrder {
  if (inserts.length === 0) return { edits, inserts, later: [] }
  const places = new Map(inserts.map(({ record }, at) => [record, at]))
  const parts = edits.map((edit) => parted(edit, places, -1))
  const made = inserts.map((insert, at) => parted({ ...insert, base: {} }, places, at))
  return {
    edits: parts.flatMap(({ now }) => (Object.keys(now.values).length > 0 ? [now] : [])),
    inserts: made.map(({ now: { record, values } }) => ({ record, values })),
    later: [...parts, ...made].flatMap(({ later }) => later ?? []),
  }
}

/** What of a change can be done at its place, and what not before all records are there. */
function parted(
  edit: Edited,
  places: ReadonlyMap<RecordId, number>,
  place: number,
): { now: Edited; later: Edited | null } {
  const entries = Object.entries(edit.values) as [keyof OwnValues, OwnValue][]
  const waiting = entries.flatMap(([field, value]) => {
    const links = linkingOf(value)
    const isEarly = links?.link.some(([id]) => (places.get(id) ?? -1) > place)
    return links && isEarly ? [[field, links] as const] : []
  })
  if (waiting.length === 0) return { now: edit, later: null }
  const fields = new Set<string>(waiting.map(([field]) => field))
  const without = (values: OwnValues): OwnValues =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !fields.has(field)))
  const later: Edited = {
    record: edit.record,
    values: Object.fromEntries(waiting),
    base: Object.fromEntries(waiting.map(([field, links]) => [field, inverseOf(links)])),
  }
  return { now: { ...edit, values: without(edit.values), base: without(edit.base) }, later }
}

function linkingOf(value: OwnValue): LinkEdit | null {
  if (isLinkEdit(value)) return value
  return isLinks(value) && value.items.length > 0 ? { link: value.items, unlink: [] } : null
}
