/** While the type of a field is being changed, no rule begins to look at it; given up or done, rules do again. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

const states = ['open', 'done'].map((id) => ({ id, label: id, hue: 'blue' }))

let h: Harness
let world: World
let table: TestTable
const field = (name: string) => table.fields.find((one) => one.name === name)!.id
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const fields = [
    fieldOf('Title', 'text'),
    fieldOf('Amount', 'integer'),
    fieldOf('State', 'status', { options: states, initial: 'open' }),
  ]
  const definition = { id: uuidV7(), name: 'Changing', fields }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  // More than one call changes.
  await h.db.sql.unsafe(
    `insert into data.${table.relation} (title, amount) select 'a' || g, g from generate_series(1, 2100) as g`,
  )
})
afterAll(() => h.db.stop())

const as = (name: string, args: Record<string, unknown>) => h.rpc<Json>(world.creator, name, args)
const step = (type = 'number') => as('change_type', { field: field('Amount'), type, options: {} })

/** Every place of a rule, tried in a transaction of its own: done, or the refusal. */
async function tried(): Promise<Record<string, string>> {
  const rule = { call: '>', args: [{ field: field('Amount') }, { number: 0 }] }
  const move = { id: uuidV7(), name: 'Do', from: 'open', to: 'done', roles: null, fourEyes: false }
  const calls: [string, string, Record<string, unknown>][] = [
    ['grant', 'set_grant', { role: world.role, table: table.id, action: 'read', scope: 'rules', rule }],
    [
      'lock',
      'save_record_lock',
      { table: table.id, lock: uuidV7(), definition: { name: 'L', rule, creators: true, roles: [] } },
    ],
    [
      'table rule',
      'save_table_rule',
      { table: table.id, rule: uuidV7(), definition: { message: 'm', rule }, keep: false },
    ],
    ['guard', 'set_transitions', { field: field('State'), transitions: [{ ...move, guard: rule }] }],
    [
      'needs',
      'set_transitions',
      { field: field('State'), transitions: [{ ...move, requires: [field('Amount')] }] },
    ],
  ]
  const answers: Record<string, string> = {}
  const back = new Error('taken back')
  for (const [name, call, args] of calls) {
    answers[name] = await h
      .as(world.creator, async (tx) => {
        await h.rpcIn(tx, call, args)
        throw back
      })
      .then(
        () => '',
        (error: Refusal) => (error.message === back.message ? 'done' : `${error.code} ${error.details}`),
      )
  }
  return answers
}

const places = ['grant', 'lock', 'table rule', 'guard', 'needs']
const everywhere = (answer: string) => Object.fromEntries(places.map((place) => [place, answer]))

test('a rule that would look at it is refused wherever it is to stand', async () => {
  expect(await tried()).toEqual(everywhere('done'))
  await step()
  const answers = await tried()
  for (const place of places) {
    const [code, ...details] = answers[place]!.split(' ')
    expect([place, code, JSON.parse(details.join(' '))]).toEqual([
      place,
      'field_changing',
      { table: table.id, field: field('Amount') },
    ])
  }
  // Rules of other fields are made all the same, and the change comes to its end.
  const other = { call: 'is_filled', args: [{ field: field('Title') }] }
  await as('set_grant', { role: world.role, table: table.id, action: 'read', scope: 'rules', rule: other })
  await as('cancel_type_change', { field: field('Amount') })
  expect(await tried()).toEqual(everywhere('done'))
})

test('a rule that was there keeps the change from beginning, and one that comes after it holds', async () => {
  await step()
  for (let n = 0; n < 5; n++) {
    const answer = (await step()) as { field: Json }
    if (answer.field) break
  }
  expect(await tried()).toEqual(everywhere('done'))
  const rule = { call: '>', args: [{ field: field('Amount') }, { number: 0 }] }
  const definition = { message: 'More', rule }
  await as('save_table_rule', { table: table.id, rule: uuidV7(), definition, keep: false })
  await expect(step('text')).rejects.toMatchObject({ code: 'used_by_rule' })
  const broken = h.db.sql.unsafe(`insert into data.${table.relation} (amount) values (-1)`)
  await expect(broken).rejects.toMatchObject({ code: '23514' })
})
