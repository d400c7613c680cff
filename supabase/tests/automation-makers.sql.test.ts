/** Who makes automations: what they are told of them, what they would do, and what they did. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AutomationLab, automationLab, compute, set } from './automation-lab.ts'
import { type Harness, type Json, refusalOf, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
let lab: AutomationLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await automationLab(h, world)
})
afterAll(() => h?.db.stop())
afterEach(async () => {
  const rows = await h.db.sql`select id from plinth_private.automation where base_id = ${world.base}`
  for (const row of rows) await h.rpc(world.creator, 'delete_automation', { automation: row['id'] })
})

const field = (name: string): Json => ({ field: lab.task(name) })
const relation = () => `data.${lab.tasks.relation}`

describe('the makers of automations', () => {
  test('are told what is not as it must be', async () => {
    const created = { kind: 'created' }
    const done = set(lab.task('Done'), true)
    const cases: [Json, Json[], Record<string, Json>, string, string][] = [
      [{ kind: 'never' }, [done], {}, 'invalid_input', 'trigger'],
      [{ kind: 'changed', fields: [] }, [done], {}, 'invalid_input', 'trigger'],
      [{ kind: 'changed', fields: [lab.task('Entries')] }, [done], {}, 'invalid_input', 'trigger'],
      [{ kind: 'changed', fields: [lab.entry('Note')] }, [done], {}, 'invalid_input', 'trigger'],
      [{ kind: 'entered', field: lab.task('State'), option: 'no' }, [done], {}, 'invalid_input', 'option'],
      [{ kind: 'entered', field: lab.task('Count'), option: 'done' }, [done], {}, 'invalid_input', 'option'],
      [{ kind: 'matches', expression: { boolean: true } }, [done], {}, 'expression_invalid', 'field'],
      [{ kind: 'matches', expression: field('Count') }, [done], {}, 'expression_invalid', 'type'],
      [
        { kind: 'matches', expression: { call: '=', args: [field('Owner'), { call: 'me', args: [] }] } },
        [done],
        {},
        'expression_invalid',
        'momentary',
      ],
      [
        { kind: 'matches', expression: { call: '>', args: [field('Due'), { call: 'today', args: [] }] } },
        [done],
        {},
        'expression_invalid',
        'momentary',
      ],
      [
        { kind: 'reached', field: lab.task('Title'), offset: { amount: 0, unit: 'days' }, time: '09:00' },
        [done],
        {},
        'invalid_input',
        'trigger',
      ],
      [
        { kind: 'reached', field: lab.task('Due'), offset: { amount: 0, unit: 'days' }, time: null },
        [done],
        {},
        'invalid_input',
        'time',
      ],
      [
        { kind: 'reached', field: lab.task('At'), offset: { amount: 0, unit: 'days' }, time: '09:00' },
        [done],
        {},
        'invalid_input',
        'time',
      ],
      [
        { kind: 'reached', field: lab.task('At'), offset: { amount: 1.5, unit: 'days' }, time: null },
        [done],
        {},
        'invalid_input',
        'offset',
      ],
      [
        { kind: 'reached', field: lab.task('At'), offset: { amount: 1, unit: 'years' }, time: null },
        [done],
        {},
        'invalid_input',
        'offset',
      ],
      [created, [], {}, 'invalid_input', 'actions'],
      [
        created,
        Array.from({ length: 11 }, () => set(lab.task('Done'), true)),
        {},
        'invalid_input',
        'actions',
      ],
      [created, [{ kind: 'explode' }], {}, 'invalid_input', 'action'],
      [created, [{ kind: 'set', values: [] }], {}, 'invalid_input', 'values'],
      [created, [done, set(lab.task('Done'), false)], {}, 'invalid_input', 'values'],
      [created, [set(lab.entry('Note'), 'x')], {}, 'invalid_input', 'field'],
      [created, [set(lab.task('State'), 'no')], {}, 'option_unknown', ''],
      [created, [set(lab.task('Count'), 'x')], {}, 'value_invalid', ''],
      [created, [compute(lab.task('Count'), { text: 'x' })], {}, 'expression_invalid', 'type'],
      [created, [compute(lab.task('Level'), field('State'))], {}, 'expression_invalid', 'type'],
      [created, [compute(lab.task('Entries'), { text: 'x' })], {}, 'expression_invalid', 'type'],
      [created, [{ kind: 'create', table: uuidV7(), values: [] }], {}, 'invalid_input', 'table'],
      [created, [{ kind: 'create', table: world.elsewhere[3]!, values: [] }], {}, 'invalid_input', 'table'],
      [
        created,
        [
          {
            kind: 'create',
            table: lab.log.id,
            values: [{ field: lab.entry('Note'), value: { kind: 'record' } }],
          },
        ],
        {},
        'invalid_input',
        'link',
      ],
      [
        created,
        [{ kind: 'link', field: lab.task('Title'), to: { record: uuidV7() } }],
        {},
        'invalid_input',
        'link',
      ],
      [
        created,
        [{ kind: 'link', field: lab.task('Entries'), to: { createdBy: 0 } }],
        {},
        'invalid_input',
        'link',
      ],
      [created, [{ kind: 'link', field: lab.task('Entries'), to: {} }], {}, 'invalid_input', 'link'],
      [created, [{ kind: 'notify', people: [], fields: [], message: 'x' }], {}, 'invalid_input', 'people'],
      [
        created,
        [{ kind: 'notify', people: [world.outsider.id], fields: [], message: 'x' }],
        {},
        'invalid_input',
        'people',
      ],
      [
        created,
        [{ kind: 'notify', people: [world.role], fields: [], message: 'x' }],
        {},
        'invalid_input',
        'people',
      ],
      [
        created,
        [{ kind: 'notify', people: [], fields: [lab.task('Title')], message: 'x' }],
        {},
        'invalid_input',
        'people',
      ],
      [
        created,
        [{ kind: 'notify', people: [world.viewer.id], fields: [], message: ' ' }],
        {},
        'name_required',
        '',
      ],
      [created, [done], { name: '' }, 'name_required', ''],
      [created, [done], { more: 1 }, 'invalid_input', 'draft'],
      [created, [done], { condition: field('Count') }, 'expression_invalid', 'type'],
      [
        created,
        [{ kind: 'webhook', url: 'https://example.org/x', fields: [] }],
        {},
        'webhooks_unavailable',
        '',
      ],
      [created, [{ kind: 'webhook', url: 'http://example.org/x', fields: [] }], {}, 'invalid_input', 'url'],
    ]
    for (const [trigger, actions, more, code, rule] of cases) {
      const draft = lab.draft(trigger, actions, more)
      const refused = await h
        .rpc(world.creator, 'create_automation', { automation: uuidV7(), draft })
        .then(() => null)
        .catch((error: { code: string; details: string }) => error)
      const told = refused && [
        refused.code,
        (JSON.parse(refused.details)['rule'] as string | undefined) ?? '',
      ]
      expect([trigger, actions, more, told]).toEqual([trigger, actions, more, [code, rule]])
    }
  })

  test('have no more of them than the limit', async () => {
    const draft = lab.draft({ kind: 'created' }, [set(lab.task('Done'), true)])
    await h.db.sql`
      insert into plinth_private.automation (id, base_id, table_id, name, trigger, actions, plan, tables, owner_id, secret)
      select gen_random_uuid(), ${world.base}, ${lab.tasks.id}, 'x', '{}', '[]', '{}', '{}', ${world.creator.id}, 's'
      from generate_series(1, 100)`
    const one = h.rpc(world.creator, 'create_automation', { automation: uuidV7(), draft })
    expect(await refusalOf(one)).toBe('limit_exceeded')
    await h.db.sql`delete from plinth_private.automation where name = 'x'`
  })

  test('pause them, let them go on, and say anew what they do: then they own them', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)])
    await h.rpc(world.creator, 'pause_automation', { automation: id, paused: true })
    const [triggers] = await h.db.admin`
      select count(*)::int as n from pg_trigger where tgrelid = ${relation()}::regclass and tgname like 'plinth_automations%'`
    expect(triggers!['n']).toBe(0)
    const quiet = await lab.make({})
    expect(await lab.stored(quiet)).toMatchObject({ count: null })
    await h.rpc(world.creator, 'pause_automation', { automation: id, paused: false })
    const draft = lab.draft({ kind: 'created' }, [set(lab.task('Count'), 2)])
    await h.rpc(world.owner, 'update_automation', { automation: id, draft })
    const record = await lab.make({})
    expect(await lab.stored(record)).toMatchObject({ count: 2, changed_by: world.owner.id })
    expect(await lab.automation(id)).toMatchObject({
      owner: world.owner.id,
      isPaused: false,
      stopped: null,
      fault: null,
      waiting: 0,
      lastRun: { outcome: 'done' },
    })
  })

  test('see what it would do, and nothing is done', async () => {
    const record = await lab.make({ Title: 'a', Count: 2, Owner: world.editor.id })
    const draft = lab.draft({ kind: 'created' }, [
      compute(lab.task('Count'), { call: '+', args: [field('Count'), { number: 1 }] }),
      {
        kind: 'create',
        table: lab.log.id,
        values: [{ field: lab.entry('Note'), value: { kind: 'expression', expression: field('Title') } }],
      },
      { kind: 'link', field: lab.task('Entries'), to: { createdBy: 1 } },
      { kind: 'notify', people: [], fields: [lab.task('Owner')], message: 'Hello' },
    ])
    const everything = async () =>
      JSON.stringify([
        await lab.stored(record),
        await lab.entries(),
        await h.db.sql`select * from plinth_private.automation_run`,
        await h.db.sql`select * from plinth_private.automation_queue`,
        await h.db.sql`select count(*) from plinth_private.notice`,
        await h.db.sql`select count(*) from plinth_private.change_log`,
        await h.db.sql`select count(*) from plinth_private.mutation`,
      ])
    const before = await everything()
    const dry = (args: Record<string, unknown>) =>
      h.rpc<Record<string, Json>>(world.creator, 'dry_run_automation', {
        automation: null,
        draft: null,
        record,
        ...args,
      })
    expect(await dry({ draft })).toEqual({
      outcome: 'done',
      error: null,
      action: null,
      steps: [
        { kind: 'set', values: { [lab.task('Count')]: 3 } },
        { kind: 'create', table: lab.log.id, values: { [lab.entry('Note')]: 'a' } },
        { kind: 'link', field: lab.task('Entries'), record: null },
        { kind: 'notify', people: [world.editor.id], message: 'Hello' },
      ],
    })
    const condition = { call: '=', args: [field('Title'), { text: 'other' }] }
    expect(await dry({ draft: { ...draft, condition } })).toMatchObject({ outcome: 'skipped', steps: [] })
    expect(await dry({ draft, record: uuidV7() })).toMatchObject({ outcome: 'skipped' })
    const wrong = { ...draft, actions: [set(lab.task('Owner'), world.outsider.id)] }
    expect(await dry({ draft: wrong })).toMatchObject({
      outcome: 'failed',
      action: 0,
      error: { code: 'value_invalid' },
    })
    expect(await everything()).toBe(before)
    const saved = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 9)])
    expect(await dry({ automation: saved })).toMatchObject({
      outcome: 'done',
      steps: [{ kind: 'set', values: { [lab.task('Count')]: 9 } }],
    })
    expect(await lab.stored(record)).toMatchObject({ count: 2 })
    expect(await refusalOf(dry({ draft, automation: saved }))).toBe('invalid_input')
  })

  test('page through what has run', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)])
    const records: string[] = []
    for (let n = 0; n < 5; n++) records.push(await lab.make({}))
    const page = async (before: string | null) =>
      h.rpc<{ id: string; record: string }[]>(world.creator, 'automation_runs', {
        automation: id,
        before,
        take: 2,
      })
    const first = await page(null)
    const second = await page(first[1]!.id)
    const third = await page(second[1]!.id)
    expect([...first, ...second, ...third].map(({ record }) => record)).toEqual(records.toReversed())
    expect(await page(third[0]!.id)).toEqual([])
  })
})
