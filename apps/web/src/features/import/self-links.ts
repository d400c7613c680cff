/**
 * Columns of a file that name records of the very table that it fills. A row may name one further down, so these are linked once all rows
 * are stored: then a name means what the table holds, and nobody is made twice. A row that is met by its key is found by it again.
 */
import {
  err,
  type Field,
  type ImportedValue,
  type LinkItem,
  limits,
  type MutationId,
  type MutationResult,
  ok,
  type RecordId,
  type Result,
  type Table,
  type UnlinkedRow,
  uuidV7,
} from '@plinth/domain'
import { sameValue } from '@plinth/record-store'
import {
  type Meant,
  makeNamed,
  meantBy,
  type NameLookup,
  recordsAlike,
  recordsNamed,
} from '../../lib/records-named.ts'
import type { ImportReport } from './import-report.ts'
import { type LinkedColumn, namingIn, whyNot } from './linked-columns.ts'
import type { ReportEntry } from './row-chunks.ts'

/** What a cell of a stored row names. */
export interface LaterLink {
  readonly record: RecordId
  /** By which the row is met; null: it is a record of its own. */
  readonly key: ImportedValue
  readonly line: number
  readonly column: LinkedColumn
  readonly raw: string
}

interface SelfLinksOptions {
  readonly table: Table
  readonly key: Field | null
  readonly lookup: NameLookup
  readonly report: ImportReport
  reasonOf(row: UnlinkedRow): Pick<ReportEntry, 'column' | 'why'>
}

export class SelfLinks {
  readonly #options: SelfLinksOptions
  readonly #known = new Map<string, readonly LinkItem[]>()
  readonly #links: LaterLink[] = []
  /** How many of them are done with. */
  #done = 0

  constructor(options: SelfLinksOptions) {
    this.#options = options
  }

  /** Of rows that are stored now. */
  add(links: readonly LaterLink[]): void {
    for (const link of links) this.#links.push(link)
  }

  /** Links the next ones; answers whether there are more. The same again after a failure. */
  async linkSome(): Promise<Result<boolean>> {
    const some = this.#links.slice(this.#done, this.#done + limits.mutationsPerBatch)
    if (some.length === 0) return ok(false)
    const entries = await this.#link(some)
    if (!entries.ok) return entries
    this.#options.report.add(entries.value)
    this.#done += some.length
    return ok(this.#done < this.#links.length)
  }

  /** The import has ended before: tells what is not linked. */
  giveUp(): void {
    const why = 'the import was ended before its rows were linked; nothing was linked'
    this.#options.report.add(this.#links.slice(this.#done).map((link) => entryOf(link, why)))
    this.#done = this.#links.length
  }

  /** What could not be linked. */
  async #link(some: readonly LaterLink[]): Promise<Result<readonly ReportEntry[]>> {
    const { table, lookup, reasonOf } = this.#options
    const known = await this.#learn(some)
    if (!known.ok) return known
    const homes = await this.#homesOf(some)
    if (!homes.ok) return homes
    const meant = some.map((link) => ({ link, items: this.#meantBy(link) }))
    const refused = meant.flatMap(({ link, items }) => {
      const wrong = items.find(({ found }) => found.length !== 1)
      return wrong ? [entryOf(link, `${whyNot(wrong, table)}; nothing was linked`)] : []
    })
    const good = meant.filter(
      ({ items }) => items.length > 0 && items.every(({ found }) => found.length === 1),
    )
    const mutations = good.map(({ link, items }) => {
      const record = homes.value.get(link) ?? link.record
      const values = { [link.column.field.id]: { link: items.map(({ found }) => found[0]![0]) } }
      const id = uuidV7() as MutationId
      return { id, kind: 'update', table: table.id, record, values, base: {} } as const
    })
    if (mutations.length === 0) return ok(refused)
    const answer = await lookup.rows.apply({ mutations, atomic: false })
    if (!answer.ok) return err(answer.error)
    const unlinked = good.flatMap(({ link }, at) => {
      const code = codeOf(answer.value[at])
      if (code === null) return []
      const { column, why } = reasonOf({ line: 0, code, field: link.column.field.id })
      return [{ ...entryOf(link, `${why} The record was stored without it.`), column }]
    })
    return ok([...refused, ...unlinked])
  }

  #meantBy({ raw, column }: LaterLink): readonly Meant[] {
    return meantBy(namingIn(raw, column.field), this.#known)
  }

  /** Asks who is called so, and makes those whom nobody is and the person wants. */
  async #learn(some: readonly LaterLink[]): Promise<Result<null>> {
    const { table, lookup } = this.#options
    const namings = some.map(({ raw, column }) => namingIn(raw, column.field))
    const names = new Set(namings.flatMap(({ whole, names }) => [whole || [], names].flat()))
    const asked = [...names].filter((name) => !this.#known.has(name))
    const found = await recordsNamed(table, asked, lookup)
    if (!found.ok) return err(found.error)
    for (const [name, items] of found.value) if (items.length > 0) this.#known.set(name, items)
    const making = some.filter(({ column }) => column.isMaking).flatMap((link) => this.#meantBy(link))
    const missing = [...new Set(making.flatMap(({ name, found }) => (found.length === 0 ? name : [])))]
    const made = await makeNamed(table, missing, lookup)
    if (!made.ok) return err(made.error)
    for (const [name, items] of made.value) this.#known.set(name, items)
    return ok(null)
  }

  /** The records of rows that have a key. */
  async #homesOf(some: readonly LaterLink[]): Promise<Result<ReadonlyMap<LaterLink, RecordId>>> {
    const { table, key, lookup } = this.#options
    const homes = new Map<LaterLink, RecordId>()
    const keyed = some.filter((link) => link.key !== null)
    if (!key || keyed.length === 0) return ok(homes)
    const values = [...new Set(keyed.map((link) => link.key))]
    const found = await recordsAlike({ target: table, field: key }, values, lookup)
    if (!found.ok) return err(found.error)
    for (const link of keyed) {
      const alike = found.value.get(link.key) ?? []
      const [only, other] = alike.filter(({ values }) => sameValue(values[key.id], link.key))
      if (only && !other) homes.set(link, only.id)
    }
    return ok(homes)
  }
}

const entryOf = ({ line, column, raw }: LaterLink, why: string): ReportEntry => {
  return { line, column: column.field.name, raw, why }
}

function codeOf(result: MutationResult | undefined): UnlinkedRow['code'] | null {
  if (result?.status === 'ok') return null
  return result?.status === 'error' ? result.error.code : 'conflict'
}
