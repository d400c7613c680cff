/** Random roles, grants and rules: the fast paths and the policies answer alike, and both as a plain model says. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  type Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import {
  type Action,
  makeRights,
  type RandomRights,
  type Row,
  randomFrom,
  randomValues,
  regions,
} from './random-rights.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261101)
const by = randomFrom(seed)

let h: Harness
let world: World
let table: TestTable
const rows: Row[] = []
let rights: RandomRights

const field = (name: string) => table.fields.find((one) => one.name === name)!.id

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const options = regions.map((id) => ({ id, label: id, hue: 'blue' }))
  const fields = [
    fieldOf('Region', 'single_select', { options }),
    fieldOf('Budget', 'integer'),
    fieldOf('Open', 'checkbox'),
  ]
  const definition = { id: uuidV7(), name: 'Random', fields }
  table = await h.rpc(world.creator, 'create_table', { base: world.base, definition })
  for (let n = 0; n < 250; n++) {
    const row = { id: uuidV7(), ...randomValues(by) }
    rows.push(row)
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, region, budget, open) values ($1, $2, $3, $4)`,
      [row.id, row.region, row.budget, row.open],
    )
  }
  rights = await makeRights(h, world, table, by)
})
afterAll(() => h.db.stop())

async function pages(person: Person, sorts: Json): Promise<string[]> {
  const ids: string[] = []
  let anchor: Json = null
  for (;;) {
    const window: { rows: [string][]; lastKey: Json; atEnd: boolean } = await h.rpc(person, 'rows_window', {
      query: { table: table.id, sorts },
      anchor,
      direction: 'forward',
      skip: 0,
      take: 61,
    })
    ids.push(...window.rows.map(([id]) => id))
    if (window.atEnd) return ids
    anchor = window.lastKey
  }
}

async function rolledBack(person: Person, sql: string): Promise<number> {
  const done = new Error('roll back')
  let count = -1
  await h
    .as(person, async (tx) => {
      count = (await tx.unsafe(sql)).count
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
  return count
}

const sorted = (direction: string): Json => [{ field: field('Budget'), direction }]

/** What a person is given on each path. */
async function observe(person: Person) {
  const query = { table: table.id, sorts: [] }
  const select = async (order: string) =>
    (await h.as(person, (tx) => tx.unsafe(`select id from data.${table.relation} order by ${order}`))).map(
      (row) => row['id'] as string,
    )
  const plain = {
    natural: await select('id'),
    rising: await select('budget asc nulls last, id asc'),
    falling: await select('budget desc nulls last, id desc'),
    values: await h.as(person, async (tx) => {
      const found = await tx.unsafe(
        `select jsonb_build_array(id, ver, region, budget, open) as row from data.${table.relation} order by id`,
      )
      return found.map((one) => one['row'] as Json)
    }),
    updated: await rolledBack(person, `update data.${table.relation} set budget = budget where true`),
    deleted: await rolledBack(person, `delete from data.${table.relation} where true`),
  }
  const stats = h.rpc<{ total: number }>(person, 'view_stats', { query, exact: false })
  const total = await stats.then(
    (answer) => answer.total,
    (error: unknown) => (error as Refusal).code,
  )
  if (total === 'not_found') return { plain, fast: 'not_found' }
  const { anchors } = await h.rpc<{ anchors: Json }>(person, 'view_anchors', { query, step: 100 })
  // Asked for every record, which answers those that may be read.
  const ids = rows.map(({ id }) => id).toSorted()
  const byIds = async (some: string[]) =>
    (await h.rpc<{ rows: Json[] }>(person, 'rows_by_id', { query, ids: some })).rows
  const fast = {
    values: [...(await byIds(ids.slice(0, 125))), ...(await byIds(ids.slice(125)))],
    natural: await pages(person, []),
    rising: await pages(person, sorted('asc')),
    falling: await pages(person, sorted('desc')),
    total,
    anchors,
  }
  return { plain, fast }
}

/** What the model gives them. Its order by budget: empty ones last, then by id in the direction of the sort. */
function foresee(roles: readonly string[]): Awaited<ReturnType<typeof observe>> {
  const reached = (action: Action) => rows.filter((row) => rights.reaches(roles, action, row))
  const ordered = (sign: 1 | -1) =>
    reached('read')
      .toSorted((a, b) => {
        const byBudget = a.budget !== null && b.budget !== null ? sign * (a.budget - b.budget) : 0
        const byGap = Number(a.budget === null) - Number(b.budget === null)
        return byGap || byBudget || sign * (a.id < b.id ? -1 : 1)
      })
      .map(({ id }) => id)
  const lists = {
    natural: reached('read')
      .map(({ id }) => id)
      .toSorted(),
    rising: ordered(1),
    falling: ordered(-1),
    values: reached('read')
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, region, budget, open }): Json => [id, 1, region, budget, open]),
  }
  const plain = { ...lists, updated: reached('update').length, deleted: reached('delete').length }
  if (!rights.seesTable(roles)) return { plain, fast: 'not_found' }
  const anchors = lists.natural.flatMap((id, n) => (n % 100 === 0 ? [[n, [id]]] : []))
  return { plain, fast: { ...lists, total: lists.natural.length, anchors } }
}

test(`fast paths, policies and the model agree (seed ${seed})`, async () => {
  for (let round = 0; round < 8; round++) {
    await rights.shuffle()
    for (const { person, roles } of rights.people) {
      expect({ round, roles, ...(await observe(person)) }).toEqual({ round, roles, ...foresee(roles) })
    }
  }
})
