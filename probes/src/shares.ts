/** What a link must show, from docs/security.md: its fields of its records, as its maker reads them at that moment. */
import { type CellValue, isOfPeople } from '@plinth/domain'
import { groupKey } from './cells.ts'
import type { FieldModel, LinkField, RecordModel, TableModel } from './model.ts'
import { isCreator, reached } from './oracle.ts'

export interface ShareModel {
  readonly id: string
  readonly token: string
  /** Of an account: who may not share any more has no links. */
  readonly maker: string
  readonly table: TableModel
  /** Null: a view. */
  readonly record: string | null
  readonly fields: readonly FieldModel[]
  readonly links: readonly LinkField[]
  readonly showsPeople: boolean
  readonly showsLinked: boolean
  readonly password: string | null
  /** Of its view, the outermost first. */
  readonly groups: readonly FieldModel[]
  /** Of which its view tells how many records have something there; null: of none. */
  readonly figure: FieldModel | null
  /** Of the filter of its view. */
  readonly holds: (record: RecordModel) => boolean
}

/** Fields whose cells the model knows for certain. */
export const shareable = ({ fields }: TableModel) =>
  fields.filter(({ type, isChanging }) => type !== 'attachment' && !isChanging)

export const shareableLinks = ({ links }: TableModel) =>
  links.filter(({ target }) => !target.isDeleted && target.fields[0]?.type === 'text')

/** The records of a link; null: it is none. */
export function recordsOf({ table, maker, record, holds }: ShareModel): RecordModel[] | null {
  if (table.isDeleted || !isCreator(table.base, maker)) return null
  const all = reached(table, maker, 'read')
  if (record === null) return all.filter(holds)
  const found = all.filter(({ id }) => id === record)
  return found.length > 0 ? found : null
}

/** The fields that a link shows, in the order of the table, and behind them those of links. */
export function shownBy({
  table,
  fields,
  links,
  showsPeople,
}: ShareModel): readonly (FieldModel | LinkField)[] {
  const told = table.fields.filter((one) => fields.includes(one) && (showsPeople || !isOfPeople(one.type)))
  return [...told, ...table.links.filter((one) => links.includes(one))]
}

/** The groups that a link tells, as places of the fields that it shows: up to the first that it does not show. */
export function toldGroups(share: ShareModel): readonly number[] {
  const places = share.groups.map((field) => shownBy(share).indexOf(field))
  const end = places.indexOf(-1)
  return end === -1 ? places : places.slice(0, end)
}

/** The figures of a link: their places among the fields that it shows, and what they come to. */
export function toldFigures(share: ShareModel, records: readonly RecordModel[]) {
  const { figure } = share
  const place = figure ? shownBy(share).indexOf(figure) : -1
  if (!figure || place === -1) return { places: [], answer: { of: 0, values: [] } }
  const filled = records.filter(({ cells }) => (cells[figure.id] ?? null) !== null)
  return { places: [place], answer: { of: records.length, values: [filled.length] } }
}

/** A cell as a link tells it: of people their names, of linked records their number and what they are called. */
export function toldCell(
  share: ShareModel,
  field: FieldModel | LinkField,
  record: RecordModel,
  nameOf: (person: string) => string | null,
): unknown {
  if ('pairs' in field) return linkCell(share, field, record)
  const cell: CellValue = record.cells[field.id] ?? null
  return cell !== null && isOfPeople(field.type) ? nameOf(cell as string) : cell
}

function linkCell(
  { showsLinked }: ShareModel,
  { pairs, end, target }: LinkField,
  { id }: RecordModel,
): unknown {
  const others = pairs
    .filter((pair) => pair[end] === id)
    .flatMap((pair) => target.records.get(pair[1 - end]!) ?? [])
  const names = others.map(({ cells }) => cells[target.fields[0]!.id] ?? null)
  return others.length === 0 ? null : { count: others.length, names: showsLinked ? names : [] }
}

/** What a chart of a link counts: its records by the values of a field, of people by their names. */
export function countedBy(
  records: readonly RecordModel[],
  field: FieldModel,
  nameOf: (person: string) => string | null,
): readonly (readonly [unknown, number])[] {
  const counts = new Map<unknown, number>()
  for (const { cells } of records) {
    const key = groupKey(cells[field.id] ?? null, field)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => [
    key !== null && isOfPeople(field.type) ? nameOf(key as string) : key,
    count,
  ])
}
