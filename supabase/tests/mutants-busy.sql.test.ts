/** Calls that find what they need in somebody's hands say so, where it is neither a table's records nor what is known of it. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWorld, type Harness, type Json, refusalOf, startHarness, type World } from './harness.ts'
import { type Args, hurry, setLimits } from './refusals.ts'
import { type RollupLab, rollupLab } from './rollup-lab.ts'

let h: Harness
let world: World
let lab: RollupLab
beforeAll(async () => {
  h = await startHarness()
  await hurry(h)
  await setLimits(h, { rowsPerStep: 1 })
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  await h.db.sql`delete from plinth."table" where base_id = ${world.base}`
  lab = await rollupLab(h, world)
})

const make = <T = Json>(call: string, args: Args) => h.rpc<T>(world.creator, call, args)
const today = { formula: { call: 'today', args: [] } }
const rank = () => lab.of(lab.films, 'Rank')

/** What the calls answer while somebody holds something: one after the other, since they would wait for each other, too. */
const whileHeld = (hold: string, calls: readonly (readonly [string, Args])[]) =>
  h.db.admin.begin(async (tx) => {
    await tx.unsafe(hold)
    const told: string[] = []
    for (const [call, args] of calls) told.push(await refusalOf(make(call, args)).catch(String))
    return told
  })
const busy = (calls: readonly unknown[]) => calls.map(() => 'busy')

describe('while somebody holds', () => {
  test('fields on read, they are neither changed nor copied', async () => {
    const day = await lab.add(lab.films, 'Day', today)
    await lab.add(lab.films, 'Behind it', today)
    const calls = [
      ['change_formula', { field: day.id, definition: { formula: { call: 'now', args: [] } } }],
      ['update_field', { field: day.id, changes: { name: 'Other' } }],
      ['duplicate_field', { field: day.id, copy: uuidV7(), name: 'Copy', with_values: false }],
      ['delete_field', { field: day.id }],
    ] as const
    const hold = `select 1 from plinth_private.late_field where table_id = '${lab.films.id}' for update`
    expect(await whileHeld(hold, calls)).toEqual(busy(calls))
  })

  test('the base, nothing of it is changed or emptied', async () => {
    await make('delete_table', { table: lab.people.id })
    const calls = [
      ['empty_trash', { base: world.base, item: null, confirm_name: 'Müller & Söhne' }],
      ['empty_trash', { base: world.base, item: lab.people.id, confirm_name: 'People' }],
      ['update_base', { base: world.base, changes: { name: 'Other' } }],
      ['restore_table', { table: lab.people.id }],
    ] as const
    const hold = `select 1 from plinth.base where id = '${world.base}' for update`
    expect(await whileHeld(hold, calls)).toEqual(busy(calls))
  })

  test('another table of it, none is moved', async () => {
    const calls = [['update_table', { table: lab.films.id, changes: { position: 1 } }]] as const
    const hold = `select 1 from plinth."table" where id = '${lab.people.id}' for update`
    expect(await whileHeld(hold, calls)).toEqual(busy(calls))
  })

  test('records, no index is made of them, and none goes', async () => {
    const { relation } = lab.films
    const twice = await lab.add(lab.films, 'Twice', {
      formula: { call: '*', args: [{ field: rank() }, { number: 2 }] },
    })
    await make('delete_field', { field: twice.id })
    await make('create_view_index', { field: lab.of(lab.films, 'Kind') })
    const calls = [
      ['create_view_index', { field: rank() }],
      ['drop_view_index', { field: lab.of(lab.films, 'Kind') }],
      ['restore_field', { field: twice.id }],
      [
        'save_table_rule',
        {
          table: lab.films.id,
          rule: uuidV7(),
          definition: { message: 'No', rule: { call: '>', args: [{ field: rank() }, { number: 1 }] } },
          keep: true,
        },
      ],
    ] as const
    expect(await whileHeld(`lock table data.${relation} in row exclusive mode`, calls)).toEqual(busy(calls))
  })

  test('a workflow, it is not replaced', async () => {
    const options = ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' }))
    const state = await lab.addField(lab.films, 'State', 'status', { options })
    const step = {
      id: uuidV7(),
      name: 'Go',
      from: 'a',
      to: 'b',
      roles: null,
      guard: null,
      requires: [],
      fourEyes: false,
    }
    const args = { field: state, transitions: [step] }
    await make('set_transitions', args)
    const calls = [['set_transitions', args]] as const
    const hold = `select 1 from plinth.transition where field_id = '${state}' for update`
    expect(await whileHeld(hold, calls)).toEqual(busy(calls))
  })

  test('a base, an automation or what it watches, no automation is made, changed or deleted', async () => {
    const draft = (trigger: Json) => ({
      name: 'Ranked',
      table: lab.films.id,
      trigger,
      condition: null,
      actions: [{ kind: 'set', values: [{ field: rank(), value: { kind: 'value', value: 1 } }] }],
    })
    const automation = uuidV7()
    const created = draft({ kind: 'created' })
    await make('create_automation', { automation, draft: created })
    const create = [['create_automation', { automation: uuidV7(), draft: created }]] as const
    const base = `select 1 from plinth.base where id = '${world.base}' for update`
    expect(await whileHeld(base, create)).toEqual(['busy'])
    const calls = [
      [
        'update_automation',
        { automation, draft: draft({ kind: 'changed', fields: [lab.of(lab.films, 'Kind')] }) },
      ],
      ['pause_automation', { automation, paused: true }],
      ['delete_automation', { automation }],
    ] as const
    const row = `select 1 from plinth_private.automation where id = '${automation}' for update`
    expect(await whileHeld(row, calls)).toEqual(busy(calls))
    const records = `lock table data.${lab.films.relation} in row exclusive mode`
    expect(await whileHeld(records, calls)).toEqual(busy(calls))
  })

  test('a role, it does not go', async () => {
    const role = uuidV7()
    await make('save_role', { base: world.base, role, changes: { name: 'Going' } })
    const calls = [['delete_role', { role }]] as const
    expect(await whileHeld(`select 1 from plinth.role where id = '${role}' for update`, calls)).toEqual(
      busy(calls),
    )
    await make('delete_role', { role })
  })

  test('records with a merged option, the merge is not taken back', async () => {
    const options = ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' }))
    const level = await lab.addField(lab.films, 'Level', 'single_select', { options })
    for (const name of ['Alien', 'Brazil']) await lab.make(lab.films, name, { [level]: 'a' })
    const args = { field: level, from: ['a'], into: 'b' }
    let step: { last: string | null; merge: string | null } = { last: null, merge: null }
    while (!step.merge) step = await make('merge_options', { ...args, after: step.last })
    const hold = `select 1 from data.${lab.films.relation} for update`
    const back = { merge: step.merge, after: null }
    expect(await whileHeld(hold, [['unmerge_options', back]])).toEqual(['busy'])
    const { last } = await make<{ last: string }>('unmerge_options', back)
    expect(await whileHeld(hold, [['unmerge_options', { ...back, after: last }]])).toEqual(['busy'])
  })

  test('a linked record for longer than sessions wait, the whole batch is told so, and nothing of it is done', async () => {
    const film = await lab.make(lab.films, 'Alien')
    const person = await lab.make(lab.people, 'Ridley')
    const link = await lab.link(lab.films, lab.people, 'Directed by', { single: true, pair: 'Films' })
    const mutations = [
      { kind: 'update', record: film, values: { [link]: { link: [person] } } },
      { kind: 'insert', record: uuidV7(), values: {} },
    ].map((one) => ({ id: uuidV7(), table: lab.films.id, ...one }))
    const apply = () =>
      h.as(world.creator, async (tx) => {
        await tx`set local lock_timeout = '30ms'`
        await tx`select plinth.apply_mutations(${h.db.sql.json({ mutations, atomic: false } as never)})`
      })
    const told = await h.db.admin.begin(async (tx) => {
      await tx.unsafe(`select 1 from data.${lab.people.relation} where id = '${person}' for update`)
      return refusalOf(apply())
    })
    expect(told).toBe('busy')
    expect(await h.db.sql`select from ${h.db.sql(`data.${lab.films.relation}`)}`).toHaveLength(1)
    await apply()
    expect(await h.db.sql`select from ${h.db.sql(`data.${lab.films.relation}`)}`).toHaveLength(2)
  })
})
