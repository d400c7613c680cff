import { appError, type FieldId, type RecordId, type TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { browserUndecidedStorage, memoryUndecidedStorage, type UndecidedRecord } from './undecided-storage.ts'

const [table, other] = ['t', 'u'] as TableId[] as [TableId, TableId]
const left = (record: string, attempted: string, of = table): UndecidedRecord => ({
  table: of,
  record: record as RecordId,
  problems: [['f' as FieldId, { error: appError('value_invalid'), attempted }]],
  problem: null,
  refused: null,
})

describe.each([
  ['in memory', memoryUndecidedStorage],
  // Node has no IndexedDB: this is a browser that refuses it.
  ['in a browser that refuses its database', () => browserUndecidedStorage('person')],
])('what waits for a decision, %s', (_name, open) => {
  it('is told table by table, of each record the newest', async () => {
    const storage = open()
    await storage.put(left('r', 'first'))
    await storage.put(left('s', 'elsewhere', other))
    await storage.put(left('r', 'second'))
    expect(await storage.load(table)).toEqual([left('r', 'second')])
    expect(await storage.load(other)).toEqual([left('s', 'elsewhere', other)])
  })

  it('is forgotten record by record', async () => {
    const storage = open()
    await storage.put(left('r', 'one'))
    await storage.put(left('s', 'two'))
    await storage.remove(table, 'r' as RecordId)
    await storage.remove(table, 'unknown' as RecordId)
    expect(await storage.load(table)).toEqual([left('s', 'two')])
  })

  it('is not shared with another storage', async () => {
    const [one, another] = [open(), open()]
    await one.put(left('r', 'mine'))
    expect(await another.load(table)).toEqual([])
  })
})
