/** Gives records other dates: as one step to be taken back, or with the reason why not. */
import {
  type AppError,
  type Field,
  type FieldId,
  type RecordId,
  ruleProblem,
  type TimelineScale,
} from '@plinth/domain'
import { useMemo } from 'react'
import { civilDay, civilOf, dayMs, startOfDay } from '../../../lib/days/civil-time.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { nameRule } from '../../../lib/rules/broken-rule.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'
import {
  type Dates,
  type Edge,
  firstDates,
  movedDates,
  resizedDates,
  type Step,
  stepBetween,
} from './moves.ts'
import type { TimelineFields } from './timeline-context.ts'
import type { BarPart } from './use-bar-drag.ts'

export interface DateChanges {
  /** May this part of a record be changed? Where not, says why. */
  mayChange(id: RecordId, part: BarPart): boolean
  /** What becomes of a record's dates on the way of a pointer from one instant to another. */
  plan(id: RecordId, part: BarPart, from: number, to: number): Dates
  /** The same for a step. */
  step(id: RecordId, part: Edge | 'whole', step: Step): Dates
  /** Those of an instant, for a record that has none. */
  first(instant: number): Dates
  store(id: RecordId, dates: NonNullable<Dates>): boolean
}

export function useDateChanges(fields: TimelineFields, scale: TimelineScale): DateChanges {
  const { session, table, values, refuseEdit, names, openRecord } = useTable()
  return useMemo(() => {
    const { start, end, zone } = fields
    const valuesOf = (id: RecordId) => session.store.get(id)?.values ?? {}
    const changedBy = (id: RecordId, part: BarPart): readonly Field[] => {
      if (part === 'start') return [start]
      if (part === 'end') return end ? [end] : []
      const both = end ? [start, end] : [start]
      return part === 'new' ? both : both.filter((field) => valuesOf(id)[field.id])
    }
    const step: DateChanges['step'] = (id, part, by) =>
      part === 'whole' ? movedDates(valuesOf(id), fields, by) : resizedDates(valuesOf(id), fields, part, by)
    const wordsOf = (error: AppError) => describeError(nameRule(error, table, values), names).text
    const stays = (error: AppError) => {
      toast.info('This record stays where it is', { description: wordsOf(error) })
      return false
    }
    return {
      mayChange: (id, part) =>
        changedBy(id, part).every((field) => !refuseEdit(session.store.get(id), field)),
      step,
      first: (instant) => firstDates(instant, instant, scale, fields),
      plan(id, part, from, to) {
        if (part !== 'new') return step(id, part, stepBetween(from, to, scale, fields))
        return firstDates(...wholeDays(from, to, zone, scale), scale, fields)
      },
      store(id, dates) {
        const row = session.store.get(id)
        const changed = [start, ...(end ? [end] : [])].filter((field) => field.id in dates)
        if (!row || changed.some((field) => refuseEdit(row, field))) return false
        for (const field of changed) {
          const problem = ruleProblem(field, dates[field.id] ?? null, values)
          if (problem) return stays(problem)
        }
        session.edit(id, dates)
        tellRefusal(session.store, id, changed, (error) =>
          toast.error('The record stays where it was', {
            description: wordsOf(error),
            action: { label: 'Show', onAction: () => openRecord(id) },
          }),
        )
        return true
      },
    }
  }, [session, table, values, refuseEdit, names, openRecord, fields, scale])
}

/** From the day of the one to the day of the other, as far as days are what one sees. */
function wholeDays(from: number, to: number, zone: string, scale: TimelineScale): readonly [number, number] {
  if (scale === 'day') return [from, to]
  const dayOf = (instant: number) => startOfDay(civilDay(civilOf(instant, zone)), zone) + dayMs / 2
  return [dayOf(from), dayOf(to)]
}

type Store = ReturnType<typeof useTable>['session']['store']

/** Waits until the server has taken the change, and says why where it has not. */
function tellRefusal(
  store: Store,
  id: RecordId,
  fields: readonly Pick<Field, 'id'>[],
  tell: (error: AppError) => void,
): void {
  const isOf = (known: { has(field: FieldId): boolean } | undefined) =>
    fields.some((field) => known?.has(field.id))
  const stop = store.subscribe(id, () => {
    const row = store.get(id)
    if (row && isOf(row.pending)) return
    stop()
    const problem = fields.map((field) => row?.problems.get(field.id)).find((one) => one !== undefined)
    if (problem) tell(problem.error)
  })
}
