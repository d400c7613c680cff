import type { FieldId, ImportId, Mutation, MutationId, RecordId, Table, ViewQuery } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'

let world: World
let table: Table
let name: FieldId
let count: FieldId
let query: ViewQuery

beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Rows', [fieldOf('Name', 'text'), fieldOf('Count', 'integer')])
  ;[name, count] = table.fields.map(({ id }) => id) as [FieldId, FieldId]
  query = { table: table.id, sorts: [] }
})
afterAll(() => world.stop())

const update = (record: RecordId, values: Record<string, unknown>, base: Record<string, unknown>) =>
  ({ id: newId<MutationId>(), kind: 'update', table: table.id, record, values, base }) as unknown as Mutation

describe('records', () => {
  it('are imported, read in windows in both directions, and counted', async () => {
    const { imports, rows } = world.editor.backend
    const importId = newId<ImportId>()
    const begin = {
      id: importId,
      table: table.id,
      fileName: 'numbers.csv',
      fields: [name, count],
      mode: 'append',
      key: null,
    } as const
    value(await imports.begin(begin))
    const ids = Array.from({ length: 25 }, () => newId<RecordId>())
    const list = ids.map((id, index) => [id, `row ${index}`, 24 - index] as const)
    const misfit = { record: ids[3]!, field: count, line: 5, raw: 'many' }
    const chunk = { importId, chunk: 0, rows: list, misfits: [misfit] }
    expect(value(await imports.rows(chunk))).toEqual({ inserted: 25, updated: 0, refused: [], unlinked: [] })
    expect(value(await imports.rows(chunk)), 'a chunk sent twice').toEqual({
      inserted: 25,
      updated: 0,
      refused: [],
      unlinked: [],
    })
    expect(value(await imports.finish(importId))).toEqual({ inserted: 25, updated: 0, misfits: 1 })
    expect(value(await imports.misfits(importId, 0, 10))).toMatchObject([misfit])
    expect(refusal(await imports.rows({ ...chunk, chunk: 1 }))).toBe('import_closed')
    expect(refusal(await world.viewer.backend.imports.begin({ ...begin, id: newId<ImportId>() }))).toBe(
      'read_only',
    )
    expect(refusal(await world.outsider.backend.imports.misfits(importId, 0, 10))).toBe('not_found')

    const first = value(await rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 10 }))
    expect(first.rows.map((row) => row.values[name])).toEqual(list.slice(0, 10).map((row) => row[1]))
    expect(first.atEnd).toBe(false)
    const next = value(
      await rows.window({ query, anchor: first.lastKey, direction: 'forward', skip: 5, take: 20 }),
    )
    expect(next.rows.map(({ id }) => id)).toEqual(ids.slice(15))
    expect(next.atEnd).toBe(true)
    const sorted: ViewQuery = { ...query, sorts: [{ field: count, direction: 'asc' }], fields: [count] }
    const last = value(
      await rows.window({ query: sorted, anchor: null, direction: 'backward', skip: 0, take: 2 }),
    )
    expect(last.rows.map((row) => row.values)).toEqual([{ [count]: 23 }, { [count]: 24 }])
    expect(value(await rows.stats(query, 'exact'))).toMatchObject({ total: 25, exact: true })
    expect(value(await rows.anchors(query, 100)).anchors).toEqual(expect.any(Array))
    expect(refusal(await rows.anchors(query, 0))).toBe('invalid_input')
    expect(value(await rows.byId(query, [ids[2]!, newId<RecordId>()])).rows.map(({ id }) => id)).toEqual([
      ids[2],
    ])
  })

  it('of an import that is given up are deleted again', async () => {
    const { imports, rows } = world.editor.backend
    const importId = newId<ImportId>()
    const begin = {
      id: importId,
      table: table.id,
      fileName: 'x',
      fields: [name],
      mode: 'append',
      key: null,
    } as const
    const before = value(await rows.stats(query, 'exact')).total
    value(await imports.begin(begin))
    value(await imports.rows({ importId, chunk: 0, rows: [[newId<RecordId>(), 'gone']], misfits: [] }))
    expect(value(await imports.cancel(importId, true))).toEqual({ deleted: 1 })
    expect(value(await rows.stats(query, 'exact')).total).toBe(before)
    expect(refusal(await imports.finish(importId))).toBe('import_closed')
  })

  it('are updated by their key', async () => {
    const { imports, rows } = world.editor.backend
    const record = await addRecord(world.editor, table, { [name]: 'keyed', [count]: 1 })
    const importId = newId<ImportId>()
    const fields = [name, count]
    value(
      await imports.begin({
        id: importId,
        table: table.id,
        fileName: 'x',
        fields,
        mode: 'upsert',
        key: name,
      }),
    )
    const list = [
      [newId<RecordId>(), 'keyed', 2],
      [newId<RecordId>(), 'keyed too', 3],
    ] as const
    expect(value(await imports.rows({ importId, chunk: 0, rows: list, misfits: [] }))).toEqual({
      inserted: 1,
      updated: 1,
      refused: [],
      unlinked: [],
    })
    value(await imports.finish(importId))
    expect(value(await rows.byId(query, [record])).rows[0]).toMatchObject({ ver: 2, values: { [count]: 2 } })
  })

  it('change once for a mutation sent twice, and tell a conflict by field', async () => {
    const record = await addRecord(world.editor, table, { [name]: 'a', [count]: 1 })
    const { rows } = world.editor.backend
    const mutation = update(record, { [name]: 'b' }, { [name]: 'a' })
    const send = async (...mutations: Mutation[]) => value(await rows.apply({ mutations, atomic: false }))
    const stored = await send(mutation)
    expect(stored).toEqual([
      { id: mutation.id, status: 'ok', ver: 2, seq: expect.stringMatching(/^[0-9]+$/) },
    ])
    expect(await send(mutation)).toEqual(stored)
    const late = update(record, { [name]: 'c', [count]: 5 }, { [name]: 'a', [count]: 1 })
    expect(await send(late)).toEqual([{ id: late.id, status: 'conflict', ver: 2, current: { [name]: 'b' } }])
    const wrong = update(record, { [count]: 1.5 }, { [count]: 1 })
    expect(await send(wrong)).toMatchObject([{ status: 'error', error: { code: 'value_invalid' } }])
    const reused = { ...mutation, values: { [name]: 'z' } } as Mutation
    expect(await send(reused)).toMatchObject([{ status: 'error', error: { code: 'mutation_reused' } }])
  })

  it('are read-only for viewers and absent for outsiders', async () => {
    const record = await addRecord(world.editor, table, { [name]: 'mine' })
    const batch = { mutations: [update(record, { [name]: 'yours' }, { [name]: 'mine' })], atomic: false }
    expect(value(await world.viewer.backend.rows.byId(query, [record])).rows).toHaveLength(1)
    const codes = async (who: World['viewer']) => {
      const result = await who.backend.rows.apply(batch)
      if (!result.ok) return result.error.code
      return result.value.map((one) => (one.status === 'error' ? one.error.code : one.status)).join()
    }
    expect(await codes(world.viewer)).toBe('read_only')
    expect(await codes(world.outsider)).toBe('not_found')
    const window = { query, anchor: null, direction: 'forward', skip: 0, take: 1 } as const
    const { rows } = world.outsider.backend
    expect(refusal(await rows.window(window))).toBe('not_found')
    expect(refusal(await rows.byId(query, [record]))).toBe('not_found')
    expect(refusal(await rows.stats(query, 'quick'))).toBe('not_found')
    expect(refusal(await rows.anchors(query, 10))).toBe('not_found')
    expect(refusal(await rows.changesSince(table.id, '0'))).toBe('not_found')
  })

  it('that changed meanwhile are told to whoever asks', async () => {
    const { rows } = world.viewer.backend
    const { atSeq } = value(await rows.stats(query, 'quick'))
    const record = await addRecord(world.editor, table, { [name]: 'new' })
    const changes = value(await rows.changesSince(table.id, atSeq))
    expect(changes.reset).toBe(false)
    expect(JSON.stringify(changes.events)).toContain(record)
    expect(value(await rows.changesSince(table.id, changes.seq)).events).toEqual([])
  })

  it('are not asked for any more once the caller gave up', async () => {
    const aborted = AbortSignal.abort()
    const window = { query, anchor: null, direction: 'forward', skip: 0, take: 1 } as const
    expect(await world.editor.backend.rows.window(window, aborted)).toMatchObject({
      ok: false,
      error: { details: { rule: 'aborted' } },
    })
  })
})

describe('views', () => {
  it('are filtered, grouped, summed up and searched; records are found in them by rank and by text', async () => {
    const things = await makeTable(world, 'Things', [
      fieldOf('Name', 'text'),
      fieldOf('Amount', 'integer'),
      fieldOf('Done', 'checkbox'),
    ])
    const [title, amount, done] = things.fields.map(({ id }) => id) as [FieldId, FieldId, FieldId]
    const ids: RecordId[] = []
    for (let n = 0; n < 6; n++)
      ids.push(
        await addRecord(world.editor, things, { [title]: `Thing ${n}`, [amount]: n, [done]: n % 2 === 0 }),
      )
    const { rows } = world.viewer.backend
    const view: ViewQuery = {
      table: things.id,
      sorts: [{ field: amount, direction: 'desc' }],
      filter: { join: 'or', items: [{ field: amount, operator: 'ge', value: 2 }] },
      search: 'THING',
      groups: [{ field: done, direction: 'desc' }],
      collapsed: [[false]],
    }
    const page = { query: view, anchor: null, direction: 'forward', skip: 0, take: 10 } as const
    expect(value(await rows.window(page)).rows.map(({ id }) => id)).toEqual([ids[4], ids[2]])
    expect(value(await rows.stats(view, 'exact'))).toMatchObject({ total: 2, all: 4 })
    expect(value(await rows.byId(view, [ids[0]!, ids[2]!, ids[3]!])).outside).toEqual([ids[0], ids[3]])
    const groups = value(await rows.groups({ query: view, figures: { [amount]: 'sum' }, skip: 0, take: 100 }))
    expect(groups).toMatchObject({
      groups: [
        { path: [true], count: 2, collapsed: false, figures: { [amount]: 6 } },
        { path: [false], count: 2, collapsed: true, figures: { [amount]: 8 } },
      ],
      total: 4,
      shown: 2,
      atEnd: true,
    })
    const summary = value(await rows.summary(view, { [amount]: 'average', [title]: 'filled' }))
    expect(summary).toMatchObject({ total: 4, figures: { [amount]: 3.5, [title]: 4 } })
    const rank = value(await rows.rank({ query: view, record: ids[2]!, near: null }))
    expect(rank).toMatchObject({ index: 1, key: [true, 2, ids[2]] })
    expect(value(await rows.rank({ query: view, record: ids[0]!, near: [1, rank.key!] })).index).toBeNull()
    const find = { query: view, text: 'thing 2', after: null, direction: 'backward', take: 5 } as const
    expect(value(await rows.find(find)).found).toEqual([{ id: ids[2], key: rank.key, fields: [title] }])
  })

  it('are refused to strangers, and with what does not suit them', async () => {
    const strange = world.outsider.backend.rows
    const grouped: ViewQuery = { ...query, groups: [{ field: name, direction: 'asc' }] }
    expect(refusal(await strange.groups({ query: grouped, figures: {}, skip: 0, take: 1 }))).toBe('not_found')
    expect(refusal(await strange.summary(query, {}))).toBe('not_found')
    expect(refusal(await strange.rank({ query, record: newId<RecordId>(), near: null }))).toBe('not_found')
    const find = { query, text: 'a', after: null, direction: 'forward', take: 5 } as const
    expect(refusal(await strange.find(find))).toBe('not_found')
    expect(refusal(await world.viewer.backend.rows.summary(query, { [name]: 'sum' }))).toBe('invalid_input')
  })
})

describe('indexes of views', () => {
  it('are made, listed and dropped by creators; what a view costs is told to readers', async () => {
    const { rows } = world.owner.backend
    expect(value(await world.viewer.backend.rows.cost(query))).toEqual({
      state: 'small',
      order: null,
      filter: null,
      indexes: [],
    })
    expect(refusal(await world.viewer.backend.rows.createIndex(count))).toBe('forbidden')
    expect(refusal(await world.viewer.backend.rows.indexes(table.id))).toBe('forbidden')
    expect(value(await rows.createIndex(count))).toBeNull()
    expect(value(await rows.indexes(table.id))).toMatchObject([{ field: count }])
    expect(refusal(await world.editor.backend.rows.dropIndex(count))).toBe('forbidden')
    expect(value(await rows.dropIndex(count))).toBeNull()
    expect(value(await rows.indexes(table.id))).toEqual([])
    expect(refusal(await world.outsider.backend.rows.cost(query))).toBe('not_found')
  })
})
