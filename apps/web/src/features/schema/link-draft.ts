/** A field of links being made or changed. */
import {
  type DeletedLink,
  type Field,
  type FieldId,
  type FieldOptions,
  freeName,
  type LinkDefinition,
  limits,
  type RuleTree,
  type Table,
  type TableId,
} from '@plinth/domain'
import { computedSources, isReadLate, type Problem } from '@plinth/expression'
import { readCondition } from './rollup/rollup-draft.ts'

export interface LinkDraft {
  readonly target: TableId | null
  readonly single: boolean
  /** How many records it links at most, as it is typed; empty: any number. */
  readonly limit: string
  /** The text of a condition that linked records meet; empty: all do. Null: it is as it was, and not looked at. */
  readonly accepts: string | null
  readonly onDelete: DeletedLink
  /** What a record links goes with it. */
  readonly takesAlong: boolean
  /** The field for the other side. Null name: called like the table until somebody says otherwise. */
  readonly pair: { readonly isMade: boolean; readonly name: string | null; readonly single: boolean }
}

export const emptyLink: LinkDraft = {
  target: null,
  single: false,
  limit: '',
  accepts: null,
  onDelete: 'unlink',
  takesAlong: false,
  pair: { isMade: true, name: null, single: false },
}

export function linkDraftOf({ options }: Pick<Field, 'options'>): LinkDraft {
  const { target = null, single = false, limit, onDelete = 'unlink', takesAlong = false } = options
  return {
    ...emptyLink,
    target,
    single,
    limit: limit === undefined ? '' : String(limit),
    onDelete,
    takesAlong,
  }
}

/** A number of records as it is typed: null: none is said, or a cell holds one; undefined: it is no such number. */
export function readLimit({ limit, single }: Pick<LinkDraft, 'limit' | 'single'>): number | null | undefined {
  const text = limit.trim()
  if (single || text === '') return null
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 2 && number <= limits.linkLimit ? number : undefined
}

/** Why a condition of what may be linked cannot look at a field; null: it can. Everybody sees what it reads, and no link changes it. */
export function whyNotAccepted(field: Field, fields: readonly Field[]): string | null {
  const { hidden, aside, onRead, type } = field
  if (onRead) return 'it is computed when it is read, for whoever reads it'
  if (hidden) return 'some roles do not see it'
  if (aside) return 'its values are not back in the table yet'
  if (type === 'link') return 'it links records, and the new link might change it'
  return isOfLinks(field, fields)
    ? 'it is computed from linked records, and the new link might change it'
    : null
}

/** Is it computed from linked records, itself or through others? */
function isOfLinks({ id }: Field, fields: readonly Field[]): boolean {
  const sources = computedSources(fields).get(id) ?? []
  return fields.some((one) => one.rollup && (one.id === id || sources.includes(one.id)))
}

/** Fields of linked records that a condition can look at. */
export const acceptedFields = ({ fields }: Pick<Table, 'fields'>): readonly Field[] =>
  fields.filter((field) => whyNotAccepted(field, fields) === null)

/** The tree of a condition; null: there is none. */
export function readAccepts(
  text: string,
  target: Pick<Table, 'fields'>,
): { readonly tree: RuleTree | null } | { readonly problems: readonly Problem[] } {
  if (text.trim() === '') return { tree: null }
  const read = readCondition(text, target, whyNotAccepted)
  if (read.problems) return { problems: read.problems }
  if (!isReadLate(read.checked, target.fields)) return { tree: read.tree }
  const message = 'What may be linked cannot depend on who asks, or when.'
  return { problems: [{ code: 'momentary', message, from: 0, to: text.length }] }
}

/** What options of the field say of the condition: nothing, where nobody touched it. */
export function acceptsOf(
  { accepts }: Pick<LinkDraft, 'accepts'>,
  target: Pick<Table, 'fields'> | undefined,
): { readonly accepts?: RuleTree | null } {
  const read = accepts !== null && target ? readAccepts(accepts, target) : null
  return read && 'tree' in read ? { accepts: read.tree } : {}
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
  // The field itself will be there too.
  return otherSideName(table, [...namesIn(tables, target), ...(target === table.id ? [fieldName] : [])])
}

/** A name for the field of the other side beside these: like the table, or with a number behind it. */
export function otherSideName(table: Pick<Table, 'name'>, beside: readonly string[]): string {
  const taken = new Set(beside.map(fold))
  return freeName(table.name, (name) => taken.has(fold(name)))
}

export type LinkProblem = { readonly place: 'target' | 'pair' | 'limit' | 'accepts'; readonly text: string }

/** What keeps what may be linked from being stored. */
export function limitsProblem(draft: LinkDraft, tables: readonly Table[]): LinkProblem | null {
  if (readLimit(draft) === undefined) {
    const most = limits.linkLimit.toLocaleString()
    return { place: 'limit', text: `A whole number from 2 to ${most} is needed, or none.` }
  }
  const target = tables.find(({ id }) => id === draft.target)
  const read = target && draft.accepts !== null ? readAccepts(draft.accepts, target) : null
  return read && 'problems' in read ? { place: 'accepts', text: read.problems[0]?.message ?? '' } : null
}

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

type Said = 'single' | 'limit' | 'onDelete' | 'takesAlong'

/** The options of a field, with what the draft says. */
export function linkOptions<T extends Pick<FieldOptions, 'target'>>(
  { single, limit, onDelete, takesAlong }: LinkDraft,
  before: T,
): Omit<T, Said> & Pick<FieldOptions, Said> {
  const { single: _, limit: __, onDelete: ___, takesAlong: ____, ...rest } = before as T & FieldOptions
  const most = readLimit({ limit, single })
  return {
    ...rest,
    ...(single ? { single: true } : {}),
    ...(most ? { limit: most } : {}),
    ...(onDelete === 'unlink' ? {} : { onDelete }),
    ...(takesAlong ? { takesAlong } : {}),
  }
}
