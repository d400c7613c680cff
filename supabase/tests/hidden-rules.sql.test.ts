/** Rules, options, defaults and people of hidden fields hold where the values stand, and tell nobody of a field whom it is hidden from. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Json, refusalOf, startWorld, type World } from './harness.ts'
import { type FullLab, failure, fullLab } from './hidden-full-lab.ts'

let h: Harness
let world: World
let lab: FullLab
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  lab = await fullLab(h, world, `Rules ${(count += 1)}`)
})
afterAll(() => h.db.stop())

interface Violations {
  violations: number
  records: string[]
  byRule: Record<string, number>
  seenByAll: boolean
}
const setRules = (label: string, rules: Json, keep = false) =>
  lab.call<{ rules: Record<string, Json>; hidden?: boolean }>(world.creator, 'set_field_rules', {
    field: lab.field(label).id,
    rules,
    keep,
  })
const checkRules = (label: string, rules: Json) =>
  lab.call<Violations>(world.creator, 'check_field_rules', { field: lab.field(label).id, rules })
/** What the calls would make of a violated constraint, told to this person. */
const told = async (who: World[keyof World], constraint: string, relation: string, state = '23514') => {
  const [row] = await h.as(
    who as never,
    (tx) =>
      tx`select plinth_private.error_json(${state}, '', '', ${constraint}, ${relation.replace('data.', '')}) as e`,
  )
  return row!['e'] as { code: string; details: object }
}
const constraintsOf = async (relation: string) =>
  (
    await h.db.sql`select conname as n, pg_get_constraintdef(oid) as body from pg_constraint
      where conrelid = ${relation}::regclass and contype = 'c' order by 1`
  ).map((row) => `${row['n']}: ${(row['body'] as string).replace(' NOT VALID', '')}`)

const options = (...ids: string[]) => ({
  options: { options: ids.map((one) => ({ id: one, label: one, hue: 'red' })) },
})
const indexes = async (relation: string) =>
  (
    await h.db
      .sql`select indexname from pg_indexes where schemaname = 'data' and tablename = ${relation.slice(5)}`
  ).map((row) => row['indexname'] as string)

const cases: [label: string, rules: Json, good: unknown[], bad: unknown, code: string, rule: string][] = [
  ['Count', { min: -3 }, [-3, null], -4, 'value_out_of_range', 'min'],
  ['Ratio', { min: 0.1, max: 0.3 }, [0.1, null], 0.31, 'value_out_of_range', 'max'],
  ['Day', { min: '2024-01-01' }, ['2024-01-01', null], '2023-12-31', 'value_out_of_range', 'min'],
  ['Notes', { maxLength: 3 }, ['abc', null], 'abcd', 'value_too_long', 'maxLength'],
  ['Mail', { minLength: 7 }, ['a@b.org', null], 'a@b.de', 'value_too_short', 'minLength'],
  [
    'Site',
    { pattern: { text: 'https://a.*' } },
    ['https://a.org', null],
    'https://b.org',
    'pattern_mismatch',
    'pattern',
  ],
]

describe('a rule of a hidden field', () => {
  test.each(cases)('%s %j', async (label, rules, good, bad, code, rule) => {
    await lab.hide(label)
    const id = await lab.put()
    expect(await setRules(label, rules)).toMatchObject({ rules, hidden: true })
    for (const value of good) expect(await lab.set(world.holder, label, id, value)).toBe(1)
    for (const who of [world.holder, world.creator, null]) {
      const { code: state } = await failure(lab.set(who, label, id, bad))
      expect(state).toMatch(/check constraint|^23514$/)
    }
    expect(await lab.value(label, id)).toEqual(null)
    const { column, id: field } = lab.field(label)
    const side = await lab.home(label)
    const details = { table: lab.table.id, field, rule }
    expect(await told(world.holder, `${column}__${rule}`, side)).toMatchObject({ code, details })
    const guess = await told(world.editor, `nothing__${rule}`, side)
    expect(guess).toEqual(await told(world.editor, `${column}__${rule}`, side))
    // Who does not see the field learns that something was in the way, and who does not see the table nothing.
    const little = { code: 'value_invalid', message: 'value_invalid', details: { table: lab.table.id } }
    for (const who of [world.editor, world.viewer])
      expect(await told(who, `${column}__${rule}`, side)).toEqual(little)
    expect(await told(world.outsider, `${column}__${rule}`, side)).not.toHaveProperty('details.field')
  })

  test('holds as before when the field is hidden, and when it comes back', async () => {
    await setRules('Count', { min: 1, unique: true })
    await lab.put({ count: 5 })
    const before = (await constraintsOf(lab.relation)).filter((line) => line.startsWith('count__'))
    expect(before).toHaveLength(2)
    await lab.hide('Count')
    expect(await constraintsOf(await lab.home('Count'))).toEqual(before)
    const other = await lab.put()
    expect((await failure(lab.set(world.holder, 'Count', other, 0))).code).toMatch(/check constraint/)
    expect((await failure(lab.set(world.holder, 'Count', other, 5))).code).toMatch(/unique constraint/)
    await lab.allow('editor', 'Count', null)
    await lab.allow('viewer', 'Count', null)
    expect(await lab.home('Count')).toBe(lab.relation)
    expect((await constraintsOf(lab.relation)).filter((line) => line.startsWith('count__'))).toEqual(before)
    expect((await failure(lab.set(world.holder, 'Count', other, 5))).code).toMatch(/unique constraint/)
    await setRules('Count', {})
    expect(await lab.set(world.holder, 'Count', other, 0)).toBe(1)
  })

  test('that records break is told to creators, and kept for new and changed values', async () => {
    await lab.hide('Count')
    const [old, free] = [await lab.put({ count: -98_765 }), await lab.put()]
    const found = await checkRules('Count', { min: 0, max: 10 })
    expect(found).toMatchObject({
      violations: 1,
      records: [old],
      byRule: { min: 1, max: 0 },
      seenByAll: false,
    })
    expect(await refusalOf(setRules('Count', { min: 0 }))).toBe('rule_broken')
    expect((await setRules('Count', { min: 0, max: 10 }, true)).rules).toMatchObject({ newOnly: ['min'] })
    const broken = await failure(lab.set(world.holder, 'Count', free, -1))
    expect(broken.code).toBe('value_out_of_range')
    expect(broken.text).toContain(lab.field('Count').id)
    expect(broken.text).not.toContain('98765')
    expect(await lab.set(world.holder, 'Count', old, -98_765)).toBe(1)
    expect((await failure(lab.set(null, 'Count', old, -4))).code).toMatch(/value_out_of_range|PT422/)
    // The table's own relation knows nothing of it.
    expect(await lab.set(world.editor, 'Title', old, 'x')).toBe(1)
    await setRules('Count', {})
    expect(await lab.set(world.holder, 'Count', free, -1)).toBe(1)
  })

  test('for new values is kept on both ways, aside and back', async () => {
    const old = await lab.put({ count: -5 })
    await setRules('Count', { min: 0 }, true)
    await lab.hide('Count')
    expect((await failure(lab.set(world.holder, 'Count', old, -4))).code).toBe('value_out_of_range')
    await lab.allow('editor', 'Count', null)
    await lab.allow('viewer', 'Count', null)
    expect((await failure(lab.set(world.holder, 'Count', old, -4))).code).toBe('value_out_of_range')
    expect(await lab.set(world.holder, 'Count', old, 4)).toBe(1)
  })

  test('is looked at in a second step, and loosened where a record came in between', async () => {
    await lab.hide('Count')
    const id = await lab.put({ count: 3 })
    await setRules('Count', { min: 0, max: 5 })
    const side = await lab.home('Count')
    await h.db.sql.unsafe(`alter table ${side} drop constraint count__min`)
    await lab.set(null, 'Count', id, -3)
    await h.db.sql.unsafe(`alter table ${side} add constraint count__min check (count >= 0) not valid`)
    expect(await lab.call(world.creator, 'validate_rules', { table: lab.table.id })).toEqual({ validated: 1 })
    const [row] = await h.db.sql`select rules from plinth.field where id = ${lab.field('Count').id}`
    expect(row!['rules']).toEqual({ min: 0, max: 5, newOnly: ['min'] })
    expect((await failure(lab.set(world.holder, 'Count', id, -2))).code).toBe('value_out_of_range')
  })

  test('is never that it must be filled: who does not see it could not', async () => {
    await lab.hide('Count')
    const refused = await failure(setRules('Count', { required: true }))
    expect(refused.code).toBe('field_hidden')
    expect(refused.text).toContain('required')
    await setRules('Day', { required: true })
    expect(await refusalOf(lab.hide('Day'))).toBe('field_unhideable')
  })

  test('says of `unique` that not everybody sees the values', async () => {
    const unique = { unique: true }
    expect(await checkRules('Count', unique)).toMatchObject({ seenByAll: true })
    await lab.hide('Count')
    expect(await checkRules('Count', unique)).toMatchObject({ seenByAll: false, violations: 0 })
    const [a, , other] = [await lab.put({ count: 7 }), await lab.put({ count: 7 }), await lab.put({})]
    expect(await checkRules('Count', unique)).toMatchObject({ violations: 2, byRule: { unique: 2 } })
    expect(await refusalOf(setRules('Count', unique))).toBe('rule_broken')
    await setRules('Count', unique, true)
    expect((await failure(lab.set(world.holder, 'Count', other, 7))).code).toBe('not_unique')
    await lab.set(world.holder, 'Count', a, 8)
    await setRules('Count', unique)
    const index = `plinth_${lab.field('Count').id.replaceAll('-', '')}__unique`
    const side = await lab.home('Count')
    expect(await told(world.holder, index, side, '23505')).toMatchObject({
      code: 'not_unique',
      details: { field: lab.field('Count').id },
    })
    expect(await told(world.editor, index, side, '23505')).toMatchObject({
      code: 'value_invalid',
      details: { table: lab.table.id },
    })
  })

  test('for new values stands beside one of the table’s own, each where its values are', async () => {
    await lab.hide('Count')
    const [a, b] = [await lab.put({ count: 9, ratio: 5 }), await lab.put({ count: 9, ratio: 5 })]
    await setRules('Count', { max: 8, unique: true }, true)
    await setRules('Ratio', { max: 1, unique: true }, true)
    await lab.set(world.holder, 'Count', a, 8)
    await lab.set(world.holder, 'Ratio', a, 0.5)
    for (const [label, value, code] of [
      ['Count', 8, 'not_unique'],
      ['Count', 10, 'value_out_of_range'],
      ['Ratio', 0.5, 'not_unique'],
      ['Ratio', 2, 'value_out_of_range'],
    ] as const)
      expect([label, value, (await failure(lab.set(world.holder, label, b, value))).code]).toEqual([
        label,
        value,
        code,
      ])
  })

  test('is nowhere for everybody else', async () => {
    await lab.hide('Count')
    expect(await lab.home('Count')).not.toBe(lab.relation)
    await lab.expectNowhere('check_field_rules', (field) => ({ field, rules: {} }), 'Count')
    await lab.expectNowhere('set_field_rules', (field) => ({ field, rules: {}, keep: false }), 'Count')
    await lab.expectNowhere('update_field', (field) => ({ field, changes: {} }), 'Count')
    await lab.expectNowhere('delete_field', (field) => ({ field }), 'Count')
    await lab.expectNowhere('preview_type_change', (field) => ({ field, type: 'text', options: {} }), 'Count')
    await lab.expectNowhere('change_type', (field) => ({ field, type: 'text', options: {} }), 'Count')
    await lab.expectNowhere('change_formula', (field) => ({ field, definition: null }), 'Count')
    await lab.expectNowhere('cancel_type_change', (field) => ({ field }), 'Count')
    await lab.expectNowhere('restore_field', (field) => ({ field }), 'Count')
    await lab.expectNowhere(
      'duplicate_field',
      (field) => ({ field, copy: uuidV7(), name: 'Copy', with_values: true }),
      'Count',
    )
    await lab.expectNowhere(
      'set_field_grant',
      (field) => ({ field, role: world.role, access: 'write' }),
      'Count',
    )
    await lab.expectNowhere('transitions', (field) => ({ field }), 'Count')
  })
})

describe('a default of a hidden field', () => {
  test('fills the value of a record that somebody makes who does not see it', async () => {
    await lab.hide('Count', 'Owner')
    const change = (label: string, value: Json) =>
      lab.call(world.creator, 'update_field', { field: lab.field(label).id, changes: { default: value } })
    await change('Count', { kind: 'value', value: 41 })
    await change('Owner', { kind: 'me' })
    const id = uuidV7()
    await h.as(world.editor, (tx) => tx`insert into ${h.db.sql(lab.relation)} (id) values (${id})`)
    expect(await lab.value('Count', id)).toBe('41')
    expect(await lab.value('Owner', id)).toBe(world.editor.id)
    await change('Count', null)
    expect(await lab.value('Count', await lab.put())).toBeNull()
  })

  test('that breaks a rule refuses the record without a word of field or value', async () => {
    await lab.hide('Count')
    const make = () =>
      h.as(world.editor, (tx) => tx`insert into ${h.db.sql(lab.relation)} (title) values ('x')`)
    const value = { default: { kind: 'value', value: 98_765 } }
    await lab.call(world.creator, 'update_field', { field: lab.field('Count').id, changes: value })
    // The column has one still, as where it was given before defaults were held against the rules.
    await h.db.sql`update plinth.field set default_value = null where id = ${lab.field('Count').id}`
    const says = async () => {
      const { code, text } = await failure(make())
      expect(code).toBe('value_invalid')
      expect(text).not.toMatch(/98765|count|__/i)
      expect(text).not.toContain(lab.field('Count').id)
    }
    await setRules('Count', { max: 5 })
    await says()
    await setRules('Count', { unique: true })
    await make()
    await says()
    await setRules('Count', {})
    await lab.put({ count: 9 })
    await setRules('Count', { max: 8 }, true)
    await says()
  })
})

describe('options of a hidden field', () => {
  test('are kept where the values stand', async () => {
    await lab.hide('Level')
    const id = await lab.put({ level: 'mid' })
    const change = (...ids: string[]) =>
      lab.call(world.creator, 'update_field', { field: lab.field('Level').id, changes: options(...ids) })
    expect(await refusalOf(change('low'))).toBe('invalid_input')
    await change('mid', 'top')
    expect(await lab.set(world.holder, 'Level', id, 'top')).toBe(1)
    expect((await failure(lab.set(world.holder, 'Level', id, 'low'))).code).toMatch(/check constraint/)
  })
})

describe('a hidden field of people', () => {
  test('takes people of the base alone, and keeps who has left', async () => {
    const gone = await h.person('gone')
    await h.rpc(gone, 'my_session')
    const invite = {
      workspace: world.workspace,
      role: 'member',
      base: world.base,
      base_role: 'editor',
      email: null,
    }
    const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', invite)
    await h.rpc(gone, 'accept_invitation', { token })
    const [theirs, free] = [await lab.put({ owner: gone.id }), await lab.put()]
    await h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member: gone.id })
    // Those who have left move aside and back with the others.
    await lab.hide('Owner')
    expect(await lab.value('Owner', theirs)).toBe(gone.id)
    for (const id of [gone.id, world.outsider.id, uuidV7()]) {
      const { code, text } = await failure(lab.set(world.holder, 'Owner', free, id))
      expect(code).toBe('value_invalid')
      expect(text).toContain(lab.field('Owner').id)
      expect(text).not.toContain(id)
    }
    expect(await lab.set(world.holder, 'Owner', free, world.viewer.id)).toBe(1)
    expect(await lab.set(world.editor, 'Title', theirs, 'still here')).toBe(1)
    await lab.allow('editor', 'Owner', null)
    await lab.allow('viewer', 'Owner', null)
    expect(await lab.value('Owner', theirs)).toBe(gone.id)
    expect((await failure(lab.set(world.holder, 'Owner', free, gone.id))).code).toBe('value_invalid')
  })

  test('is found by an index', async () => {
    await lab.hide('Owner')
    const name = `person_${lab.field('Owner').id.replaceAll('-', '')}`
    expect(await indexes(await lab.home('Owner'))).toContain(name)
    expect(await indexes(lab.relation)).not.toContain(name)
  })
})
