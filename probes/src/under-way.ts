/** What takes several calls and was left between two of them: a field on its way to another type, or back from aside. */
import type { TestBackend } from '@plinth/embedded/testing'
import { settleColumn } from './grants.ts'
import { isReadLate } from './late.ts'
import { must, type Workshop } from './make-world.ts'
import { type FieldModel, isRead, openFields, type TableModel } from './model.ts'
import { isHidden } from './oracle.ts'

/** Tables of worlds are small: what is done in steps from some number of records on is, from a smaller one. */
const thresholds: readonly (readonly [signature: string, from: string, to: string])[] = [
  ['plinth_private.limits()', "'rowsPerStep', 10000", "'rowsPerStep', 15"],
  ['plinth_private.is_large(plinth."table")', '2000', '10'],
  ['plinth_private.is_small(text)', '2000', '10'],
  ['plinth_private.bring_back(uuid)', '2000', '10'],
]

export async function lowerThresholds({ admin }: TestBackend): Promise<void> {
  for (const [signature, from, to] of thresholds) {
    const [row] = await admin<
      { text: string }[]
    >`select pg_get_functiondef(${signature}::regprocedure) as text`
    if (!row!.text.includes(from)) throw new Error(`${signature} has no ${from}`)
    await admin.unsafe(row!.text.replace(from, to))
  }
}

/** A table with so many records is large in every way that is asked. */
const isLarge = ({ records }: TableModel) => records.size > 12

export const isUnderWay = (table: TableModel, field: FieldModel) =>
  field.isChanging || (field.side !== null && !isHidden(table, field))

/** A field that no role has hidden any more: to the end, or a part of the way. */
export async function bringBack(shop: Workshop, table: TableModel, field: FieldModel): Promise<void> {
  const steps = shop.random.chance(0.5) ? 100 : shop.random.upTo(3)
  for (let step = 0; step < steps && field.side !== null; step++) {
    await must(shop, 'owner', 'bring_back_field', { field: field.id })
    field.side = await shop.sideOf(field.id)
  }
  await settleColumn(shop, table, field)
}

/** Goes on with something that was left, or leaves something. */
export async function turnUnderWay(shop: Workshop, table: TableModel): Promise<void> {
  const [left] = table.fields.filter((field) => isUnderWay(table, field))
  if (!left) return beginTypeChange(shop, table)
  if (!left.isChanging) return bringBack(shop, table, left)
  await must(shop, 'owner', 'cancel_type_change', { field: left.id })
  left.isChanging = false
}

export async function beginTypeChange(shop: Workshop, table: TableModel): Promise<void> {
  const free = openFields(table)
    .slice(1)
    .filter(
      (field) =>
        !field.computes &&
        !['status', 'attachment'].includes(field.type) &&
        !isRead(table, field) &&
        !isReadLate(table, field),
    )
  if (free.length === 0 || !isLarge(table)) return
  const field = shop.random.oneOf(free)
  const change = { field: field.id, type: field.type === 'text' ? 'long_text' : 'text', options: {} }
  const steps = table.records.size > 30 ? 1 + shop.random.upTo(2) : 1
  for (let step = 0; step < steps; step++) await must(shop, 'owner', 'change_type', change)
  field.isChanging = true
}
