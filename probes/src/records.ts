/** New records: for the world, and for those who try to make some. */

import type { Canaries } from './canaries.ts'
import { drawCells, writable } from './cells.ts'
import type { AccountName } from './identities.ts'
import { must, type Workshop } from './make-world.ts'
import type { RecordModel, TableModel } from './model.ts'
import { reaches } from './oracle.ts'
import type { Random } from './random.ts'

interface Tools {
  readonly random: Random
  readonly canaries: Canaries
}

/** A record that is nowhere yet. Its secret is for those who read it, in the state that it has then. */
export function drawRecord({ random, canaries }: Tools, table: TableModel): RecordModel {
  const secret = canaries.draw(random, 'v')
  const record: RecordModel = { id: random.uuid(), cells: drawCells(random, table, secret) }
  for (const token of [secret, record.id]) {
    canaries.mark(token, `of a record of ${table.relation}`, (person) =>
      reaches(table, person, 'read', record),
    )
  }
  return record
}

/** The values of a record as a mutation sends them. */
export const valuesOf = (table: TableModel, record: RecordModel) =>
  Object.fromEntries(writable(table).map(({ id }) => [id, record.cells[id] ?? null]))

export async function addRecords(
  shop: Workshop,
  table: TableModel,
  who: AccountName,
  count: number,
): Promise<void> {
  const records = Array.from({ length: count }, () => drawRecord(shop, table))
  const mutations = records.map((record) => ({
    id: shop.random.uuid(),
    kind: 'insert',
    table: table.id,
    record: record.id,
    values: valuesOf(table, record),
  }))
  const results = await must<{ status: string }[]>(shop, who, 'apply_mutations', {
    batch: { mutations, atomic: true },
  })
  const refused = results.find(({ status }) => status !== 'ok')
  if (refused) throw new Error(`a record was refused: ${JSON.stringify(refused)}`)
  for (const record of records) table.records.set(record.id, record)
}
