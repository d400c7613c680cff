/** What a view makes of records, said a second time: their order by a field, and the figures below it (docs/rpc.md). */
import { type CellValue, isNumeric, isOptionSet, type SummaryKind } from '@plinth/domain'
import type { BaseModel, FieldModel, RecordModel } from './model.ts'
import { standingOf } from './oracle.ts'

const texts: readonly string[] = ['text', 'long_text', 'email', 'url', 'phone']
const asPeopleDo = new Intl.Collator('und', { numeric: true })
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

export const hasOrder = ({ type }: Pick<FieldModel, 'type'>): boolean =>
  type !== 'attachment' && type !== 'json'

/** The people of a base by their names. */
export function peopleInOrder(base: BaseModel, nameOf: (person: string) => string | null): readonly string[] {
  const people = [...base.workspace.members.keys()].filter((person) => standingOf(base, person) !== null)
  const nameIn = (person: string) => nameOf(person) ?? ''
  return people.toSorted((a, b) => asPeopleDo.compare(nameIn(a), nameIn(b)) || (a < b ? -1 : 1))
}

function compareCells(field: FieldModel, people: readonly string[], a: CellValue, b: CellValue): number {
  if (texts.includes(field.type)) {
    const [x, y] = [a as string, b as string]
    return asPeopleDo.compare(x, y) || byBytes(x, y)
  }
  if (field.type === 'person') {
    const [x, y] = [a as string, b as string]
    return placeAmong(people, x) - placeAmong(people, y) || byBytes(x, y)
  }
  const [x, y] = [placeOf(field, a), placeOf(field, b)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** Who is not in the base any more comes last. */
function placeAmong(people: readonly string[], person: string): number {
  const at = people.indexOf(person)
  return at < 0 ? people.length : at
}

/** Options have the order of their list, several of them that of their first, then their second. */
function placeOf({ options }: FieldModel, cell: CellValue): string | number | boolean {
  const place = (id: string) =>
    String(options.options!.findIndex((option) => option.id === id)).padStart(4, '0')
  if (isOptionSet(cell))
    return cell
      .map((id) => place(id))
      .toSorted()
      .join('')
  return options.options ? place(cell as string) : (cell as string | number | boolean)
}

/** Empty cells last; ties by the id, in the direction of the sort. `people`: those of the base in their order. */
export function inOrder(
  records: readonly RecordModel[],
  field: FieldModel,
  sign: 1 | -1,
  people: readonly string[] = [],
): string[] {
  const compare = (a: RecordModel, b: RecordModel): number => {
    const [x, y] = [a.cells[field.id] ?? null, b.cells[field.id] ?? null]
    if ((x === null) !== (y === null)) return x === null ? 1 : -1
    const order = x === null || y === null ? 0 : compareCells(field, people, x, y)
    return (order || (a.id < b.id ? -1 : 1)) * sign
  }
  return [...records].sort(compare).map(({ id }) => id)
}

/** A figure over cells; null where there is nothing to make it of. */
export function figureOf(field: FieldModel, kind: SummaryKind, cells: readonly CellValue[]): CellValue {
  const filled = cells.filter((cell) => cell !== null)
  const counts: Partial<Record<SummaryKind, number>> = {
    count: cells.length,
    empty: cells.length - filled.length,
    filled: filled.length,
    unique: new Set(filled.map(String)).size,
    checked: filled.filter((cell) => cell === true).length,
  }
  const counted = counts[kind]
  if (counted !== undefined) return counted
  if (isNumeric(field.type)) return ofNumbers(kind, filled as number[])
  const times = (filled as string[]).toSorted()
  return (kind === 'earliest' ? times[0] : times.at(-1)) ?? null
}

function ofNumbers(kind: SummaryKind, numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const sum = numbers.reduce((total, value) => total + value, 0)
  const middle = (sorted.length - 1) / 2
  if (kind === 'sum') return sum
  if (kind === 'average') return sum / numbers.length
  if (kind === 'median') return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
  return (kind === 'min' ? sorted[0] : sorted.at(-1))!
}

/** The same figure, but for the last digits of numbers that are added up in another order. Large sums come as texts of digits. */
export function sameFigure(expected: CellValue, got: unknown): boolean {
  if (typeof expected === 'number') {
    const isNumber = typeof got === 'number' || (typeof got === 'string' && /^-?\d+$/.test(got))
    return isNumber && Math.abs(expected - Number(got)) <= 1e-9 * Math.max(1, Math.abs(expected))
  }
  return expected === got || (expected !== null && Date.parse(String(expected)) === Date.parse(String(got)))
}
