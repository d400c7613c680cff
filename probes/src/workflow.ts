/** What a workflow lets through, said a second time from docs/decisions/0009-workflows.md. */
import { contextOf, evaluate } from '@plinth/expression'
import type { FieldModel, Person, RecordModel, TableModel, TransitionModel } from './model.ts'
import { isCreator, rolesOf, situationOf } from './oracle.ts'

/** From the one that is farthest from going through to the one that is nearest. */
const steps = ['no_transition', 'role', 'four_eyes', 'required', 'guard'] as const
type Step = (typeof steps)[number]
export type StateFault = Step | 'initial'

/** Somebody takes a record as it would be, with who brought it into the state that it has. */
export interface Move {
  readonly table: TableModel
  readonly person: Person
  readonly next: RecordModel
  readonly from: string | null
}

/** Why a record may not come from its state into this one; null when it may. The fault that is nearest is told. */
export function stateFault(field: FieldModel, to: string | null, move: Move): StateFault | null {
  if (field.transitions.length === 0 || to === move.from) return null
  if (move.from === null) return to === initialOf(field) ? null : 'initial'
  let nearest: Step = 'no_transition'
  for (const transition of field.transitions) {
    if ((transition.from !== null && transition.from !== move.from) || transition.to !== to) continue
    const fault = transitionFault(transition, field, move)
    if (fault === null) return null
    if (steps.indexOf(fault) > steps.indexOf(nearest)) nearest = fault
  }
  return nearest
}

function transitionFault(transition: TransitionModel, field: FieldModel, move: Move): Step | null {
  const { table, person, next } = move
  const { roles, fourEyes, requires, guard } = transition
  if (roles && !holdsAny(table, person, roles)) return 'role'
  if (fourEyes && next.movers.get(field.id) === person) return 'four_eyes'
  if (requires.some((id) => isEmpty(next.cells[id]))) return 'required'
  if (guard === null) return null
  const context = contextOf(table.fields, next.cells, situationOf(table.base, person))
  return evaluate(guard, context) === true ? null : 'guard'
}

function holdsAny({ base }: TableModel, person: Person, roles: readonly string[]): boolean {
  if (roles.includes('creator') && isCreator(base, person)) return true
  return rolesOf(base, person).some(({ id }) => roles.includes(id))
}

const isEmpty = (cell: unknown) =>
  cell === undefined || cell === null || cell === '' || (Array.isArray(cell) && cell.length === 0)

/** The state in which records begin. */
export const initialOf = ({ options }: FieldModel): string | null => options.initial ?? null

/** What a new record has in a field of states when nobody says. */
export function begun(table: TableModel, record: RecordModel): RecordModel {
  const cells = { ...record.cells }
  for (const field of table.fields) {
    if (field.type === 'status') cells[field.id] ??= initialOf(field)
  }
  return { ...record, cells }
}
