/** Names, labels and keys are data: whatever stands in them, physical names stay plain and nothing of them is run. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  call,
  done,
  fresh,
  furnish,
  type Installation,
  type MadeTable,
  makeBase,
  makeTable,
  mutate,
} from './furnished.ts'

let it: Installation

beforeAll(async () => {
  it = await furnish()
})

afterAll(() => it?.backend.stop())

const NAMES = [
  `'; drop schema plinth cascade; --`,
  `"; drop table x; --`,
  '%s %1$I %L %%',
  '$$; select 1; $$',
  '\\',
  `\\'`,
  'select',
  'SELECT',
  'table',
  'user',
  'id',
  'ver',
  'created_by',
  'ctid',
  'xmin',
  'tableoid',
  'oid',
  'ID',
  'Ver ',
  'İstanbul',
  'ıd',
  'ſelect',
  'ﬁeld',
  '①②',
  '漢字',
  '🙂',
  '123',
  '_',
  '__',
  'a__b',
  'a b',
  'a-b',
  'a_b',
  'a.b',
  'new_rows',
  'old_rows',
  't',
  'u',
  'n',
  'm',
  'r',
  'value',
  'ordinality',
  'held',
  'x'.repeat(120),
  `${'x'.repeat(118)}ab`,
  'plinth_private.fail',
  'pg_sleep(10)',
  'null',
  'array',
  'lateral',
  'naïve',
  'na\u0308ive',
  'ΑΒΓ',
  'ъ',
  '\ufeffbom',
  'a\u00a0b',
  'Ǆ',
]

/** Names beside which another one of the list counts as the same. */
const distinct = [...new Map(NAMES.map((name) => [name.trim().toLowerCase(), name])).values()]

test('fields of every name are made, written, sorted by, and read back', async () => {
  const definitions = distinct.map((name) => ({ name, type: 'text', options: {} }))
  const table = await makeTable(it.people.creator.client, it.base, 'Names', definitions)
  for (const { column } of table.fields) expect(column).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
  expect(new Set(table.fields.map(({ column }) => column)).size).toBe(distinct.length)
  expect(table.fields.every(({ column }) => column.length <= 40)).toBe(true)
  const record = fresh()
  const values = Object.fromEntries(table.fields.map(({ id, name }) => [id, name]))
  const editor = it.people.editor.client
  expect(await mutate(editor, { kind: 'insert', table: table.id, record, values })).toMatchObject({
    status: 'ok',
  })
  const changed = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, `${value}!`]))
  const update = { kind: 'update', table: table.id, record, values: changed, base: values }
  expect(await mutate(editor, update)).toMatchObject({ status: 'ok', ver: 2 })
  const sorts = table.fields.slice(0, 10).map(({ id }) => ({ field: id, direction: 'asc' }))
  const args = { query: { table: table.id, sorts }, anchor: null, direction: 'forward', skip: 0, take: 10 }
  const window = await done<{ rows: unknown[][]; lastKey: unknown }>(
    it.people.viewer.client,
    'rows_window',
    args,
  )
  expect(window.rows[0]!.slice(2)).toEqual(Object.values(changed))
  const behind = await done<{ rows: unknown[][] }>(it.people.viewer.client, 'rows_window', {
    ...args,
    anchor: window.lastKey,
  })
  expect(behind.rows).toEqual([])
})

test('tables and bases of every name get a relation of their own', async () => {
  const relations = new Set<string>()
  const owner = it.people.owner.client
  for (const name of distinct) {
    const base = await makeBase(owner, it.workspace, name)
    const table: MadeTable = await makeTable(owner, base, name, [{ name, type: 'text', options: {} }])
    expect(table.relation).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(Buffer.byteLength(table.relation)).toBeLessThanOrEqual(40)
    relations.add(table.relation)
    expect(
      await mutate(owner, {
        kind: 'insert',
        table: table.id,
        record: fresh(),
        values: { [table.fields[0]!.id]: name },
      }),
    ).toMatchObject({ status: 'ok' })
    await done(owner, 'delete_base', { base, confirm_name: name.trim() })
  }
  expect(relations.size).toBeGreaterThan(20)
})

test('labels of options may hold anything, their ids only letters and digits', async () => {
  const options = [...distinct, '\u202etxet'].map((label, n) => ({ id: `o${n}`, label, hue: 'red' }))
  const field = { name: 'Kind', type: 'single_select', options: { options } }
  const table = await makeTable(it.people.creator.client, it.base, 'Options', [field])
  const kind = table.fields[0]!.id
  const insert = { kind: 'insert', table: table.id, record: fresh(), values: { [kind]: 'o3' } }
  expect(await mutate(it.people.editor.client, insert)).toMatchObject({ status: 'ok' })
  for (const id of ['', `a'`, '{}', 'a,b', 'NULL', 'é', '"', 'x'.repeat(21), '%s', null, 5.5, ['a']]) {
    const changes = { options: { options: [{ id, label: 'x', hue: 'red' }] } }
    expect([
      id,
      (await call(it.people.creator.client, 'update_field', { field: kind, changes })).code,
    ]).toEqual([id, 'invalid_input'])
  }
})
