/** What follows a few values, as the fill handle goes on with them: a step, or the values over again. */
import { dateSteps } from './date-series.ts'

export type SeriesValue<Other = unknown> =
  | { readonly kind: 'number'; readonly value: number }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'date'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'other'; readonly value: Other }

/** The value at a place: 0 is the first of those given, what lies before them is below 0. */
export type Series<Other = unknown> = (place: number) => SeriesValue<Other>

/** `isSeries` false: only the values over again. At least one value. */
export function seriesOf<Other>(values: readonly SeriesValue<Other>[], isSeries: boolean): Series<Other> {
  return (isSeries ? stepped(values) : null) ?? repeated(values)
}

function repeated<Other>(values: readonly SeriesValue<Other>[]): Series<Other> {
  const count = values.length
  return (place) => values[((place % count) + count) % count] as SeriesValue<Other>
}

function stepped<Other>(values: readonly SeriesValue<Other>[]): Series<Other> | null {
  const numbers = ofKind(values, 'number')
  if (numbers) return numberSeries(numbers)
  const dates = ofKind(values, 'date')
  const steps = dates && dateSteps(dates)
  if (steps) return (place) => ({ kind: 'date', value: steps(place) })
  const texts = ofKind(values, 'text')
  return texts && numberedSeries(texts)
}

function ofKind<Kind extends 'number' | 'date' | 'text'>(
  values: readonly SeriesValue[],
  kind: Kind,
): readonly Extract<SeriesValue, { kind: Kind }>['value'][] | null {
  const found = values.flatMap((value) => (value.kind === kind ? [value.value] : []))
  return found.length === values.length ? (found as never) : null
}

/** One number is no step: it is repeated. */
function numberSeries<Other>(numbers: readonly number[]): Series<Other> | null {
  const line = numbers.length < 2 ? null : lineThrough(numbers)
  return line && ((place) => ({ kind: 'number', value: line(place) }))
}

/** Null where the steps differ by more than numbers in binary do of themselves. */
function lineThrough(numbers: readonly number[]): ((place: number) => number) | null {
  const first = numbers[0] as number
  const digits = Math.max(...numbers.map(digitsOf))
  const round = (value: number) => (digits > 15 ? value : Number(value.toFixed(digits)))
  const step = numbers.length < 2 ? 1 : round((numbers[1] as number) - first)
  const isLine = numbers.every((value, place) => {
    const room = Math.max(Math.abs(value), Math.abs(step)) * 1e-12
    return Math.abs(first + step * place - value) <= room
  })
  return isLine ? (place) => numbers[place] ?? round(first + step * place) : null
}

/** Digits behind the point, so that 0.1 and 0.2 go on with 0.3. */
function digitsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const fraction = mantissa.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number(exponent))
}

/** Item 1, Item 2; a single one goes on by one. Below 0 the numbers rise again, as in other spreadsheets. */
function numberedSeries<Other>(texts: readonly string[]): Series<Other> | null {
  const parts = texts.map((text) => /^(.*?)(\d{1,15})$/s.exec(text))
  const prefix = parts[0]?.[1] ?? null
  if (prefix === null || parts.some((part) => part?.[1] !== prefix)) return null
  const digits = parts.map((part) => part?.[2] ?? '')
  const line = lineThrough(digits.map(Number))
  if (line === null) return null
  const isPadded = digits.some((each) => each.length > 1 && each.startsWith('0'))
  const width = isPadded ? Math.max(...digits.map((each) => each.length)) : 0
  return (place) => ({
    kind: 'text',
    value: texts[place] ?? prefix + String(Math.abs(line(place))).padStart(width, '0'),
  })
}
