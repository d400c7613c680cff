/** Rules and rights that come or go while somebody writes: what is stored in the end follows them, or they are not there. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call as expression } from './expression-trees.ts'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import { type FullLab, fullLab } from './hidden-full-lab.ts'
import { isolations, openSession, type Session } from './sessions.ts'

let h: Harness
let world: World
let lab: FullLab
let record: string
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  lab = await fullLab(h, world, `Rules ${(count += 1)}`)
  record = await lab.put({ title: 'a', count: 1, notes: 'old' })
})

const id = (label: string) => lab.field(label).id
const sets = async (label: string, value: string | number) =>
  `update ${await lab.home(label)} set ${lab.field(label).column} = '${value}' where id = '${record}'`
const insert = (title: string, number: number) =>
  `insert into ${lab.relation} (title, count) values ('${title}', ${number})`
const small = () => expression('<', { field: id('Count') }, { number: 10 }) as Json
const fieldRules = (label: string, rules: Json, keep = false) =>
  ['set_field_rules', { field: id(label), rules, keep }] as const
const tableRule = (rule: Json, keep = false) =>
  [
    'save_table_rule',
    { table: lab.table.id, rule: uuidV7(), definition: { message: 'No.', rule }, keep },
  ] as const
const fieldGrant = (access: string | null, label = 'Count', role = 'editor') =>
  ['set_field_grant', { role: lab.roles.get(role) ?? role, field: id(label), access }] as const
type Call = readonly [string, Record<string, unknown>]
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
/** `writer` has written and is open; the call comes, waits for it, and goes on when it has ended. Answers what came of the call. */
async function callBehind(writer: Session, [name, args]: Call): Promise<string> {
  const b = await openSession(h, world.creator)
  const late = outcome(b.call(name, args))
  await b.waits(late)
  await writer.commit()
  const came = await late
  await (came === 'done' ? b.commit() : b.rollback())
  return came
}
const broken = async (label: string) => {
  const [row] = await h.db.sql`select rules from plinth.field where id = ${id(label)}`
  return row!['rules'] as Json
}

describe.each(isolations)('a writer at %s who was there first', (isolation) => {
  const strict = isolation === 'repeatable read'

  test('keeps what a bound then looks at: it holds for new values, and nobody is stuck', async () => {
    const a = await openSession(h, world.editor, isolation)
    expect(await a.run(await sets('Count', 50))).toBe(1)
    expect(await callBehind(a, fieldRules('Count', { max: 10 }))).toBe('done')
    expect(await lab.value('Count', record)).toBe('50')
    await h.rpc(world.creator, 'validate_rules', { table: lab.table.id })
    expect(await broken('Count')).toEqual({ max: 10, newOnly: ['max'] })
    expect(await lab.set(world.editor, 'Notes', record, 'still')).toBe(1)
    await expect(lab.set(world.editor, 'Count', record, 60)).rejects.toMatchObject({
      code: 'value_out_of_range',
    })
  })

  test('keeps what a rule of the table then looks at', async () => {
    const a = await openSession(h, world.editor, isolation)
    expect(await a.run(insert('b', 50))).toBe(1)
    expect(await callBehind(a, tableRule(small()))).toBe('done')
    await h.rpc(world.creator, 'validate_rules', { table: lab.table.id })
    const rules = await h.rpc<{ newOnly: boolean }[]>(world.creator, 'table_rules', { table: lab.table.id })
    expect(rules).toMatchObject([{ newOnly: true }])
    await expect(h.as(world.editor, (tx) => tx.unsafe(insert('c', 50)))).rejects.toMatchObject({
      state: 'PT422',
    })
  })

  test('keeps a value that stands twice: `unique` is refused', async () => {
    const a = await openSession(h, world.editor, isolation)
    expect(await a.run(insert('b', 1))).toBe(1)
    expect(await callBehind(a, fieldRules('Count', { unique: true }))).toBe('rule_broken')
    expect(await broken('Count')).toEqual({})
  })

  test('keeps a value that stands twice, where `unique` is for new values', async () => {
    const a = await openSession(h, world.editor, isolation)
    expect(await a.run(insert('b', 1))).toBe(1)
    expect(await callBehind(a, fieldRules('Count', { unique: true }, true))).toBe('done')
    expect(await broken('Count')).toEqual({ unique: true, newOnly: ['unique'] })
    const b = await openSession(h, world.editor, isolation)
    expect(await b.run(insert('c', 1))).toBe(strict ? '0A000' : 'not_unique')
    await b.rollback()
  })

  test.each([true, false])('makes who writes the same new value wait: it was stored %s', async (isStored) => {
    await lab.put({ title: 'b', count: 1 })
    await h.rpc(world.creator, ...fieldRules('Count', { unique: true }, true))
    const [a, b] = [await openSession(h, world.editor), await openSession(h, world.editor)]
    expect(await a.run(insert('c', 5))).toBe(1)
    expect(await b.run(insert('d', 6))).toBe(1)
    const late = b.run(insert('e', 5))
    await b.waits(late)
    await (isStored ? a.commit() : a.rollback())
    expect(await late).toBe(isStored ? 'not_unique' : 1)
    await (isStored ? b.rollback() : b.commit())
    const [row] = await h.db.sql.unsafe(`select count(*)::int as n from ${lab.relation} where count = 5`)
    expect(row).toEqual({ n: 1 })
  })

  test.each([false, true])('keeps a value that breaks a rule of a hidden field: %s', async (unique) => {
    await lab.hide('Count')
    const other = await lab.put({ title: 'b', count: 2 })
    const a = await openSession(h, world.holder, isolation)
    expect(await a.run(await sets('Count', 2))).toBe(1)
    expect(await callBehind(a, fieldRules('Count', unique ? { unique } : { max: 1 }, true))).toBe('done')
    expect(await broken('Count')).toMatchObject({ newOnly: [unique ? 'unique' : 'max'] })
    expect([await lab.value('Count', record), await lab.value('Count', other)]).toEqual(['2', '2'])
  })

  test('ends before a field moves aside, and its value moves along', async () => {
    const a = await openSession(h, world.editor, isolation)
    expect(await a.run(await sets('Count', 7))).toBe(1)
    expect(await a.run(insert('b', 8))).toBe(1)
    expect(await callBehind(a, fieldGrant('hidden'))).toBe('done')
    expect(await lab.value('Count', record)).toBe('7')
    const rows = await h.db.sql.unsafe(`select count from ${await lab.home('Count')} order by count`)
    expect(rows.map((row) => row['count'] as string)).toEqual(['7', '8'])
  })

  test('finds the column gone when the field has moved aside first', async () => {
    const update = await sets('Count', 7)
    const a = await openSession(h, world.creator)
    const b = await openSession(h, world.editor, isolation)
    await a.call(...fieldGrant('hidden'))
    const late = b.run(update)
    await b.waits(late)
    await a.commit()
    expect(await late).toBe('42703')
    await b.rollback()
    expect(await lab.value('Count', record)).toBe('1')
  })

  test('fills a side that it has not seen being made', async () => {
    const a = await openSession(h, world.editor, isolation)
    await a.run('select 1')
    await h.rpc(world.creator, ...fieldGrant('hidden'))
    expect(await a.run(`insert into ${lab.relation} (title) values ('b')`)).toBe(1)
    await a.commit()
    expect(await h.db.sql.unsafe(`select 1 from ${await lab.home('Count')}`)).toHaveLength(2)
  })

  test('does not fill a side that is gone', async () => {
    await h.rpc(world.creator, ...fieldGrant('hidden'))
    await h.rpc(world.creator, ...fieldGrant('hidden', 'Notes'))
    const a = await openSession(h, world.editor, isolation)
    await a.run('select 1')
    await h.rpc(world.creator, ...fieldGrant(null))
    expect(await a.run(`insert into ${lab.relation} (title) values ('b')`)).toBe(1)
    await a.commit()
    expect(await h.db.sql.unsafe(`select 1 from ${await lab.home('Notes')}`)).toHaveLength(2)
  })

  test('is refused what a rule that came first refuses', async () => {
    const a = await openSession(h, world.creator)
    const b = await openSession(h, world.editor, isolation)
    await a.call(...fieldRules('Count', { max: 10 }))
    const late = b.run(await sets('Count', 50))
    await b.waits(late)
    await a.commit()
    // A refusal of a constraint: its name says which.
    expect(await late).toBe('23514')
    await b.rollback()
    expect(await lab.value('Count', record)).toBe('1')
  })

  test('is bound by a lock that has come since', async () => {
    const a = await openSession(h, world.editor, isolation)
    await a.run('select 1')
    await h.rpc(world.creator, 'save_record_lock', {
      table: lab.table.id,
      lock: uuidV7(),
      definition: { name: 'Small', rule: small(), creators: false, roles: [] },
    })
    expect(await a.run(await sets('Notes', 'late'))).toBe(0)
    await a.commit()
  })

  test('may not write what was taken from them, as soon as they ask anew', async () => {
    const a = await openSession(h, world.editor, isolation)
    expect(await a.run(await sets('Notes', 'one'))).toBe(1)
    await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.editor.id, role: 'viewer' })
    // In the stricter level a transaction goes on with what it saw when it began.
    expect(await a.run(await sets('Notes', 'two'))).toBe(strict ? 1 : 0)
    await a.rollback()
    expect(await lab.set(world.editor, 'Notes', record, 'three')).toBe(0)
    await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.editor.id, role: 'editor' })
  })

  test('ends with the rights that it began with, when it had to wait meanwhile', async () => {
    const a = await openSession(h, world.creator, isolation)
    await a.run(await sets('Count', 2))
    const b = await openSession(h, world.editor)
    const late = b.run(await sets('Notes', 'late'))
    await b.waits(late)
    await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.editor.id, role: 'viewer' })
    await a.commit()
    // As if it had been before: nothing that it has seen is younger than the loss of the right.
    expect(await late).toBe(1)
    expect(await b.run(await sets('Notes', 'later'))).toBe(0)
    await b.rollback()
    await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.editor.id, role: 'editor' })
  })

  test('ends before a rule of a role comes, which then holds', async () => {
    const a = await openSession(h, world.holder, isolation)
    expect(await a.run(await sets('Count', 50))).toBe(1)
    const grant = { role: world.role, table: lab.table.id, action: 'update', scope: 'rules', rule: small() }
    expect(await callBehind(a, ['set_grant', grant])).toBe('done')
    expect(await lab.set(world.holder, 'Count', record, 1)).toBe(0)
  })

  test('ends before a field becomes read only, which it then is', async () => {
    const a = await openSession(h, world.editor, isolation)
    expect(await a.run(await sets('Notes', 'one'))).toBe(1)
    expect(await callBehind(a, fieldGrant('read', 'Notes'))).toBe('done')
    await expect(lab.set(world.editor, 'Notes', record, 'two')).rejects.toMatchObject({
      code: 'field_read_only',
    })
  })

  test('keeps a hidden field that they saw, until it is taken from them', async () => {
    await lab.hide('Count')
    const a = await openSession(h, world.holder, isolation)
    expect(await a.run(await sets('Count', 5))).toBe(1)
    await h.rpc(world.creator, ...fieldGrant('hidden', 'Count', world.role))
    expect(await a.run(await sets('Count', 6))).toBe(strict ? 1 : 0)
    await a.rollback()
    expect(await lab.set(world.holder, 'Count', record, 7)).toBe(0)
  })
})

// A rule reads one relation: what stands aside is in no rule, and what is in a rule does not go aside. So nothing can break one
// by two changes of two relations at once, as long as these two do not pass each other.
describe('a field is not hidden and put into a rule at once', () => {
  const rules: [string, () => Call][] = [
    ['a rule of the table', () => tableRule(small())],
    ['required', () => fieldRules('Count', { required: true })],
    [
      'a lock',
      () => [
        'save_record_lock',
        {
          table: lab.table.id,
          lock: uuidV7(),
          definition: { name: 'Small', rule: small(), creators: false, roles: [] },
        },
      ],
    ],
    [
      'a rule of a role',
      () => [
        'set_grant',
        { role: world.role, table: lab.table.id, action: 'update', scope: 'rules', rule: small() },
      ],
    ],
    [
      'a transition',
      () => [
        'set_transitions',
        {
          field: id('State'),
          transitions: [
            {
              id: uuidV7(),
              name: 'On',
              from: 'low',
              to: 'mid',
              roles: null,
              fourEyes: false,
              guard: small(),
            },
          ],
        },
      ],
    ],
  ]
  test.each(rules)('%s', async (_name, rule) => {
    for (const order of ['rule', 'hide']) {
      await h.rpc(world.creator, ...fieldGrant(null))
      const hide = fieldGrant('hidden')
      const [first, second]: [Call, Call] = order === 'rule' ? [rule(), hide] : [hide, rule()]
      const a = await openSession(h, world.creator)
      const b = await openSession(h, world.owner)
      expect(await outcome(a.call(first[0], first[1]))).toBe('done')
      const late = outcome(b.call(second[0], second[1]))
      await b.waits(late)
      if (order === 'rule') await a.rollback()
      else await a.commit()
      // The second is refused when the first is there, and goes in when it is not.
      expect([order, await late]).toEqual([order, order === 'rule' ? 'done' : 'field_hidden'])
      await b.rollback()
    }
    await h.rpc(world.creator, ...fieldGrant(null))
    const a = await openSession(h, world.creator)
    const b = await openSession(h, world.owner)
    await a.call(...rule())
    const late = outcome(b.call(...fieldGrant('hidden')))
    await b.waits(late)
    await a.commit()
    expect(['field_unhideable', 'used_by_rule']).toContain(await late)
    await b.rollback()
  })
})
