/**
 * How the page of a table's records is laid out. A layout names fields; those that it does not name come last, so a field that is made
 * later is on the page, and without a layout all fields stand in their order.
 */
import type { FieldId } from './ids.ts'

export type FieldWidth = 'half' | 'whole'

export interface PlacedField {
  readonly field: FieldId
  readonly width: FieldWidth
  /** Of a link: fields of the other table that are shown of linked records beside their names; absent: its first ones that suit. */
  readonly columns?: readonly FieldId[]
}

export interface LayoutSection {
  /** Empty: no heading. */
  readonly name: string
  readonly fields: readonly PlacedField[]
}

export interface RecordLayout {
  readonly sections: readonly LayoutSection[]
  /** Fields that the page leaves out. Who reads the record may read them elsewhere. */
  readonly hidden: readonly FieldId[]
}

/** The layout with all of these fields, each once: what it does not name is placed last, and what is not there is left out. */
export function completeLayout(
  layout: RecordLayout | null | undefined,
  fields: readonly { readonly id: FieldId }[],
): RecordLayout {
  const open = new Set(fields.map(({ id }) => id))
  const take = (id: FieldId) => open.delete(id)
  const hidden = (layout?.hidden ?? []).filter(take)
  const sections = (layout?.sections ?? [])
    .map(({ name, fields: placed }) => ({ name, fields: placed.filter(({ field }) => take(field)) }))
    .filter((section) => section.fields.length > 0)
  const rest = fields.flatMap(({ id }) => (open.has(id) ? [{ field: id, width: 'whole' as const }] : []))
  if (rest.length === 0) return { sections, hidden }
  const last = sections.at(-1)
  const end = { name: last?.name ?? '', fields: [...(last?.fields ?? []), ...rest] }
  return { sections: [...sections.slice(0, -1), end], hidden }
}
