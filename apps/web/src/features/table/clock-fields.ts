/** Fields whose values are others when a while has passed, though nobody changed anything. */
import { type Field, zoneOffset } from '@plinth/domain'
import { type OnRead, onReadOf } from '@plinth/expression'

/** The quickest clock that a table's fields ask. */
export function clockOf(fields: readonly Field[]): OnRead['clock'] {
  const clocks = fields.filter(({ onRead }) => onRead).map((field) => onReadOf(field, fields).clock)
  return clocks.find((clock) => clock === 'now') ?? clocks.find((clock) => clock !== null) ?? null
}

const dayMs = 86_400_000
const minuteMs = 60_000

/** A number that is another one when that clock has gone on: the day in a time zone, or the minute. */
export const momentOf = (clock: NonNullable<OnRead['clock']>, now: number, timeZone: string): number =>
  clock === 'now' ? Math.floor(now / minuteMs) : Math.floor((now + zoneOffset(now, timeZone)) / dayMs)
