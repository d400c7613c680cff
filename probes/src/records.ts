/** New records: for the world, and for those who try to make some. */
import type { CellValue } from '@plinth/domain'
import type { Canaries } from './canaries.ts'
import { drawCells, writable } from './cells.ts'
import { place } from './effects.ts'
import type { AccountName } from './identities.ts'
import { must, type Workshop } from './make-world.ts'
import type { FieldModel, Person, RecordModel, TableModel } from './model.ts'
import { reaches, seesField } from './oracle.ts'
import type { Random } from './random.ts'
import { invalidities } from './validity.ts'
import { begun, initialOf } from './workflow.ts'

interface Tools {
  readonly random: Random
  readonly canaries: Canaries
}

/** A record that is nowhere yet. Its secret is for those who read it, in the state that it has then. */
export function drawRecord({ random, canaries }: Tools, table: TableModel): RecordModel {
  const secret = canaries.draw(random, 'v')
  const drawn = { id: random.uuid(), cells: drawCells(random, table, secret), movers: new Map() }
  const record = begun(table, drawn)
  for (const field of table.fields) {
    // Most begin where the workflow has them begin.
    if (field.transitions.length > 0 && random.chance(0.8)) record.cells[field.id] = initialOf(field)
  }
  for (const field of table.fields) {
    if (!field.isPrivate || random.chance(0.2)) continue
    record.cells[field.id] = canaries.draw(random, 'v')
  }
  markHidden(canaries, table, record)
  for (const token of [secret, record.id]) {
    canaries.mark(token, `of a record of ${table.relation}`, (person) =>
      reaches(table, person, 'read', record),
    )
  }
  return record
}

/** What stands in the hidden fields of a record is for those who see the field, and the record that it stands in. */
export function markHidden(canaries: Canaries, table: TableModel, record: RecordModel): void {
  for (const field of table.fields) {
    const value = record.cells[field.id]
    if (!field.isPrivate || field.computes || typeof value !== 'string') continue
    canaries.mark(
      value,
      `of a hidden field of ${table.relation}`,
      (person) => seesField(table, field, person) && reaches(table, person, 'read', record),
    )
  }
}

/** What is sent for a cell of a new record: some leave out the state in which it begins anyway. */
export function sentCell(field: FieldModel, { id, cells }: RecordModel): CellValue {
  const cell = cells[field.id] ?? null
  return field.type === 'status' && cell === initialOf(field) && /[02468ace]$/.test(id) ? null : cell
}

/** The fields for which somebody sends values: those that they see and that take some; some try the others. */
export function sendable(random: Random, table: TableModel, person: Person): FieldModel[] {
  const isBold = random.chance(0.15)
  return writable(table).filter((field) => isBold || (seesField(table, field, person) && !field.isChanging))
}

/** The record without values in other fields than these. */
export function confined(table: TableModel, record: RecordModel, sent: readonly FieldModel[]): RecordModel {
  for (const field of writable(table)) {
    if (!sent.includes(field)) record.cells[field.id] = null
  }
  return record
}

/** The values of a record as a mutation sends them. */
export const valuesOf = (sent: readonly FieldModel[], record: RecordModel) =>
  Object.fromEntries(sent.map((field) => [field.id, sentCell(field, record)]))

/** Draws again until every rule of the table lets the record be. */
function drawValidRecord(shop: Workshop, table: TableModel, person: string): RecordModel {
  for (let tries = 0; tries < 100; tries++) {
    const next = drawRecord(shop, table)
    if (invalidities({ table, person, next, stored: null }).length === 0) return next
  }
  throw new Error(`no record is right for ${table.relation}`)
}

export async function addRecords(
  shop: Workshop,
  table: TableModel,
  who: AccountName,
  count: number,
): Promise<void> {
  const maker = shop.accounts.idOf(who)
  const records: RecordModel[] = []
  for (let n = 0; n < count; n++) {
    const record = drawValidRecord(shop, table, maker)
    place(table, record, maker)
    records.push(record)
  }
  const mutations = records.map((record) => ({
    id: shop.random.uuid(),
    kind: 'insert',
    table: table.id,
    record: record.id,
    values: valuesOf(writable(table), record),
  }))
  const results = await must<{ status: string }[]>(shop, who, 'apply_mutations', {
    batch: { mutations, atomic: true },
  })
  const refused = results.find(({ status }) => status !== 'ok')
  if (refused) throw new Error(`a record was refused: ${JSON.stringify(refused)}`)
}
