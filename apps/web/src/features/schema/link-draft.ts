/** A field of links being made or changed. */
import {
  type DeletedLink,
  type Field,
  type FieldId,
  type FieldOptions,
  freeName,
  type LinkDefinition,
  type Table,
  type TableId,
} from '@plinth/domain'

export interface LinkDraft {
  readonly target: TableId | null
  readonly single: boolean
  readonly onDelete: DeletedLink
  /** What a record links goes with it. */
  readonly takesAlong: boolean
  /** The field for the other side. Null name: called like the table until somebody says otherwise. */
  readonly pair: { readonly isMade: boolean; readonly name: string | null; readonly single: boolean }
}

export const emptyLink: LinkDraft = {
  target: null,
  single: false,
  onDelete: 'unlink',
  takesAlong: false,
  pair: { isMade: true, name: null, single: false },
}

export function linkDraftOf({ options }: Pick<Field, 'options'>): LinkDraft {
  const { target = null, single = false, onDelete = 'unlink', takesAlong = false } = options
  return { ...emptyLink, target, single, onDelete, takesAlong }
}

type Tables = readonly Pick<Table, 'id' | 'name' | 'fields'>[]

const namesIn = (tables: Tables, id: TableId | null): readonly string[] =>
  tables.find((table) => table.id === id)?.fields.map(({ name }) => name) ?? []

const fold = (name: string) => name.trim().toLocaleLowerCase()

/** What the field for the other side is called: as was said, else like the table whose records it links. */
export function pairName(
  { target, pair }: LinkDraft,
  table: Pick<Table, 'id' | 'name'>,
  fieldName: string,
  tables: Tables,
): string {
  if (pair.name !== null) return pair.name
  const taken = new Set(namesIn(tables, target).map(fold))
  // The field itself will be there too.
  if (target === table.id) taken.add(fold(fieldName))
  return freeName(table.name, (name) => taken.has(fold(name)))
}

export type LinkProblem = { readonly place: 'target' | 'pair'; readonly text: string }

/** What keeps a link from being made, in the order of the form. */
export function linkProblem(
  draft: LinkDraft,
  table: Pick<Table, 'id' | 'name'>,
  fieldName: string,
  tables: Tables,
): LinkProblem | null {
  const target = tables.find(({ id }) => id === draft.target)
  if (!target) return { place: 'target', text: 'Choose the table whose records are linked.' }
  if (!draft.pair.isMade) return null
  const name = pairName(draft, table, fieldName, tables)
  if (name.trim() === '') return { place: 'pair', text: 'A name is needed.' }
  const isTaken =
    namesIn(tables, draft.target).some((other) => fold(other) === fold(name)) ||
    (target.id === table.id && fold(fieldName) === fold(name))
  return isTaken ? { place: 'pair', text: `Another field of “${target.name}” has this name.` } : null
}

/** What is sent to make it; `pairId`: of the field for the other side. */
export function linkDefinition(
  draft: LinkDraft,
  named: { readonly id: FieldId; readonly name: string; readonly pairId: FieldId; readonly pairName: string },
): LinkDefinition {
  const { pair } = draft
  return {
    id: named.id,
    name: named.name,
    type: 'link',
    options: {
      ...linkOptions(draft, draft.target ? { target: draft.target } : {}),
      ...(pair.isMade
        ? {
            pair: {
              id: named.pairId,
              name: named.pairName.trim(),
              ...(pair.single ? { single: true } : {}),
            },
          }
        : {}),
    },
  }
}

/** The options of a field, with what the draft says. */
export function linkOptions<T extends Pick<FieldOptions, 'target'>>(
  { single, onDelete, takesAlong }: LinkDraft,
  before: T,
): Omit<T, 'single' | 'onDelete' | 'takesAlong'> & Pick<FieldOptions, 'single' | 'onDelete' | 'takesAlong'> {
  const { single: _, onDelete: __, takesAlong: ___, ...rest } = before as T & FieldOptions
  return {
    ...rest,
    ...(single ? { single: true } : {}),
    ...(onDelete === 'unlink' ? {} : { onDelete }),
    ...(takesAlong ? { takesAlong } : {}),
  }
}
