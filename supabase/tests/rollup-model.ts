/** Rollups in plain TypeScript: what each function makes of the values of linked records, in the order in which they were linked. */
import type { Json } from './harness.ts'

type Value = number | string | boolean | null
const filled = (values: readonly Value[]) => values.filter((value) => value !== null)

/** The sum of numbers, exact: as decimals, and only then a number. */
function exactSum(values: readonly number[]): number {
  const decimals = 20
  const scaled = values.map((value) => {
    const [size, power = '0'] = String(Math.abs(value)).split('e')
    const [whole, part = ''] = size!.split('.')
    const digits = BigInt(whole! + part) * 10n ** BigInt(decimals + Number(power) - part.length)
    return value < 0 ? -digits : digits
  })
  const total = scaled.reduce((sum, value) => sum + value, 0n)
  const text = String(total < 0n ? -total : total).padStart(decimals + 1, '0')
  return Number(`${total < 0n ? '-' : ''}${text.slice(0, -decimals)}.${text.slice(-decimals)}`)
}

const asText = (value: Value): string => (value === true ? 'Yes' : value === false ? 'No' : String(value))

const functions: Record<string, (values: readonly Value[]) => Value> = {
  count: (values) => values.length,
  sum: (values) => exactSum(filled(values) as number[]),
  average: (values) => {
    const numbers = filled(values) as number[]
    return numbers.length === 0 ? null : exactSum(numbers) / numbers.length
  },
  min: (values) => (filled(values).length === 0 ? null : Math.min(...(filled(values) as number[]))),
  max: (values) => (filled(values).length === 0 ? null : Math.max(...(filled(values) as number[]))),
  any: (values) => values.includes(true),
  all: (values) => values.every((value) => value === true),
  concatenate: (values) => filled(values).map(asText).join(', ') || null,
  unique: (values) => [...new Set(filled(values).map(asText))].join(', ') || null,
  first: (values) => values[0] ?? null,
  last: (values) => values.at(-1) ?? null,
}

export const rollUp = (name: string, values: readonly Value[]): Json => functions[name]!(values)
export type { Value }
