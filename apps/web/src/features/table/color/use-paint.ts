/** The colours of records by the rules of a view. The expression language is loaded where there are rules. */
import type { BaseSchema, ColorRule, Table, UserId } from '@plinth/domain'
import type { Paint } from '@plinth/expression'
import type { RowView } from '@plinth/record-store'
import { useEffect, useMemo, useState } from 'react'
import { canonical } from '../../../lib/canonical.ts'
import { useCode } from '../../../lib/use-code.ts'
import { watchClock } from '../watch-clock.ts'

const load = async () => (await import('./record-painter.ts')).createRecordPainter

interface Looker {
  readonly me: UserId
  /** Names of the roles that they hold; null: not known yet. */
  readonly roles: readonly string[] | null
}

interface Painting {
  paintOf(row: RowView | null): Paint
  /** Rules that suit the table no more. */
  readonly lostColors: number
}

const unpainted: Paint = { row: null, cells: new Map() }

export function usePaint(
  base: BaseSchema,
  table: Table,
  rules: readonly ColorRule[],
  { me, roles }: Looker,
): Painting {
  const create = useCode(rules.length > 0 ? load : null)
  // The rules are read out of the address at each of its changes.
  const key = canonical([rules, roles])
  const painter = useMemo(() => {
    const [now, known] = JSON.parse(key) as [readonly ColorRule[], readonly string[] | null]
    return create && now.length > 0 ? create(base, table, now, { me, roles: known }) : null
  }, [base, table, key, me, create])
  const moment = useMoment(painter?.clock ?? null, base.base.timeZone)
  return useMemo((): Painting => {
    const paint = painter?.at(moment)
    return {
      paintOf: (row) => (row && paint?.(row)) ?? unpainted,
      lostColors: painter?.lost ?? 0,
    }
  }, [painter, moment])
}

/** A number that is another one after midnight in the base's time zone, or each minute. */
function useMoment(clock: 'today' | 'now' | null, timeZone: string): number {
  const [moment, setMoment] = useState(0)
  useEffect(() => (clock ? watchClock(clock, timeZone, setMoment) : undefined), [clock, timeZone])
  return moment
}
