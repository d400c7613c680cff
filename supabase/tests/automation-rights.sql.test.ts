/** A run may what its owner may, at that moment and nothing beyond; and whatever it meets, no write of others breaks by it. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AutomationLab, automationLab, compute, set } from './automation-lab.ts'
import {
  createBase,
  deleteForGood,
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let lab: AutomationLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await automationLab(h, world)
})
afterAll(() => h?.db.stop())
afterEach(async () => {
  await setRole('creator')
  const rows = await h.db.sql`select id from plinth_private.automation where base_id = ${world.base}`
  for (const row of rows) await h.rpc(world.owner, 'delete_automation', { automation: row['id'] })
})

const field = (name: string): Json => ({ field: lab.task(name) })
const relation = () => `data.${lab.tasks.relation}`
const insert = (record: string, values = '{}') =>
  `insert into ${relation()} select * from jsonb_populate_record(null::${relation()}, '{"id": "${record}", "ver": 1, "created_at": "2026-01-01", "changed_at": "2026-01-01", "entries": 0}'::jsonb || '${values}')`
/** What the creator is from now on. */
const setRole = (role: string | null) =>
  h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role })
const roleOf = async (name: string) => {
  const roles = await h.rpc<{ id: string; name: string }[]>(world.owner, 'base_roles', { base: world.base })
  return roles.find((one) => one.name === name)!.id
}
/** The owner of the database, who passes every policy, makes a task: what comes of it. */
async function bySuper(id: string, values: Record<string, Json> = {}) {
  const record = uuidV7()
  await h.db.sql.unsafe(insert(record, JSON.stringify(values)))
  const [run] = await lab.runs(id)
  return { record, run, stored: await lab.stored(record) }
}

const titled = (title: string): Json => ({ call: '!=', args: [field('Title'), { text: title }] })
const step = (from: string, to: string, more: Record<string, Json> = {}) => ({
  id: uuidV7(),
  name: `${from} ${to}`,
  from,
  to,
  roles: null,
  guard: null,
  requires: [],
  fourEyes: false,
  ...more,
})
const workflow = (transitions: Json[]) =>
  h.rpc(world.owner, 'set_transitions', { field: lab.task('State'), transitions })

describe('a run has its owner’s rights', () => {
  test('and not those of whoever writes: a viewer’s automation cannot be, a lost right is told', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)])
    await setRole('viewer')
    const { run, stored } = await bySuper(id)
    expect(run).toMatchObject({
      outcome: 'failed',
      action: 0,
      error: { code: 'read_only' },
      owner: world.creator.id,
    })
    expect(stored).toMatchObject({ count: null, ver: 1 })
    await setRole('editor')
    expect((await bySuper(id)).stored).toMatchObject({ count: 1, changed_by: world.creator.id })
  })

  test('not those of the owner of the database, in whose session it happens', async () => {
    const create = { kind: 'create', table: lab.log.id, values: [] }
    const id = await lab.automate({ kind: 'created' }, [create])
    await setRole('editor')
    const grant = { role: await roleOf('editor'), table: lab.log.id, action: 'create' }
    await h.rpc(world.owner, 'set_grant', { ...grant, scope: 'none', rule: null })
    const before = (await lab.entries()).length
    expect((await bySuper(id)).run).toMatchObject({ outcome: 'failed', error: { code: 'read_only' } })
    expect((await lab.entries()).length).toBe(before)
    await h.rpc(world.owner, 'set_grant', { ...grant, scope: 'all', rule: null })
  })

  test('rules on records hold: what the owner does not read is skipped, what they may not change is refused', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Done'), true)])
    await setRole('editor')
    const role = await roleOf('editor')
    const grant = (action: string, scope: string, of: Json = null) =>
      h.rpc(world.owner, 'set_grant', { role, table: lab.tasks.id, action, scope, rule: of })
    await grant('read', 'rules', titled('unseen'))
    await grant('update', 'rules', titled('fixed'))
    expect((await bySuper(id, { title: 'unseen' })).run).toMatchObject({ outcome: 'skipped', error: null })
    const fixed = await bySuper(id, { title: 'fixed' })
    expect(fixed.run).toMatchObject({ outcome: 'failed', error: { code: 'rule_refused' } })
    expect(fixed.stored).toMatchObject({ done: null })
    expect((await bySuper(id, { title: 'free' })).stored).toMatchObject({ done: true })
    await grant('read', 'all')
    await grant('update', 'all')
  })

  test('hidden fields and locks hold', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Price'), 500)])
    const locked = { call: '=', args: [field('Title'), { text: 'closed' }] }
    const lock = { name: 'Closed', rule: locked, creators: false, roles: [] }
    await h.rpc(world.owner, 'save_record_lock', { table: lab.tasks.id, lock: uuidV7(), definition: lock })
    expect((await bySuper(id, { title: 'closed' })).run).toMatchObject({
      outcome: 'failed',
      error: { code: 'record_locked' },
    })
    const role = await roleOf('editor')
    await h.rpc(world.owner, 'set_field_grant', { role, field: lab.task('Price'), access: 'hidden' })
    // Set it may be: the field stands aside, and creators write it.
    const open = await bySuper(id)
    expect(open.run).toMatchObject({ outcome: 'done' })
    await setRole('editor')
    const { run } = await bySuper(id)
    expect(run).toMatchObject({ outcome: 'failed', error: { code: 'invalid_input' } })
    await h.rpc(world.owner, 'set_field_grant', { role, field: lab.task('Price'), access: 'write' })
  })

  test('who has left has none: it stops, and does not begin again when they are back', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)])
    await setRole(null)
    expect(await lab.automation(id)).toMatchObject({ stopped: 'owner_left' })
    expect((await bySuper(id)).stored).toMatchObject({ count: null })
    await setRole('creator')
    expect(await lab.automation(id)).toMatchObject({ stopped: 'owner_left' })
    expect((await bySuper(id)).stored).toMatchObject({ count: null })
    const draft = lab.draft({ kind: 'created' }, [set(lab.task('Count'), 2)])
    await h.rpc(world.owner, 'update_automation', { automation: id, draft })
    expect((await bySuper(id)).stored).toMatchObject({ count: 2 })
  })

  test('who has left is told of nothing, also not when they are back', async () => {
    const message = 'Look at this'
    const setViewer = (role: string | null) =>
      h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.viewer.id, role })
    const notices = () =>
      h.rpc<{ notices: Record<string, Json>[] }>(world.viewer, 'my_notices', { before: null, take: 10 })
    const people = [world.viewer.id, world.editor.id]
    const id = await lab.automate({ kind: 'created' }, [{ kind: 'notify', people, fields: [], message }])
    const before = await bySuper(id)
    await setViewer(null)
    expect((await bySuper(id)).run).toMatchObject({ notified: 1 })
    const dry = { automation: id, draft: null, record: before.record }
    expect(await h.rpc(world.creator, 'dry_run_automation', dry)).toMatchObject({
      steps: [{ kind: 'notify', people: [world.editor.id] }],
    })
    await setViewer('viewer')
    expect((await notices()).notices).toMatchObject([{ record: before.record }])
  })

  test('who owned the workspace and does no more, or left it, has none either', async () => {
    const second = await h.person('second')
    await h.rpc(second, 'my_session')
    const join = async () => {
      const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
        workspace: world.workspace,
        role: 'owner',
        base: null,
        base_role: null,
        email: null,
      })
      await h.rpc(second, 'accept_invitation', { token })
    }
    const role = (to: string) =>
      h.rpc(world.owner, 'set_workspace_role', { workspace: world.workspace, member: second.id, role: to })
    await join()
    const first = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)], {}, second)
    await role('member')
    expect(await lab.automation(first)).toMatchObject({ stopped: 'owner_left' })
    await role('owner')
    expect(await lab.automation(first)).toMatchObject({ stopped: 'owner_left' })
    const other = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 2)], {}, second)
    await h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member: second.id })
    expect(await lab.automation(other)).toMatchObject({ stopped: 'owner_left' })
  })

  test('the claims of who writes are theirs again afterwards, also when a run failed', async () => {
    await lab.automate({ kind: 'created' }, [set(lab.task('Owner'), world.viewer.id)])
    await lab.automate({ kind: 'created' }, [set(lab.task('Owner'), world.outsider.id)])
    const claims = await h.as(world.editor, async (tx) => {
      await tx.unsafe(`insert into ${relation()} (title) values ('x')`)
      await tx.unsafe('set constraints all immediate')
      const [row] = await tx`
        select auth.uid() as id, current_user as role, current_setting('plinth.automation', true) as run`
      return row
    })
    expect(claims).toMatchObject({ id: world.editor.id, role: 'authenticated', run: '' })
  })

  test('its functions are nobody’s to call', async () => {
    const names = [
      `act_as('${world.creator.id}', 'write', '[]', null)`,
      `write_for_run('[]')`,
      `look_at_records('{}', '{}')`,
      `run_queue('${world.base}', null, now())`,
      'run_all_due()',
      `feed_dates('${world.base}')`,
      `stop_automation('${uuidV7()}', 'broken')`,
    ]
    for (const name of names)
      for (const who of [world.owner, world.viewer, world.anonymous, null])
        await expect(h.as(who, (tx) => tx.unsafe(`select plinth_private.${name}`))).rejects.toMatchObject({
          state: '42501',
        })
    const [role] = await h.db.admin`
      select rolsuper or rolbypassrls or rolcanlogin or rolcreaterole as strong,
        pg_has_role('authenticated', 'plinth_automation', 'member') as reached from pg_roles where rolname = 'plinth_automation'`
    expect(role).toEqual({ strong: false, reached: false })
    const owned = await h.db.admin`
      select proname from pg_proc where proowner = 'plinth_automation'::regrole`
    expect(owned.map((row) => row['proname'])).toEqual(['act_as'])
  })
})

describe('workflows', () => {
  afterEach(() => workflow([]))

  test('hold for runs in the session of the database’s owner too', async () => {
    await workflow([step('todo', 'doing')])
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('State'), 'done')])
    const { run, stored } = await bySuper(id, { state: 'todo' })
    expect(run).toMatchObject({ outcome: 'failed', error: { code: 'transition_refused' } })
    expect(stored).toMatchObject({ state: 'todo' })
    // The owner of the database itself passes them, to repair.
    await h.db.sql.unsafe(`update ${relation()} set state = 'done' where id = '${stored['id'] as string}'`)
  })

  test('an automation is nobody’s second pair of eyes', async () => {
    await workflow([step('todo', 'doing'), step('doing', 'done', { fourEyes: true })])
    const trigger = { kind: 'entered', field: lab.task('State'), option: 'doing' }
    const id = await lab.automate(trigger, [set(lab.task('State'), 'done')])
    const record = await lab.make({})
    expect((await lab.change(record, { State: 'doing' })).status).toBe('ok')
    expect((await lab.runs(id))[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'transition_refused', details: { rule: 'four_eyes' } },
    })
    expect(await lab.stored(record)).toMatchObject({ state: 'doing' })
    // Somebody else may, whom the editor who brought it there is not.
    expect((await lab.change(record, { State: 'done' })).error?.details).toMatchObject({ rule: 'four_eyes' })
    expect((await lab.change(record, { State: 'done' }, world.creator)).status).toBe('ok')
  })

  test('who caused a run brought the record where it took it', async () => {
    await workflow([step('todo', 'doing'), step('doing', 'done', { fourEyes: true })])
    await lab.automate({ kind: 'changed', fields: [lab.task('Title')] }, [set(lab.task('State'), 'doing')])
    const record = await lab.make({})
    await lab.change(record, { Title: 'ready' })
    expect(await lab.stored(record)).toMatchObject({ state: 'doing' })
    expect((await lab.change(record, { State: 'done' })).error?.details).toMatchObject({ rule: 'four_eyes' })
    expect((await lab.change(record, { State: 'done' }, world.creator)).status).toBe('ok')
  })
})

describe('whoever writes', () => {
  test('is not troubled by runs that are refused, that break, or whose automation is nonsense', async () => {
    await lab.automate({ kind: 'created' }, [set(lab.task('Owner'), world.outsider.id)])
    const broken = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)])
    await h.db.sql`
      update plinth_private.automation set plan = jsonb_set(plan, '{feed,insert}', '"1 / 0 = 1"') where id = ${broken}`
    const nonsense = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 2)])
    await h.db.sql`
      update plinth_private.automation set plan = jsonb_set(plan, '{condition}', '"no_such_function()"') where id = ${nonsense}`
    const record = await lab.make({ Title: 'kept' })
    expect(await lab.stored(record)).toMatchObject({ title: 'kept', owner: null, count: null })
    expect(await lab.automation(broken)).toMatchObject({ stopped: 'broken', fault: { code: 'unexpected' } })
    expect((await lab.runs(nonsense))[0]).toMatchObject({ outcome: 'failed', error: { code: 'unexpected' } })
  })

  test('waits two seconds at most for what follows; the rest waits for whoever comes by', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)])
    await h.db.sql`
      update plinth_private.automation set plan = jsonb_set(plan, '{condition}', '"pg_sleep(0.025) is not null"') where id = ${id}`
    await h.db.sql.unsafe(`insert into ${relation()} (title) select 'slow' from generate_series(1, 250)`)
    const done = async () => {
      const [row] = await h.db.sql.unsafe(
        `select count(*)::int as n from ${relation()} where title = 'slow' and count = 1`,
      )
      return row!['n'] as number
    }
    expect([await done(), (await lab.automation(id)).waiting]).toEqual([100, 150])
    await h.db.sql`
      update plinth_private.automation set plan = jsonb_set(plan, '{condition}', 'null') where id = ${id}`
    expect(await h.rpc(world.viewer, 'run_automations', { base: world.base })).toEqual({ ran: 150, left: 0 })
    expect([await done(), (await lab.automation(id)).waiting]).toEqual([250, 0])
  })

  test('pays nothing where a table has no automations', async () => {
    const triggers = () => h.db.admin`
      select tgname from pg_trigger where tgrelid in (${relation()}::regclass, ${`data.${lab.log.relation}`}::regclass)
        and tgname like 'plinth_automations%' order by 1`
    expect(await triggers()).toEqual([])
    await lab.automate({ kind: 'created' }, [set(lab.task('Done'), true)])
    expect((await triggers()).map((row) => row['tgname'])).toEqual(['plinth_automations_insert'])
  })
})

describe('automations that cause each other', () => {
  test('end, and that is told', async () => {
    const more = (name: string) => compute(lab.task(name), { call: '+', args: [field(name), { number: 1 }] })
    const id = await lab.automate({ kind: 'changed', fields: [lab.task('Count')] }, [more('Count')])
    const record = await lab.make({ Count: 0 })
    await lab.change(record, { Count: 1 })
    expect(await lab.stored(record)).toMatchObject({ count: 6 })
    const runs = (await lab.runs(id)).toReversed()
    expect(runs.map(({ depth, outcome }) => [depth, outcome])).toEqual([
      [1, 'done'],
      [2, 'done'],
      [3, 'done'],
      [4, 'done'],
      [5, 'done'],
      [6, 'stopped'],
    ])
    expect(runs.at(-1)).toMatchObject({ error: { code: 'automation_loop' }, actor: world.editor.id })
  })

  test('end where a value comes to rest', async () => {
    const id = await lab.automate({ kind: 'changed', fields: [lab.task('Count')] }, [
      set(lab.task('Count'), 3),
    ])
    const record = await lab.make({})
    await lab.change(record, { Count: 9 })
    expect((await lab.runs(id)).map(({ depth, outcome }) => [depth, outcome])).toEqual([
      [2, 'done'],
      [1, 'done'],
    ])
  })

  test('from one table to another and back', async () => {
    const toLog = {
      kind: 'create',
      table: lab.log.id,
      values: [{ field: lab.entry('Task'), value: { kind: 'record' } }],
    }
    const there = await lab.automate({ kind: 'created' }, [toLog])
    const back = uuidV7()
    const draft = {
      ...lab.draft({ kind: 'created' }, [{ kind: 'create', table: lab.tasks.id, values: [] }]),
      table: lab.log.id,
    }
    await h.rpc(world.creator, 'create_automation', { automation: back, draft })
    await lab.make({})
    expect((await lab.runs(there)).map(({ depth }) => depth)).toEqual([5, 3, 1])
    expect((await lab.runs(back)).map(({ depth, outcome }) => [depth, outcome])).toEqual([
      [6, 'stopped'],
      [4, 'done'],
      [2, 'done'],
    ])
  })

  test('and those that run too often stop, until somebody lets them go on', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Done'), true)])
    await h.db.sql`
      insert into plinth_private.automation_run (id, automation_id, record_id, kind, outcome, owner_id, depth)
      select plinth_private.uuid_v7(), ${id}, gen_random_uuid(), 'created', 'done', ${world.creator.id}, 1
      from generate_series(1, 10000)`
    const record = await lab.make({ Title: 'x' })
    expect(await lab.stored(record)).toMatchObject({ done: null })
    expect(await lab.automation(id)).toMatchObject({ stopped: 'too_many_runs', waiting: 0 })
    await h.rpc(world.creator, 'pause_automation', { automation: id, paused: false })
    expect(await lab.stored(await lab.make({}))).toMatchObject({ done: true })
    await h.db.sql.unsafe(`insert into ${relation()} (title) select 'many' from generate_series(1, 10001)`)
    expect(await lab.automation(id)).toMatchObject({ stopped: 'too_many_runs', waiting: 0 })
    await h.db.sql.unsafe(`delete from ${relation()} where title = 'many'`)
  })
})

describe('what an automation is about', () => {
  test('may go: it stops, says what is missing, and goes on when that is back', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Level'), 'done')])
    const level = lab.task('Level')
    await h.rpc(world.creator, 'delete_field', { field: level })
    expect(await lab.automation(id)).toMatchObject({
      stopped: 'broken',
      fault: { code: 'invalid_input', details: { rule: 'field', field: level } },
    })
    const record = await lab.make({ Title: 'kept' })
    expect(await lab.stored(record)).toMatchObject({ title: 'kept', ver: 1 })
    const home = () => h.db.sql`select 1 from plinth.field where id = ${level} and table_id = ${lab.tasks.id}`
    while ((await home()).length === 0) await h.rpc(world.creator, 'restore_field', { field: level })
    expect(await lab.automation(id)).toMatchObject({ stopped: null, fault: null })
    expect(await lab.stored(await lab.make({}))).toMatchObject({ level: 'done' })
  })

  test('may be called otherwise', async () => {
    const expression = { call: '=', args: [field('Title'), { text: 'x' }] }
    const id = await lab.automate({ kind: 'matches', expression }, [set(lab.task('Done'), true)])
    await h.rpc(world.creator, 'update_field', { field: lab.task('Title'), changes: { name: 'Called' } })
    await h.rpc(world.creator, 'update_table', { table: lab.tasks.id, changes: { name: 'Jobs' } })
    expect(await lab.stored(await lab.make({ Title: 'x' }))).toMatchObject({ done: true })
    expect(await lab.automation(id)).toMatchObject({ stopped: null })
    await h.rpc(world.creator, 'update_field', { field: lab.task('Title'), changes: { name: 'Title' } })
  })

  test('may be hidden from some: what reads it in passing stops', async () => {
    const id = await lab.automate({ kind: 'changed', fields: [lab.task('Due')] }, [
      set(lab.task('Done'), true),
    ])
    const role = await roleOf('viewer')
    await h.rpc(world.creator, 'set_field_grant', { role, field: lab.task('Due'), access: 'hidden' })
    expect(await lab.automation(id)).toMatchObject({ stopped: 'broken', fault: { code: 'field_hidden' } })
    await h.rpc(world.creator, 'set_field_grant', { role, field: lab.task('Due'), access: 'read' })
    await h.rpc(world.creator, 'set_field_grant', { role, field: lab.task('Due'), access: 'write' })
    const aside = () =>
      h.db.sql`select 1 from plinth.field where id = ${lab.task('Due')} and side is not null`
    while ((await aside()).length > 0)
      await h.rpc(world.creator, 'bring_back_field', { field: lab.task('Due') })
    expect(await lab.automation(id)).toMatchObject({ stopped: null })
  })

  test('may be a table that goes to the trash and comes back', async () => {
    const create = { kind: 'create', table: lab.log.id, values: [] }
    const id = await lab.automate({ kind: 'created' }, [create])
    await h.rpc(world.creator, 'delete_table', { table: lab.log.id })
    expect(await lab.automation(id)).toMatchObject({
      stopped: 'broken',
      fault: { details: { rule: 'table' } },
    })
    await lab.make({})
    await h.rpc(world.creator, 'restore_table', { table: lab.log.id })
    expect(await lab.automation(id)).toMatchObject({ stopped: null })
    const before = (await lab.entries()).length
    await lab.make({})
    expect((await lab.entries()).length).toBe(before + 1)
    await h.rpc(world.creator, 'delete_table', { table: lab.tasks.id })
    expect(await lab.automation(id)).toBeUndefined()
    expect(
      await refusalOf(h.rpc(world.creator, 'automation_runs', { automation: id, before: null, take: 1 })),
    ).toBe('not_found')
    await h.rpc(world.creator, 'restore_table', { table: lab.tasks.id })
    await lab.make({})
    expect((await lab.entries()).length).toBe(before + 2)
  })

  test('may get another type, or lose an option', async () => {
    const trigger = { kind: 'entered', field: lab.task('Level'), option: 'todo' }
    const id = await lab.automate(trigger, [set(lab.task('Done'), true)])
    const options = ['doing', 'done'].map((one) => ({ id: one, label: one, hue: 'blue' }))
    await h.rpc(world.creator, 'update_field', {
      field: lab.task('Level'),
      changes: { options: { options } },
    })
    expect(await lab.automation(id)).toMatchObject({
      stopped: 'broken',
      fault: { details: { rule: 'option' } },
    })
  })

  test('may be deleted for good, with all that hangs on it', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Short-lived')
    const make = async (name: string) =>
      h.rpc<TestTable>(world.owner, 'create_table', {
        base,
        definition: { id: uuidV7(), name, fields: [fieldOf('Title', 'text'), fieldOf('Gone', 'text')] },
      })
    const [first, second] = [await make('First'), await make('Second')]
    const ids = [uuidV7(), uuidV7()]
    for (const [n, [table, other]] of [
      [first, second],
      [second, first],
    ].entries()) {
      const values = [{ field: other!.fields[1]!.id, value: { kind: 'value', value: 'x' } }]
      const notify = { kind: 'notify', people: [world.owner.id], fields: [], message: 'Made' }
      const draft = {
        name: 'Each other',
        table: table!.id,
        trigger: { kind: 'created' },
        condition: null,
        actions: [{ kind: 'create', table: other!.id, values }, notify],
      }
      await h.rpc(world.owner, 'create_automation', { automation: ids[n], draft })
    }
    await h.db.sql.unsafe(`insert into data.${first.relation} (title) values ('x')`)
    await deleteForGood(h, world.owner, { base, id: first.fields[1]!.id, name: 'Gone' }, 'field')
    await deleteForGood(h, world.owner, { base, id: second.id, name: 'Second' })
    const { automations } = await h.rpc<{ automations: { id: string; stopped: string }[] }>(
      world.owner,
      'automations',
      { base },
    )
    expect(automations.map(({ id, stopped }) => [id, stopped])).toEqual([[ids[0], 'broken']])
    await h.rpc(world.owner, 'delete_base', { base, confirm_name: 'Short-lived' })
    for (const table of ['automation', 'automation_run', 'automation_queue', 'notice'])
      expect(
        await h.db.sql.unsafe(
          `select 1 from plinth_private.${table} as x where to_jsonb(x)::text ~ '${[base, ...ids].join('|')}'`,
        ),
      ).toHaveLength(0)
  })
})
