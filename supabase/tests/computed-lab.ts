/**
 * Random formulas and rollups over random records and links: what two tables keep beside what the app's evaluator and a plain model make
 * of the same records. Films have formulas, also over formulas; studios roll their films up, filtered, and compute with that; films
 * roll their studios up again. Used by the differential test and by `npm run differential -- --stored`.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type CellValue,
  type FieldId,
  type FieldTypeName,
  isRolledLate,
  rollupFunctions,
  rollupFunctionsOf,
  uuidV7,
} from '@plinth/domain'
import {
  type Ast,
  cellOfValue,
  checkAst,
  contextOf,
  type ExpressionField,
  evaluate,
  printExpression,
  type Situation,
  typesOfResult,
} from '@plinth/expression'
import { anyExpressions, expressionsOf, recordsOf, sampleFields } from '@plinth/expression/testing'
import * as fc from 'fast-check'
import { storedCell, storedRecord } from './expression-lab.ts'
import { buildWorld, fieldOf, type Harness, type Json, type TestTable, type World } from './harness.ts'
import { rollUpCells } from './rollup-model.ts'

const formulasOfFilms = 18
const rollupsOfStudios = 24
const formulasOfStudios = 8
const rollupsOfFilms = 6
const records = 60
const steps = 10
const zone = 'Australia/Lord_Howe'
// Nobody asks, at no time.
const situation: Situation = { now: 0, timeZone: zone, me: null, role: null, roles: [] }

type Cells = Record<FieldId, CellValue>
/** A record as it is kept, by the columns. */
type Row = Readonly<Record<string, CellValue>>

interface Roll {
  readonly link: FieldId
  readonly function: string
  readonly field?: FieldId
  readonly filter?: Ast
}
/** A field that is computed: by a tree over its record, or by one over linked records. */
type Computed = ExpressionField & { readonly ast: Ast } & { readonly roll?: never }
type Rolled = ExpressionField & { readonly roll: Roll; readonly of: ExpressionField }

interface Side {
  readonly table: TestTable
  readonly plain: readonly ExpressionField[]
  /** Those that are linked with a record, in the order of the links: numbers of the other side's records. */
  links: number[][]
  cells: Cells[]
}

const sideOf = (table: TestTable, plain: readonly ExpressionField[]): Side => ({
  table,
  plain,
  links: [],
  cells: [],
})

export interface StoredDifference {
  readonly what: string
  readonly app: CellValue
  readonly database: unknown
  readonly record: Cells
  readonly linked?: readonly Cells[]
}

export interface StoredReport {
  evaluations: number
  readonly differences: StoredDifference[]
}

const idOf = (kind: number, n: number) =>
  `0190a000-0000-7000-9${String(kind).padStart(3, '0')}-${String(n).padStart(12, '0')}` as FieldId
const numberOf = (id: string) => Number(id.slice(-12)) - 1
const recordId = (n: number) => `00000000-0000-7000-8000-${String(n + 1).padStart(12, '0')}`

/** Formulas that a table takes, of so many, with ids of their kind: each may read those before it. */
function drawFormulas(
  seed: number,
  count: number,
  kind: number,
  before: readonly ExpressionField[],
): Computed[] {
  const made: Computed[] = []
  for (let n = 0; made.length < count && n < 400; n++) {
    const fields = [...before, ...made]
    const arbitrary =
      n % 3 === 0
        ? expressionsOf({ kind: 'number' }, fields, { isFormula: true })
        : anyExpressions(fields, { isFormula: true })
    const [ast] = fc.sample(arbitrary, { seed: seed * 1000 + n, numRuns: 1 })
    const checked = checkAst(ast!, { fields, isFormula: true })
    if (!checked.ok || isMomentary(checked.value)) continue
    const types = typesOfResult(checked.value.type)
    if (types.length === 0) continue
    const type = types[n % types.length]!
    made.push({ id: idOf(kind, n), name: `Formula ${kind} ${n}`, type, formula: ast!, ast: ast! })
  }
  return made
}

const isMomentary = ({ dependsOn }: { dependsOn: { clock: boolean; person: boolean; people: boolean } }) =>
  dependsOn.clock || dependsOn.person || dependsOn.people

/** A condition on linked records. */
function drawFilter(seed: number, fields: readonly ExpressionField[]): Ast | undefined {
  for (let n = 0; n < 20; n++) {
    const [ast] = fc.sample(expressionsOf({ kind: 'boolean' }, fields), { seed: seed * 100 + n, numRuns: 1 })
    const checked = checkAst(ast!, { fields })
    if (checked.ok && checked.value.type.kind === 'boolean' && !isMomentary(checked.value)) return ast
  }
  return undefined
}

/** Rollups over fields of the other side: every function that knows such values in turn. */
function drawRolls(seed: number, count: number, link: FieldId, fields: readonly ExpressionField[]) {
  const possible = fields.flatMap((of) =>
    rollupFunctionsOf(of.type)
      .filter((name) => !isRolledLate(name, of.type))
      .map((name) => ({ of, name: name as string })),
  )
  const drawn = fc.sample(fc.shuffledSubarray(possible, { minLength: count - 1, maxLength: count - 1 }), {
    seed,
    numRuns: 1,
  })[0]!
  return [{ of: fields[0]!, name: rollupFunctions[0] as string }, ...drawn].map(({ of, name }, n) => {
    const filter = n % 2 === 1 ? drawFilter(seed * 100 + n, fields) : undefined
    const field = name === 'count' ? {} : { field: of.id }
    return { of, roll: { link, function: name, ...field, ...(filter && { filter }) } }
  })
}

/** Draws; a seed gives the same each time. */
class Dice {
  #seed: number
  constructor(seed: number) {
    this.#seed = seed
  }
  draw<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] {
    this.#seed += 1
    return fc.sample(arbitrary, { seed: this.#seed, numRuns })
  }
}

/** One pair of tables. */
class Round {
  readonly #h: Harness
  readonly #world: World
  readonly #films: Side
  readonly #studios: Side
  readonly #link: FieldId
  readonly #ofFilms: readonly Computed[]
  readonly #back: Rolled[] = []
  readonly #rolled: Rolled[] = []
  #ofStudios: readonly Computed[] = []
  readonly #columns = new Map<string, string>()

  private constructor(
    h: Harness,
    world: World,
    {
      films,
      studios,
      link,
      ofFilms,
    }: { films: Side; studios: Side; link: FieldId; ofFilms: readonly Computed[] },
  ) {
    this.#h = h
    this.#world = world
    this.#films = films
    this.#studios = studios
    this.#link = link
    this.#ofFilms = ofFilms
    for (const { table } of [films, studios])
      for (const { id, column } of table.fields) this.#columns.set(id, column)
  }

  static async make(h: Harness, world: World, seed: number): Promise<Round> {
    const ofFilms = drawFormulas(seed, formulasOfFilms, 1, sampleFields)
    const create = (definition: Json) =>
      h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const plain = sampleFields.map(({ id, name, type, options = {} }) => ({ id, name, type, options }))
    const films = await create({
      id: uuidV7(),
      name: 'Films',
      fields: [
        ...plain,
        // What is read may stand behind what reads it.
        ...ofFilms.toReversed().map(({ id, name, type, ast }) => ({ id, name, type, formula: ast })),
      ] as Json,
    })
    const size = fieldOf('Size', 'number')
    const studios = await create({ id: uuidV7(), name: 'Studios', fields: [fieldOf('Name', 'text'), size] })
    const [link, pair] = [uuidV7() as FieldId, uuidV7() as FieldId]
    const options = { target: films.id, pair: { id: pair, name: 'Studios' } }
    const definition = { id: link, name: 'Films', type: 'link', options }
    await h.rpc(world.creator, 'create_field', { table: studios.id, definition })
    const ownFields = studios.fields.map(({ id, name, type }) => ({
      id: id as FieldId,
      name,
      type: type as FieldTypeName,
    }))
    const round = new Round(h, world, {
      films: sideOf(films, sampleFields),
      studios: sideOf(studios, ownFields),
      link,
      ofFilms,
    })
    await round.#compute(seed, pair)
    return round
  }

  /** Rollups of studios, formulas over them, and rollups of those. */
  async #compute(seed: number, pair: FieldId): Promise<void> {
    const readable = [...this.#films.plain, ...this.#ofFilms]
    for (const roll of drawRolls(seed, rollupsOfStudios, this.#link, readable))
      this.#rolled.push(await this.#addRoll(this.#studios, roll))
    this.#ofStudios = drawFormulas(seed, formulasOfStudios, 2, [...this.#studios.plain, ...this.#rolled])
    for (const { id, name, type, ast } of this.#ofStudios)
      await this.#add(this.#studios, { id, name, type, formula: ast as unknown as Json })
    const behind = [...this.#studios.plain, ...this.#rolled, ...this.#ofStudios]
    for (const roll of drawRolls(seed + 1, rollupsOfFilms, pair, behind))
      this.#back.push(await this.#addRoll(this.#films, roll))
  }

  async #addRoll(side: Side, { of, roll }: { of: ExpressionField; roll: Roll }): Promise<Rolled> {
    const id = uuidV7() as FieldId
    const name = `Rollup ${this.#columns.size}`
    const { type, options } = await this.#add(side, { id, name, rollup: roll as unknown as Json })
    return { id, name, type, options, rollup: roll, roll, of } as Rolled
  }

  async #add({ table }: Side, definition: Json) {
    const made = await this.#h.rpc<{ id: string; type: FieldTypeName; column: string; options: Json }>(
      this.#world.creator,
      'create_field',
      { table: table.id, definition },
    )
    this.#columns.set(made.id, made.column)
    return made
  }

  /** First everything is new; then some records, and some links. */
  async change(dice: Dice, step: number): Promise<void> {
    const films = dice.draw(recordsOf(this.#films.plain), records)
    const studios = dice.draw(recordsOf(this.#studios.plain), records / 2)
    const linked = dice.draw(
      fc.shuffledSubarray(
        films.map((_, n) => n),
        { maxLength: 7 },
      ),
      studios.length,
    )
    if (step === 0) {
      this.#films.cells = films.map((cells) => storedRecord(cells, this.#world))
      this.#studios.cells = studios.map((cells) => ({ ...cells }))
      await this.#insert(this.#films)
      await this.#insert(this.#studios)
      this.#studios.links = studios.map(() => [])
    }
    const some = dice.draw(fc.boolean(), records)
    if (step > 0)
      await this.#update(
        this.#films,
        films.map((cells) => storedRecord(cells, this.#world)),
        some,
      )
    await this.#relink(linked, step === 0 ? linked.map(() => true) : some.toReversed())
  }

  async #insert({ table, plain, cells }: Side): Promise<void> {
    const columns = plain.map(({ id }) => this.#columns.get(id)!)
    await this.#h.db.sql.unsafe(
      `insert into data.${table.relation} (id, ${columns.join(', ')})
       select (e.value ->> 'id')::uuid, ${columns.map((name) => `r.${name}`).join(', ')}
       from jsonb_array_elements($1::text::jsonb) as e (value)
       cross join lateral jsonb_populate_record(null::data.${table.relation}, e.value) as r`,
      [this.#rows(plain, cells)],
    )
  }

  async #update(
    { table, plain, cells }: Side,
    next: readonly Cells[],
    chosen: readonly boolean[],
  ): Promise<void> {
    // A moment of making, its maker and a number are for ever.
    const columns = plain
      .filter(({ type }) => !['created_time', 'created_by', 'autonumber'].includes(type))
      .map(({ id }) => ({ id, column: this.#columns.get(id)! }))
    for (const [n, is] of chosen.entries())
      if (is)
        cells[n] = { ...cells[n], ...Object.fromEntries(columns.map(({ id }) => [id, next[n]![id] ?? null])) }
    await this.#h.db.sql.unsafe(
      `update data.${table.relation} as t set ${columns.map(({ column }) => `${column} = r.${column}`).join(', ')}
       from jsonb_array_elements($1::text::jsonb) as e (value)
       cross join lateral jsonb_populate_record(null::data.${table.relation}, e.value) as r
       where t.id = (e.value ->> 'id')::uuid and (e.value ->> 'chosen')::boolean`,
      [this.#rows(plain, cells, chosen)],
    )
  }

  #rows(plain: readonly ExpressionField[], cells: readonly Cells[], chosen: readonly boolean[] = []): string {
    const rows = cells.map((record, n) => ({
      ...Object.fromEntries(
        plain.map(({ id, type }) => [this.#columns.get(id), storedCell(type, record[id])]),
      ),
      id: recordId(n),
      chosen: chosen[n] ?? true,
    }))
    return JSON.stringify(rows)
  }

  /** The links of chosen studios become others, in their order. */
  async #relink(linked: readonly number[][], chosen: readonly boolean[]): Promise<void> {
    const [end] = await this.#h.db.admin`select (plinth_private.link_end_of(${this.#link})).*`
    const { place, own, other } = end as unknown as { place: string; own: string; other: string }
    const places = linked.map((_, n) => n).filter((n) => chosen[n])
    for (const n of places) this.#studios.links[n] = linked[n]!
    const ids = places.map(recordId)
    await this.#h.db.sql.unsafe(`delete from ${place} where ${own} = any ($1::uuid[])`, [ids])
    const pairs = places.flatMap((n) => linked[n]!.map((film) => [recordId(n), recordId(film)]))
    await this.#h.db.sql.unsafe(
      `insert into ${place} (${own}, ${other})
       select (e.value ->> 0)::uuid, (e.value ->> 1)::uuid from jsonb_array_elements($1::text::jsonb) with ordinality as e (value, n)
       order by e.n`,
      [JSON.stringify(pairs)],
    )
    await this.#readBack(place, own, other)
  }

  /** For films, studios stand in the order in which they were linked: as the database numbered them. */
  async #readBack(place: string, own: string, other: string): Promise<void> {
    const rows = await this.#h.db.sql.unsafe<{ own: string; other: string }[]>(
      `select ${own} as own, ${other} as other from ${place} order by id`,
    )
    this.#films.links = this.#films.cells.map(() => [])
    for (const row of rows) this.#films.links[numberOf(row.other)]!.push(numberOf(row.own))
  }

  async compare(report: StoredReport): Promise<void> {
    const films = this.#films.cells.map((cells) => ({ ...cells }))
    const studios = this.#studios.cells.map((cells) => ({ ...cells }))
    const [filmRows, studioRows] = [await this.#rowsOf(this.#films), await this.#rowsOf(this.#studios)]
    const filmFields = [...this.#films.plain, ...this.#ofFilms]
    for (const cells of films) computeAll(this.#ofFilms, filmFields, cells)
    for (const [n, cells] of studios.entries()) {
      const linked = this.#studios.links[n]!.map((film) => films[film]!)
      for (const one of this.#rolled)
        cells[one.id] = this.#settled(one, rollOf(one, filmFields, linked), studioRows[n]!)
      computeAll(this.#ofStudios, [...this.#studios.plain, ...this.#rolled, ...this.#ofStudios], cells)
    }
    const studioFields = [...this.#studios.plain, ...this.#rolled, ...this.#ofStudios]
    for (const [n, cells] of films.entries()) {
      const linked = this.#films.links[n]!.map((studio) => studios[studio]!)
      for (const one of this.#back)
        cells[one.id] = this.#settled(one, rollOf(one, studioFields, linked), filmRows[n]!)
    }
    this.#judge(this.#films, filmRows, [...this.#ofFilms, ...this.#back], films, {
      report,
      others: studios,
      all: filmFields,
    })
    this.#judge(this.#studios, studioRows, [...this.#rolled, ...this.#ofStudios], studios, {
      report,
      others: films,
      all: studioFields,
    })
  }

  async #rowsOf({ table }: Side): Promise<readonly Row[]> {
    const rows = await this.#h.db.sql.unsafe<{ row: Row }[]>(
      `select to_jsonb(t) as row from data.${table.relation} as t order by t.id`,
    )
    return rows.map(({ row }) => row)
  }

  /** Averages of what has no end are cut by the database behind some digits: what reads them goes on with what is kept. */
  #settled({ roll, type, id }: Rolled, app: CellValue, row: Row): CellValue {
    if (roll.function !== 'average' || (type !== 'number' && type !== 'percent')) return app
    const kept = row[this.#columns.get(id)!]
    if (typeof app !== 'number' || typeof kept !== 'number') return app
    return Math.abs(app - kept) <= Math.max(1e-12 * Math.abs(app), Number.MIN_VALUE) ? kept : app
  }

  #judge(
    { links }: Side,
    rows: readonly Row[],
    computed: readonly (Computed | Rolled)[],
    expected: readonly Cells[],
    {
      report,
      others,
      all,
    }: { report: StoredReport; others: readonly Cells[]; all: readonly ExpressionField[] },
  ): void {
    if (rows.length !== expected.length) throw new Error(`${rows.length} records of ${expected.length}`)
    for (const [n, row] of rows.entries())
      for (const field of computed) {
        report.evaluations += 1
        const app = expected[n]![field.id] ?? null
        const shown = row[this.#columns.get(field.id)!] ?? null
        const isMoment = field.type === 'datetime' && shown !== null
        const database = isMoment ? new Date(String(shown)).toISOString() : shown
        if (isDeepStrictEqual(field.type === 'json' ? storedCell('json', app) : app, database)) continue
        const linked = links[n]!.map((other) => others[other]!)
        const what = field.roll ? describeRoll(field) : printExpression(field.ast, all)
        report.differences.push({ what, app, database, record: expected[n]!, ...(field.roll && { linked }) })
      }
  }

  async drop(): Promise<void> {
    // Else the tables hold each other.
    for (const { id } of this.#back) await this.#h.rpc(this.#world.creator, 'delete_field', { field: id })
    for (const { table } of [this.#studios, this.#films]) {
      await this.#h.rpc(this.#world.creator, 'delete_table', { table: table.id })
      await this.#h.rpc(this.#world.creator, 'empty_trash', {
        base: this.#world.base,
        item: table.id,
        confirm_name: table.name,
      })
    }
  }
}

const describeRoll = ({ roll, of }: Rolled): string =>
  `${roll.function} of ${of.name} (${of.type})${roll.filter ? ` where ${JSON.stringify(roll.filter)}` : ''}`

function computeAll(computed: readonly Computed[], fields: readonly ExpressionField[], cells: Cells): void {
  for (const { id, type, ast } of computed) {
    const checked = checkAst(ast, { fields, isFormula: true })
    if (!checked.ok) throw new Error(checked.error[0]!.message)
    cells[id] = cellOfValue(evaluate(checked.value, contextOf(fields, cells, situation)), type)
  }
}

function rollOf(
  { roll, of }: Rolled,
  fields: readonly ExpressionField[],
  linked: readonly Cells[],
): CellValue {
  const checked = roll.filter && checkAst(roll.filter, { fields })
  if (checked && !checked.ok) throw new Error(checked.error[0]!.message)
  const counted = linked.filter(
    (cells) => !checked || evaluate(checked.value, contextOf(fields, cells, situation)) === true,
  )
  return rollUpCells(
    roll.function,
    of,
    counted.map((cells) => cells[of.id] ?? null),
  )
}

export interface StoredRun {
  readonly seed: number
  /** Stops when so many values were compared. */
  readonly count: number
  readonly onProgress?: (report: StoredReport) => void
}

/** Compares until `count` values were: each round has tables of its own, whose records and links change some times. */
export async function runStored(h: Harness, { seed, count, onProgress }: StoredRun): Promise<StoredReport> {
  const world = await buildWorld(h)
  await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: zone } })
  const report: StoredReport = { evaluations: 0, differences: [] }
  for (let round = 0; report.evaluations < count; round++) {
    const tables = await Round.make(h, world, seed + round)
    const dice = new Dice((seed + round) * 1000)
    for (let step = 0; step < steps && report.evaluations < count; step++) {
      await tables.change(dice, step)
      await tables.compare(report)
      onProgress?.(report)
    }
    await tables.drop()
  }
  return report
}
