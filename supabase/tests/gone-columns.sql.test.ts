/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** A field that goes while somebody writes or reads: the call says that the table has another shape, and goes through when repeated. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Result {
  status: string
  error?: { code: string; details: Record<string, string> }
}

async function lab(name: string) {
  const definition = { id: uuidV7(), name, fields: [fieldOf('Title', 'text'), fieldOf('Amount', 'integer')] }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const field = (label: string) => table.fields.find((one) => one.name === label)!.id
  const record = uuidV7() as string
  await h.db.sql.unsafe(`insert into data.${table.relation} (id, title, amount) values ($1, 'a', 1)`, [
    record,
  ])
  const apply = (values: Record<string, Json>, base: Record<string, Json>) => {
    const byId = (of: Record<string, Json>) =>
      Object.fromEntries(Object.entries(of).map(([label, value]) => [field(label), value]))
    const mutation = {
      id: uuidV7(),
      kind: 'update',
      table: table.id,
      record,
      values: byId(values),
      base: byId(base),
    }
    return h
      .rpc<[Result]>(world.editor, 'apply_mutations', { batch: { atomic: false, mutations: [mutation] } })
      .then(([result]) => result)
  }
  const read = (person: Person) =>
    h.rpc<{ fields: string[]; rows: Json[] }>(person, 'rows_window', {
      query: { table: table.id, sorts: [] },
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 10,
    })
  /** Begins a call while the field's deletion holds the table, and ends both. */
  async function whileItGoes<T>(call: () => Promise<T>, name: string): Promise<T | { state: string }> {
    let other: Promise<T | { state: string }> | undefined
    await h.as(world.creator, async (tx) => {
      await h.rpcIn(tx, 'delete_field', { field: field('Amount') })
      other = call().catch((error: { state: string }) => ({ state: error.state }))
      await waitingFor(name)
    })
    return other!
  }
  return { field, apply, read, whileItGoes }
}

/** Until such a call waits for a lock. */
async function waitingFor(call: string): Promise<void> {
  for (let n = 0; n < 500; n++) {
    const rows = await h.db.admin`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ ${call}`
    if (rows.length > 0) return
    await h.db.admin`select pg_sleep(0.02)`
  }
  throw new Error(`no ${call} waits`)
}

test('a change that waited for it may be sent again, and is then refused for good', async () => {
  const { apply, whileItGoes } = await lab('Written')
  const met = await whileItGoes(() => apply({ Amount: 2 }, { Amount: 1 }), 'apply_mutations')
  expect(met).toMatchObject({ status: 'error', error: { code: 'busy', details: { rule: 'shape' } } })
  const again = await apply({ Amount: 2 }, { Amount: 1 })
  expect(again.error?.code).toBe('invalid_input')
  expect(await apply({ Title: 'b' }, { Title: 'a' })).toMatchObject({ status: 'ok' })
})

test('a page that waited for it is there without it when asked for again', async () => {
  const { field, read, whileItGoes } = await lab('Read')
  expect((await read(world.viewer)).fields).toEqual([field('Title'), field('Amount')])
  expect(await whileItGoes(() => read(world.viewer), 'rows_window')).toEqual({ state: '42703' })
  expect(await read(world.viewer)).toMatchObject({ fields: [field('Title')], rows: [{}] })
})
