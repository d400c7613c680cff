/** What a link means, in sentences: both ways, and when a record is deleted. */
import {
  type DeletedLink,
  type DeletionPreview,
  type Field,
  type FieldId,
  limits,
  type Table,
  type TableId,
  type UnfitLinks,
} from '@plinth/domain'
import { capital } from './capital.ts'
import { listOf } from './list-of.ts'

interface Sides {
  readonly table: string
  readonly target: string
  /** Of a cell of this field, and of one of the field on the other side (null: there is none). */
  readonly single: boolean
  readonly pairSingle: boolean | null
}

const has = (one: string, other: string, single: boolean): string =>
  single
    ? `Each record of “${one}” has one record of “${other}” at most.`
    : `Each record of “${one}” has any number of records of “${other}”.`

export function linkSentence({ table, target, single, pairSingle }: Sides): string {
  const there = has(table, target, single)
  return pairSingle === null
    ? `${there} “${target}” does not show it.`
    : `${there} ${has(target, table, pairSingle)}`
}

const amount = (isOne: boolean): string => (isOne ? 'one record at most' : 'any number of records')

/** The same within one table, told by its two fields, as they are called in a sentence; null: there is no other one. */
export function ownLinkSentence(
  field: string,
  single: boolean,
  pair: { readonly field: string; readonly single: boolean } | null,
): string {
  const here = `Each record has ${amount(single)} in ${field}`
  return pair
    ? `${here}, and ${amount(pair.single)} in ${pair.field}, where the same links are seen from the other side.`
    : `${here}. The other side does not show it.`
}

export const deletedLinkOptions = (
  target: string,
): readonly { readonly id: DeletedLink; readonly label: string; readonly description: string }[] => [
  { id: 'unlink', label: 'Unlink it', description: `The record goes, and with it its place here.` },
  {
    id: 'refuse',
    label: 'Refuse the deletion',
    description: `A record of “${target}” cannot be deleted as long as it is linked here.`,
  },
  {
    id: 'delete',
    label: 'Delete the records that link it',
    description: `The record goes, and with it every record here that links it, whatever else that links.`,
  },
]

/** Tables whose records go along with deleted ones of this table, directly or through others, as far as they are seen. */
export function tablesAlong(table: Pick<Table, 'id'>, tables: readonly Table[]): readonly Table[] {
  const found = new Set([table.id])
  let isOwn = false
  // A set is walked to its end, with what is added on the way.
  for (const id of found) {
    for (const { id: home, fields } of tables) {
      for (const { type, options } of fields) {
        const { target, onDelete, takesAlong } = options
        if (type !== 'link' || !target) continue
        const next = [
          ...(home === id && takesAlong ? [target] : []),
          ...(target === id && onDelete === 'delete' ? [home] : []),
        ]
        isOwn ||= next.includes(table.id)
        for (const one of next) found.add(one)
      }
    }
  }
  if (!isOwn) found.delete(table.id)
  return tables.filter(({ id }) => found.has(id))
}

/** Are there fields, as far as one sees them, that link records of this table? */
export const isLinked = ({ id }: Pick<Table, 'id'>, tables: readonly Table[]): boolean =>
  tables.some(({ fields }) => fields.some(({ type, options }) => type === 'link' && options.target === id))

/** Records of tables, counted: “12 records of “Scenes” and 3 records of “Takes””; null: none of a table that one sees. */
export function countedWords(records: DeletionPreview['along'], tables: readonly Table[]): string | null {
  const parts = records.flatMap(({ table, count }) => {
    const name = tables.find(({ id }) => id === table)?.name
    return name === undefined
      ? []
      : [`${count.toLocaleString()} ${count === 1 ? 'record' : 'records'} of “${name}”`]
  })
  return parts.length > 0 ? listOf(parts) : null
}

const alongRefusals: Readonly<Record<NonNullable<DeletionPreview['refused']>, string>> = {
  along_refused: 'Linked records would go with it, and you may not delete all of them.',
  record_linked:
    'Something that would go with it is linked from elsewhere, where a field refuses its deletion.',
  limit_exceeded: `More than ${limits.recordsAlong.toLocaleString()} linked records would go with it. Delete some of them first.`,
}

interface Deleted {
  /** Where the deleted records are. */
  readonly table: TableId
  readonly isMany: boolean
}

/** What a deletion would do to other records, in sentences. */
export function deletionLines(
  preview: DeletionPreview,
  tables: readonly Table[],
  deleted: Deleted,
): readonly string[] {
  const { along, linked, refused } = preview
  const { isMany } = deleted
  const isKept = refused === 'record_linked' && along.length === 0
  const gone = countedWords(along, tables)
  return [
    ...(gone ? [`Also deletes ${gone}, because they are linked.`] : []),
    ...(isKept ? [refusedLine(linked, tables, deleted)] : []),
    ...(refused && !isKept ? [isMany ? someStay : alongRefusals[refused]] : []),
    ...(refused && !isMany
      ? []
      : lostLines(
          linked,
          tables,
          along.length > 0 ? 'links to what is deleted' : `the link to ${isMany ? 'them' : 'it'}`,
        )),
  ]
}

const someStay = 'Some of these stay: linked records that may not be deleted would go with them.'

const isOne = (records: DeletionPreview['along']): boolean =>
  records.reduce((sum, { count }) => sum + count, 0) === 1

function refusedLine(
  linked: DeletionPreview['linked'],
  tables: readonly Table[],
  { table, isMany }: Deleted,
): string {
  const refusers = linked.filter(({ keeps }) => keeps)
  const counted = countedWords(refusers, tables)
  const isSingle = counted === null || isOne(refusers)
  const links = isSingle ? 'is linked' : 'are linked'
  if (isMany)
    return `Some of these stay: ${counted ?? unread} ${links} to them and ${isSingle ? 'refuses' : 'refuse'} the deletion.`
  const who = `${counted ?? capital(unread)} ${links} to it`
  const fields = refusingFields(refusers, tables, table)
  if (fields.length === 0)
    return `${who} and ${isSingle ? 'refuses' : 'refuse'} the deletion. Unlink it there first.`
  const [noun, verb] = fields.length === 1 ? ['field', 'refuses'] : ['fields', 'refuse']
  return `${who}, and ${isSingle ? 'its' : 'their'} ${noun} ${listOf(fields)} ${verb} the deletion. Unlink it there first.`
}

const unread = 'something that you may not read'

/** The fields, as far as one sees them, for which records of a table stay. */
function refusingFields(
  refusers: DeletionPreview['linked'],
  tables: readonly Table[],
  target: TableId,
): readonly string[] {
  const homes = tables.filter(({ id }) => refusers.some(({ table }) => table === id))
  const fields = homes.flatMap((home) => home.fields)
  const refusing = fields.filter(({ options }) => options.target === target && options.onDelete === 'refuse')
  return [...new Set(refusing.map(({ name }) => `“${name}”`))]
}

function lostLines(
  linked: DeletionPreview['linked'],
  tables: readonly Table[],
  lost: string,
): readonly string[] {
  const losers = linked.filter(({ keeps }) => !keeps)
  const counted = countedWords(losers, tables)
  if (!counted) return []
  return [`${counted} ${isOne(losers) ? 'loses' : 'lose'} ${lost}.`]
}

/** The field that shows the links of another one from the other side, with its table; null where there is none to be seen. */
export function pairOf(
  { options }: Pick<Field, 'options'>,
  tables: readonly Table[],
): { readonly table: Table; readonly field: Field } | null {
  const table = tables.find(({ id }) => id === options.target)
  const field = table?.fields.find(({ id }: { id: FieldId }) => id === options.pair)
  return table && field ? { table, field } : null
}

/** What a field of links is, for its menu. */
export function linkNote(field: Pick<Field, 'options'>, tables: readonly Table[]): string {
  const target = tables.find(({ id }) => id === field.options.target)
  if (!target) return 'Links records of a table that you may not read.'
  const pair = pairOf(field, tables)
  const seen = pair ? `There the field “${pair.field.name}” shows the same links.` : 'There it is not shown.'
  return `Links records of “${target.name}”. ${seen}`
}

/** What becomes of the other side when a field goes to the trash, or null. */
export function pairAfterDeletion(field: Pick<Field, 'options'>, tables: readonly Table[]): string | null {
  const pair = pairOf(field, tables)
  return pair && `“${pair.field.name}” of “${pair.table.name}” keeps the links.`
}

/** What a copy of a field has to do with the other side, or null. */
export function pairOfCopy(field: Pick<Field, 'options'>, tables: readonly Table[]): string | null {
  const pair = pairOf(field, tables)
  if (!pair) return null
  return `The copy is seen from here alone: “${pair.field.name}” of “${pair.table.name}” stays with the original.`
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`

/** What of the links that are there does not fit, and what becomes of it; null: all of it fits. */
export function unfitWords({ over, refused }: UnfitLinks): string | null {
  const words = [
    over > 0 ? `${counted(over, 'record links', 'records link')} more than that` : null,
    refused > 0 ? `${counted(refused, 'link is', 'links are')} with records for which it is not true` : null,
  ].filter((part) => part !== null)
  return words.length > 0 ? `${words.join(', and ')}. What is linked stays; this holds for new links.` : null
}
