/** Turning the texts of one column into values. Converters are made once per column; none asks Intl per cell. */
import { checkboxWords } from '../field-types/checkbox.ts'
import { isEmail } from '../field-types/email.ts'
import { json } from '../field-types/json.ts'
import { splitLabels } from '../field-types/link-text.ts'
import { optionSet } from '../field-types/multi-select.ts'
import { isPhone } from '../field-types/phone.ts'
import { mostPoints } from '../field-types/rating.ts'
import { isUrl } from '../field-types/url.ts'
import { readDay } from '../formats/date-text.ts'
import { readInstant } from '../formats/date-time-text.ts'
import { readDuration } from '../formats/duration-text.ts'
import { readMoney } from '../formats/money.ts'
import { type DecimalMark, percentSign, readNumber } from '../formats/number-text.ts'
import { isStorable, isTooLong } from '../formats/storable-text.ts'
import type { OptionId } from '../ids.ts'
import { limits } from '../limits.ts'
import type { SelectOption } from '../schema.ts'
import type { ColumnChoice } from './column-choice.ts'
import { ownText } from './own-text.ts'
import type { ShapeContext } from './value-shape.ts'

/** The answer for a text that does not fit; never a value. */
export const misfit = Symbol('misfit')
export type ImportedValue = string | number | boolean | readonly OptionId[] | null
export type Converter = (raw: string) => ImportedValue | typeof misfit

/**
 * Text is kept exactly, spaces too. The other types ignore spaces around the value and take a cell of spaces for
 * empty.
 */
export function compileConverter(
  choice: ColumnChoice,
  options: readonly SelectOption[],
  context: ShapeContext,
): Converter {
  switch (choice.type) {
    case 'text':
      return textConverter(limits.textLength)
    case 'long_text':
      return textConverter(limits.longTextLength)
    case 'integer':
      return trimmed(integerConverter(choice.mark))
    case 'number':
      return trimmed((text) => readNumber(text, choice.mark)?.value ?? misfit)
    case 'percent':
      return trimmed((text) => readNumber(text.replace(percentSign, ''), choice.mark, -2)?.value ?? misfit)
    case 'currency':
      return trimmed((text) => readMoney(text, choice.mark, choice.currency)?.minor ?? misfit)
    case 'rating':
      return trimmed(ratingConverter(choice.max ?? mostPoints))
    case 'duration':
      return trimmed((text) => readDuration(text, choice.unit ?? 'minute') ?? misfit)
    case 'checkbox':
      return trimmed((text) => checkboxWords.get(text.toLowerCase()) ?? misfit)
    case 'date':
      return remembering(trimmed((text) => readDay(text, context.months)?.[choice.order] ?? misfit))
    case 'datetime':
      return remembering(
        trimmed((text) => readInstant(text, context.timeZone, context.months)?.[choice.order] ?? misfit),
      )
    case 'email':
      return trimmed((text) => (isEmail(text) ? text : misfit))
    case 'phone':
      return trimmed((text) => (isPhone(text) ? text : misfit))
    case 'url':
      return trimmed((text) => (isUrl(text) ? text : misfit))
    case 'single_select':
    case 'person':
    case 'status':
      return optionConverter(options)
    // Which records are meant is known when all of a chunk is asked for.
    case 'link':
      return trimmed(textConverter(limits.longTextLength))
    case 'json':
      return documentConverter
    case 'multi_select':
      return setConverter(options)
  }
}

function trimmed(convert: Converter): Converter {
  return (raw) => {
    const text = raw.trim()
    return text === '' ? null : convert(text)
  }
}

const mostRemembered = 20_000

/** Columns of dates repeat themselves. */
function remembering(convert: Converter): Converter {
  const known = new Map<string, ImportedValue | typeof misfit>()
  return (raw) => {
    let value = known.get(raw)
    if (value === undefined) {
      value = convert(raw)
      if (known.size >= mostRemembered) known.clear()
      known.set(ownText(raw), value)
    }
    return value
  }
}

function textConverter(limit: number): Converter {
  return (raw) => {
    if (raw === '') return null
    return isStorable(raw) && !isTooLong(raw, limit) ? raw : misfit
  }
}

const shortWhole = /^-?(?:0|[1-9]\d{0,14})$/

function integerConverter(mark: DecimalMark): Converter {
  return (text) => {
    if (shortWhole.test(text)) return Number(text) || 0
    const reading = readNumber(text, mark)
    return reading?.isWhole && Math.abs(reading.value) <= limits.maxInteger ? reading.value : misfit
  }
}

const points = /^(?:[1-9]|10)$/

function ratingConverter(max: number): Converter {
  return (text) => (points.test(text) && Number(text) <= max ? Number(text) : misfit)
}

/** Exact labels first, then labels that differ in case alone, as when a person types one. */
function optionConverter(options: readonly SelectOption[]): Converter {
  const exact = new Map(options.map((option) => [option.label.trim(), option.id]))
  const loose = new Map<string, string | null>()
  for (const { id, label } of options) {
    const key = label.trim().toLocaleLowerCase('en')
    loose.set(key, loose.has(key) ? null : id)
  }
  return trimmed((text) => exact.get(text) ?? loose.get(text.toLocaleLowerCase('en')) ?? misfit)
}

/** One label, commas and all, else labels with commas between; a text with one that is no option does not fit as a whole. */
function setConverter(options: readonly SelectOption[]): Converter {
  const one = optionConverter(options)
  return remembering(
    trimmed((text) => {
      const whole = one(text)
      if (typeof whole === 'string') return optionSet([whole as OptionId])
      const ids = splitLabels(text).map((label) => one(label))
      return ids.includes(misfit) ? misfit : optionSet(ids as OptionId[])
    }),
  )
}

const documentConverter: Converter = trimmed((text) => {
  const read = json.validate(text, { options: {} })
  return read.ok ? (read.value as string | null) : misfit
})
