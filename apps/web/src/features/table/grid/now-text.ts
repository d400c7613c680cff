/** Today, or the time of day, as it is typed into a field. */
import type { Field, ValueContext } from '@plinth/domain'

/** In the time zone of the base: what a wall clock there shows. */
export function nowText(
  what: 'date' | 'time',
  field: Pick<Field, 'type'>,
  { timeZone }: Pick<ValueContext, 'timeZone'>,
  now = new Date(),
): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`
  const time = `${parts['hour']}:${parts['minute']}`
  if (field.type === 'datetime') return `${day} ${time}`
  return field.type === 'date' || what === 'date' ? day : time
}
