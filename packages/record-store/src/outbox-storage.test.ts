import type { FieldId, MutationId, RecordId, TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { browserOutboxStorage, memoryOutboxStorage, type OutboxEntry } from './outbox-storage.ts'
import type { OwnMutation } from './own-mutation.ts'

const entry = (no: number): OutboxEntry => ({
  no,
  group: null,
  mutation: {
    id: `m${no}` as MutationId,
    kind: 'update',
    table: 't' as TableId,
    record: 'r' as RecordId,
    values: { ['f' as FieldId]: no },
    base: {},
  } satisfies OwnMutation,
})

describe.each([
  ['in memory', memoryOutboxStorage],
  // Node has no IndexedDB: this is a browser that refuses it.
  ['in a browser that refuses its database', () => browserOutboxStorage('person')],
])('the outbox storage %s', (_name, open) => {
  it('gives entries back in the order of making', async () => {
    const storage = open()
    await storage.put([entry(2), entry(1)])
    await storage.put([entry(3)])
    expect((await storage.load()).map(({ no }) => no)).toEqual([1, 2, 3])
  })

  it('forgets what is done, and nothing else', async () => {
    const storage = open()
    await storage.put([entry(1), entry(2), entry(3)])
    await storage.remove(['m2' as MutationId, 'unknown' as MutationId])
    expect((await storage.load()).map(({ mutation }) => mutation.id)).toEqual(['m1', 'm3'])
  })

  it('keeps one entry for a mutation that is put twice', async () => {
    const storage = open()
    await storage.put([entry(1)])
    await storage.put([entry(1)])
    expect(await storage.load()).toEqual([entry(1)])
  })

  it('does not share entries with another storage', async () => {
    const [one, other] = [open(), open()]
    await one.put([entry(1)])
    expect(await other.load()).toEqual([])
  })
})
