/** A formula while it is written: its text, what it would compute, and the type of field that keeps that. */
import type { Computation, Field, FieldTypeName, Table } from '@plinth/domain'
import {
  type CheckedExpression,
  checkFormula,
  isReadLate,
  type Problem,
  typesOfResult,
} from '@plinth/expression'
import { canonical } from '../../../lib/canonical.ts'
import { computationOf } from '../../../lib/computation.ts'

/** What is read of a text. */
export interface ReadFormula {
  readonly checked: CheckedExpression | null
  readonly problems: readonly Problem[]
  /** Types of fields that hold the result, the usual one first. */
  readonly types: readonly FieldTypeName[]
  /** It is computed when it is read: it cannot be kept, or the field is such a one already. */
  readonly isOnRead: boolean
}

export function readFormula(text: string, { fields }: Pick<Table, 'fields'>, self?: Field): ReadFormula {
  const checked = checkFormula(text, fields, self?.id)
  if (!checked.ok) return { checked: null, problems: checked.error, types: [], isOnRead: false }
  const isOnRead = self?.onRead === true || isReadLate(checked.value, fields)
  return { checked: checked.value, problems: [], types: typesOfResult(checked.value.type), isOnRead }
}

/** Does a field compute this, and keep it as this type? */
export const computesThis = (field: Field, computed: Computation, type: FieldTypeName): boolean =>
  field.type === type && canonical(computationOf(field)) === canonical(computed)

/** Something that the table could compute, for the empty editor. */
export function exampleFormula({ fields }: Pick<Table, 'fields'>, self?: Field): string {
  const others = fields.filter(
    ({ id, hidden, aside, onRead, changing }) => id !== self?.id && !hidden && !aside && !onRead && !changing,
  )
  const numbers = others.filter(({ type }) => type === 'integer' || type === 'number' || type === 'percent')
  if (numbers[1]) return `{${numbers[0]!.name}} * {${numbers[1].name}}`
  if (numbers[0]) return `round({${numbers[0].name}} * 1.2, 2)`
  const text = others.find(({ type }) => type === 'text')
  return `upper({${(text ?? others[0])?.name ?? 'Field'}})`
}
