/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Attacks on what stands aside, as REST and psql sessions of API roles can make them. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, type Person, Refusal, startWorld, type World } from './harness.ts'
import { type HiddenTable, hiddenTable, rolesOf } from './hidden-lab.ts'

const secret = 987_654
let h: Harness
let world: World
let t: HiddenTable
let side: string
let record: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  t = await hiddenTable(h, world, await rolesOf(h, world), 'Staff')
  record = await t.add('Ada', secret)
  await t.add('Bob', 5)
  await t.allow('editor', 'Salary', 'hidden')
  await t.allow('viewer', 'Salary', 'read')
  side = `data.${await t.side('Salary')}`
})
afterAll(() => h.db.stop())

const strangers = () => [world.editor, world.holder, world.member, world.outsider, world.anonymous]

/** Rows of a statement, or the text of its refusal. */
async function attempt(person: Person | null, sql: string): Promise<string> {
  try {
    return await h.as(person, async (tx) => JSON.stringify(await tx.unsafe(sql)))
  } catch (error) {
    if (error instanceof Refusal) return `${error.message} ${error.details}`
    throw error
  }
}

describe('who does not see the field', () => {
  test('reads nothing of the side: neither rows, counts, orders, aggregates nor by a join', async () => {
    for (const person of strangers()) {
      for (const sql of [
        `select * from ${side}`,
        `select id from ${side} where salary > 1000`,
        `select id from ${side} order by salary desc limit 1`,
        `select t.id, s.salary from ${t.relation} t join ${side} s on s.id = t.id`,
        `select id from ${t.relation} t where exists (select 1 from ${side} s where s.id = t.id and s.salary > 1000)`,
        `select * from ${side} for update`,
        `update ${side} set salary = salary where true returning id, salary`,
      ])
        expect([sql, await attempt(person, sql)]).toEqual([sql, '[]'])
      expect(await attempt(person, `select count(*)::int as n, max(salary)::int as most from ${side}`)).toBe(
        '[{"n":0,"most":null}]',
      )
    }
    const left = await attempt(
      world.editor,
      `select s.salary from ${t.relation} t left join ${side} s on s.id = t.id`,
    )
    expect(left).toBe('[{"salary":null},{"salary":null}]')
    expect(await attempt(null, `select * from ${side}`)).toMatch(/permission denied/)
  })

  test('learns nothing from functions and errors of their own making', async () => {
    const leaky = `create or replace function pg_temp.tell(v bigint) returns boolean language plpgsql cost 0.0001 as
      $$ begin raise notice 'it is %', v; if v > 1000 then raise exception 'found %', v; end if; return true; end $$`
    for (const person of strangers()) {
      const answer = await h.as(person, async (tx) => {
        await tx.unsafe(leaky)
        return JSON.stringify(await tx.unsafe(`select * from ${side} where pg_temp.tell(salary)`))
      })
      expect(answer).toBe('[]')
      expect(await attempt(person, `select * from ${side} where 1 / (salary - ${secret}) = 0`)).toBe('[]')
      expect(await attempt(person, `select salary from ${t.relation}`)).toMatch(
        /column "salary" does not exist/,
      )
    }
  })

  test('finds no word of it in the metadata that they read', async () => {
    const field = t.field('Salary')
    for (const person of strangers()) {
      for (const table of [
        'field',
        'field_grant',
        'role_grant',
        'table_rule',
        'record_lock',
        'view',
        'transition',
        'attachment',
      ])
        expect(await attempt(person, `select * from plinth.${table}`)).not.toMatch(
          new RegExp(`${field}|salary`, 'i'),
        )
      for (const call of ['my_sides()', `write_plan('${t.table.id}', 'update', '{${field}}')`])
        expect(await attempt(person, `select * from plinth_private.${call}`)).not.toMatch(
          new RegExp(`${field}|salary`, 'i'),
        )
      const schema = await h
        .rpc<Json>(person, 'base_schema', { base: world.base })
        .catch((error: Refusal) => error.code)
      expect(JSON.stringify(schema)).not.toMatch(new RegExp(`${field}|salary|hidden`, 'i'))
    }
  })

  test('is answered in every call as for a field that is not there', async () => {
    const there = t.field('Salary')
    const calls: [string, (id: string) => Record<string, unknown>][] = [
      [
        'rows_window',
        (id) => ({
          query: { table: t.table.id, fields: [id] },
          anchor: null,
          direction: 'forward',
          skip: 0,
          take: 5,
        }),
      ],
      [
        'rows_window',
        (id) => ({
          query: { table: t.table.id, sorts: [{ field: id, direction: 'asc' }] },
          anchor: [1, record],
          direction: 'forward',
          skip: 0,
          take: 5,
        }),
      ],
      ['rows_by_id', (id) => ({ query: { table: t.table.id, fields: [id] }, ids: [record] })],
      [
        'view_anchors',
        (id) => ({ query: { table: t.table.id, sorts: [{ field: id, direction: 'asc' }] }, step: 100 }),
      ],
      [
        'view_groups',
        (id) => ({
          query: { table: t.table.id, groups: [{ field: id, direction: 'asc' }] },
          figures: {},
          skip: 0,
          take: 5,
        }),
      ],
      ['view_summary', (id) => ({ query: { table: t.table.id }, figures: { [id]: 'sum' } })],
      [
        'view_chart',
        (id) => ({
          query: { table: t.table.id, groups: [{ field: id, direction: 'asc' }] },
          chart: { figure: 'count', field: null, units: [null], by: 'figure', take: 5, totals: true },
        }),
      ],
      [
        'view_chart',
        (id) => ({
          query: { table: t.table.id },
          chart: { figure: 'sum', field: id, units: [], by: 'key', take: 5, totals: true },
        }),
      ],
      [
        'row_rank',
        (id) => ({
          query: { table: t.table.id, sorts: [{ field: id, direction: 'asc' }] },
          record,
          near: null,
        }),
      ],
      [
        'find_in_view',
        (id) => ({
          query: {
            table: t.table.id,
            filter: { join: 'and', items: [{ field: id, operator: 'gt', value: 0 }] },
          },
          text: 'a',
          after: null,
          direction: 'forward',
          take: 5,
        }),
      ],
      [
        'apply_mutations',
        (id) => ({
          batch: {
            atomic: false,
            mutations: [
              {
                id: uuidV7(),
                kind: 'update',
                table: t.table.id,
                record,
                values: { [id]: 1 },
                base: { [id]: 2 },
              },
            ],
          },
        }),
      ],
      [
        'apply_mutations',
        (id) => ({
          batch: {
            atomic: false,
            mutations: [
              { id: uuidV7(), kind: 'insert', table: t.table.id, record: uuidV7(), values: { [id]: 1 } },
            ],
          },
        }),
      ],
      [
        'begin_import',
        (id) => ({
          import: uuidV7(),
          table: t.table.id,
          file_name: 'a',
          fields: [id],
          mode: 'append',
          key: null,
        }),
      ],
      [
        'begin_upload',
        (id) => ({
          table: t.table.id,
          record,
          field: id,
          file: { id: uuidV7(), name: 'a', mime: 'a/b', bytes: 1 },
        }),
      ],
      ['update_field', (id) => ({ field: id, changes: { name: 'x' } })],
      ['delete_field', (id) => ({ field: id })],
      ['set_field_grant', (id) => ({ role: world.role, field: id, access: 'read' })],
      ['bring_back_field', (id) => ({ field: id })],
    ]
    const told = async (person: Person, name: string, args: Record<string, unknown>, id: string) => {
      const answer = await h
        .rpc<Json>(person, name, args)
        .catch((error: Refusal) => ({ code: error.code, details: error.details }))
      const text = JSON.stringify(answer).replaceAll(id, 'ID')
      return text.replaceAll(/"id":"[0-9a-f-]{36}"/g, '')
    }
    for (const person of strangers())
      for (const [name, args] of calls) {
        const nowhere = uuidV7()
        const place = { name, person: person.email }
        const answers = [
          await told(person, name, args(there), there),
          await told(person, name, args(nowhere), nowhere),
        ]
        expect({ ...place, answer: answers[0] }).toEqual({ ...place, answer: answers[1] })
      }
  })

  test('compiles no expression over it as themselves', async () => {
    const compile = (id: string) =>
      `select * from plinth_private.compile_expression('${t.table.id}', '${JSON.stringify({ field: id })}')`
    const nowhere = uuidV7()
    const answers = [
      await attempt(world.editor, compile(t.field('Salary'))),
      await attempt(world.editor, compile(nowhere)),
    ]
    expect(answers[0]!.replaceAll(t.field('Salary'), 'ID')).toBe(answers[1]!.replaceAll(nowhere, 'ID'))
  })
})

describe('nobody', () => {
  test('makes, deletes or moves rows of a side, or its other columns', async () => {
    const id = uuidV7()
    for (const person of [world.owner, world.creator, world.viewer, ...strangers()])
      for (const sql of [
        `insert into ${side} (id, salary) values ('${id}', 1)`,
        `insert into ${side} (id, salary) values ('${record}', 1) on conflict (id) do update set salary = 1`,
        `delete from ${side} where true`,
        `truncate ${side}`,
        `update ${side} set id = '${id}' where id = '${record}'`,
        `alter table ${side} disable row level security`,
        `alter table ${side} disable trigger all`,
        `create policy mine on ${side} using (true)`,
        `drop table ${side}`,
      ])
        expect([sql, await attempt(person, sql)]).toEqual([
          sql,
          expect.stringMatching(/permission denied|must be owner/),
        ])
  })

  test('who may only read it writes it', async () => {
    expect(await attempt(world.viewer, `select salary from ${side} where id = '${record}'`)).toMatch(
      `${secret}`,
    )
    expect(await attempt(world.viewer, `update ${side} set salary = 1 where true returning id`)).toBe('[]')
    expect((await t.aside('Salary'))[record]).toBe(`${secret}`)
  })

  test('tricks the way for new records: by a savepoint, an upsert, or a record of others', async () => {
    const definition = { role: world.role, table: t.table.id, rule: null }
    for (const action of ['read', 'create'])
      await h.rpc(world.creator, 'set_grant', { ...definition, action, scope: 'all' })
    await t.allow('Sellers', 'Salary', 'write')
    const tries = [
      [`update ${side} set salary = 1 where id = '${record}' returning id`],
      [
        `insert into ${t.relation} (id, name) values ('${record}', 'x') on conflict do nothing`,
        `update ${side} set salary = 1 where id = '${record}' returning id`,
      ],
      [
        `select set_config('plinth.fields', '${t.field('Salary')}', true)`,
        `update ${side} set salary = 1 where true returning id`,
      ],
    ]
    for (const statements of tries) {
      const answer = await h.as(world.holder, async (tx) => {
        let last: unknown
        for (const sql of statements) last = await tx.unsafe(sql)
        return JSON.stringify(last)
      })
      expect([statements, answer]).toEqual([statements, '[]'])
    }
    expect((await t.aside('Salary'))[record]).toBe(`${secret}`)
    for (const action of ['read', 'create'])
      await h.rpc(world.creator, 'set_grant', { ...definition, action, scope: null })
    await t.allow('Sellers', 'Salary', null)
  })

  test('calls what moves fields', async () => {
    for (const person of [world.creator, world.editor, world.outsider])
      for (const sql of [
        `select plinth_private.hide_field('${t.field('Salary')}')`,
        `select plinth_private.bring_back('${t.field('Salary')}')`,
        `select * from plinth_private.seen_fields('${t.table.id}')`,
        `select plinth_private.field_access_of('${world.creator.id}', '${t.field('Salary')}')`,
        `select plinth_private.source_sql('${t.table.id}', array['${t.field('Salary')}']::uuid[])`,
        `insert into plinth.field_grant values ('${world.role}', '${t.field('Salary')}', 'write')`,
        `update plinth.field set side = null where id = '${t.field('Salary')}'`,
      ])
        expect([sql, await attempt(person, sql)]).toEqual([sql, expect.stringMatching(/permission denied/)])
  })
})

test('a change of the records by others does not show whether it was of the field', async () => {
  const [start] = await h.db.sql`select pg_snapshot_xmin(pg_current_snapshot())::text as seq`
  await t.writeAside(world.creator, 'Salary', record, secret + 1)
  await h.as(world.creator, (tx) =>
    tx.unsafe(`update ${t.relation} set name = 'Ada B' where id = '${record}'`),
  )
  const { events } = await h.rpc<{ events: Record<string, Json>[] }>(world.editor, 'changes_since', {
    table: t.table.id,
    seq: start!['seq'],
  })
  expect(events.map(({ op, fields }) => ({ op, fields }))).toEqual([
    { op: 'update', fields: null },
    { op: 'update', fields: null },
  ])
})
