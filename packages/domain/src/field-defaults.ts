import type { ValueContext } from './field-types/field-type.ts'
import { pad } from './formats/calendar.ts'
import { zoneOffset } from './formats/time-zone.ts'
import type { FieldId, UserId } from './ids.ts'
import type { CellValue } from './rows.ts'
import type { Field, FieldDefault } from './schema.ts'

/** Where and by whom a record is made. */
export type MakerContext = Pick<ValueContext, 'timeZone'> & { readonly me: UserId }

/** What a default is at an instant (milliseconds since 1970): as the database would fill it in. */
export function defaultValue(from: FieldDefault, { timeZone, me }: MakerContext, now: number): CellValue {
  switch (from.kind) {
    case 'value':
      return from.value
    case 'me':
      return me
    case 'now':
      return new Date(now).toISOString()
    case 'today': {
      const clock = new Date(now + zoneOffset(now, timeZone))
      return `${pad(clock.getUTCFullYear(), 4)}-${pad(clock.getUTCMonth() + 1, 2)}-${pad(clock.getUTCDate(), 2)}`
    }
  }
}

/** The values with which a new record is shown and sent: the defaults of the fields that its maker may write. */
export function newRecordValues(
  fields: readonly Pick<Field, 'id' | 'default' | 'access'>[],
  context: MakerContext,
  now: number,
): Record<FieldId, CellValue> {
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.default && field.access !== 'read' ? [[field.id, defaultValue(field.default, context, now)]] : [],
    ),
  )
}
