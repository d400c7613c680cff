import { type Field, isLinks, type LinkItem } from '@plinth/domain'
import { type LinkEdit, linksTo, type RowView, type TableSession } from '@plinth/record-store'

/** The records that a cell tells. */
export function shownLinks(row: RowView, field: Pick<Field, 'id'>): readonly LinkItem[] {
  const value = row.values[field.id]
  return isLinks(value) ? value.items : []
}

/** What choosing a record means: it is linked, or taken out where it is linked; a cell of one record gets it in place of its own. */
export function toggledLink(
  field: Pick<Field, 'options'>,
  shown: readonly LinkItem[],
  item: LinkItem,
  isLinked: boolean,
): LinkEdit {
  if (isLinked) return { link: [], unlink: [item] }
  return { link: [item], unlink: field.options.single ? shown : [] }
}

/** Stores a change of links; a record that was refused as new is tried again with it. */
export function saveLinks(
  session: TableSession,
  row: RowView,
  field: Pick<Field, 'id'>,
  edit: LinkEdit,
): void {
  if (row.state !== 'refused') return session.edit(row.id, { [field.id]: edit })
  const gone = new Set(edit.unlink.map(([id]) => id))
  const kept = shownLinks(row, field).filter(([id]) => !gone.has(id))
  const items = [...kept, ...edit.link]
  session.retryRecord(row.id, { [field.id]: items.length > 0 ? linksTo(items) : null })
}
