/**
 * Columns of a file that name records: before a chunk is sent its names become records, looked up once for the whole
 * file. What is called by nobody is made, where the person wants that, or left out and told; so is what several records are called.
 * Columns that name records of the table itself wait until all rows are stored (self-links.ts).
 */
import {
  err,
  type Field,
  type FieldId,
  type LinkItem,
  ok,
  type PlannedColumn,
  type RecordId,
  type Result,
  type RowLinks,
  type Table,
  type TableId,
} from '@plinth/domain'
import {
  type Meant,
  makeNamed,
  meantBy,
  type NameLookup,
  type Naming,
  readNames,
  recordsNamed,
} from '../../lib/records-named.ts'
import type { RowChunk } from './row-chunks.ts'
import type { LaterLink } from './self-links.ts'

export interface LinkedColumn {
  readonly field: Field
  /** Place among the values of a row. */
  readonly place: number
  /** Undefined: a table that this person may not read, in which nobody is called anything. */
  readonly target: Table | undefined
  /** Names of nobody become records. */
  readonly isMaking: boolean
}

/** The columns of a plan that fill links. `making`: fields whose missing records are made. */
export function linkedColumns(
  columns: readonly PlannedColumn[],
  fields: readonly Field[],
  tableOf: (id: TableId) => Table | undefined,
  making: ReadonlySet<FieldId>,
): LinkedColumn[] {
  return columns.flatMap(({ field: id }, place) => {
    const field = fields.find((one) => one.id === id)
    if (field?.type !== 'link') return []
    const target = field.options.target && tableOf(field.options.target)
    return [{ field, place, target, isMaking: making.has(id) }]
  })
}

/** Where the rows go. */
export interface LinkHome {
  readonly table: TableId
  /** Place of the key among the values of a row; null: each row is a record of its own. */
  readonly keyPlace: number | null
}

type Found = readonly LinkItem[]
const nobody: Found = []

export class LinkedColumns {
  private readonly known = new Map<TableId, Map<string, Found>>()
  private readonly columns: readonly LinkedColumn[]
  private readonly places: ReadonlySet<number>
  private readonly own: readonly LinkedColumn[]
  private readonly home: LinkHome
  private readonly lookup: NameLookup
  /** Two chunks are on their way at once: a name that both hold is asked for, and made, once. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(columns: readonly LinkedColumn[], home: LinkHome, lookup: NameLookup) {
    const isOwn = ({ target }: LinkedColumn) => target?.id === home.table
    this.columns = columns.filter((column) => !isOwn(column))
    this.own = columns.filter(isOwn)
    this.places = new Set(columns.map(({ place }) => place))
    this.home = home
    this.lookup = lookup
  }

  /** The chunk with records in place of names. The same again after a failure. */
  link(chunk: RowChunk): Promise<Result<RowChunk>> {
    const mine = this.turn.then(() => this.find(chunk))
    this.turn = mine.catch(() => undefined)
    return mine.then((found) => (found.ok ? ok(this.linked(chunk)) : found))
  }

  private async find({ rows }: RowChunk): Promise<Result<null>> {
    for (const { field, target, place, isMaking } of this.columns) {
      if (!target) continue
      const known = this.known.get(target.id) ?? new Map<string, Found>()
      this.known.set(target.id, known)
      const namings = rows.map((row) => namingIn(row[place + 1], field))
      const names = new Set(namings.flatMap((naming) => [naming.whole || [], naming.names].flat()))
      const asked = [...names].filter((name) => !known.has(name))
      const found =
        asked.length > 0 ? await recordsNamed(target, asked, this.lookup) : ok(new Map<string, Found>())
      if (!found.ok) return err(found.error)
      for (const name of asked) known.set(name, found.value.get(name) ?? nobody)
      const meant = isMaking ? namings.flatMap((naming) => meantBy(naming, known)) : []
      const missing = [...new Set(meant.flatMap(({ name, found }) => (found.length === 0 ? name : [])))]
      const made =
        missing.length > 0 ? await makeNamed(target, missing, this.lookup) : ok(new Map<string, Found>())
      if (!made.ok) return err(made.error)
      for (const [name, items] of made.value) known.set(name, items)
    }
    return ok(null)
  }

  private linked(chunk: RowChunk): RowChunk {
    const links: RowLinks[] = []
    const named = new Map<RecordId, Record<FieldId, string>>()
    const [misfits, report] = [[...chunk.misfits], [...chunk.report]]
    for (const [at, row] of chunk.rows.entries()) {
      const values: Record<FieldId, { link: RecordId[] }> = {}
      const said: Record<FieldId, string> = {}
      for (const { field, target, place } of this.columns) {
        const raw = row[place + 1]
        const items = meantBy(namingIn(raw, field), target && this.known.get(target.id))
        const wrong = items.find(({ found }) => found.length !== 1)
        if (wrong) {
          const line = chunk.lines[at] ?? 0
          const why = whyNot(wrong, target)
          misfits.push({ record: row[0], field: field.id, line, raw: String(raw) })
          report.push({ line, column: field.name, raw: String(raw), why: `${why}; nothing was linked` })
        } else if (items.length > 0) {
          values[field.id] = { link: items.map(({ found }) => found[0]![0]) }
          said[field.id] = String(raw)
        }
      }
      if (Object.keys(values).length === 0) continue
      links.push({ record: row[0], values })
      named.set(row[0], said)
    }
    const rows = chunk.rows.map((row) => this.withoutNames(row))
    return { ...chunk, rows, links, named, later: this.later(chunk), misfits, report }
  }

  private later({ rows, lines }: RowChunk): LaterLink[] {
    const { keyPlace } = this.home
    return this.own.flatMap((column) =>
      rows.flatMap((row, at): LaterLink[] => {
        const raw = row[column.place + 1]
        if (typeof raw !== 'string' || raw.trim() === '') return []
        const key = keyPlace === null ? null : (row[keyPlace + 1] ?? null)
        return [{ record: row[0], key, line: lines[at] ?? 0, column, raw }]
      }),
    )
  }

  private withoutNames([record, ...values]: RowChunk['rows'][number]): RowChunk['rows'][number] {
    return [record, ...values.filter((_, place) => !this.places.has(place))]
  }
}

/** A column for one record names one in each of its cells. */
export const namingIn = (cell: unknown, { options }: Field): Naming =>
  readNames(typeof cell === 'string' ? cell : '', options.single === true)

export function whyNot({ name, found }: Meant, target: Table | undefined): string {
  if (!target) return 'is for records of a table that you may not read'
  return found.length === 0
    ? `no record of “${target.name}” is called “${name}”`
    : `several records of “${target.name}” are called “${name}”`
}
