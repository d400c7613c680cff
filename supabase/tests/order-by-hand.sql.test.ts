/** Records that people have put in order: where they stand, who may move them, and what becomes of a move. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { randomFrom } from './random-rights.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Window {
  rows: [id: string, ver: number, title: string][]
  firstKey: Json
  lastKey: Json
  atEnd: boolean
}
type Places = Record<string, { from: Json; to: Json }>

/** Ids without room between them: what is in their order has no place but beside them. */
const idNo = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

let tables = 0
/** A table of the records A, B, C, … and a shared view of it. */
async function lettersIn(names: string, owner: Person | null = null, idOf: (n: number) => string = idNo) {
  const definition = {
    id: uuidV7(),
    name: `Letters ${(tables += 1)}`,
    fields: [fieldOf('Title', 'text'), fieldOf('Count', 'integer')],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const [title, count] = table.fields as [TestTable['fields'][0], TestTable['fields'][0]]
  const ids = new Map<string, string>()
  const insert = async (letter: string, own?: string) => {
    const id = own ?? idOf(tables * 100_000 + ids.size + 1)
    ids.set(letter, id)
    await h.db.admin.unsafe(
      `insert into data.${table.relation} (id, ${title.column}, ${count.column}) values ($1, $2, $3)`,
      [id, letter, ids.size],
    )
  }
  for (const letter of names) await insert(letter)
  const view = uuidV7() as string
  if (owner === world.holder)
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: table.id,
      action: 'read',
      scope: 'all',
      rule: null,
    })
  await h.rpc(owner ?? world.creator, 'create_view', {
    table: table.id,
    view,
    definition: { name: 'By hand', isShared: owner === null, config: {} },
  })
  const of = (letters: string) => [...letters].map((letter) => ids.get(letter)!)
  const query = (more: Record<string, Json> = {}) => ({
    table: table.id,
    view,
    fields: [title.id],
    sorts: [],
    ...more,
  })
  const windowOf = (
    { who = world.viewer, more = {} }: { who?: Person; more?: Record<string, Json> } = {},
    anchor: Json = null,
    direction = 'forward',
    skip = 0,
    take = 1000,
  ) => h.rpc<Window>(who, 'rows_window', { query: query(more), anchor, direction, skip, take })
  const order = async (options?: Parameters<typeof windowOf>[0]) =>
    (await windowOf(options)).rows.map((row) => row[2]).join('')
  const move = (letters: string, before: string | null, who: Person = owner ?? world.creator) =>
    h.rpc<Places>(who, 'move_records', { view, records: of(letters), before: before && ids.get(before)! })
  const replace = (moves: Json, who: Person = owner ?? world.creator) =>
    h.rpc<number>(who, 'replace_places', { view, moves })
  const where = (letter: string, near: Json = null) =>
    h.rpc<{ index: number | null; key: Json }>(world.viewer, 'row_rank', {
      query: query(),
      record: ids.get(letter),
      near,
    })
  return { table, title, count, view, ids, of, insert, query, windowOf, order, move, replace, where }
}

/** Changes that the log of a table tells. */
const logged = async (table: string) => {
  const [row] = await h.db.admin.unsafe(
    `select count(*)::int as n from plinth_private.change_log where table_id = '${table}' and op = 'update'`,
  )
  return row!['n']
}

const apply = (mutation: Json) =>
  h.rpc(world.editor, 'apply_mutations', { batch: { atomic: false, mutations: [mutation] } })

const back = (moves: Places): Json =>
  Object.fromEntries(Object.entries(moves).map(([id, { from, to }]) => [id, { from: to, to: from }]))

describe('records that are moved', () => {
  test('stand before the one that is named, in the order in which they are given', async () => {
    const { order, move } = await lettersIn('ABCDEF')
    await move('E', 'B')
    expect(await order()).toBe('AEBCDF')
    await move('FA', 'C')
    expect(await order()).toBe('EBFACD')
    await move('C', 'E')
    expect(await order()).toBe('CEBFAD')
    await move('E', 'A')
    expect(await order()).toBe('CBFEAD')
  })

  test('go to the end, and what is made later comes behind them', async () => {
    const { order, move, insert } = await lettersIn('ABCD')
    await move('BA', null)
    expect(await order()).toBe('CDBA')
    await insert('E', uuidV7())
    expect(await order()).toBe('CDBAE')
    await move('ABCDE', null)
    expect(await order()).toBe('ABCDE')
    await insert('F', uuidV7())
    expect(await order()).toBe('ABCDEF')
  })

  test('name none of those beside them: who sees them may not see those', async () => {
    const { ids, move, windowOf, order, insert, table, view } = await lettersIn('ABCDEFGH', null, () =>
      uuidV7(),
    )
    const known = new Set(ids.values())
    const moves: Places[] = []
    for (const [letters, before] of [
      ['E', 'B'],
      ['F', 'B'],
      ['H', 'A'],
      ['C', null],
      ['G', 'F'],
      ['A', null],
      ['B', 'H'],
    ] as const)
      moves.push((await move(letters, before)) as Places)
    expect(await order()).toBe('BHEGFDCA')
    await insert('I', uuidV7())
    expect(await order()).toBe('BHEGFDCAI')
    const places = moves.flatMap((one) => Object.values(one).flatMap(({ from, to }) => [from, to]))
    const anchors = places.flatMap((place) => (place === null ? [] : [(place as Json[])[0]]))
    expect(anchors.length).toBeGreaterThan(6)
    expect(anchors.filter((id) => known.has(id as string))).toEqual([])
    for (let skip = 0; skip < 9; skip += 1) {
      const { rows, firstKey, lastKey } = await windowOf({}, null, 'forward', skip, 1)
      expect([firstKey, lastKey].map((key) => (key as Json[]).at(-1))).toEqual([rows[0]![0], rows[0]![0]])
      const [first] = firstKey as [string]
      // What was never moved stands at its own id.
      expect(known.has(first) && first !== rows[0]![0]).toBe(false)
    }
    const stored = await h.db.admin.unsafe(
      `select o.anchor from plinth_private.record_place as o join data.${table.relation} as t on t.id = o.anchor where o.view_id = $1`,
      [view],
    )
    expect(stored).toEqual([])
  })

  test('find room between two records however often', async () => {
    const { order, move, view } = await lettersIn('ABCDEFGHIJ')
    const letters = [...'CDEFGHIJ']
    // Always before B: behind what was moved last; and always behind A: before it.
    for (let round = 0; round < 12; round++) for (const letter of letters) await move(letter, 'B')
    expect(await order()).toBe('ACDEFGHIJB')
    let first = 'C'
    for (let round = 0; round < 12; round++)
      for (const letter of letters)
        if (letter !== first) {
          await move(letter, first)
          first = letter
        }
    expect((await order()).slice(0, 2)).toBe(`A${first}`)
    expect((await order()).at(-1)).toBe('B')
    const [row] = await h.db.admin.unsafe(
      `select count(*)::int as n from plinth_private.record_place where view_id = '${view}'`,
    )
    expect(row!['n']).toBe(8)
  })

  test('find room where places lie side by side, and where they are at the end of what can be told', async () => {
    const { order, move, view, ids } = await lettersIn('ABCDE')
    const put = (letter: string, pos: number) =>
      h.db.admin.unsafe(
        `insert into plinth_private.record_place values ('${view}', '${ids.get(letter)}', '${ids.get('A')}', ${pos})`,
      )
    await put('B', 1)
    await put('C', 2)
    await move('D', 'C')
    expect(await order()).toBe('ABDCE')
    await h.db.admin.unsafe(`delete from plinth_private.record_place where view_id = '${view}'`)
    await put('C', -4503599627370495)
    await put('E', 4503599627370495)
    expect(await order()).toBe('CAEBD')
    await move('B', 'C')
    expect(await order()).toBe('BCAED')
    await move('D', 'A')
    expect(await order()).toBe('BCDAE')
    await h.db.admin.unsafe(
      `update plinth_private.record_place set pos = 4503599627370495 where view_id = '${view}' and record_id = '${ids.get('E')}'`,
    )
    await move('C', null)
    expect(await order()).toBe('BDAEC')
  })

  test('are ordered so in this view alone, and only where nothing else orders it', async () => {
    const { order, move, view, title, count, query, ids } = await lettersIn('ABC')
    await move('C', 'A')
    expect(await order()).toBe('CAB')
    expect(await order({ more: { view: null } })).toBe('ABC')
    expect(await order({ more: { sorts: [{ field: title.id, direction: 'desc' }] } })).toBe('CBA')
    expect(await order({ more: { groups: [{ field: count.id, direction: 'asc' }] } })).toBe('ABC')
    const filter = {
      join: 'or',
      items: ['A', 'C'].map((value) => ({ field: title.id, operator: 'contains', value })),
    }
    expect(await order({ more: { filter } })).toBe('CA')
    expect(await order({ more: { view: uuidV7() } })).toBe('ABC')
    expect(
      await refusalOf(h.rpc(world.viewer, 'view_stats', { query: query({ view: 'x' }), exact: false })),
    ).toBe('invalid_input')
    const cost = await h.rpc<{ state: string }>(world.creator, 'view_cost', { query: query() })
    expect(cost.state).toBe('small')
    expect(view).not.toBe(ids.get('A'))
  })

  test('stand where they stood when they come back from having been deleted', async () => {
    const { order, move, table, ids } = await lettersIn('ABC')
    await move('C', 'B')
    const away = { table: table.id, record: ids.get('C')! }
    await apply({ id: uuidV7(), kind: 'delete', ...away })
    expect(await order()).toBe('AB')
    await move('A', null)
    await apply({ id: uuidV7(), kind: 'insert', ...away, values: {} })
    expect((await order()).length).toBe(2)
    expect(await order()).toBe('BA')
  })
})

describe('a move', () => {
  test('is taken back and made again, but for what others have moved since', async () => {
    const { order, move, replace } = await lettersIn('ABCDE')
    await move('E', 'A')
    const moved = await move('DE', 'B')
    expect(await order()).toBe('ADEBC')
    expect(await replace(back(moved))).toBe(2)
    expect(await order()).toBe('EABCD')
    expect(await replace(moved as unknown as Json)).toBe(2)
    expect(await order()).toBe('ADEBC')
    await move('D', null)
    expect(await replace(back(moved))).toBe(1)
    expect(await order()).toBe('EABCD')
    expect(await replace(back(moved))).toBe(0)
  })

  test('is refused where it names what is not there, twice, or before itself', async () => {
    const { move, order, view, of } = await lettersIn('ABC')
    const call = (records: Json, before: Json = null) =>
      refusalOf(h.rpc(world.creator, 'move_records', { view, records, before }))
    expect(await refusalOf(move('AB', 'B'))).toBe('invalid_input')
    expect(await call([])).toBe('invalid_input')
    expect(await call([...of('A'), ...of('A')])).toBe('invalid_input')
    expect(await call([uuidV7()])).toBe('not_found')
    expect(await call(of('A'), uuidV7())).toBe('not_found')
    expect(await call(Array.from({ length: limits.recordsPerMove + 2 }, () => uuidV7()))).toBe(
      'limit_exceeded',
    )
    expect(await order()).toBe('ABC')
  })

  test('takes no places but such as it gives', async () => {
    const { replace, of, order } = await lettersIn('AB')
    const [a, b] = of('AB') as [string, string]
    const wrong: Json[] = [
      null,
      [],
      { x: { from: null, to: null } },
      { [a]: null },
      { [a]: { from: null, to: [b] } },
      { [a]: { from: null, to: [b, 0] } },
      { [a]: { from: null, to: [b, 1.5] } },
      { [a]: { from: null, to: [b, '1'] } },
      { [a]: { from: null, to: ['b', 1] } },
      { [a]: { from: null, to: [b, 4503599627370497] } },
      { [a]: { from: null } },
    ]
    for (const moves of wrong)
      expect(await refusalOf(replace(moves)), `${JSON.stringify(moves)}`).toBe('invalid_input')
    expect(await refusalOf(replace({}))).toBe('invalid_input')
    expect(await refusalOf(replace({ [uuidV7()]: { from: null, to: null } }))).toBe('not_found')
    expect(await order()).toBe('AB')
    expect(await replace({ [a]: { from: null, to: [b, 5] } })).toBe(1)
    expect(await order()).toBe('BA')
  })

  test('of a shared view is told to those who have its table open, of a personal one to nobody', async () => {
    const shared = await lettersIn('AB')
    const own = await lettersIn('AB', world.viewer)
    await shared.move('B', 'A')
    await own.move('B', 'A')
    expect(await logged(shared.table.id)).toBe(1)
    expect(await logged(own.table.id)).toBe(0)
  })
})

describe('who moves records', () => {
  test('of a shared view are creators, unless it is locked', async () => {
    const { move, replace, view, order } = await lettersIn('ABC')
    for (const who of [
      world.editor,
      world.viewer,
      world.holder,
      world.member,
      world.outsider,
      world.anonymous,
    ]) {
      expect(await refusalOf(move('C', 'A', who))).toMatch(/^(forbidden|not_found|not_signed_in)$/)
      expect(await refusalOf(replace({}, who))).toMatch(/^(forbidden|not_found|not_signed_in)$/)
    }
    await h.rpc(world.creator, 'update_view', { view, changes: { isLocked: true } })
    expect(await refusalOf(move('C', 'A'))).toBe('view_locked')
    expect(await refusalOf(replace({}))).toBe('view_locked')
    expect(await order()).toBe('ABC')
  })

  test('of a personal one is its owner, and nobody learns its order', async () => {
    const { move, order } = await lettersIn('ABC', world.viewer)
    await move('C', 'A')
    expect(await order()).toBe('CAB')
    for (const who of [world.creator, world.owner, world.editor]) {
      expect(await refusalOf(move('B', 'A', who))).toBe('not_found')
      expect(await order({ who })).toBe('ABC')
    }
  })

  test('moves what they read, and nothing else', async () => {
    const lab = await lettersIn('ABCDEF', world.holder)
    const rule = { call: '>', args: [{ field: lab.count.id }, { number: 3 }] }
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: lab.table.id,
      action: 'read',
      scope: 'rules',
      rule,
    })
    const theirs = { who: world.holder }
    expect(await lab.order(theirs)).toBe('DEF')
    expect(await refusalOf(lab.move('A', 'D'))).toBe('not_found')
    expect(await refusalOf(lab.move('D', 'A'))).toBe('not_found')
    expect(await refusalOf(lab.replace({ [lab.ids.get('A')!]: { from: null, to: null } }))).toBe('not_found')
    await lab.move('F', 'E')
    await lab.move('D', null)
    expect(await lab.order(theirs)).toBe('FED')
  })
})

describe('an order by hand', () => {
  test('goes with the copy of a view', async () => {
    const { order, move, view } = await lettersIn('ABC')
    await move('C', 'A')
    const copy = uuidV7()
    await h.rpc(world.editor, 'duplicate_view', { view, copy, name: 'Copy', is_shared: false })
    await move('B', 'C')
    expect(await order({ who: world.editor, more: { view: copy } })).toBe('CAB')
    expect(await order()).toBe('BCA')
  })

  test('comes back with a view that was deleted', async () => {
    const { view, order, move } = await lettersIn('ABCD')
    await move('D', 'A')
    await h.rpc(world.creator, 'delete_view', { view })
    expect(await order()).toBe('ABCD')
    expect(await refusalOf(move('A', null))).toBe('not_found')
    await h.rpc(world.creator, 'restore_view', { view })
    expect(await order()).toBe('DABC')
  })

  test('goes with the copy of a table, though a record near which others stand is gone', async () => {
    const { order, move, table, ids, title } = await lettersIn('ABCDEFG')
    await move('GA', 'D')
    await move('F', 'B')
    await h.db.admin.unsafe(`delete from data.${table.relation} where id = '${ids.get('D')}'`)
    expect(await order()).toBe('FBCGAE')
    const copy = uuidV7() as string
    const made = await h.rpc<TestTable & { views: { id: string }[] }>(world.creator, 'duplicate_table', {
      table: table.id,
      copy,
      name: `${tables} copied`,
      with_records: true,
    })
    const window = await h.rpc<Window>(world.creator, 'rows_window', {
      query: {
        table: copy,
        view: made.views[0]!.id,
        fields: [made.fields.find(({ name }) => name === 'Title')!.id],
        sorts: [],
      },
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 100,
    })
    expect(window.rows.map((row) => row[2]).join('')).toBe('FBCGAE')
    expect(title.name).toBe('Title')
  })

  test('refuses keys that are none', async () => {
    const { windowOf, of } = await lettersIn('AB')
    const [a] = of('A') as [string]
    const keys: Json[] = [
      [a],
      [a, 0],
      [a, 0, 'x'],
      [a, '0', a],
      [a, 0.5, a],
      ['x', 0, a],
      [null, 0, a],
      {},
      'x',
    ]
    for (const key of keys)
      expect(await refusalOf(windowOf({}, key)), `${JSON.stringify(key)}`).toBe('invalid_input')
  })
})

test.each([
  ['side by side', idNo],
  ['apart', () => uuidV7()],
])('windows, places and counts are those of a list, whatever is moved: ids %s', async (_, idOf) => {
  const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261124)
  const by = randomFrom(seed)
  const letters = Array.from({ length: 60 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')
  const lab = await lettersIn(letters, null, idOf)
  let list = [...letters]
  for (let round = 0; round < 40; round++) {
    const some = list.filter(() => by.random() < 0.08).toSorted(() => by.random() - 0.5)
    const rest = list.filter((letter) => !some.includes(letter))
    const at = by.upTo(rest.length + 1)
    if (some.length === 0) continue
    await lab.move(some.join(''), rest[at] ?? null)
    list = rest.toSpliced(at, 0, ...some)
    expect(await lab.order(), `round ${round} of seed ${seed}`).toBe(list.join(''))
    const [from, skip, take] = [by.upTo(60), by.upTo(9), 1 + by.upTo(30)]
    const { lastKey } = await lab.windowOf({}, null, 'forward', from, 1)
    const names = (window: Window) => window.rows.map((row) => row[2])
    const ahead = await lab.windowOf({}, lastKey, 'forward', skip, take)
    expect(names(ahead)).toEqual(list.slice(from + 1 + skip, from + 1 + skip + take))
    const behind = await lab.windowOf({}, lastKey, 'backward', skip, take)
    expect(names(behind)).toEqual(list.slice(Math.max(0, from - skip - take), Math.max(0, from - skip)))
    const one = by.upTo(60)
    expect((await lab.where(list[one]!)).index).toBe(one)
    expect((await lab.where(list[one]!, [from, lastKey])).index).toBe(one)
    const found = await h.rpc<{ found: { id: string }[] }>(world.viewer, 'find_in_view', {
      query: lab.query(),
      text: list[one],
      after: one > from ? lastKey : null,
      direction: 'forward',
      take: 5,
    })
    expect(found.found.map(({ id }) => id)).toEqual([lab.ids.get(list[one]!)])
  }
  const { anchors } = await h.rpc<{ anchors: [number, Json[]][] }>(world.viewer, 'view_anchors', {
    query: lab.query(),
    step: 100,
  })
  expect(anchors.map(([at, key]) => [at, key.at(-1)])).toEqual([[0, lab.ids.get(list[0]!)]])
})
