import { appError, type MutationId, type RecordId, type Row } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import type { OwnMutation } from './own-mutation.ts'
import { RecordStore } from './record-store.ts'
import { nameField, table } from './testing/fake-backend.ts'

const a = 'a' as RecordId
const b = 'b' as RecordId
const row = (ver: number, text = `v${ver}`): Row => ({ id: a, ver, values: { [nameField]: text } })
const update: OwnMutation = {
  id: 'm1' as MutationId,
  kind: 'update',
  table,
  record: a,
  values: { [nameField]: 'mine' },
  base: { [nameField]: 'v1' },
}
const remove: OwnMutation = { id: 'm2' as MutationId, kind: 'delete', table, record: a }

function holding(): RecordStore {
  const store = new RecordStore()
  store.retain([a])
  store.upsert([row(1)], store.ticket())
  return store
}

describe('keeping records', () => {
  it('forgets a record when the last one who shows it lets go', () => {
    const store = holding()
    store.retain([a])
    const leave = store.subscribe(a, () => undefined)
    store.release([a])
    store.release([a])
    expect(store.has(a)).toBe(true)
    leave()
    expect([store.has(a), store.size]).toEqual([false, 0])
  })

  it('keeps what the person has changed, whoever lets go', () => {
    const store = holding()
    store.addPatch(update)
    store.release([a])
    expect([store.has(a), store.hasChanges(a)]).toEqual([true, true])
    store.reject(update, appError('value_too_long'))
    expect(store.get(a)?.problems.get(nameField)?.attempted).toBe('mine')
  })

  it('tells who listens of each change, once, and nobody of what changes nothing', () => {
    const store = holding()
    let told = 0
    store.subscribe(a, () => {
      told += 1
    })
    store.upsert([row(2)], store.ticket())
    store.upsert([row(1)], store.ticket())
    expect([told, store.get(a)?.values[nameField]]).toEqual([1, 'v2'])
  })

  it('is told of a deletion by nothing that was read before it can be seen', () => {
    const store = holding()
    store.noteDeletion(a, '20')
    expect(store.upsert([row(1)], store.ticket(), '20')).toEqual([])
    expect(store.isDeleted(a)).toBe(true)
    // Made again since.
    expect(store.upsert([row(1)], store.ticket(), '21')).toEqual([a])
    store.noteDeletion(a, '30')
    store.noteReadable([a], '20')
    expect(store.upsert([row(1)], store.ticket(), '30')).toEqual([])
    store.noteReadable([a], '30')
    expect(store.upsert([row(1)], store.ticket(), '30')).toEqual([a])
    store.noteDeletion(a, '40')
    store.announce(a, 2)
    expect(store.upsert([row(2)], store.ticket(), '40')).toEqual([a])
  })

  it('knows what is on screen', () => {
    const store = holding()
    store.retain([b])
    expect(store.watched()).toEqual([])
    const leave = store.subscribe(b, () => undefined)
    expect(store.watched()).toEqual([b])
    leave()
    expect(store.watched()).toEqual([])
  })
})

describe('a record that is made again', () => {
  const again: OwnMutation = { id: 'm3' as MutationId, kind: 'insert', table, record: a, values: {} }
  const deleted = () => {
    const store = holding()
    store.addPatch(remove)
    store.acknowledge(remove, { ver: 0, seq: '20' })
    store.addPatch(again)
    return store
  }

  it('stays when its earlier deletion is told, before and after its answer', () => {
    const store = deleted()
    expect([store.noteDeletion(a, '20'), store.get(a)?.state]).toEqual([false, 'new'])
    expect(store.acknowledge(again, { ver: 1, seq: '30' })).toBe(true)
    expect(store.takeToldGone(a)).toBeNull()
    expect([store.noteDeletion(a, '20'), store.get(a)?.state]).toEqual([false, 'saved'])
  })

  it('goes when a later deletion is told', () => {
    const store = deleted()
    store.acknowledge(again, { ver: 1, seq: '30' })
    expect([store.noteDeletion(a, '40'), store.get(a)?.state]).toEqual([true, 'gone'])
  })

  it.each([null, '30'])(
    'is asked for when a deletion was told first that may be later (answered as of %s)',
    (seq) => {
      const store = deleted()
      expect(store.noteDeletion(a, '40')).toBe(false)
      expect(store.acknowledge(again, { ver: 1, seq })).toBe(false)
      expect([store.takeToldGone(a), store.takeToldGone(a)]).toEqual(['40', null])
    },
  )

  it('is a new one while the deletion waits for its answer still', () => {
    const store = holding()
    store.addPatch(update)
    store.addPatch(remove)
    store.addPatch(again)
    expect(store.get(a)).toMatchObject({ state: 'new', values: {} })
    store.acknowledge(remove, { ver: 0, seq: '20' })
    expect(store.get(a)?.state).toBe('new')
  })
})

describe('deleted records', () => {
  it('stay deleted although an answer to an older request still has them', () => {
    const store = holding()
    const before = store.ticket()
    store.markGone(a)
    expect(store.upsert([row(1)], before)).toEqual([])
    expect([store.isDeleted(a), store.get(a)?.state]).toEqual([true, 'gone'])
  })

  it('come back with an answer to a request that began later', () => {
    const store = holding()
    store.markGone(a)
    expect(store.upsert([row(1, 'again')], store.ticket())).toEqual([a])
    expect([store.isDeleted(a), store.get(a)?.values[nameField]]).toEqual([false, 'again'])
  })

  it('are gone as soon as the server has taken the deletion', () => {
    const store = holding()
    store.addPatch(remove)
    expect(store.get(a)?.state).toBe('deleting')
    expect(store.acknowledge(remove, { ver: 2, seq: null })).toBe(true)
    expect([store.isDeleted(a), store.get(a)?.state]).toEqual([true, 'gone'])
  })

  it('are back, with a reason, when the server refuses the deletion', () => {
    const store = holding()
    store.addPatch(remove)
    store.reject(remove, appError('busy'))
    expect(store.get(a)).toMatchObject({ state: 'saved', problem: { code: 'busy' } })
    store.clearProblem(a, null)
    expect(store.get(a)?.problem).toBeNull()
  })
})

describe('memory', () => {
  it('ends with the last change of a record that nobody shows any more', () => {
    for (const ver of [2, 3]) {
      const store = holding()
      store.addPatch(update)
      store.release([a])
      expect(store.size).toBe(1)
      // With somebody else's change in between the row has to be fetched first.
      if (!store.acknowledge(update, { ver, seq: null })) store.upsert([row(ver)], store.ticket())
      expect(store.size).toBe(0)
    }
  })

  it('does not grow with all that others delete', () => {
    const store = new RecordStore()
    for (let no = 0; no < 20_000; no++) store.markGone(`r${no}` as RecordId)
    expect(store.isDeleted('r19999' as RecordId)).toBe(true)
    expect(store.isDeleted('r0' as RecordId)).toBe(false)
  })
})

describe('announced versions', () => {
  it('make an older row outdated, until one as new arrives', () => {
    const store = holding()
    store.announce(a, 3)
    expect(store.isOutdated(a)).toBe(true)
    store.upsert([row(2)], store.ticket())
    expect(store.isOutdated(a)).toBe(true)
    store.upsert([row(3)], store.ticket())
    expect(store.isOutdated(a)).toBe(false)
  })

  it('count by the highest, in whatever order they come', () => {
    const store = holding()
    store.announce(a, 4)
    store.announce(a, 2)
    store.upsert([row(3)], store.ticket())
    expect(store.isOutdated(a)).toBe(true)
  })

  it('are remembered for rows that are still on their way', () => {
    const store = new RecordStore()
    store.announce(a, 2)
    store.retain([a])
    store.upsert([row(1)], store.ticket())
    expect(store.isOutdated(a)).toBe(true)
    store.believe(a)
    expect(store.isOutdated(a)).toBe(false)
  })

  it('end with a deletion, and begin anew when the record is made again', () => {
    const store = holding()
    store.announce(a, 2)
    store.markGone(a)
    expect(store.isOutdated(a)).toBe(false)
    store.announce(a, 1)
    expect(store.isOutdated(a)).toBe(true)
  })

  it('are limited in number: the oldest are given up', () => {
    const store = holding()
    store.announce(a, 2)
    for (let no = 0; no < 5_000; no++) store.announce(`other ${no}` as RecordId, 1)
    expect(store.isOutdated(a)).toBe(false)
  })
})

describe('conflicts', () => {
  it('take over what the server says is stored now, unless something newer is here', () => {
    const store = holding()
    store.noteCurrent(a, 2, { [nameField]: 'theirs' })
    expect(store.get(a)?.values[nameField]).toBe('theirs')
    store.upsert([row(5)], store.ticket())
    store.noteCurrent(a, 3, { [nameField]: 'older' })
    expect(store.get(a)?.values[nameField]).toBe('v5')
  })
})
