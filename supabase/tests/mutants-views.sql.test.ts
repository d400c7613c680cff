/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Queries and views: what each part must say, and that none of them tells of records which the reader does not reach. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'
import { type Args, type Case, refusalsOf, toldTo } from './refusals.ts'

let h: Harness
let world: World
let lab: LinkLab
let film: string
let people: string[]
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  const isCrew = { call: '=', args: [{ field: lab.people.fields[1]!.id }, { text: 'crew' }] }
  await lab.link(lab.films, lab.people, 'Cast', { accepts: isCrew, pair: 'Films' })
  film = await lab.make(lab.films, 'Alien', { [rank(lab.films)]: 9 })
  people = [
    await lab.make(lab.people, 'Ada', { [lab.people.fields[1]!.id]: 'crew' }),
    await lab.make(lab.people, 'Ben', { [lab.people.fields[1]!.id]: 'cast' }),
  ]
})
afterAll(() => h.db.stop())

const rank = (table: { fields: { id: string }[] }) => table.fields[2]!.id
const told = (call: string, args: Args, who = world.creator) => toldTo(h, who, call, args)
const stats = (table: string, more: Record<string, Json>) => ({
  query: { table, sorts: [], ...more },
  exact: true,
})
const count = async (table: string, more: Record<string, Json>, who = world.viewer) =>
  (await h.rpc<{ total: number }>(who, 'view_stats', stats(table, more))).total

describe('a query', () => {
  test('names fields and records that there are', async () => {
    const films = lab.films.id
    const cast = lab.field('Cast')
    const condition = (field: string, operator: string, value: Json) =>
      stats(films, { filter: { join: 'and', items: [{ field, operator, value }] } })
    const cases: Case[] = [
      [condition(uuidV7(), 'is', null), 'invalid_input', 'filter'],
      [condition(lab.films.fields[0]!.id, 'near', null), 'invalid_input', 'filter'],
      [stats(films, { filter: { join: 'xor', items: [] } }), 'invalid_input', 'filter'],
      [stats(films, { filter: { join: 'and', items: {} } }), 'invalid_input', 'filter'],
      [stats(films, { filter: [] }), 'invalid_input', 'filter'],
      [stats(lab.people.id, { linkedTo: { field: uuidV7(), record: film } }), 'invalid_input', 'linkedTo'],
      [stats(lab.people.id, { linkedTo: { field: cast, record: 'x' } }), 'invalid_input', 'linkedTo'],
      [stats(lab.people.id, { linkedTo: { field: cast } }), 'invalid_input', 'linkedTo'],
      [stats(films, { linkedTo: { field: cast, record: film } }), 'invalid_input', 'linkedTo'],
      [stats(lab.people.id, { linkable: { field: uuidV7() } }), 'invalid_input', 'linkable'],
      [stats(lab.people.id, { linkable: { field: cast, record: 'x' } }), 'invalid_input', 'linkable'],
      [stats(films, { linkable: { field: cast } }), 'invalid_input', 'linkable'],
      [stats(lab.people.id, { linkable: { field: cast, record: null } }), 'taken'],
      [stats(films, { collapsed: [[]] }), 'invalid_input', 'collapsed'],
      [stats(films, { collapsed: ['x'] }), 'invalid_input', 'collapsed'],
      [stats(films, { collapsed: 'x' }), 'invalid_input', 'collapsed'],
    ]
    const { told: answers, expected } = await refusalsOf(h, world.viewer, 'view_stats', {}, cases)
    expect(answers).toEqual(expected)
  })

  test('of what may be linked goes by the conditions of both sides', async () => {
    expect(await count(lab.people.id, { linkable: { field: lab.field('Cast'), record: film } })).toBe(1)
    expect(await count(lab.people.id, { linkable: { field: lab.field('Cast') } })).toBe(1)
    // Ben is no crew: no film may be linked with him, from his side either.
    expect(await count(lab.films.id, { linkable: { field: lab.field('Films'), record: people[0]! } })).toBe(1)
    expect(await count(lab.films.id, { linkable: { field: lab.field('Films'), record: people[1]! } })).toBe(0)
    expect(await count(lab.films.id, { linkable: { field: lab.field('Films'), record: uuidV7() } })).toBe(0)
  })

  test('finds and leaves out records that the reader reaches, and no others', async () => {
    const table = lab.films
    const low = await lab.make(table, 'Brazil', { [rank(table)]: 1 })
    const rule = { call: '>', args: [{ field: rank(table) }, { number: 5 }] }
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: table.id,
      action: 'read',
      scope: 'rules',
      rule,
    })
    const none = { filter: { join: 'and', items: [{ field: rank(table), operator: 'gt', value: 100 }] } }
    const args = { query: { table: table.id, sorts: [], ...none }, ids: [film, low] }
    expect(await h.rpc(world.holder, 'rows_by_id', args)).toMatchObject({ outside: [film] })
    const find = {
      query: { table: table.id, sorts: [] },
      text: 'Brazil',
      after: null,
      direction: 'forward',
      take: 10,
    }
    const found = async (who = world.holder) => JSON.stringify(await h.rpc(who, 'find_in_view', find))
    expect(await found()).not.toContain(low)
    expect(await found(world.viewer)).toContain(low)
    expect(await count(table.id, {}, world.holder)).toBe(1)
  })
})

describe('a view', () => {
  test('has an id, and a definition', async () => {
    const view = uuidV7()
    const definition = (name: string, more: Record<string, Json> = {}) => ({
      name,
      isShared: true,
      config: {},
      ...more,
    })
    const create = (change: Args): Args => ({ view: uuidV7(), definition: definition('Second'), ...change })
    await h.rpc(world.creator, 'create_view', { table: lab.films.id, view, definition: definition('First') })
    const cases: Case[] = [
      [create({ view: null }), 'invalid_input', 'id'],
      [create({ view }), 'invalid_input', 'id'],
      [create({ definition: definition('first') }), 'name_taken'],
      [create({ definition: definition('Second', { isShared: 'yes' }) }), 'invalid_input', 'is_shared'],
      [create({ definition: definition('Second', { isShared: null }) }), 'invalid_input', 'is_shared'],
      [create({ definition: definition('Second', { kind: 'pie' }) }), 'invalid_input', 'kind'],
      [
        create({ definition: definition('Second', { config: { settings: { stacks: 'x' } } }) }),
        'invalid_input',
        'settings',
      ],
      [
        create({ definition: definition('Second', { config: { settings: { other: film } } }) }),
        'invalid_input',
        'settings',
      ],
    ]
    const { told: answers, expected } = await refusalsOf(
      h,
      world.creator,
      'create_view',
      { table: lab.films.id },
      cases,
    )
    expect(answers).toEqual(expected)
    const update = async (changes: Json) => told('update_view', { view, changes })
    for (const changes of [null, 'x', []]) expect(await update(changes)).toEqual(['invalid_input', 'changes'])
    expect(await told('update_view', { view: uuidV7(), changes: {} })).toEqual(['not_found', undefined])
  })

  test('that goes, whatever way, is told to the room of its base where everybody has it', async () => {
    const views = [true, false].map((isShared) => ({ view: uuidV7() as string, isShared }))
    for (const { view, isShared } of views)
      await h.rpc(world.creator, 'create_view', {
        table: lab.films.id,
        view,
        definition: { name: `Going ${isShared}`, isShared, config: {} },
      })
    const told: number[] = []
    for (const { view } of views) {
      await h.db.admin`delete from realtime.messages where true`
      await h.db.sql`delete from plinth.view where id = ${view}`
      told.push((await h.db.admin`select 1 from realtime.messages where event = 'schema'`).length)
    }
    expect(told).toEqual([1, 0])
  })

  test('that is personal is copied by its owner alone', async () => {
    const view = uuidV7()
    const definition = { name: 'Mine', isShared: false, config: {} }
    await h.rpc(world.editor, 'create_view', { table: lab.films.id, view, definition })
    const copy = () => ({ view, copy: uuidV7(), name: 'Copy', is_shared: false })
    expect(await told('duplicate_view', copy())).toEqual(['not_found', undefined])
    expect(await told('duplicate_view', copy(), world.editor)).toEqual(['taken', undefined])
  })

  test('in the order of its records goes on from a place', async () => {
    const view = uuidV7()
    const definition = { name: 'By hand', isShared: true, config: {} }
    await h.rpc(world.creator, 'create_view', { table: lab.people.id, view, definition })
    await h.rpc(world.creator, 'move_records', { view, records: [people[1]!], before: people[0]! })
    const query = { table: lab.people.id, sorts: [], view }
    const window = (anchor: Json) => ({ query, anchor, direction: 'forward', skip: 0, take: 5 })
    const { firstKey } = await h.rpc<{ firstKey: Json[] }>(world.viewer, 'rows_window', window(null))
    expect(await told('rows_window', window(firstKey), world.viewer)).toEqual(['taken', undefined])
    for (const wrong of [
      [...firstKey, 1],
      firstKey.slice(0, 2),
      'x',
      [firstKey[0]!, 'x', firstKey[2]!],
      ['x', ...firstKey.slice(1)],
    ])
      expect(await told('rows_window', window(wrong), world.viewer)).toEqual(['invalid_input', 'key'])
  })
})

describe('a link', () => {
  test('says whom it links, how many, and what becomes of them', async () => {
    const cases = [
      [{ target: null }, 'target'],
      [{ target: 'x' }, 'target'],
      [{ single: 'yes' }, 'single'],
      [{ onDelete: 'drop' }, 'onDelete'],
      [{ onDelete: true }, 'onDelete'],
      [{ takesAlong: 5 }, 'takesAlong'],
      [{ limit: 1 }, 'limit'],
      [{ limit: 2.5 }, 'limit'],
      [{ limit: '3' }, 'limit'],
      [{ limit: 3, single: true }, 'limit'],
    ] as const
    for (const [change, rule] of cases) {
      const options = { target: lab.people.id, ...change }
      const definition = { id: uuidV7(), name: 'New', type: 'link', options }
      expect([change, ...(await told('create_field', { table: lab.films.id, definition }))]).toEqual([
        change,
        'invalid_input',
        rule,
      ])
    }
    for (const target of ['x', null, lab.films.id]) {
      const changes = { options: { target } }
      expect(await told('update_field', { field: lab.field('Cast'), changes })).toEqual([
        'invalid_input',
        'target',
      ])
    }
  })

  test('is made by those who may change the record, whatever calls them', async () => {
    const grant = (table: string, action: string, scope: string, rule: Json = null) =>
      h.rpc(world.creator, 'set_grant', { role: world.role, table, action, scope, rule })
    const high = { call: '>', args: [{ field: rank(lab.films) }, { number: 5 }] }
    for (const { id } of [lab.films, lab.people]) await grant(id, 'read', 'all')
    await grant(lab.films.id, 'update', 'rules', high)
    const low = await lab.make(lab.films, 'Low', { [rank(lab.films)]: 1 })
    const call = (record: string, change: Json = { link: [people[0]!] }) => {
      const values = { [lab.field('Cast')]: change }
      const list = JSON.stringify([{ kind: 'update', table: lab.films.id, record, values }])
      return h.as(
        world.holder,
        (tx) => tx`select plinth_private.change_links(${lab.films.id}, ${list}::text::jsonb)`,
      )
    }
    await expect(call(low)).rejects.toMatchObject({ code: 'not_found' })
    await expect(call(film, 'x')).rejects.toMatchObject({ code: 'value_invalid' })
    await call(film)
    expect(await lab.cell(world.viewer, lab.films, film, lab.field('Cast'))).toMatchObject({ count: 1 })
  })
})
