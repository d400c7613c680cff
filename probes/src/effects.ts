/** What writes do to the model, and whether the database holds the same. */
import { sameOnRoute } from './cells.ts'
import type { Cells, RecordModel, TableModel } from './model.ts'
import { changed, type Person } from './model.ts'
import { mayWrite, reaches, scopeOf, sees } from './oracle.ts'
import type { Prober } from './prober.ts'

/** A refused write changed nothing, and an allowed one just that: every record is as the model has it. */
export async function judgeStored(prober: Prober, table: TableModel, action: string): Promise<void> {
  const stored = await prober.tools.stored(table.relation)
  const place = { action: `what is stored after: ${action}`, table }
  for (const id of stored.keys()) {
    if (!table.records.has(id)) prober.leak(place, 'no such record', stored.get(id))
  }
  for (const record of table.records.values()) {
    const row = stored.get(record.id)
    const wrong = table.fields.filter((field) => {
      return !row || !sameOnRoute(field, record.cells[field.id] ?? null, row[field.column])
    })
    if (wrong.length === 0) prober.right()
    else prober.leak({ ...place, record }, record.cells, row ?? 'no record')
  }
}

/** May a record be made with these cells? Null when it may. */
export function refusalOfInsert(table: TableModel, person: Person, record: RecordModel): string | null {
  if (!sees(table, person)) return 'not_found'
  if (scopeOf(table, person, 'create') === 'none') return 'read_only'
  if (!reaches(table, person, 'create', record)) return 'rule_refused'
  return writesKept(table, person, record.cells) ? 'field_read_only' : null
}

/** Is there a value for a field that this person may only read, where `stored` has another one? */
export const writesKept = (table: TableModel, person: Person, cells: Cells, stored: Cells = {}): boolean =>
  table.fields.some(
    (field) =>
      field.id in cells &&
      (cells[field.id] ?? null) !== (stored[field.id] ?? null) &&
      !mayWrite(table, field, person),
  )

/** Would a record that was changed be out of the reach of who changes it? */
export const leaves = (table: TableModel, person: Person, record: RecordModel, cells: Cells) =>
  !reaches(table, person, 'update', changed(record, cells))
