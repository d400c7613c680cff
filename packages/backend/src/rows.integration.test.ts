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
    expect(value(await imports.rows(chunk))).toEqual({ inserted: 25, updated: 0, refused: [] })
    expect(value(await imports.rows(chunk)), 'a chunk sent twice').toEqual({
      inserted: 25,
      updated: 0,
      refused: [],
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
    })
    value(await imports.finish(importId))
    expect(value(await rows.byId(query, [record])).rows[0]).toMatchObject({ ver: 2, values: { [count]: 2 } })
  })

  it('change once for a mutation sent twice, and tell a conflict by field', async () => {
    const record = await addRecord(world.editor, table, { [name]: 'a', [count]: 1 })
    const { rows } = world.editor.backend
    const mutation = update(record, { [name]: 'b' }, { [name]: 'a' })
    const send = async (...mutations: Mutation[]) => value(await rows.apply({ mutations, atomic: false }))
    expect(await send(mutation)).toEqual([{ id: mutation.id, status: 'ok', ver: 2 }])
    expect(await send(mutation)).toEqual([{ id: mutation.id, status: 'ok', ver: 2 }])
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
