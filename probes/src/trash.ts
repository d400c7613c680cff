/** Tables and fields on their way into the trash and back, by the calls that the app uses. */
import { settleColumn } from './grants.ts'
import { dropLateOver, isReadLate } from './late.ts'
import { must, settleRoutes, type Workshop } from './make-world.ts'
import { type BaseModel, type FieldModel, isRead, liveTables, type TableModel } from './model.ts'
import { isUnderWay } from './under-way.ts'

/** A table goes, where another one stays; or the one that went comes back. */
export async function turnTable(shop: Workshop, base: BaseModel): Promise<void> {
  const gone = base.tables.find(({ isDeleted }) => isDeleted)
  if (gone) return restoreTable(shop, gone)
  if (liveTables(base).length < 2) return
  await deleteTable(shop, shop.random.oneOf(liveTables(base)))
}

export async function deleteTable(shop: Workshop, table: TableModel): Promise<void> {
  await dropLateOver(shop, table)
  await must(shop, 'owner', 'delete_table', { table: table.id })
  table.isDeleted = true
}

export async function restoreTable(shop: Workshop, table: TableModel): Promise<void> {
  await must(shop, 'owner', 'restore_table', { table: table.id })
  table.isDeleted = false
  await settleRoutes(shop, [table])
}

/** A field goes that no rule looks at, or one comes back. */
export async function turnField(shop: Workshop, table: TableModel): Promise<void> {
  const [gone] = table.trash
  if (gone && shop.random.chance(0.7)) return restoreField(shop, table, gone.field)
  // Enough stay for rules to look at, and those whose order is known.
  const kept = ['status', 'integer']
  const free = table.fields.filter(
    (field, at) =>
      at > 0 &&
      !field.computes &&
      !kept.includes(field.type) &&
      !isRead(table, field) &&
      !isReadLate(table, field) &&
      !isUnderWay(table, field),
  )
  if (free.length === 0 || table.fields.length < 6) return
  const field = shop.random.oneOf(free)
  await must(shop, 'owner', 'delete_field', { field: field.id })
  table.trash.push({ field, at: table.fields.indexOf(field) })
  table.fields = table.fields.filter((one) => one !== field)
}

async function restoreField(shop: Workshop, table: TableModel, field: FieldModel): Promise<void> {
  const { at } = table.trash.find((one) => one.field === field)!
  for (let steps = 0; steps < 100; steps++) {
    const step = await must<{ field: object | null }>(shop, 'owner', 'restore_field', { field: field.id })
    if (step.field !== null) break
  }
  table.trash.splice(
    table.trash.findIndex((one) => one.field === field),
    1,
  )
  table.fields = [...table.fields.slice(0, at), field, ...table.fields.slice(at)]
  field.side = await shop.sideOf(field.id)
  await settleColumn(shop, table, field)
}
