/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
})
afterAll(() => h.db.stop())

interface Result {
  id: string
  status: 'ok' | 'conflict' | 'error'
  ver?: number
  seq?: string
  current?: Record<string, unknown>
  error?: { code: string; details: Record<string, unknown> }
}

const field = (name: string) => table.fields.find((f) => f.name === name)!.id
const apply = (person: Person, mutations: object[], atomic = false) =>
  h.rpc<Result[]>(person, 'apply_mutations', { batch: { mutations, atomic } })
const insert = (record: string, values: Record<string, unknown> = {}) => ({
  id: uuidV7(),
  kind: 'insert',
  table: table.id,
  record,
  values,
})
const update = (record: string, values: Record<string, unknown>, base: Record<string, unknown>) => ({
  id: uuidV7(),
  kind: 'update',
  table: table.id,
  record,
  values,
  base,
})
const remove = (record: string) => ({ id: uuidV7(), kind: 'delete', table: table.id, record })
const stored = async (record: string) => {
  const [row] = await h.db.sql.unsafe(`select * from data.${table.relation} where id = $1`, [record])
  return row
}

async function inserted(values: Record<string, unknown> = {}): Promise<string> {
  const record = uuidV7()
  expect(await apply(world.editor, [insert(record, values)])).toMatchObject([{ status: 'ok', ver: 1 }])
  return record
}

describe('a mutation happens once', () => {
  test('the same batch sent again gives the first answer and changes nothing more', async () => {
    const record = await inserted({ [field('Count')]: 1 })
    const change = update(record, { [field('Count')]: 2 }, { [field('Count')]: 1 })
    const first = await apply(world.editor, [change])
    await apply(world.editor, [update(record, { [field('Count')]: 3 }, { [field('Count')]: 2 })])
    expect(await apply(world.editor, [change])).toEqual(first)
    expect(await stored(record)).toMatchObject({ count: '3', ver: '3' })
  })

  test('two twins at the same time store one record', async () => {
    const one = insert(uuidV7(), { [field('Title')]: 'twin' })
    const answers = await Promise.all([apply(world.editor, [one]), apply(world.editor, [one])])
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([{ status: 'ok' }])
  })

  test('the same id with other content is refused', async () => {
    const one = insert(uuidV7(), { [field('Title')]: 'a' })
    await apply(world.editor, [one])
    expect(await apply(world.editor, [{ ...one, values: { [field('Title')]: 'b' } }])).toMatchObject([
      { status: 'error', error: { code: 'mutation_reused' } },
    ])
  })

  test('another person may use the same mutation id', async () => {
    const one = insert(uuidV7())
    await apply(world.editor, [one])
    expect(await apply(world.creator, [{ ...one, record: uuidV7() }])).toMatchObject([{ status: 'ok' }])
  })

  test('an id twice in one batch is refused', async () => {
    const one = insert(uuidV7())
    expect(await refusalOf(apply(world.editor, [one, one]))).toBe('invalid_input')
  })
})

describe('the point of a mutation', () => {
  const told = async (record: string) => {
    const events = await h.db.sql.unsafe(
      `select op, xid::text as seq from plinth_private.change_log where $1 = any (ids) order by id`,
      [record],
    )
    return events.map((event) => [event['op'], event['seq']])
  }

  test('is the one that its event names, in each life of a record', async () => {
    const record = uuidV7()
    const steps = [insert(record, { [field('Count')]: 1 }), remove(record), insert(record)]
    const results: Result[] = []
    for (const step of steps) results.push(...(await apply(world.editor, [step])))
    expect(await told(record)).toEqual([
      ['insert', results[0]!.seq],
      ['delete', results[1]!.seq],
      ['insert', results[2]!.seq],
    ])
    expect(new Set(results.map(({ seq }) => seq)).size).toBe(3)
  })

  test.each([true, false])(
    'is the same for all of a batch, and told again as it was (atomic: %s)',
    async (atomic) => {
      const record = await inserted({ [field('Count')]: 1 })
      const many = [uuidV7(), uuidV7(), uuidV7()].map((id) => insert(id, { [field('Count')]: 4 }))
      const batch = [...many, update(record, { [field('Count')]: 2 }, { [field('Count')]: 1 })]
      const results = await apply(world.editor, batch, atomic)
      const [[, seq] = []] = await told(many[0]!.record)
      expect(results.map((result) => result.seq)).toEqual(batch.map(() => seq))
      expect(await apply(world.editor, batch, atomic)).toEqual(results)
      const later = [...many.slice(1), remove(record)]
      const mixed = await apply(world.editor, later)
      expect(mixed.slice(0, 2)).toEqual(results.slice(1, 3))
      expect(mixed[2]!.seq).toBe((await told(record)).at(-1)![1])
    },
  )

  test('is none where nothing is stored', async () => {
    const record = await inserted({ [field('Count')]: 1 })
    const stale = update(record, { [field('Count')]: 3 }, { [field('Count')]: 2 })
    const results = await apply(world.editor, [insert(uuidV7()), stale], true)
    expect(results.map(({ status, seq }) => [status, seq])).toEqual([
      ['error', undefined],
      ['conflict', undefined],
    ])
  })

  test('is missing in an answer kept since before answers had one', async () => {
    const one = insert(uuidV7())
    const [result] = await apply(world.editor, [one])
    await h.db.sql`update plinth_private.mutation set result = result - 'seq' where id = ${one.id}`
    const { seq: _seq, ...before } = result!
    expect(await apply(world.editor, [one])).toEqual([before])
  })
})

describe('conflicts', () => {
  test('a field that somebody else changed is a conflict and nothing is stored', async () => {
    const record = await inserted({ [field('Title')]: 'old', [field('Count')]: 1 })
    await apply(world.creator, [update(record, { [field('Title')]: 'theirs' }, { [field('Title')]: 'old' })])
    const values = { [field('Title')]: 'mine', [field('Count')]: 2 }
    const [result] = await apply(world.editor, [
      update(record, values, { [field('Title')]: 'old', [field('Count')]: 1 }),
    ])
    expect(result).toMatchObject({ status: 'conflict', ver: 2, current: { [field('Title')]: 'theirs' } })
    expect(Object.keys(result!.current!)).toEqual([field('Title')])
    expect(await stored(record)).toMatchObject({ title: 'theirs', count: '1' })
  })

  test('another field changed by somebody else is no conflict', async () => {
    const record = await inserted({ [field('Title')]: 'old' })
    await apply(world.creator, [update(record, { [field('Title')]: 'theirs' }, { [field('Title')]: 'old' })])
    expect(
      await apply(world.editor, [update(record, { [field('Count')]: 5 }, { [field('Count')]: null })]),
    ).toMatchObject([{ status: 'ok', ver: 3 }])
  })

  test('the same new value from two people is no conflict and no new version', async () => {
    const record = await inserted({ [field('Title')]: 'old' })
    await apply(world.creator, [update(record, { [field('Title')]: 'new' }, { [field('Title')]: 'old' })])
    expect(
      await apply(world.editor, [update(record, { [field('Title')]: 'new' }, { [field('Title')]: 'old' })]),
    ).toMatchObject([{ status: 'ok', ver: 2 }])
  })

  test.each([
    ['Moment', '2024-02-29T10:00:00Z', '2024-02-29T11:00:00+01:00'],
    ['Ratio', 0.1, 0.1],
    ['Day', '2024-02-29', '2024-02-29'],
    ['Done', true, true],
    ['Level', 'mid', 'mid'],
    ['Title', null, ''],
  ])('%s: a base value is compared by what it means', async (name, value, base) => {
    const record = await inserted({ [field(name)]: value })
    expect(
      await apply(world.editor, [update(record, { [field(name)]: null }, { [field(name)]: base })]),
    ).toMatchObject([{ status: 'ok' }])
  })

  test('many at once: conflicts stay with their record', async () => {
    const records = await Promise.all([1, 2, 3].map((n) => inserted({ [field('Count')]: n })))
    const results = await apply(
      world.editor,
      records.map((record, n) =>
        update(record, { [field('Count')]: 100 }, { [field('Count')]: n === 1 ? 77 : n + 1 }),
      ),
    )
    expect(results.map((r) => r.status)).toEqual(['ok', 'conflict', 'ok'])
    expect(results.map((r) => r.ver)).toEqual([2, 1, 2])
  })

  test('of concurrent writers with the same base exactly one wins', async () => {
    const record = await inserted({ [field('Count')]: 0 })
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        apply(n % 2 ? world.editor : world.creator, [
          update(record, { [field('Count')]: n }, { [field('Count')]: 0 }),
        ]),
      ),
    )
    expect(answers.flat().filter((a) => a.status === 'ok')).toHaveLength(1)
    expect(answers.flat().filter((a) => a.status === 'conflict')).toHaveLength(4)
  })
})

describe('batches', () => {
  test('an atomic batch with one bad part changes nothing and says which part it was', async () => {
    const [one, two] = [uuidV7(), uuidV7()]
    const results = await apply(world.editor, [insert(one), insert(two, { [field('Count')]: 0.5 })], true)
    expect(results.map((r) => r.error?.code)).toEqual(['batch_refused', 'value_invalid'])
    expect(results[1]!.error!.details).toMatchObject({ table: table.id, field: field('Count') })
    expect(await stored(one)).toBeUndefined()
  })

  test('a batch that is not atomic stores its good parts', async () => {
    const records = [uuidV7(), uuidV7(), uuidV7()]
    const results = await apply(
      world.editor,
      records.map((record, n) => insert(record, { [field('Mail')]: n === 1 ? 'nobody' : 'a@b.cd' })),
    )
    expect(results.map((r) => r.status)).toEqual(['ok', 'error', 'ok'])
    expect(results[1]!.error!.code).toBe('email_invalid')
    expect(await stored(records[2]!)).toMatchObject({ mail: 'a@b.cd' })
  })

  test('many updates that go together are stored, each with its next version; what stands already stays', async () => {
    const records = await Promise.all([1, 2, 3].map((n) => inserted({ [field('Count')]: n })))
    const results = await apply(
      world.editor,
      [10, 2, 30].map((count, n) =>
        update(records[n]!, { [field('Count')]: count }, { [field('Count')]: n + 1 }),
      ),
    )
    expect(results.map((r) => [r.status, r.ver])).toEqual([
      ['ok', 2],
      ['ok', 1],
      ['ok', 2],
    ])
    const rows = await Promise.all(records.map(stored))
    expect(rows.map((row) => [row!['count'], row!['ver']])).toEqual([
      ['10', '2'],
      ['2', '1'],
      ['30', '2'],
    ])
  })

  test('insert, change and delete of one record in one batch run in order', async () => {
    const record = uuidV7()
    const results = await apply(
      world.editor,
      [
        insert(record, { [field('Count')]: 1 }),
        update(record, { [field('Count')]: 2 }, { [field('Count')]: 1 }),
        remove(record),
      ],
      true,
    )
    expect(results.map((r) => r.ver)).toEqual([1, 2, 0])
    expect(await stored(record)).toBeUndefined()
  })

  test('two batches that touch the same records in opposite order both come through', async () => {
    const records = await Promise.all(Array.from({ length: 30 }, (_, n) => inserted({ [field('Count')]: n })))
    const batch = (list: string[], name: string, value: unknown) =>
      list.map((record) => update(record, { [field(name)]: value }, { [field(name)]: null }))
    const answers = await Promise.all([
      apply(world.editor, batch(records, 'Title', 'x')),
      apply(world.creator, batch([...records].reverse(), 'Notes', 'y')),
      apply(world.owner, batch([...records].reverse(), 'Day', '2020-01-01')),
    ])
    expect(answers.flat().every((a) => a.status === 'ok')).toBe(true)
  })

  test('more than 500 mutations are refused', async () => {
    expect(
      await refusalOf(
        apply(
          world.editor,
          Array.from({ length: 501 }, () => insert(uuidV7())),
        ),
      ),
    ).toBe('limit_exceeded')
  })

  test('what is missing answers not_found', async () => {
    expect(
      await apply(world.editor, [
        remove(uuidV7()),
        update(uuidV7(), { [field('Count')]: 1 }, { [field('Count')]: null }),
        { ...insert(uuidV7()), table: uuidV7() },
      ]),
    ).toMatchObject([
      { error: { code: 'not_found' } },
      { error: { code: 'not_found' } },
      { error: { code: 'not_found' } },
    ])
  })

  test('malformed mutations are refused one by one', async () => {
    const record = await inserted()
    const bad = [
      { ...insert(uuidV7()), kind: 'drop' },
      { ...insert(uuidV7()), values: [] },
      { ...insert(uuidV7()), record: 'x' },
      insert(uuidV7(), { [uuidV7()]: 1 }),
      insert(uuidV7(), { title: 'by column name' }),
      update(record, { [field('Count')]: 1 }, {}),
      insert(uuidV7(), { [field('Files')]: [uuidV7()] }),
    ]
    const results = await apply(world.editor, bad)
    expect(results.map((r) => r.error?.code)).toEqual([
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'value_invalid',
    ])
  })

  test('a record id that exists already is not_unique', async () => {
    const record = await inserted()
    expect(await apply(world.editor, [insert(record)])).toMatchObject([
      { error: { code: 'not_unique', details: { table: table.id, rule: 'id' } } },
    ])
  })
})

describe('values', () => {
  const long = (n: number) => 'x'.repeat(n)
  test.each([
    ['Title', 5, 'value_invalid'],
    ['Title', long(2001), 'value_too_long'],
    ['Notes', long(100_001), 'value_too_long'],
    ['Count', '5', 'value_invalid'],
    ['Count', 9007199254740992, 'number_out_of_range'],
    ['Ratio', 'NaN', 'value_invalid'],
    ['Done', 'true', 'value_invalid'],
    ['Day', '2023-02-29', 'date_invalid'],
    ['Day', 'today', 'date_invalid'],
    ['Day', 'infinity', 'date_invalid'],
    ['Moment', '2024-01-01 10:00', 'date_invalid'],
    ['Moment', '2024-01-01T25:00:00Z', 'date_invalid'],
    ['Level', 'none', 'option_unknown'],
    ['Mail', 'a@b', 'email_invalid'],
    ['Mail', 'a b@c.de', 'email_invalid'],
    ['Mail', `${long(250)}@b.cd`, 'email_invalid'],
    ['Site', 'ftp://example.org', 'url_invalid'],
    ['Site', 'https://a\u00a0b.c', 'url_invalid'],
    ['Site', 'javascript:alert(1)', 'url_invalid'],
  ] as const)('%s refuses %j as %s, by a mutation', async (name, value, code) => {
    const [result] = await apply(world.editor, [insert(uuidV7(), { [field(name)]: value })])
    expect(result).toMatchObject({
      status: 'error',
      error: { code, details: { table: table.id, field: field(name) } },
    })
  })

  test.each([
    ['title', long(2001), '23514'],
    ['count', '9007199254740992', '23514'],
    ['ratio', 'NaN', '23514'],
    ['ratio', 'Infinity', '23514'],
    ['day', 'infinity', '23514'],
    ['moment', '0001-01-01 00:00:00 BC', '23514'],
    ['level', 'none', '23514'],
    ['mail', 'not an email', '23514'],
    ['site', 'nothing', '23514'],
    ['files', '{01a1fc5b-2144-7000-b1f5-a684701a5c6d}', '42501'],
    ['ver', '7', '42501'],
    ['created_by', '01a1fc5b-2144-7000-b1f5-a684701a5c6d', '42501'],
  ])('column %s refuses %s, by any other way', async (column, value, state) => {
    const failure = await h
      .as(world.editor, (tx) =>
        tx.unsafe(`insert into data.${table.relation} (${column}) values ('${value}')`),
      )
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ state })
  })

  test('greatest and smallest values come back as they went in', async () => {
    const values = {
      [field('Count')]: 9007199254740991,
      [field('Ratio')]: -1.7976931348623157e308,
      [field('Day')]: '0001-01-01',
      [field('Moment')]: '9999-12-31T23:59:59.999Z',
      [field('Title')]: '🜁 "quoted" \\ back',
      [field('Mail')]: 'ünï@exämple.org',
      [field('Site')]: 'HTTPS://example.org',
    }
    const record = await inserted(values)
    const query = { table: table.id, sorts: [], fields: Object.keys(values) }
    const answer = await h.rpc<{ rows: unknown[][] }>(world.viewer, 'rows_by_id', { query, ids: [record] })
    expect(answer.rows[0]!.slice(2)).toEqual(Object.values(values))
  })
})

describe('who may write', () => {
  test.each([
    ['viewer', 'read_only'],
    ['member', 'not_found'],
    ['outsider', 'not_found'],
  ] as const)('%s is refused with %s', async (role, code) => {
    const record = await inserted({ [field('Title')]: 'secret' })
    const results = await apply(world[role], [
      insert(uuidV7()),
      insert(uuidV7()),
      update(record, { [field('Title')]: 'x' }, { [field('Title')]: 'secret' }),
      remove(record),
    ])
    expect(results.map((r) => r.error?.code)).toEqual([code, code, code, code])
    expect(JSON.stringify(results)).not.toContain('secret')
    expect(await stored(record)).toMatchObject({ title: 'secret' })
  })

  test('a failing rule says nothing of stored values', async () => {
    const failure = await h
      .as(world.viewer, (tx) =>
        tx.unsafe(`update data.${table.relation} set title = 'x' where true returning *`),
      )
      .catch((error: unknown) => error)
    expect(failure).toHaveLength(0)
  })
})
