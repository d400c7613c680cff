import type { RecordId } from '@plinth/domain'
import { RecordStore } from '@plinth/record-store'
import { describe, expect, it } from 'vitest'
import { RowWatcher } from './row-watcher.ts'

const id = (text: string) => text as RecordId

describe('RowWatcher', () => {
  it('tells of the records that it watches, and of no others', () => {
    const store = new RecordStore()
    const told: RecordId[] = []
    const watcher = new RowWatcher(store, (record) => told.push(record))
    watcher.watch([id('a'), id('b')])
    store.upsert([{ id: id('a'), ver: 1, values: {} }], store.ticket())
    watcher.watch([id('b'), id('c')])
    store.upsert([{ id: id('a'), ver: 2, values: {} }], store.ticket())
    store.upsert([{ id: id('c'), ver: 1, values: {} }], store.ticket())
    expect(told).toEqual([id('a'), id('c')])
    expect(store.watched().toSorted()).toEqual([id('b'), id('c')])
    watcher.close()
    expect(store.watched()).toEqual([])
  })
})
