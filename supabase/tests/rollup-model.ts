/** Rollups in plain TypeScript: what each function makes of the values of linked records, in the order in which they were linked. */
import {
  type CellValue,
  currencyDigits,
  type FieldOptions,
  type FieldTypeName,
  limits,
  rollupType,
} from '@plinth/domain'
import type { ExpressionField } from '@plinth/expression'
import { plainDecimal, shortestDecimal } from '@plinth/expression/testing'
import type { Json } from './harness.ts'

type Value = number | string | boolean | null
const filled = (values: readonly Value[]) => values.filter((value) => value !== null)

/** Digits behind the point of the smallest number, and of what it ends with. */
const decimals = 1100

/** A number, as the database writes it, as a whole number of its smallest parts. */
function exact(value: number): bigint {
  const { negative, digits, exponent } = shortestDecimal(value)
  const scaled = BigInt(digits) * 10n ** BigInt(decimals + exponent)
  return negative ? -scaled : scaled
}

/** The same back, of a part of it: the nearest number. */
function inexact(total: bigint, count = 1): number {
  const size = (total < 0n ? -total : total) / BigInt(count)
  const text = String(size).padStart(decimals + 1, '0')
  return Number(`${total < 0n ? '-' : ''}${text.slice(0, -decimals)}.${text.slice(-decimals)}`) + 0
}

/** The sum of numbers, exact: as decimals, and only then a number. */
const exactSum = (values: readonly number[]): bigint => values.reduce((sum, value) => sum + exact(value), 0n)

type Filled = NonNullable<Value>
const extreme = (values: readonly Value[], isBetter: (value: Filled, other: Filled) => boolean): Value =>
  values.length === 0 ? null : values.reduce((best, value) => (isBetter(value!, best!) ? value : best))

const asText = (value: Value): string => (value === true ? 'Yes' : value === false ? 'No' : String(value))

const functions: Record<string, (values: readonly Value[]) => Value> = {
  count: (values) => values.length,
  sum: (values) => inexact(exactSum(filled(values) as number[])),
  average: (values) => {
    const numbers = filled(values) as number[]
    return numbers.length === 0 ? null : inexact(exactSum(numbers), numbers.length)
  },
  min: (values) => extreme(filled(values), (value, other) => value < other),
  max: (values) => extreme(filled(values), (value, other) => value > other),
  any: (values) => values.includes(true),
  all: (values) => values.every((value) => value === true),
  concatenate: (values) => filled(values).map(asText).join(', ') || null,
  unique: (values) => [...new Set(filled(values).map(asText))].join(', ') || null,
  first: (values) => values[0] ?? null,
  last: (values) => values.at(-1) ?? null,
}

export const rollUp = (name: string, values: readonly Value[]): Json => functions[name]!(values)
export type { Value }

const pad = (size: number) => String(size).padStart(2, '0')

function durationText(seconds: number): string {
  const size = Math.abs(seconds)
  return `${seconds < 0 ? '-' : ''}${Math.floor(size / 3600)}:${pad(Math.floor(size / 60) % 60)}:${pad(size % 60)}`
}

/** A share in hundredths, with every digit that it has and no exponent. */
function percentText(share: number): string {
  const [whole, part = ''] = plainDecimal(Math.abs(share)).split('.')
  const digits = part.padEnd(2, '0')
  const hundreds = (whole + digits.slice(0, 2)).replace(/^0+(?=\d)/, '')
  const rest = digits.slice(2).replace(/0+$/, '')
  return `${share < 0 ? '-' : ''}${hundreds}${rest && '.'}${rest}%`
}

function moneyText(minor: number, code: string): string {
  const digits = currencyDigits(code)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const cut = text.length - digits
  return `${minor < 0 ? '-' : ''}${text.slice(0, cut)}${digits > 0 ? '.' : ''}${text.slice(cut)}`
}

const numberText = (cell: CellValue, { prefix = '', digits = 1 }: FieldOptions = {}): string =>
  `${prefix}${String(cell).padStart(digits, '0')}`

/** A cell as a list of values tells it. */
function textOfCell(cell: CellValue, { type, options }: ExpressionField): string {
  if (type === 'autonumber') return numberText(cell, options as FieldOptions | undefined)
  if (type === 'single_select' || type === 'status')
    return options!.options!.find(({ id }) => id === cell)!.label
  if (type === 'percent') return percentText(cell as number)
  if (type === 'number') return plainDecimal(cell as number)
  if (type === 'duration') return durationText(cell as number)
  if (type === 'currency') return moneyText(cell as number, options!.currency!)
  return asText(cell as Value)
}

const most = exact(Number.MAX_VALUE)
const isReal = (type: FieldTypeName) => type === 'number' || type === 'percent'

/** A sum or an average as it is kept: nothing beyond what numbers tell apart, and whole where the field's are, half of one away from 0. */
function keptFigure(name: string, numbers: readonly number[], type: FieldTypeName): CellValue {
  if (numbers.length === 0) return name === 'sum' ? 0 : null
  if (isReal(type)) {
    const total = exactSum(numbers)
    const count = name === 'sum' ? 1 : numbers.length
    return (total < 0n ? -total : total) > most * BigInt(count) ? null : inexact(total, count)
  }
  const total = numbers.reduce((sum, value) => sum + BigInt(value), 0n)
  const by = name === 'sum' ? 1n : BigInt(numbers.length)
  const size = ((total < 0n ? -total : total) * 2n + by) / (by * 2n)
  return size > BigInt(limits.maxInteger) ? null : Number(total < 0n ? -size : size) + 0
}

/** Options of a list, each once, as a cell of several keeps them. */
const setOf = (cells: readonly CellValue[]): CellValue => {
  const ids = new Set(cells.flatMap((cell) => (Array.isArray(cell) ? (cell as string[]) : [cell as string])))
  return ids.size === 0 ? null : ([...ids].toSorted() as unknown as CellValue)
}

/** What is told of a list, of the texts of its items. */
function listed(name: string, texts: readonly (string | null)[]): CellValue {
  const text = rollUp(name, texts) as CellValue
  return !text || [...String(text)].length <= limits.longTextLength ? text : null
}

/** What a rollup keeps of the cells of a field in linked records, in the order of the links. */
export function rollUpCells(name: string, field: ExpressionField, cells: readonly CellValue[]): CellValue {
  const type = rollupType(name as 'count', field.type)!
  if (name === 'sum' || name === 'average')
    return keptFigure(name, filled(cells as Value[]) as number[], type)
  if (name === 'unique' && type === 'multi_select') return setOf(cells.filter((cell) => cell !== null))
  if (name === 'concatenate' || name === 'unique')
    return listed(
      name,
      cells.flatMap((cell) =>
        field.type === 'multi_select'
          ? labelsOf(cell, field)
          : [cell === null ? null : textOfCell(cell, field)],
      ),
    )
  const isNamed = field.type === 'autonumber' && type === 'text'
  return rollUp(
    name,
    (isNamed ? cells.map((cell) => (cell === null ? null : textOfCell(cell, field))) : cells) as Value[],
  ) as CellValue
}

/** What the options of a cell of several are called, in the order of the field's list. */
const labelsOf = (cell: CellValue, { options }: ExpressionField): string[] =>
  options!.options!.flatMap(({ id, label }) =>
    ((cell ?? []) as readonly string[]).includes(id) ? [label] : [],
  )
