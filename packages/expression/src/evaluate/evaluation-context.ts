import type { CellValue, FieldId, UserId } from '@plinth/domain'
import { type ExpressionField, valueOfCell } from '../types/expression-field.ts'
import type { Value } from '../values/value.ts'

/** Who is asking, when and where. */
export interface Situation {
  /** Milliseconds since 1970 UTC, whole. */
  readonly now: number
  /** The base's time zone. */
  readonly timeZone: string
  /** Who is asking; null for nobody. */
  readonly me: UserId | null
  /** Their role in the base; null for none. */
  readonly role: string | null
  /** Names of all roles that they hold in the base. */
  readonly roles: readonly string[]
  /** What people of the base are called; absent: not known here. */
  readonly nameOf?: (person: UserId) => string | null
}

/** All that a value depends on beside the expression itself. */
export interface EvaluationContext extends Situation {
  /** The record's value of a field; null when it is empty. */
  readonly valueOf: (field: FieldId) => Value
}

/** The context of a record whose cells are given as they travel. */
export function contextOf(
  fields: readonly ExpressionField[],
  cells: Readonly<Record<FieldId, CellValue>>,
  situation: Situation,
): EvaluationContext {
  const byId = fieldsById(fields)
  const valueOf = (id: FieldId): Value => {
    const field = byId.get(id)
    return field ? valueOfCell(field, cells[id]) : null
  }
  return { ...situation, valueOf }
}

/** One map for all records of a table. */
const maps = new WeakMap<readonly ExpressionField[], ReadonlyMap<FieldId, ExpressionField>>()

function fieldsById(fields: readonly ExpressionField[]): ReadonlyMap<FieldId, ExpressionField> {
  let map = maps.get(fields)
  if (!map) {
    map = new Map(fields.map((field) => [field.id, field]))
    maps.set(fields, map)
  }
  return map
}
