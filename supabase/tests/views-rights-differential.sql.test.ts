/**
 * Random roles, rules and hidden fields, and random queries of those who hold them: groups, figures, ranks and what is found are of
 * the records that they reach and the fields that they see, as a plain model says and as the policies give.
 */
import { figuresOf, type SummaryKind, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import {
  makeRights,
  type RandomRights,
  type Row,
  randomFrom,
  randomValues,
  regions,
} from './random-rights.ts'
import { randomQuery } from './random-views.ts'
import { fieldsHolding, figureOf, groupsOf, type ModelQuery, type ModelTable, viewOf } from './view-model.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261124)
const by = randomFrom(seed)

let h: Harness
let world: World
let table: TestTable
let rights: RandomRights
const rows: (Row & { salary: number | null })[] = []

const field = (name: string) => table.fields.find((one) => one.name === name)!.id

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const options = regions.map((id) => ({ id, label: id, hue: 'blue' }))
  const fields = [
    fieldOf('Region', 'single_select', { options }),
    fieldOf('Budget', 'integer'),
    fieldOf('Open', 'checkbox'),
    fieldOf('Salary', 'integer'),
  ]
  const definition = { id: uuidV7(), name: 'Random', fields }
  table = await h.rpc(world.creator, 'create_table', { base: world.base, definition })
  for (let n = 0; n < 60; n++) {
    const row = { id: uuidV7(), ...randomValues(by), salary: by.oneOf([null, by.upTo(9), 100 + by.upTo(9)]) }
    rows.push(row)
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, region, budget, open, salary) values ($1, $2, $3, $4, $5)`,
      [row.id, row.region, row.budget, row.open, row.salary],
    )
  }
  rights = await makeRights(h, world, table, by)
})
afterAll(() => h.db.stop())

/** What somebody reaches, with the fields that they see. */
function modelFor(person: Person, roles: readonly string[], seesSalary: boolean): ModelTable {
  const fields = table.fields
    .filter(({ name }) => name !== 'Salary' || seesSalary)
    .map(({ id, name, type }) => ({
      id,
      name,
      type,
      choices: type === 'single_select' ? regions.map((one) => ({ id: one, label: one })) : [],
    }))
  const reached = rights.seesTable(roles) ? rows.filter((row) => rights.reaches(roles, 'read', row)) : []
  return {
    fields,
    rows: reached.map(({ id, region, budget, open, salary }) => ({
      id,
      values: {
        [field('Region')]: region,
        [field('Budget')]: budget,
        [field('Open')]: open,
        ...(seesSalary ? { [field('Salary')]: salary } : {}),
      },
    })),
    timeZone: 'Europe/Vienna',
    weekStart: 1,
    me: person.id,
    rankOfText: new Map(),
  }
}

/** The calls about a view that tell more than its rows. */
async function askAll(
  person: Person,
  query: ModelQuery,
  figures: Json,
  record: string,
): Promise<Json | string> {
  const ask = <T>(name: string, args: Record<string, unknown>) => h.rpc<T>(person, name, { query, ...args })
  try {
    const grouped = query.groups
      ? await ask<{ groups: { path: Json; count: Json; figures: Json }[]; total: number; shown: number }>(
          'view_groups',
          {
            figures,
            skip: 0,
            take: 2000,
          },
        )
      : null
    const { total, figures: whole } = await ask<{ total: number; figures: Json }>('view_summary', { figures })
    const { index } = await ask<{ index: number | null }>('row_rank', { record, near: null })
    const { found } = await ask<{ found: { id: string; fields: Json }[] }>('find_in_view', {
      text: '1',
      after: null,
      direction: 'forward',
      take: 50,
    })
    const stats = await ask<{ total: number; all: number }>('view_stats', { exact: false })
    const byId = await ask<{ rows: [string][]; outside: string[] | null }>('rows_by_id', {
      ids: rows.map(({ id }) => id),
    })
    return {
      total,
      whole,
      index,
      counts: [stats.total, stats.all],
      byId: byId.rows.map(([id]) => id),
      outside: byId.outside ?? [],
      found: found.map(({ id, fields }) => ({ id, fields })),
      groups:
        grouped && grouped.groups.map(({ path, count, figures: some }) => ({ path, count, figures: some })),
    }
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

function foresee(
  model: ModelTable,
  query: ModelQuery,
  asked: Record<string, SummaryKind>,
  record: string,
): Json {
  const { all, shown } = viewOf(model, query)
  const figures = (list: readonly (typeof all)[number][]): Record<string, Json> =>
    Object.fromEntries(Object.entries(asked).map(([id, kind]) => [id, figureOf(model, id, kind, list)]))
  const place = shown.findIndex(({ id }) => id === record)
  return {
    total: all.length,
    whole: figures(all),
    index: place < 0 ? null : place,
    counts: [shown.length, all.length],
    byId: model.rows.map(({ id }) => id),
    outside: model.rows.map(({ id }) => id).filter((id) => !shown.some((row) => row.id === id)),
    found: shown
      .map((row) => ({ id: row.id, fields: fieldsHolding(model, row, '1') }))
      .filter(({ fields }) => fields.length > 0)
      .slice(0, 50),
    groups: query.groups
      ? groupsOf(model, query).map(({ path, rows: list }) => ({
          path: [...path],
          count: list.length,
          figures: figures(list),
        }))
      : null,
  }
}

/** Does the query, or what is asked of it, name the hidden field? */
const names = (query: ModelQuery, figures: object) =>
  JSON.stringify([query, figures]).includes(field('Salary'))

test(`what is told of views is told of what one may read (seed ${seed})`, async () => {
  const seen = { refused: 0, answered: 0 }
  for (let round = 0; round < 6; round++) {
    await rights.shuffle()
    const hidden = new Set<string>()
    for (const [name, role] of rights.roleIds) {
      const access = by.random() < 0.5 ? 'hidden' : 'read'
      if (access === 'hidden') hidden.add(name)
      await h.rpc(world.creator, 'set_field_grant', { role, field: field('Salary'), access })
    }
    for (const { person, roles } of rights.people) {
      const seesSalary = hidden.size === 0 || roles.some((name) => name === 'creator' || !hidden.has(name))
      const model = modelFor(person, roles, seesSalary)
      const all = modelFor(person, ['creator'], true)
      for (let n = 0; n < 4; n++) {
        const query = randomQuery(by, all, table.id)
        const asked: Record<string, SummaryKind> = Object.fromEntries(
          all.fields
            .filter(({ name }) => name !== 'Salary' || by.random() < 0.3)
            .slice(0, 3)
            .map(({ id, type }) => [id, by.oneOf(figuresOf(type).filter((kind) => kind !== 'average'))]),
        )
        const record = by.oneOf(rows).id
        const answer = await askAll(person, query, asked, record)
        const foreseen = !rights.seesTable(roles)
          ? 'not_found'
          : !seesSalary && names(query, asked)
            ? 'invalid_input'
            : foresee(model, query, asked, record)
        seen[typeof answer === 'string' ? 'refused' : 'answered'] += 1
        expect({ roles, query, asked, answer }).toEqual({ roles, query, asked, answer: foreseen })
      }
      await asThePoliciesSay(person, roles)
    }
  }
  expect(Math.min(seen.refused, seen.answered)).toBeGreaterThan(10)
}, 120_000)

/** The same groups and sums as the person's own SELECT answers. */
async function asThePoliciesSay(person: Person, roles: readonly string[]): Promise<void> {
  if (!rights.seesTable(roles)) return
  const plain = await h.as(person, (tx) =>
    tx.unsafe(
      `select region, count(*)::int as n, sum(budget)::int as budget from data.${table.relation} group by region
       order by array_position('{${regions.join()}}'::text[], region) nulls last`,
    ),
  )
  const query = { table: table.id, sorts: [], groups: [{ field: field('Region'), direction: 'asc' }] }
  const args = { query, figures: { [field('Budget')]: 'sum' }, skip: 0, take: 2000 }
  const { groups } = await h.rpc<{
    groups: { path: Json[]; count: number; figures: Record<string, Json> }[]
  }>(person, 'view_groups', args)
  const told = plain.map((row) => [row['region'], row['n'], row['budget']])
  expect(groups.map(({ path, count, figures }) => [path[0], count, figures[field('Budget')]])).toEqual(told)
  const chart = { figure: 'sum', field: field('Budget'), units: [null], by: 'key', take: 1000, totals: false }
  const { keys } = await h.rpc<{ keys: [Json, number, Json][] }>(person, 'view_chart', { query, chart })
  expect(keys).toEqual(told)
}
