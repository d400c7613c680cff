/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Every limit is asked for on every way on which something comes: here they are small, so that each is met soon. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  startHarness,
  type World,
} from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'
import { type Args, refusalsOf, setLimits, toldTo } from './refusals.ts'

let h: Harness
let world: World
let lab: LinkLab
beforeAll(async () => {
  h = await startHarness()
  await setLimits(h, {
    fieldsPerTable: 5,
    tablesPerBase: 4,
    locksPerTable: 2,
    viewsPerTable: 2,
    recordsAlong: 3,
    recordsPerBulk: 2,
    rowsPerStep: 2,
    filterConditions: 3,
    filterDepth: 2,
    searchLength: 9,
    searchWords: 2,
  })
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  await h.db.sql`delete from plinth."table" where base_id = ${world.base}`
  lab = await linkLab(h, world)
})

const told = (call: string, args: Args, who = world.creator) => toldTo(h, who, call, args)
const make = <T = Json>(call: string, args: Args, who = world.creator) => h.rpc<T>(who, call, args)
const over = (rule?: string) => ['limit_exceeded', rule]
const taken = ['taken', undefined]
const tableOf = (name: string, fields = 1) => ({
  base: world.base,
  definition: {
    id: uuidV7(),
    name,
    fields: Array.from({ length: fields }, (_, n) => fieldOf(`F${n}`, 'text')),
  },
})
const addField = (name: string, more: object = fieldOf(name, 'text')) => ({
  table: lab.films.id,
  definition: { id: uuidV7(), name, ...more },
})
const rank = () => lab.films.fields[2]!.id
const sum: () => Json = () => ({ call: '+', args: [{ field: rank() }, { number: 1 }] })

describe('a base', () => {
  test('has so many tables at most, and these so many fields', async () => {
    expect(await told('create_table', tableOf('Wide', 6))).toEqual(over('fields'))
    expect(await told('create_table', tableOf('Third', 5))).toEqual(taken)
    expect(await told('create_table', tableOf('Fourth'))).toEqual(taken)
    expect(await told('create_table', tableOf('Fifth'))).toEqual(over('tables'))
  })

  test('takes no table back from the trash over its limit', async () => {
    const [third, fourth] = [tableOf('Third'), tableOf('Fourth')]
    await make('create_table', third)
    await make('delete_table', { table: third.definition.id })
    await make('create_table', fourth)
    await make('create_table', tableOf('Fifth'))
    expect(await told('restore_table', { table: third.definition.id })).toEqual(over('tables'))
    await make('delete_table', { table: fourth.definition.id })
    expect(await told('restore_table', { table: third.definition.id })).toEqual(taken)
  })

  test('has no more tables than its workspace may have, those in the trash among them', async () => {
    const { workspace } = world
    const [row] = await h.db
      .sql`select count(*)::int as n from plinth_private.row_count where workspace_id = ${workspace}`
    const first = tableOf('First')
    await make('set_workspace_quota', { workspace, quota: { tables: Number(row!['n']) + 1 } }, world.owner)
    expect(await told('create_table', first)).toEqual(taken)
    await make('delete_table', { table: first.definition.id })
    expect(await told('create_table', tableOf('Second'))).toEqual(over('workspace_tables'))
    const quota = { tables: null, rows: 12_345 }
    const common = { workspace: null, quota: { rows: 54_321 } }
    expect(await make('set_workspace_quota', common, world.owner)).toMatchObject({ rows: 54_321 })
    expect(await make('set_workspace_quota', { workspace, quota }, world.owner)).toMatchObject({
      rows: 12_345,
    })
    expect(await told('create_table', tableOf('Second'))).toEqual(taken)
  })
})

describe('a table that is full', () => {
  const fill = async () => {
    await make('create_field', addField('Fourth'))
    await make('create_field', addField('Fifth'))
  }

  test('takes no field of any kind', async () => {
    await fill()
    expect(await told('create_field', addField('Sixth'))).toEqual(over('fields'))
    expect(await told('create_field', addField('Sum', { formula: sum() }))).toEqual(over('fields'))
    expect(await told('create_field', addField('Day', { formula: { call: 'today', args: [] } }))).toEqual(
      over('fields'),
    )
    const link = { type: 'link', options: { target: lab.people.id } }
    expect(await told('create_field', addField('Cast', link))).toEqual(over('fields'))
    const copy = { field: rank(), copy: uuidV7(), name: 'Copy', with_values: false }
    expect(await told('duplicate_field', copy)).toEqual(over('fields'))
  })

  test.each<[string, () => Promise<string>]>([
    ['a plain field', () => Promise.resolve(rank())],
    [
      'a formula',
      async () => (await make<{ id: string }>('create_field', addField('Sum', { formula: sum() }))).id,
    ],
    [
      'a time',
      async () => (await make<{ id: string }>('create_field', addField('Made', { type: 'created_time' }))).id,
    ],
    ['a link', () => lab.link(lab.films, lab.people, 'Cast')],
    [
      'a hidden field',
      async () => {
        await make('set_field_grant', { role: world.role, field: rank(), access: 'hidden' })
        return rank()
      },
    ],
  ])('takes %s not back from the trash', async (_, prepare) => {
    const field = await prepare()
    await make('delete_field', { field })
    const fields = await h.db.sql`select 1 from plinth.field where table_id = ${lab.films.id}`
    for (let n = fields.length; n < 5; n++) await make('create_field', addField(`New ${n}`))
    expect(await told('restore_field', { field })).toEqual(over('fields'))
  })
})

describe('a table', () => {
  test('has so many locks at most', async () => {
    const rule = { call: '>', args: [{ field: rank() }, { number: 5 }] }
    const lock = (name: string) => ({
      table: lab.films.id,
      lock: uuidV7(),
      definition: { name, rule, creators: true, roles: [] },
    })
    const first = lock('First')
    expect(await told('save_record_lock', first)).toEqual(taken)
    expect(await told('save_record_lock', lock('Second'))).toEqual(taken)
    expect(await told('save_record_lock', lock('Third'))).toEqual(over('locks'))
    // One that is there is changed all the same.
    expect(
      await told('save_record_lock', { ...first, definition: { ...first.definition, name: 'Renamed' } }),
    ).toEqual(taken)
  })

  test('has so many views of everybody, and so many of each person', async () => {
    const view = (name: string, isShared: boolean) => ({
      table: lab.films.id,
      view: uuidV7(),
      definition: { name, isShared, config: {} },
    })
    for (const isShared of [true, false]) {
      for (const n of [1, 2]) expect(await told('create_view', view(`View ${n}`, isShared))).toEqual(taken)
      expect(await told('create_view', view('View 3', isShared))).toEqual(over('views'))
    }
    expect(await told('create_view', view('View 1', false), world.editor)).toEqual(taken)
  })
})

describe('a query', () => {
  const ask = (more: Record<string, Json>) => ({
    query: { table: lab.films.id, sorts: [], ...more },
    exact: true,
  })
  const condition = (): Json => ({ field: rank(), operator: 'gt', value: 1 })
  const all = (...items: Json[]): Json => ({ join: 'and', items })

  test('has so many conditions at most, and so deep', async () => {
    const three = [condition(), condition(), condition()]
    const good = ask({})
    const { told: answers, expected } = await refusalsOf(h, world.viewer, 'view_stats', good, [
      [ask({ filter: all(...three) }), 'taken'],
      [ask({ filter: all(...three, condition()) }), 'invalid_input', 'filter'],
      [ask({ filter: all(all(...three), condition()) }), 'invalid_input', 'filter'],
      [ask({ filter: all(all(condition())) }), 'taken'],
      [ask({ filter: all(all(all(condition()))) }), 'invalid_input', 'filter'],
    ])
    expect(answers).toEqual(expected)
  })

  test('looks for so many words at most, and not for long ones', async () => {
    const { told: answers, expected } = await refusalsOf(h, world.viewer, 'view_stats', ask({}), [
      [ask({ search: 'two words' }), 'taken'],
      [ask({ search: 'a b c' }), 'invalid_input', 'search'],
      [ask({ search: 'x'.repeat(10) }), 'invalid_input', 'search'],
      [ask({ search: 5 }), 'invalid_input', 'search'],
      [ask({ search: ['x'] }), 'invalid_input', 'search'],
    ])
    expect(answers).toEqual(expected)
  })
})

describe('options', () => {
  test('that something looks at are not merged, in not one record', async () => {
    const options = ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' }))
    const { id: level } = await make<{ id: string }>(
      'create_field',
      addField('Level', fieldOf('Level', 'single_select', { options })),
    )
    await Promise.all([1, 2, 3].map((n) => lab.make(lab.films, `Film ${n}`, { [level]: 'a' })))
    const rule = { call: '=', args: [{ field: level }, { field: level, option: 'a' }] }
    const lock = uuidV7()
    const definition = { name: 'Lock', rule, creators: true, roles: [] }
    await make('save_record_lock', { table: lab.films.id, lock, definition })
    const merge = { field: level, from: ['a'], into: 'b', after: null }
    expect(await told('merge_options', merge)).toEqual(['used_by_rule', lock])
    await make('delete_record_lock', { lock })
    expect(await make('merge_options', merge)).toMatchObject({ moved: 2, field: null })
    // Nor is a merge taken back that is not done.
    const [begun] = await h.db.admin`select id from plinth_private.option_merge where field_id = ${level}`
    const back = { merge: begun!['id'] as string, after: null }
    expect(await told('unmerge_options', back)).toEqual(['not_found', undefined])
  })
})

describe('records', () => {
  const bulk = (count: number) => ({
    bulk: uuidV7(),
    query: { table: lab.people.id, sorts: [] },
    selection: { from: null, to: null, minus: [] },
    change: { kind: 'delete' },
    count,
    slack: 5,
  })

  test('are changed so many at once at most', async () => {
    for (const name of ['Ada', 'Ben']) await lab.make(lab.people, name)
    expect(await told('begin_bulk', bulk(2))).toEqual(taken)
    await lab.make(lab.people, 'Cyd')
    expect(await told('begin_bulk', bulk(2))).toEqual(over('records'))
  })

  test('take so many along at most, which is told before', async () => {
    const link = await lab.link(lab.films, lab.people, 'Cast', { takesAlong: true })
    const film = await lab.make(lab.films, 'Alien')
    const people = await Promise.all(['Ada', 'Ben', 'Cyd', 'Dee'].map((name) => lab.make(lab.people, name)))
    await lab.apply(world.editor, [lab.change(lab.films, film, link, { link: people })])
    const preview = (records: string[]) => make('deletion_preview', { table: lab.films.id, records })
    expect(await preview([film])).toMatchObject({ refused: 'limit_exceeded' })
    expect(await told('deletion_preview', { table: lab.films.id, records: [film, ...people] })).toEqual(
      over('records'),
    )
    const [refused] = await lab.apply(world.editor, [lab.remove(lab.films, film)])
    expect(refused!.error).toMatchObject({ code: 'limit_exceeded', details: { rule: 'recordsAlong' } })
    await lab.apply(world.editor, [lab.change(lab.films, film, link, { unlink: [people[0]!] })])
    expect(await preview([film])).toEqual({ along: [{ table: lab.people.id, count: 3 }], linked: [] })
    const removal = lab.remove(lab.films, film) as { id: string }
    const [result] = await lab.apply(world.editor, [removal])
    expect(result!.status).toBe('ok')
    // Who did not delete them does not bring them back, nor is told that they went along.
    const wentAlong = async (who: Person) => {
      const [row] = await h.as(
        who,
        (tx) => tx`select plinth_private.went_along(${lab.people.id}, ${people[1]!}, false) as yes`,
      )
      return row!['yes'] as boolean
    }
    expect([await wentAlong(world.editor), await wentAlong(world.creator)]).toEqual([true, false])
    const again = {
      id: uuidV7(),
      kind: 'insert',
      table: lab.films.id,
      record: film,
      values: {},
      undoes: removal.id,
    }
    const [made] = await lab.apply(world.creator, [again])
    expect(made!.status).toBe('ok')
    expect(await h.db.sql.unsafe(`select 1 from data.${lab.people.relation}`)).toHaveLength(1)
  })
})
