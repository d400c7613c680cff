import type { BaseSchema, ColorRule, Table, UserId } from '@plinth/domain'
import { coloringOf, contextOf, type Paint, paintOf } from '@plinth/expression'
import type { RowView } from '@plinth/record-store'
import { asksForRoles } from '../../../lib/asks-for-roles.ts'

interface Painter {
  readonly clock: 'today' | 'now' | null
  /** So many rules suit the table no more. */
  readonly lost: number
  /** Paints as of now. `moment` names the day or the minute: with another one nothing of what was painted holds. */
  at(moment: number): (row: Pick<RowView, 'values'>) => Paint
}

/**
 * Paints records by rules, for the person who looks. Rules that ask for roles wait until these are known, and those that suit the table no
 * more are left out.
 */
export function createRecordPainter(
  base: BaseSchema,
  table: Table,
  rules: readonly ColorRule[],
  who: { readonly me: UserId; readonly roles: readonly string[] | null },
): Painter {
  const coloring = coloringOf(
    rules.filter(({ when }) => who.roles !== null || !asksForRoles(when)),
    table.fields,
  )
  const { timeZone } = base.base
  return {
    clock: coloring.clock,
    lost: coloring.lost,
    at() {
      // A row is asked about by each of its cells.
      const painted = new WeakMap<object, Paint>()
      return ({ values }) => {
        const before = painted.get(values)
        if (before) return before
        const { me, roles } = who
        const situation = { now: Date.now(), timeZone, me, role: base.role, roles: roles ?? [] }
        const paint = paintOf(coloring, contextOf(table.fields, values, situation))
        painted.set(values, paint)
        return paint
      }
    },
  }
}
