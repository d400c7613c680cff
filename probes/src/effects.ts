/** What writes do to the model, and whether the database holds the same. */
import { computed, sameCell, sameOnRoute } from './cells.ts'
import type { Cells, FieldModel, RecordModel, TableModel } from './model.ts'
import { changed, type Person } from './model.ts'
import { handsOver, mayWrite, reaches, scopeOf, sees, seesField } from './oracle.ts'
import type { Prober } from './prober.ts'
import { type Fault, invalidities } from './validity.ts'
import { begun } from './workflow.ts'

/** A refused write changed nothing, and an allowed one just that: every record is as the model has it. */
export async function judgeStored(prober: Prober, table: TableModel, action: string): Promise<void> {
  const stored = await prober.tools.stored(table)
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

/** Why a record may not be made with these cells: what is not there, or not to be written, is told alone. */
export function insertFaults(
  table: TableModel,
  person: Person,
  record: RecordModel,
  sent: readonly FieldModel[] = [],
): Fault[] {
  if (!sees(table, person)) return [{ code: 'not_found' }]
  if (scopeOf(table, person, 'create') === 'none') return [{ code: 'read_only' }]
  // A field that one does not see is one that is not there.
  if (sent.some((field) => !seesField(table, field, person))) return [{ code: 'invalid_input' }]
  if (sent.some(({ isChanging }) => isChanging)) return [{ code: 'field_changing' }]
  const faults = invalidities({ table, person, next: record, stored: null })
  if (!reaches(table, person, 'create', record)) faults.push({ code: 'rule_refused' })
  const untouched = begun(table, { ...record, cells: {} }).cells
  return [...faults, ...keptFields(table, person, record.cells, untouched)]
}

/** Why a record that somebody reaches may not be handed over like this: by the app's own call, in which that is allowed. */
export const handOverFaults = (
  table: TableModel,
  person: Person,
  record: RecordModel,
  cells: Cells,
): Fault[] =>
  updateFaults(table, person, record, cells).filter(
    ({ code }) => code !== 'rule_left' || !handsOver(table, person, record),
  )

/** Why a record that somebody reaches may not become like this. */
export function updateFaults(table: TableModel, person: Person, record: RecordModel, cells: Cells): Fault[] {
  const faults = invalidities({ table, person, next: changed(record, cells), stored: record })
  if (leaves(table, person, record, cells)) faults.push({ code: 'rule_left' })
  return [...faults, ...keptFields(table, person, cells, record.cells)]
}

/** The fields that this person may only read, for which there is a value other than the stored one. */
const keptFields = (table: TableModel, person: Person, cells: Cells, stored: Cells): Fault[] =>
  table.fields
    .filter(
      (field) =>
        field.id in cells &&
        !field.computes &&
        !sameCell(cells[field.id] ?? null, stored[field.id] ?? null) &&
        !mayWrite(table, field, person),
    )
    .map(({ id }) => ({ code: 'field_read_only', field: id }))

/** Would a record that was changed be out of the reach of who changes it? */
const leaves = (table: TableModel, person: Person, record: RecordModel, cells: Cells) =>
  !reaches(table, person, 'update', changed(record, cells))

/** The record is in its table now. */
export function place(table: TableModel, record: RecordModel, person: Person): void {
  for (const { id, type } of table.fields) {
    if (type === 'status') record.movers.set(id, person)
  }
  record.cells = computed(table, record.cells)
  table.records.set(record.id, record)
}

/** The record has these cells now. */
export function store(table: TableModel, record: RecordModel, cells: Cells, person: Person): void {
  for (const { id, type } of table.fields) {
    const isMoved = type === 'status' && id in cells && cells[id] !== (record.cells[id] ?? null)
    if (isMoved) record.movers.set(id, person)
  }
  record.cells = computed(table, changed(record, cells).cells)
}
