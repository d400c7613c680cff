/** A field that becomes links: whose records its texts name, by which of their fields, and what becomes of names that nobody has. */
import { type Field, type FieldId, namesRecords, type Table, type TableId, type ToLink } from '@plinth/domain'

export interface ToLinkDraft {
  readonly target: TableId | null
  /** Null: the first field of the target. */
  readonly by: FieldId | null
  readonly single: boolean
  readonly isCreating: boolean
  readonly isPaired: boolean
}

export const emptyToLink: ToLinkDraft = {
  target: null,
  by: null,
  single: false,
  isCreating: false,
  isPaired: true,
}

/** Fields of a table by whose values a text finds records: those that stand in it as one text. Not the field that is changed. */
export const findingFields = (target: Pick<Table, 'fields'>, changed: FieldId): readonly Field[] =>
  target.fields.filter(
    ({ id, type, aside, onRead, changing }) =>
      id !== changed && !aside && !onRead && !changing && namesRecords(type),
  )

/** The field by which records are found, if there is one. */
export function findingField(
  draft: ToLinkDraft,
  target: Pick<Table, 'fields'>,
  changed: FieldId,
): Field | undefined {
  const fields = findingFields(target, changed)
  return fields.find(({ id }) => id === draft.by) ?? fields[0]
}

/** Can records be made from names alone? Where the names are texts that people write. */
export const canCreate = (by: Field | undefined): boolean =>
  by !== undefined && (by.type === 'text' || by.type === 'long_text') && !by.formula && !by.rollup

/** What is asked of the database; null: no table is chosen, or none of its fields names records. */
export function toLinkOptions(draft: ToLinkDraft, tables: readonly Table[], changed: FieldId): ToLink | null {
  const target = tables.find(({ id }) => id === draft.target)
  const by = target && findingField(draft, target, changed)
  if (!target || !by) return null
  return {
    target: target.id,
    by: by.id,
    ...(draft.single ? { single: true } : {}),
    ...(draft.isCreating && canCreate(by) ? { create: true } : {}),
  }
}
