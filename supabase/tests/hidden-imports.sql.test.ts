/** Imports into tables with hidden fields: their rules hold for what the file fills, and say nothing to who does not see them. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Json, type Person, startWorld, type World } from './harness.ts'
import { type FullLab, failure, fullLab } from './hidden-full-lab.ts'

let h: Harness
let world: World
let lab: FullLab
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  lab = await fullLab(h, world, `Imports ${(count += 1)}`)
  await lab.hide('Count', 'Owner')
})
afterAll(() => h.db.stop())

interface Stored {
  inserted: number
  updated: number
  refused?: { line: number; code: string; field?: string; rule: string }[]
}
const begin = (who: Person, labels: string[], key: string | null = null, more: string[] = []) => {
  const open = uuidV7()
  const fields = [...labels.map((label) => lab.field(label).id), ...more]
  return lab
    .call(who, 'begin_import', {
      import: open,
      table: lab.table.id,
      file_name: 'a.csv',
      fields,
      mode: key ? 'upsert' : 'append',
      key: key && lab.field(key).id,
    })
    .then(() => open)
}
const load = async (who: Person, labels: string[], rows: Json[][], key: string | null = null) => {
  const open = await begin(who, labels, key)
  const list = rows.map((values) => [uuidV7(), ...values])
  const args = { import: open, chunk: 0, rows: list, misfits: [] }
  return lab.call<Stored>(who, 'import_rows', args)
}
const setRules = (label: string, rules: Json, keep = false) =>
  lab.call(world.creator, 'set_field_rules', { field: lab.field(label).id, rules, keep })
const pairs = async () =>
  (
    await h.db.sql.unsafe(
      `select t.title, s.count from ${lab.relation} as t join ${await lab.home('Count')} as s on s.id = t.id order by t.title`,
    )
  ).map((row) => [row['title'], row['count']])

describe('a row that breaks a rule of a hidden field', () => {
  test('is left out and told to who sees it, the rest is stored', async () => {
    await setRules('Count', { max: 5, unique: true })
    await lab.put({ title: 'there', count: 1 })
    const rows: Json[][] = [
      ['a', 2],
      ['b', 9],
      ['c', 1],
      ['d', 3],
      ['e', 3],
    ]
    const field = lab.field('Count').id
    expect(await load(world.holder, ['Title', 'Count'], rows)).toEqual({
      inserted: 2,
      updated: 0,
      refused: [
        { line: 2, code: 'value_out_of_range', field, rule: 'max' },
        { line: 3, code: 'not_unique', field, rule: 'unique' },
        { line: 5, code: 'not_unique', field, rule: 'unique' },
      ],
    })
    expect(await pairs()).toEqual([
      ['a', '2'],
      ['d', '3'],
      ['there', '1'],
    ])
  })

  test('counts where the value is new or changed, when it holds for those alone', async () => {
    for (const title of ['x', 'y']) await lab.put({ title, count: 9 })
    await setRules('Count', { max: 5 }, true)
    const rows: Json[][] = [
      ['x', 9],
      ['y', 8],
      ['z', 7],
      ['w', 4],
    ]
    const { inserted, updated, refused } = await load(world.holder, ['Title', 'Count'], rows, 'Title')
    expect([inserted, updated, refused!.map(({ line }) => line)]).toEqual([1, 1, [2, 3]])
    expect(await pairs()).toEqual([
      ['w', '4'],
      ['x', '9'],
      ['y', '9'],
    ])
  })

  test('may be found by a hidden key', async () => {
    await lab.put({ title: 'x', count: 1 })
    await setRules('Title', { maxLength: 3 })
    const rows: Json[][] = [
      ['new', 1],
      ['too long', 3],
      ['two', 2],
    ]
    const { inserted, updated, refused } = await load(world.holder, ['Title', 'Count'], rows, 'Count')
    expect([inserted, updated, refused!.map(({ line }) => line)]).toEqual([1, 1, [2]])
    expect(await pairs()).toEqual([
      ['new', '1'],
      ['two', '2'],
    ])
  })
})

test('strangers in a hidden field of people are left out', async () => {
  await lab.put({ title: 'kept', owner: world.editor.id })
  const rows: Json[][] = [
    ['a', world.outsider.id],
    ['b', world.viewer.id],
    ['kept', uuidV7()],
  ]
  const { inserted, updated, refused } = await load(world.holder, ['Title', 'Owner'], rows, 'Title')
  expect([inserted, updated]).toEqual([1, 0])
  expect(refused).toEqual([
    { line: 1, code: 'value_invalid', field: lab.field('Owner').id, rule: 'person' },
    { line: 3, code: 'value_invalid', field: lab.field('Owner').id, rule: 'person' },
  ])
})

describe('who does not see a hidden field', () => {
  test('imports beside it, and is told of the others alone', async () => {
    await lab.put({ title: 'old', count: 99 })
    await setRules('Count', { max: 5 }, true)
    await setRules('Title', { maxLength: 3 })
    const stored = await load(
      world.editor,
      ['Title', 'Notes'],
      [
        ['old', 'n'],
        ['abc', 'n'],
        ['abcd', 'n'],
      ],
      'Title',
    )
    expect(stored).toMatchObject({
      inserted: 1,
      updated: 1,
      refused: [{ line: 3, field: lab.field('Title').id }],
    })
    expect(JSON.stringify(stored)).not.toContain(lab.field('Count').id)
    expect(await pairs()).toEqual([
      ['abc', null],
      ['old', '99'],
    ])
  })

  test('imports nothing into it, nor by it as a key: it is not there', async () => {
    for (const who of [world.editor, world.viewer]) {
      const [into, nowhere] = await Promise.all([
        failure(begin(who, ['Title', 'Count'])),
        failure(begin(who, ['Title'], null, [uuidV7()])),
      ])
      expect(into).toEqual(nowhere)
    }
    const by = (key: string) =>
      failure(
        lab.call(world.editor, 'begin_import', {
          import: uuidV7(),
          table: lab.table.id,
          file_name: 'a.csv',
          fields: [lab.field('Title').id, key],
          mode: 'upsert',
          key,
        }),
      )
    expect(await by(lab.field('Count').id)).toEqual(await by(uuidV7()))
  })

  test('is told nothing of a default that is in the way', async () => {
    const value = { default: { kind: 'value', value: 98_765 } }
    await lab.call(world.creator, 'update_field', { field: lab.field('Count').id, changes: value })
    // As where both were set before defaults were held against the rules.
    const preset = (now: typeof value.default | null) =>
      h.db
        .sql`update plinth.field set default_value = ${now && h.db.sql.json(now)} where id = ${lab.field('Count').id}`
    await preset(null)
    await setRules('Count', { max: 5 })
    await preset(value.default)
    const { code, text } = await failure(load(world.editor, ['Title'], [['a'], ['b']]))
    expect(code).toBe('value_invalid')
    expect(text).not.toMatch(/98765|count/i)
    expect(text).not.toContain(lab.field('Count').id)
  })
})
