/** With what each operator is compared in the matrix: of each at least one value that finds records, and one that finds others or none. */
import {
  type CellValue,
  type FilterOperator,
  type FilterValue,
  familyOf,
  type LinkValue,
  uuidV7,
} from '@plinth/domain'
import type { Stage } from './matrix.ts'

type Compared = readonly (FilterValue | undefined)[]

/** The first in capitals, the beginning of the second, the end of the third, and what stands nowhere. */
function pieces([first, second, third]: readonly CellValue[]): Compared {
  return [String(first).toUpperCase(), String(second).slice(0, 4), String(third).slice(-3), 'nowhere']
}

/** Each value, one between two of them, and what is beyond all. */
const around = (values: readonly CellValue[]): Compared => [
  ...(values as readonly number[]),
  2.125,
  -1e300,
  1e300,
]

/** Each value, days beside them, and days by their names. */
const days = (values: readonly CellValue[]): Compared => [
  ...(values as readonly string[]),
  '2024-03-30',
  '2024-03-31',
  '0001-01-01',
  '9999-12-31',
  { day: 0 },
]
const periods: Compared = [
  { period: 'past', unit: 'year', count: 1_000 },
  { period: 'next', unit: 'year', count: 1_000 },
]

const ids = (values: readonly CellValue[], operator: FilterOperator, others: readonly string[]): Compared => {
  const [first, second, third] = values as readonly string[]
  if (operator.startsWith('is')) return [first, second, third, ...others]
  return [[first!], [second!, third!], [first!, others[0]!], ...others.map((id) => [id])]
}

const sets = (values: readonly CellValue[]): Compared => {
  const all = [...new Set((values as readonly (readonly string[])[]).flat())]
  return [...(values as readonly (readonly string[])[]), all.slice(-1), all.toReversed(), ['gone']]
}

function links(values: readonly CellValue[], operator: FilterOperator): Compared {
  const every = (values as readonly LinkValue[]).flatMap(({ items }) => items)
  const [one, two, three] = [...new Map(every.map((item) => [item[0], item])).values()]
  if (operator.endsWith('contains')) return [String(one![1]).toUpperCase(), ' 10', 'nowhere']
  return [[one![0]], [two![0], three![0]], [uuidV7()]]
}

export function comparedWith({ type, ranked }: Stage, operator: FilterOperator): Compared {
  if (operator === 'empty' || operator === 'not_empty') return [undefined]
  switch (familyOf(type)) {
    case 'text':
      return pieces(ranked)
    case 'json':
      return operator === 'has_key' ? ['a', 'A', 'nowhere'] : pieces(ranked)
    case 'integer':
    case 'number':
      return around(ranked)
    case 'checkbox':
      return [true, false]
    case 'date':
    case 'datetime':
      return operator === 'within' ? periods : days(ranked)
    case 'multi_select':
      return sets(ranked)
    case 'link':
      return links(ranked, operator)
    case 'person':
      return ids(ranked, operator, [uuidV7(), 'me'])
    default:
      return ids(ranked, operator, ['gone'])
  }
}
