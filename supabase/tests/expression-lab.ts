/**
 * Random expressions over random records, computed by the evaluator of the app and by the database over a real table.
 * Used by the differential test and by `npm run differential`.
 */
import { type CellValue, type FieldId, type FieldTypeName, isOfPeople, type UserId } from '@plinth/domain'
import {
  type Ast,
  type CheckedExpression,
  checkAst,
  contextOf,
  evaluate,
  printExpression,
  type Situation,
  type Type,
  type Value,
} from '@plinth/expression'
import {
  anyExpressions,
  casesOfSignatures,
  recordsOf,
  sampleFields,
  samplePeople,
  sampleTimeZones,
} from '@plinth/expression/testing'
import * as fc from 'fast-check'
import type postgres from 'postgres'
import { buildWorld, type Harness, type TestTable, type World } from './harness.ts'

type Cells = Readonly<Record<FieldId, CellValue>>

/** One answer that is not the same on both sides, or a tree that one side refuses. */
export interface Difference {
  readonly expression: string
  readonly zone: string
  readonly app: unknown
  readonly database: unknown
  readonly record?: unknown
  readonly sql?: string
}

export interface LabReport {
  evaluations: number
  readonly differences: Difference[]
  compileMs: number
  databaseMs: number
}

export interface LabRun {
  readonly seed: number
  /** Stops when so many values were compared. */
  readonly count: number
  readonly records?: number
  /** Expressions in one statement. */
  readonly batch?: number
  readonly onProgress?: (report: LabReport) => void
}

/** A compiled expression beside the checked one. */
interface Pair {
  readonly checked: CheckedExpression
  readonly sql: string
}

const fields = sampleFields
const everything = anyExpressions(fields, { isFormula: true })
const bySignature = casesOfSignatures(fields, { isFormula: true })

/** A record of the sample as a base can hold it: with two of its people in the place of the sample's, and nothing empty that never is. */
export function storedRecord(cells: Cells, { viewer, editor }: World): Cells {
  const members = [viewer.id, editor.id]
  const stored = fields.map(({ id, type, options }): [FieldId, CellValue] => {
    const cell = cells[id] ?? null
    if (isOfPeople(type)) return [id, members[samplePeople.indexOf(cell as UserId)] ?? null]
    if (type === 'created_time') return [id, cell ?? '2020-02-29T12:00:00.000Z']
    return [id, type === 'status' && cell === null ? options!.options![0]!.id : cell]
  })
  return Object.fromEntries(stored)
}

/** What formulas find beside a record: SQL, and what people are called. */
interface Told {
  readonly labels: string
  readonly people: Readonly<Record<string, string>>
}

export class ExpressionLab {
  private readonly h: Harness
  private readonly world: World
  private readonly table: TestTable
  /** SQL of what options are called, as formulas find it beside a record. */
  private readonly labels: string
  private readonly people: Readonly<Record<string, string>>
  private records: readonly Cells[] = []

  private constructor(h: Harness, world: World, table: TestTable, { labels, people }: Told) {
    this.h = h
    this.world = world
    this.table = table
    this.labels = labels
    this.people = people
  }

  /** A table of the app's own making with the fields of the samples. */
  static async open(h: Harness): Promise<ExpressionLab> {
    const world = await buildWorld(h)
    const definition = {
      id: '0190a000-0000-7000-8000-00000000aaaa',
      name: 'Laboratory',
      fields: fields.map(({ id, name, type, options = {} }) => ({ id, name, type, options })),
    }
    const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const [row] = await h.db.admin<Told[]>`
      select plinth_private.labels_columns(array(select f from plinth.field as f where f.table_id = ${table.id}))
        || format(', %L::jsonb as people', plinth_private.people_named(${table.id})) as labels,
        plinth_private.people_named(${table.id}) as people`
    return new ExpressionLab(h, world, table, row!)
  }

  /** Compares until `count` values were computed: every signature in turn, then expressions of any kind. */
  async run({ seed, count, records = 40, batch = 40, onProgress }: LabRun): Promise<LabReport> {
    const report: LabReport = { evaluations: 0, differences: [], compileMs: 0, databaseMs: 0 }
    for (let round = 0; report.evaluations < count; round++) {
      const roundSeed = seed + round
      if (round % 5 === 0) {
        const drawn = fc.sample(recordsOf(fields), { seed: roundSeed, numRuns: records })
        await this.fill(drawn.map((cells) => storedRecord(cells, this.world)))
      }
      const zone = sampleTimeZones[round % sampleTimeZones.length]!
      await this.h.db.admin`update plinth.base set time_zone = ${zone} where id = ${this.world.base}`
      await this.compare(drawExpressions(roundSeed, batch, round), {
        zone,
        isNobody: round % 7 === 6,
        report,
      })
      onProgress?.(report)
    }
    return report
  }

  private async fill(records: readonly Cells[]): Promise<void> {
    this.records = records
    const { relation } = this.table
    const columns = this.table.fields.map(({ column }) => column)
    const rows = records.map((cells) =>
      Object.fromEntries(
        this.table.fields.map(({ id, type, column }) => [column, storedCell(type, cells[id as FieldId])]),
      ),
    )
    await this.h.db.sql.unsafe(`truncate data.${relation}`)
    await this.h.db.sql.unsafe(
      `insert into data.${relation} (id, ${columns.join(', ')})
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${columns.map((name) => `r.${name}`).join(', ')}
       from jsonb_array_elements($1::text::jsonb) with ordinality as e (value, n)
       cross join lateral jsonb_populate_record(null::data.${relation}, e.value) as r`,
      [JSON.stringify(rows)],
    )
  }

  private async compare(
    asts: readonly Ast[],
    { zone, isNobody, report }: { zone: string; isNobody: boolean; report: LabReport },
  ): Promise<void> {
    const work = async (tx: postgres.TransactionSql): Promise<void> => {
      await tx`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'SQL, DMY', true)`
      const [clock] = await tx<{ now: number }[]>`
        select floor(extract(epoch from date_trunc('milliseconds', now())) * 1000)::float8 as now`
      const shared = {
        now: clock!.now,
        timeZone: zone,
        nameOf: (person: UserId) => this.people[person] ?? null,
      }
      const situation: Situation = isNobody
        ? { ...shared, me: null, role: null, roles: [] }
        : {
            ...shared,
            me: this.world.viewer.id as UserId,
            role: 'viewer',
            roles: ['viewer'],
          }
      const pairs = await this.compile(tx, asts, { zone, report })
      const answers = await this.answers(tx, pairs, { zone, report })
      for (const [row, values] of answers.entries()) {
        this.judge(pairs, values, { row, situation, report })
      }
    }
    if (isNobody) await this.h.db.sql.begin(work)
    else await this.h.as(this.world.viewer, work)
  }

  /** Both sides read the tree, and agree on its type and on what it depends on. */
  private async compile(
    tx: postgres.TransactionSql,
    asts: readonly Ast[],
    { zone, report }: { zone: string; report: LabReport },
  ): Promise<readonly Pair[]> {
    const started = performance.now()
    const rows = await tx`
      select c.* from jsonb_array_elements(${JSON.stringify(asts)}::text::jsonb) with ordinality as e (ast, n)
      cross join lateral plinth_private.compile_expression(${this.table.id}::uuid, e.ast, 't', 'labels') as c order by e.n`
    report.compileMs += performance.now() - started
    return asts.map((ast, index) => {
      const checked = checkAst(ast, { fields, isFormula: true })
      if (!checked.ok) throw new Error(`the app refuses ${JSON.stringify(ast)}: ${checked.error[0]!.message}`)
      const row = rows[index]!
      const app = describe(checked.value)
      const database = [row['type'], row['uses_me'], row['uses_clock'], row['depends']]
      if (JSON.stringify(app) !== JSON.stringify(database)) {
        report.differences.push({ expression: printExpression(ast, fields), zone, app, database })
      }
      return { checked: checked.value, sql: row['sql'] as string }
    })
  }

  /** The values of all expressions, by record; where a statement fails, by expression, so that the culprit is named. */
  private async answers(
    tx: postgres.TransactionSql,
    pairs: readonly Pair[],
    { zone, report }: { zone: string; report: LabReport },
  ): Promise<readonly (readonly unknown[])[]> {
    const started = performance.now()
    const read = (some: readonly Pair[]) =>
      tx.savepoint((inner) =>
        inner.unsafe(
          `select json_build_array(${some.map(({ sql }) => sql).join(',\n')})::text as answer
           from data.${this.table.relation} as t cross join (select ${this.labels}) as labels order by t.id`,
        ),
      )
    try {
      const rows = await read(pairs)
      return rows.map((row) => JSON.parse(row['answer'] as string) as unknown[])
    } catch {
      for (const pair of pairs) {
        await read([pair]).catch((error: Error) =>
          report.differences.push({
            expression: printExpression(pair.checked.ast, fields),
            zone,
            app: 'a value',
            database: error.message,
            sql: pair.sql,
          }),
        )
      }
      return []
    } finally {
      report.databaseMs += performance.now() - started
    }
  }

  private judge(
    pairs: readonly Pair[],
    values: readonly unknown[],
    { row, situation, report }: { row: number; situation: Situation; report: LabReport },
  ): void {
    const context = contextOf(fields, this.records[row]!, situation)
    for (const [index, { checked, sql }] of pairs.entries()) {
      report.evaluations += 1
      const app = evaluate(checked, context)
      const database = decode(values[index], checked.type)
      if (same(app, database)) continue
      const expression = printExpression(checked.ast, fields)
      report.differences.push({
        expression,
        zone: situation.timeZone,
        app,
        database,
        record: this.records[row],
        sql,
      })
    }
  }
}

/** Half of a batch are calls of given signatures, which take turns. */
function drawExpressions(seed: number, batch: number, round: number): readonly Ast[] {
  const half = Math.floor(batch / 2)
  const cases = Array.from({ length: half }, (_, index) => {
    const { expressions } = bySignature[(round * half + index) % bySignature.length]!
    return fc.sample(expressions, { seed: seed * 100 + index, numRuns: 1 })[0]!
  })
  return [...cases, ...fc.sample(everything, { seed, numRuns: batch - half })]
}

/** A cell as JSON of its column: attachments are their ids. */
export function storedCell(type: FieldTypeName, cell: CellValue | undefined): unknown {
  if (type === 'json') return typeof cell === 'string' ? JSON.parse(cell) : null
  if (type !== 'attachment') return cell ?? null
  return Array.isArray(cell) ? cell.map(({ id }) => id) : []
}

function typeName(type: Type): string {
  if (type.kind === 'option') return `option:${type.field}`
  return type.kind === 'list' ? `list of ${typeName(type.of)}` : type.kind
}

const describe = ({ type, dependsOn, fields: read, ast }: CheckedExpression): unknown => [
  typeName(type),
  dependsOn.person,
  dependsOn.clock,
  [...new Set([...read, ...optionFields(ast)])].toSorted(),
]

/** Fields that an expression names only beside an option. */
function optionFields(ast: Ast): readonly string[] {
  return [...JSON.stringify(ast).matchAll(/"field":"([^"]+)"/g)].map((match) => match[1]!)
}

/** JSON of the database as a value of the evaluator. */
function decode(value: unknown, type: Type): Value {
  if (Array.isArray(value)) {
    return type.kind === 'list' ? (value.map((item) => decode(item, type.of)) as Value) : (value as Value)
  }
  return type.kind === 'datetime' && typeof value === 'string' ? Date.parse(value) : (value as Value)
}

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((item, index) => Object.is(item, b[index]))
    : Object.is(a, b)
