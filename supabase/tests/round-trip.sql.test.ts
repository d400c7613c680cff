import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFullTable, type Harness, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
}, 60_000)
afterAll(() => h.db.stop())

test('a record goes in by a mutation and comes out by a window', async () => {
  const table = await createFullTable(h, world)
  expect(table.relation).toBe('muller_sohne_things')
  const field = (name: string) => table.fields.find((f) => f.name === name)!.id
  const record = uuidV7()
  const values = {
    [field('Title')]: 'Ein Ding',
    [field('Notes')]: 'long',
    [field('Count')]: 3,
    [field('Ratio')]: 0.1,
    [field('Done')]: true,
    [field('Day')]: '2024-02-29',
    [field('Moment')]: '2024-02-29T10:00:00Z',
    [field('Level')]: 'mid',
    [field('Mail')]: 'a@example.org',
    [field('Site')]: 'https://example.org/x',
    [field('Owner')]: world.viewer.id,
    [field('Phone')]: '112',
    [field('Share')]: 0.07,
    [field('Stars')]: 4,
    [field('Length')]: 5_400,
    [field('Price')]: 1_250,
    [field('Tags')]: ['mid', 'high'],
    [field('Paper')]: '{"b":1,"a":[1.50]}',
  }
  const results = await h.rpc(world.editor, 'apply_mutations', {
    batch: { atomic: false, mutations: [{ id: uuidV7(), kind: 'insert', table: table.id, record, values }] },
  })
  expect(results).toMatchObject([{ status: 'ok', ver: 1 }])
  const update = await h.rpc(world.editor, 'apply_mutations', {
    batch: {
      atomic: false,
      mutations: [
        {
          id: uuidV7(),
          kind: 'update',
          table: table.id,
          record,
          values: { [field('Count')]: 4 },
          base: { [field('Count')]: 3 },
        },
      ],
    },
  })
  expect(update).toMatchObject([{ status: 'ok', ver: 2 }])
  const query = { table: table.id, sorts: [{ field: field('Title'), direction: 'desc' }] }
  const window = await h.rpc(world.viewer, 'rows_window', {
    query,
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 10,
  })
  expect(window).toMatchObject({
    rows: [
      [
        record,
        2,
        'Ein Ding',
        'long',
        4,
        0.1,
        true,
        '2024-02-29',
        '2024-02-29T10:00:00.000Z',
        'mid',
        'a@example.org',
        'https://example.org/x',
        null,
        world.viewer.id,
        'low',
        '112',
        0.07,
        4,
        5_400,
        1_250,
        ['high', 'mid'],
        1,
        '{"a": [1.50], "b": 1}',
        expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
        world.editor.id,
        expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
        world.editor.id,
      ],
    ],
    firstKey: ['Ein Ding', record],
    atEnd: true,
  })
  expect(await h.rpc(world.viewer, 'view_stats', { query, exact: true })).toMatchObject({
    total: 1,
    exact: true,
  })
  expect(await h.rpc(world.viewer, 'view_anchors', { query, step: 100 })).toMatchObject({
    anchors: [[0, ['Ein Ding', record]]],
  })
  expect(
    await h.rpc(world.viewer, 'rows_by_id', { query: { ...query, fields: [field('Count')] }, ids: [record] }),
  ).toMatchObject({ rows: [[record, 2, 4]] })
  const messages = await h.db
    .admin`select topic, event, payload from realtime.messages where event = 'change' and topic like ${`table:${table.id}:%`}
      order by inserted_at`
  expect(messages).toHaveLength(2)
  expect(messages[1]).toMatchObject({
    topic: `table:${table.id}:1`,
    payload: {
      op: 'update',
      items: [[record, 2]],
      fields: expect.arrayContaining([field('Count'), field('Changed at'), field('Changed by')]) as string[],
    },
  })
  expect(await h.rpc(world.viewer, 'changes_since', { table: table.id, seq: '3' })).toMatchObject({
    reset: false,
    events: [{ op: 'insert' }, { op: 'update' }],
  })
})
