/** Colour rules that a link tells: those that look at what it tells, as it tells it, and at nobody. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, number, text } from './expression-trees.ts'
import { fieldOf, type Harness, type Json, startWorld, type TestTable, type World } from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const fields = [
    fieldOf('Name', 'text'),
    fieldOf('Price', 'integer'),
    fieldOf('Owner', 'person'),
    fieldOf('Files', 'attachment'),
    fieldOf('Secret', 'integer'),
  ]
  const definition = { id: uuidV7(), name: 'Orders', fields }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
})
afterAll(() => h.db.stop())

const id = (name: string) => table.fields.find((one) => one.name === name)!.id
const field = (name: string) => ({ field: id(name) })
const rule = (name: string, when: object, paints = 'row') => ({
  id: uuidV7(),
  name,
  when,
  hue: 'red',
  paints,
})
const dear = () => call('>', field('Price'), number(10))

const rules: readonly [string, () => object, object | null][] = [
  [
    'looks at a field that is told',
    () => rule('Dear', dear()),
    { name: 'Dear', hue: 'red', when: call('>', { field: '1' }, number(10)), paints: 'row' },
  ],
  [
    'paints a field that is told',
    () => rule('Named', call('=', field('Name'), text('x')), id('Price')),
    { name: 'Named', hue: 'red', when: call('=', { field: '0' }, text('x')), paints: 1 },
  ],
  [
    'looks at the day',
    () => rule('Today', call('=', call('today'), call('today'))),
    { name: 'Today', hue: 'red', when: call('=', call('today'), call('today')), paints: 'row' },
  ],
  ['looks at a field that is not told', () => rule('Secret', call('>', field('Secret'), number(1))), null],
  [
    'looks at it among others',
    () => rule('Both', call('and', dear(), call('is_filled', field('Secret')))),
    null,
  ],
  ['paints a field that is not told', () => rule('Aside', dear(), id('Secret')), null],
  ['looks at people, who are names there', () => rule('Theirs', call('is_filled', field('Owner'))), null],
  ['looks at files', () => rule('Filed', call('is_filled', field('Files'))), null],
  ['asks who looks', () => rule('Mine', call('=', call('my_role'), text('editor'))), null],
]

async function shared(colors: Json, fields = ['Name', 'Price', 'Owner', 'Files'], config: object = {}) {
  const view = uuidV7()
  await h.rpc(world.creator, 'create_view', {
    table: table.id,
    view,
    definition: { name: view, kind: 'grid', isShared: true, config: { colors, ...config } },
  })
  const settings = { name: 'Orders', fields: fields.map(id), showsPeople: true, showsLinked: true }
  const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
    table: table.id,
    target: { view },
    settings,
  })
  return { view, token }
}

const colorsOf = async (token: string) =>
  (await h.rpc<{ colors?: Json }>(null, 'shared_page', { token, pass: null })).colors

test.each(rules)('a rule that %s', async (_, made, told) => {
  const { token } = await shared([made()] as Json)
  expect(await colorsOf(token)).toEqual(told ? [told] : undefined)
})

test('rules stand in the order in which they paint, and ids of fields in none', async () => {
  const { token } = await shared(rules.map(([, made]) => made()) as Json)
  const colors = (await colorsOf(token)) as { name: string }[]
  expect(colors.map(({ name }) => name)).toEqual(['Dear', 'Named', 'Today'])
  for (const { id: one } of table.fields) expect(JSON.stringify(colors)).not.toContain(one)
})

test('a field that the view comes to hide takes its rules with it, and the places of others are new ones', async () => {
  const colors = [rule('Named', call('=', field('Name'), text('x'))), rule('Dear', dear())]
  const { view, token } = await shared(colors as Json)
  await h.rpc(world.creator, 'update_view', {
    view,
    changes: { config: { colors, hidden: [id('Name')] } },
  })
  expect(await colorsOf(token)).toMatchObject([{ name: 'Dear', when: call('>', { field: '0' }, number(10)) }])
})

test('a link to a record has none', async () => {
  const record = uuidV7()
  await h.db.sql`insert into data.${h.db.sql(table.relation)} (id) values (${record})`
  const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
    table: table.id,
    target: { record },
    settings: { name: 'One', fields: [id('Price')] },
  })
  expect(await colorsOf(token)).toBeUndefined()
})
