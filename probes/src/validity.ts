/** What a value and a record must be, said a second time from docs/validation.md: nothing here asks who may see what. */
import { type CellValue, type FieldId, type FieldRuleName, ruleProblem, rulesOfType } from '@plinth/domain'
import { contextOf, evaluate } from '@plinth/expression'
import { sameCell } from './cells.ts'
import type { Cells, FieldModel, Person, RecordModel, TableModel } from './model.ts'
import { situationOf, standingOf } from './oracle.ts'
import { stateFault } from './workflow.ts'

/** A code of docs/errors.md with what it is about. Where several are true, any of them may be told. */
export interface Fault {
  readonly code: string
  readonly field?: string
  readonly rule?: string
}

/** A record as it would be beside what is stored; null: it is new. */
export interface Writing {
  readonly table: TableModel
  readonly person: Person
  readonly next: RecordModel
  readonly stored: RecordModel | null
}

/** All that keeps a record from being stored, whoever may reach it. */
export const invalidities = (writing: Writing): Fault[] => [
  ...writing.table.fields.flatMap((field) =>
    isTouched(writing, field.id) ? cellFaults(writing, field) : [],
  ),
  ...ruleFaults(writing),
]

const cellOf = (record: RecordModel | null, field: FieldId): CellValue => record?.cells[field] ?? null

/** A new record writes all its cells. */
const isTouched = ({ next, stored }: Writing, field: FieldId) =>
  stored === null || !sameCell(cellOf(next, field), cellOf(stored, field))

function cellFaults(writing: Writing, field: FieldModel): Fault[] {
  const { table, person, next, stored } = writing
  const cell = cellOf(next, field.id)
  const faults: Fault[] = valueFaults(field, cell)
  if (field.rules.unique && isTaken(table, field, cell, next.id))
    faults.push({ code: 'not_unique', field: field.id, rule: 'unique' })
  if (field.type === 'person' && cell !== null && standingOf(table.base, cell as string) === null)
    faults.push({ code: 'value_invalid', field: field.id })
  if (field.type === 'status') {
    const from = cellOf(stored, field.id) as string | null
    const fault = stateFault(field, cell as string | null, { table, person, next, from })
    if (fault) faults.push({ code: 'transition_refused', field: field.id, rule: fault })
  }
  return faults
}

/** The rules of the field that a value breaks by itself. */
export function valueFaults(field: FieldModel, cell: CellValue): Fault[] {
  return rulesOfType(field.type).flatMap((rule: FieldRuleName) => {
    if (rule === 'unique' || field.rules[rule] === undefined) return []
    const alone = { ...field, rules: { [rule]: field.rules[rule] } }
    const problem = ruleProblem(alone, cell, { locale: 'en', timeZone: 'UTC' })
    return problem ? [{ code: problem.code, field: field.id, rule }] : []
  })
}

/** Does another record hold the value, be it visible or not? That is the one thing that `unique` tells. */
const isTaken = ({ records }: TableModel, { id }: FieldModel, cell: CellValue, self: string) =>
  cell !== null && [...records.values()].some((other) => other.id !== self && other.cells[id] === cell)

/** Would several records get a value that stands once? Those that hold it already are left alone: the rule came later than they. */
export function standsTwice(field: FieldModel, cells: Cells, records: readonly RecordModel[]): boolean {
  const cell = cells[field.id] ?? null
  if (!field.rules.unique || cell === null) return false
  return records.filter((record) => !sameCell(cellOf(record, field.id), cell)).length > 1
}

/** The rules of the table that do not come out true, where they are asked. */
function ruleFaults(writing: Writing): Fault[] {
  const { table, person, next } = writing
  return table.rules
    .filter(({ rule }) => [...rule.fields].some((id) => isTouched(writing, id)))
    .filter(({ rule }) => {
      const context = contextOf(table.fields, next.cells, situationOf(table.base, person))
      return evaluate(rule, context) !== true
    })
    .map(({ id }) => ({ code: 'rule_violated', rule: id }))
}
