/** What tables store of random formulas over random records is what the evaluator of the app gives, also of formulas over formulas. */
import type { CellValue, FieldId, FieldTypeName } from '@plinth/domain'
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
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedRecord } from './expression-lab.ts'
import { buildWorld, type Harness, startHarness, type TestTable, type World } from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())

const rounds = 3
const formulasPerTable = 24
const recordsPerTable = 25
const zone = 'Australia/Lord_Howe'
// Nobody asks, at no time.
const situation: Situation = { now: 0, timeZone: zone, me: null, role: null, roles: [] }

interface Computed extends ExpressionField {
  readonly ast: Ast
}

/** Formulas that a table takes: each may read those before it. */
function drawFormulas(seed: number): Computed[] {
  const made: Computed[] = []
  for (let n = 0; made.length < formulasPerTable && n < 400; n++) {
    const fields = [...sampleFields, ...made]
    const arbitrary = n % 3 === 0 ? expressionsOf({ kind: 'number' }, fields) : anyExpressions(fields)
    const [ast] = fc.sample(arbitrary, { seed: seed * 1000 + n, numRuns: 1 })
    const checked = checkAst(ast!, { fields })
    if (!checked.ok || checked.value.dependsOn.clock || checked.value.dependsOn.person) continue
    const types = typesOfResult(checked.value.type)
    if (types.length === 0) continue
    made.push({
      id: `0190a000-0000-7000-9000-${String(n).padStart(12, '0')}` as FieldId,
      name: `Formula ${n}`,
      type: types[n % types.length]!,
      formula: ast!,
      ast: ast!,
    })
  }
  return made
}

const stored = (type: FieldTypeName, cell: CellValue | undefined): unknown =>
  type === 'attachment' ? (Array.isArray(cell) ? cell.map(({ id }) => id) : []) : (cell ?? null)

test('stored formulas are what the app computes', { timeout: 240_000 }, async () => {
  const first = Number(process.env['PLINTH_SEED'] ?? Date.now() % 1_000_000)
  console.log(`formulas: seed ${first} (PLINTH_SEED repeats it)`)
  await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: zone } })
  let compared = 0
  for (let round = 0; round < rounds; round++) {
    const seed = first + round
    const formulas = drawFormulas(seed)
    const definition = {
      id: '0190a000-0000-7000-8000-00000000cccc',
      name: `Formulas ${round}`,
      fields: [
        ...sampleFields.map(({ id, name, type, options = {} }) => ({ id, name, type, options })),
        ...formulas.toReversed().map(({ id, name, type, ast }) => ({ id, name, type, formula: ast })),
      ],
    }
    const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const records = fc
      .sample(recordsOf(sampleFields), { seed, numRuns: recordsPerTable })
      .map((cells) => storedRecord(cells, world))
    await insert(table, records)
    const rows = await h.db.sql.unsafe(
      `select to_jsonb(t) as row from data.${table.relation} as t order by t.id`,
    )
    for (const [n, { row }] of rows.entries()) {
      const cells: Record<FieldId, CellValue> = { ...records[n]! }
      const fields = [...sampleFields, ...formulas]
      for (const { id, type, ast } of formulas) {
        const checked = checkAst(ast, { fields })
        if (!checked.ok) throw new Error(checked.error[0]!.message)
        cells[id] = cellOfValue(evaluate(checked.value, contextOf(fields, cells, situation)), type)
        const { column } = table.fields.find((field) => field.id === id)!
        const shown = (row as Record<string, CellValue>)[column] ?? null
        const database = type === 'datetime' && shown !== null ? new Date(String(shown)).toISOString() : shown
        compared += 1
        if (database === cells[id]) continue
        expect({ formula: printExpression(ast, fields), type, value: database, cells: records[n] }).toEqual({
          formula: printExpression(ast, fields),
          type,
          value: cells[id],
          cells: records[n],
        })
      }
    }
    await h.rpc(world.creator, 'delete_table', { table: table.id })
    await h.rpc(world.creator, 'empty_trash', {
      base: world.base,
      item: table.id,
      confirm_name: `Formulas ${round}`,
    })
  }
  expect(compared).toBeGreaterThan(rounds * recordsPerTable * 10)
})

type Cells = Readonly<Record<FieldId, CellValue>>

async function insert(table: TestTable, records: readonly Cells[]): Promise<void> {
  const plain = table.fields.filter(({ id }) => sampleFields.some((field) => field.id === id))
  const columns = plain.map(({ column }) => column)
  const rows = records.map((cells) =>
    Object.fromEntries(plain.map(({ id, type, column }) => [column, stored(type, cells[id as FieldId])])),
  )
  await h.db.sql.unsafe(
    `insert into data.${table.relation} (id, ${columns.join(', ')})
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${columns.map((name) => `r.${name}`).join(', ')}
     from jsonb_array_elements($1::text::jsonb) with ordinality as e (value, n)
     cross join lateral jsonb_populate_record(null::data.${table.relation}, e.value) as r`,
    [JSON.stringify(rows)],
  )
}
