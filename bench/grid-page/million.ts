/** A million rows of twenty fields of mixed kinds, made when they are asked for and kept as long as an app would. */
import type { CellContent, ColumnKey, GridColumn, GridRow, GridSource, Hue, RowKey } from '@plinth/grid'

const kept = 12_000
const hues: readonly Hue[] = ['blue', 'green', 'amber', 'red', 'purple', 'teal', 'stone', 'pink']
const words =
  'quiet stone river harbour north lamp paper window garden signal copper orbit meadow ledger'.split(' ')
const people = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Donald Knuth',
]
const states = ['Planned', 'In progress', 'Blocked', 'In review', 'Done', 'Cancelled']

type Make = (n: number) => CellContent

const text = (value: string, isTabular = false): CellContent => ({ kind: 'text', text: value, isTabular })
const sentence = (n: number, length: number) =>
  Array.from({ length }, (_, index) => words[(n * 7 + index * 13 + ((n * index) >> 2)) % words.length]).join(
    ' ',
  )
const chip = (n: number, from: readonly string[]) => ({
  text: from[n % from.length]!,
  hue: hues[n % hues.length]!,
})

function person(n: number): { name: string; initials: string; hue: Hue } {
  const name = people[n % people.length]!
  return { name, initials: name.replaceAll(/[^A-Z]/g, ''), hue: hues[n % hues.length]! }
}

interface Field {
  readonly title: string
  readonly width: number
  readonly align?: GridColumn['align']
  readonly make: Make
}

const fields: readonly Field[] = [
  { title: 'Name', width: 240, make: (n) => text(`Record ${n + 1} ${words[n % words.length]}`) },
  { title: 'Status', width: 130, make: (n) => ({ kind: 'chips', chips: [chip(n * 5, states)] }) },
  { title: 'Owner', width: 160, make: (n) => ({ kind: 'people', people: [person(n * 3)] }) },
  {
    title: 'Amount',
    width: 120,
    align: 'end',
    make: (n) => text(((n * 7919) % 1_000_003).toLocaleString('en'), true),
  },
  { title: 'Due', width: 110, make: (n) => text(`2026-${pad((n % 12) + 1)}-${pad((n % 28) + 1)}`, true) },
  { title: 'Done', width: 80, align: 'center', make: (n) => ({ kind: 'check', isChecked: n % 3 === 0 }) },
  { title: 'Notes', width: 260, make: (n) => text(sentence(n, 4 + (n % 9))) },
  {
    title: 'Tags',
    width: 200,
    make: (n) => ({ kind: 'chips', chips: Array.from({ length: n % 5 }, (_, at) => chip(n + at, words)) }),
  },
  {
    title: 'Mail',
    width: 200,
    make: (n) => ({ kind: 'link', text: `person${n}@example.org`, href: `mailto:${n}` }),
  },
  { title: 'Stars', width: 110, make: (n) => ({ kind: 'rating', value: n % 6, max: 5 }) },
  { title: 'Ratio', width: 100, align: 'end', make: (n) => text((n / 7).toFixed(2), true) },
  {
    title: 'Files',
    width: 140,
    make: (n) => ({
      kind: 'files',
      files: Array.from({ length: n % 4 }, () => ({ name: 'a.pdf', picture: null, label: 'PDF' })),
    }),
  },
  {
    title: 'City',
    width: 140,
    make: (n) => (n % 4 === 0 ? { kind: 'empty' } : text(words[(n * 11) % words.length]!)),
  },
  { title: 'Price', width: 120, align: 'end', make: (n) => text(`€ ${((n * 31) % 99_991) / 100}`, true) },
  {
    title: 'Seen',
    width: 150,
    make: (n) => text(`2026-03-${pad((n % 28) + 1)} ${pad(n % 24)}:${pad(n % 60)}`, true),
  },
  { title: 'Comment', width: 240, make: (n) => text(sentence(n + 5, 3 + (n % 12))) },
  {
    title: 'Team',
    width: 220,
    make: (n) => ({ kind: 'people', people: [person(n), person(n + 1), person(n + 2)] }),
  },
  { title: 'Count', width: 90, align: 'end', make: (n) => text(String(n % 977), true) },
  { title: 'Kind', width: 120, make: (n) => ({ kind: 'chips', chips: [chip(n, words)] }) },
  {
    title: 'Page',
    width: 220,
    make: (n) => ({ kind: 'link', text: `https://example.org/records/${n}`, href: '' }),
  },
]

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

export const columns: readonly GridColumn[] = fields.map(({ title, width, align }, index) => ({
  key: `c${index}` as ColumnKey,
  title,
  width,
  align: align ?? 'start',
  isPrimary: index === 0,
}))

export class Million implements GridSource {
  readonly rowCount: number
  readonly groups: GridSource['groups'] = []
  readonly #rows = new Map<number, GridRow>()

  constructor(rowCount: number) {
    this.rowCount = rowCount
  }

  keyAt(row: number): RowKey {
    return `r${row}` as RowKey
  }

  indexOf(key: RowKey): ReturnType<GridSource['indexOf']> {
    return Number(key.slice(1)) as ReturnType<GridSource['indexOf']>
  }

  rowAt(row: number): GridRow {
    const known = this.#rows.get(row)
    if (known !== undefined) return known
    if (this.#rows.size >= kept) this.#rows.delete(this.#rows.keys().next().value!)
    const made = makeRow(this.keyAt(row), row)
    this.#rows.set(row, made)
    return made
  }
}

function makeRow(key: RowKey, row: number): GridRow {
  const contents = fields.map(({ make }) => make(row))
  return {
    key,
    look: 'plain',
    mark: null,
    cell: (column) => contents[Number(column.slice(1))]!,
    markOf: () => undefined,
    color: null,
    colorOf: () => undefined,
  }
}
