/**
 * Where a piece of text stands, as the database finds it (`holds_sql`, docs/decisions/0021-views-in-sql.md): what is marked on the
 * screen is what it would answer.
 */

import { autonumber } from '../field-types/autonumber.ts'
import { currencyOf } from '../field-types/currency.ts'
import type { ValueContext } from '../field-types/field-type.ts'
import { isLinks } from '../field-types/link.ts'
import { isOptionSet } from '../field-types/multi-select.ts'
import { labelOf } from '../field-types/option-names.ts'
import { writeCivilTime } from '../formats/date-time-text.ts'
import { durationText } from '../formats/duration-text.ts'
import { moneyText } from '../formats/money.ts'
import { plainDigits } from '../formats/number-text.ts'
import type { CellValue } from '../rows.ts'
import type { Field } from '../schema.ts'

/** Capitals by Unicode's full mapping without a language: "straße" is "STRASSE". */
const folded = (text: string): string => text.toUpperCase()

/** Answers whether a value holds the text; an empty text stands nowhere. */
export function textFinder(
  text: string,
  context: Pick<ValueContext, 'timeZone' | 'people' | 'labelFieldOf'>,
): (field: Pick<Field, 'type' | 'options'>, value: CellValue) => boolean {
  const { timeZone, people = [] } = context
  const sought = text.trim()
  const capitals = folded(sought)
  const isNumber = /^-?\d*\.?\d+$/.test(sought)
  const isLength = /^-?[\d:]*\d[\d:]*$/.test(sought)
  const isPercent = /^-?\d*\.?\d+%?$/.test(sought)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(sought)
  const holds = (whole: string | undefined) => whole !== undefined && folded(whole).includes(capitals)
  const finds = (field: Pick<Field, 'type' | 'options'>, value: CellValue): boolean => {
    if (sought === '' || value === null) return false
    switch (field.type) {
      case 'text':
      case 'long_text':
      case 'email':
      case 'url':
      case 'phone':
      case 'json':
        return holds(String(value))
      case 'single_select':
      case 'status':
        return holds(field.options.options?.find(({ id }) => id === value)?.label)
      case 'multi_select':
        return isOptionSet(value) && value.some((id) => holds(labelOf(id, field)))
      case 'person':
      case 'created_by':
      case 'changed_by': {
        const person = people.find(({ id }) => id === value)
        return holds(person?.name)
      }
      case 'link': {
        // By the first field of the records, as in their own table; the database looks no further than one link.
        const label = field.options.target && context.labelFieldOf?.(field.options.target)
        if (!label || label.type.name === 'link' || !isLinks(value)) return false
        return value.items.some(([, first]) =>
          finds({ type: label.type.name, options: label.shape.options }, first),
        )
      }
      case 'integer':
      case 'number':
      case 'rating':
        return isNumber && typeof value === 'number' && plainDigits(value).includes(sought)
      case 'autonumber':
        return holds(autonumber.toExport(value, field))
      case 'duration':
        return (
          isLength &&
          typeof value === 'number' &&
          durationText(value, field.options.unit ?? 'minute').includes(sought)
        )
      case 'currency':
        return isNumber && typeof value === 'number' && moneyText(value, currencyOf(field)).includes(sought)
      case 'percent':
        return isPercent && typeof value === 'number' && `${plainDigits(value, 2)}%`.includes(sought)
      case 'date':
        return isDay && value === sought
      case 'datetime':
      case 'created_time':
      case 'changed_time':
        return isDay && writeCivilTime(String(value), timeZone).startsWith(sought)
      default:
        return false
    }
  }
  return finds
}
