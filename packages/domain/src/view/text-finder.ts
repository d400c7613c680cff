/**
 * Where a piece of text stands, as the database finds it (`holds_sql`, docs/decisions/0021-views-in-sql.md): what is marked on the
 * screen is what it would answer.
 */

import type { ValueContext } from '../field-types/field-type.ts'
import { writeCivilTime } from '../formats/date-time-text.ts'
import type { CellValue } from '../rows.ts'
import type { Field } from '../schema.ts'

/** Capitals by Unicode's full mapping without a language: "straße" is "STRASSE". */
const folded = (text: string): string => text.toUpperCase()

/** Answers whether a value holds the text; an empty text stands nowhere. */
export function textFinder(
  text: string,
  { timeZone, people = [] }: Pick<ValueContext, 'timeZone' | 'people'>,
): (field: Pick<Field, 'type' | 'options'>, value: CellValue) => boolean {
  const sought = text.trim()
  const capitals = folded(sought)
  const isNumber = /^-?\d*\.?\d+$/.test(sought)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(sought)
  const holds = (whole: string | undefined) => whole !== undefined && folded(whole).includes(capitals)
  return (field, value) => {
    if (sought === '' || value === null) return false
    switch (field.type) {
      case 'text':
      case 'long_text':
      case 'email':
      case 'url':
        return holds(String(value))
      case 'single_select':
      case 'status':
        return holds(field.options.options?.find(({ id }) => id === value)?.label)
      case 'person': {
        const person = people.find(({ id }) => id === value)
        return holds(person?.name)
      }
      case 'integer':
      case 'number':
        return isNumber && typeof value === 'number' && plainDigits(value).includes(sought)
      case 'date':
        return isDay && value === sought
      case 'datetime':
        return isDay && writeCivilTime(String(value), timeZone).startsWith(sought)
      default:
        return false
    }
  }
}

/** A number without an exponent. */
function plainDigits(value: number): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const shift = Number(power)
  if (shift === 0) return String(value)
  const digits = whole + part
  const point = whole.length + shift
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${point < digits.length ? `.${digits.slice(point)}` : ''}`
}
