/** Queries at random over a table: filters, searches, sorts, groups and collapsed ones. */
import {
  type FilterCondition,
  type FilterGroup,
  type FilterOperator,
  operatorsOf,
  uuidV7,
} from '@plinth/domain'
import type { Randomness } from './random-rights.ts'
import {
  dayIn,
  groupValue,
  isCounted,
  type ModelField,
  type ModelQuery,
  type ModelSort,
  type ModelTable,
} from './view-model.ts'

const some = <T>(by: Randomness, list: readonly T[], most: number): T[] => {
  const left = [...list]
  return Array.from({ length: Math.min(by.upTo(most + 1), left.length) }, () =>
    left.splice(by.upTo(left.length), 1),
  ).flat()
}

/** A piece of a text, in capitals now and then. */
function pieceOf(by: Randomness, text: string): string {
  const letters = [...text]
  const from = by.upTo(letters.length)
  const piece = letters.slice(from, from + 1 + by.upTo(4)).join('')
  return by.oneOf([piece, piece.toUpperCase(), piece.toLowerCase(), text])
}

function valueFor(by: Randomness, table: ModelTable, field: ModelField, operator: FilterOperator) {
  if (by.random() < 0.05) return by.oneOf([undefined, ''])
  const cells = table.rows.map((row) => row.values[field.id] ?? null).filter((cell) => cell !== null)
  const cell = cells.length === 0 ? null : by.oneOf(cells)
  const today = dayIn(table.timeZone, Date.now())
  switch (field.type) {
    case 'attachment':
      return undefined
    case 'link': {
      if (isCounted(field)) return undefined
      if (operator.endsWith('contains')) return pieceOf(by, by.oneOf(field.choices).label || 'a')
      return some(by, [...field.choices.map(({ id }) => id), uuidV7() as string], 3)
    }
    case 'checkbox':
      return by.oneOf([true, false])
    case 'integer':
    case 'number':
    case 'percent':
    case 'rating':
    case 'duration':
    case 'currency':
    case 'autonumber':
      return by.oneOf([Number(cell ?? 0), 2.5, -1e15, 9e15, 0])
    case 'date':
    case 'datetime': {
      if (operator === 'within')
        return {
          period: by.oneOf(['past', 'next'] as const),
          unit: by.oneOf(['day', 'week', 'month', 'year'] as const),
          count: by.oneOf([1, 2, 7, 40]),
          ...(by.random() < 0.4 ? { period: 'this' as const, count: 1 } : {}),
        }
      const at = (cell ?? today) as string
      const day = field.type === 'date' ? at : dayIn(table.timeZone, at)
      return by.oneOf([{ day: by.upTo(9) - 4 }, day, at])
    }
    case 'multi_select':
      return some(by, [...field.choices.map(({ id }) => id), 'gone'], 3)
    case 'single_select':
    case 'status':
    case 'person': {
      const ids = [...field.choices.map(({ id }) => id), ...(field.type === 'person' ? ['me'] : ['gone'])]
      if (operator !== 'any_of' && operator !== 'none_of') return by.oneOf(ids)
      return some(by, ids, 3)
    }
    default:
      return cell === null ? 'a' : pieceOf(by, cell as string)
  }
}

function randomCondition(by: Randomness, table: ModelTable, fields: readonly ModelField[]): FilterCondition {
  const field = by.oneOf(fields)
  const operator = by.oneOf(operatorsOf(field.type))
  const value = valueFor(by, table, field, operator)
  const bare = operator === 'empty' || operator === 'not_empty' || value === undefined
  return { field: field.id, operator, ...(bare ? {} : { value }) } as FilterCondition
}

export function randomFilter(
  by: Randomness,
  table: ModelTable,
  fields: readonly ModelField[],
  depth = 1,
): FilterGroup {
  const items = Array.from({ length: by.upTo(4) }, () =>
    depth < 4 && by.random() < 0.3
      ? randomFilter(by, table, fields, depth + 1)
      : randomCondition(by, table, fields),
  )
  return { join: by.oneOf(['and', 'or', 'or']), items }
}

const sortsOf = (by: Randomness, fields: readonly ModelField[], most: number): ModelSort[] =>
  some(by, fields, most).map(({ id }) => ({ field: id, direction: by.oneOf(['asc', 'desc']) }))

const searchOf = (by: Randomness, table: ModelTable, fields: readonly ModelField[]): string => {
  const field = by.oneOf(fields)
  const cell = by.oneOf(table.rows).values[field.id] ?? null
  const label = field.choices.find(({ id }) => id === cell)?.label
  const word = pieceOf(by, label ?? String(cell ?? 'x')).trim()
  return by.random() < 0.3 ? ` ${word}  a ` : word
}

/** Over these fields of the table; the model looks at no others. */
export function randomQuery(
  by: Randomness,
  table: ModelTable,
  id: string,
  fields: readonly ModelField[] = table.fields,
): ModelQuery {
  const groups = sortsOf(
    by,
    fields.filter(({ type }) => type !== 'long_text' && type !== 'json'),
    3,
  )
  const paths = some(by, table.rows, 6).map((row) =>
    groups.slice(0, 1 + by.upTo(3)).map(({ field }) => groupValue(table, field, row)),
  )
  return {
    table: id,
    sorts: sortsOf(
      by,
      fields.filter(({ type }) => type !== 'json'),
      3,
    ),
    ...(by.random() < 0.6 ? { filter: randomFilter(by, table, fields) } : {}),
    ...(by.random() < 0.3 ? { search: searchOf(by, table, fields) } : {}),
    ...(by.random() < 0.6 && groups.length > 0 ? { groups, collapsed: by.random() < 0.6 ? paths : [] } : {}),
  }
}
