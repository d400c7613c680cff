/** Gives records other dates: as one step to be taken back, or with the reason why not. */
import type { Field, RecordId, TimelineScale } from '@plinth/domain'
import { useMemo } from 'react'
import { civilDay, civilOf, dayMs, startOfDay } from '../../../lib/days/civil-time.ts'
import { useTable } from '../table-context.ts'
import { useMoveRefusals } from '../use-move-refusals.ts'
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
  const { session, refuseEdit } = useTable()
  const { refuse, tellRefusal } = useMoveRefusals()
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
        if (!session.store.get(id) || refuse(id, dates)) return false
        session.edit(id, dates)
        tellRefusal(id, dates)
        return true
      },
    }
  }, [session, refuseEdit, refuse, tellRefusal, fields, scale])
}

/** From the day of the one to the day of the other, as far as days are what one sees. */
function wholeDays(from: number, to: number, zone: string, scale: TimelineScale): readonly [number, number] {
  if (scale === 'day') return [from, to]
  const dayOf = (instant: number) => startOfDay(civilDay(civilOf(instant, zone)), zone) + dayMs / 2
  return [dayOf(from), dayOf(to)]
}
