import { appError, type FieldId, type MutationId, type RecordId, type Row } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import type { OwnMutation } from './own-mutation.ts'
import {
  emptyEntry,
  foldEntry,
  withAcknowledged,
  withPatch,
  withRejected,
  withServerRow,
} from './record-entry.ts'

const id = 'r1' as RecordId
const name = 'name' as FieldId
const rank = 'rank' as FieldId
const row = (ver: number, values: Row['values']): Row => ({ id, ver, values })
const table = 't' as OwnMutation['table']
const update = (no: number, values: Row['values'], base: Row['values'] = {}): OwnMutation => ({
  id: `m${no}` as MutationId,
  kind: 'update',
  table,
  record: id,
  values,
  base,
})
const insert: OwnMutation = {
  id: 'mi' as MutationId,
  kind: 'insert',
  table,
  record: id,
  values: { [name]: 'new' },
}
const remove: OwnMutation = { id: 'md' as MutationId, kind: 'delete', table, record: id }
const stored = withServerRow(emptyEntry, row(3, { [name]: 'Ada', [rank]: 1 }))

describe('folding', () => {
  it('shows nothing for a record that is not there', () => {
    expect(foldEntry(id, emptyEntry)).toBeNull()
  })

  it('shows changes on top of the stored row, in order, as not confirmed', () => {
    const entry = withPatch(withPatch(stored, update(1, { [name]: 'B' })), update(2, { [name]: 'C' }))
    const view = foldEntry(id, entry)
    expect(view?.values).toEqual({ [name]: 'C', [rank]: 1 })
    expect([...(view?.pending ?? [])]).toEqual([name])
    expect(view?.state).toBe('saved')
  })

  it('shows a new record before it is stored, and one on its way out', () => {
    expect(foldEntry(id, withPatch(emptyEntry, insert))).toMatchObject({
      state: 'new',
      values: { [name]: 'new' },
    })
    expect(foldEntry(id, withPatch(stored, remove))?.state).toBe('deleting')
  })
})

describe('rows from the server', () => {
  it('ignores a row older than the one held', () => {
    expect(withServerRow(stored, row(2, { [name]: 'old' }))).toBe(stored)
  })

  it('takes version 1 of a record that was deleted and made again', () => {
    const gone = { ...stored, gone: true }
    expect(foldEntry(id, withServerRow(gone, row(1, { [name]: 'again' })))).toMatchObject({
      ver: 1,
      state: 'saved',
    })
  })

  it('drops a change once the stored row contains it, and keeps the ones after', () => {
    const two = withPatch(withPatch(stored, update(1, { [name]: 'B' })), update(2, { [rank]: 9 }))
    const { entry } = withAcknowledged(two, update(1, { [name]: 'B' }), 5)
    const view = foldEntry(id, withServerRow(entry, row(5, { [name]: 'B', [rank]: 1 })))
    expect(view?.values).toEqual({ [name]: 'B', [rank]: 9 })
    expect([...(view?.pending ?? [])]).toEqual([rank])
  })
})

describe('acknowledgement', () => {
  it('needs no fetch when nobody else has changed the record in between', () => {
    const change = update(1, { [name]: 'B' })
    const { entry, complete } = withAcknowledged(withPatch(stored, change), change, 4)
    expect(complete).toBe(true)
    expect(foldEntry(id, entry)).toMatchObject({ ver: 4, values: { [name]: 'B', [rank]: 1 } })
    expect(entry.patches).toEqual([])
  })

  it('asks for the row when somebody has', () => {
    const change = update(1, { [name]: 'B' })
    const { entry, complete } = withAcknowledged(withPatch(stored, change), change, 5)
    expect(complete).toBe(false)
    expect(foldEntry(id, entry)?.values).toMatchObject({ [name]: 'B' })
    expect(foldEntry(id, entry)?.pending.size).toBe(0)
  })

  it('makes a stored row of a new record, and a gone one of a deleted', () => {
    expect(foldEntry(id, withAcknowledged(withPatch(emptyEntry, insert), insert, 1).entry)).toMatchObject({
      ver: 1,
      state: 'saved',
    })
    expect(foldEntry(id, withAcknowledged(withPatch(stored, remove), remove, 0).entry)?.state).toBe('gone')
  })
})

describe('refusal', () => {
  it('goes back to the stored value and keeps what was typed beside the error', () => {
    const change = update(1, { [name]: 'way too long' })
    const entry = withRejected(withPatch(stored, change), change, appError('value_too_long'))
    const view = foldEntry(id, entry)
    expect(view?.values[name]).toBe('Ada')
    expect(view?.problems.get(name)).toMatchObject({
      attempted: 'way too long',
      error: { code: 'value_too_long' },
    })
  })

  it('clears the problem of a cell when it is changed again', () => {
    const change = update(1, { [name]: 'x' })
    const entry = withRejected(withPatch(stored, change), change, appError('conflict'))
    expect(withPatch(entry, update(2, { [name]: 'y' })).problems.size).toBe(0)
  })

  it('keeps a new record that was not taken, with all its values', () => {
    const change = update(2, { [rank]: 7 })
    const made = withPatch(withPatch(emptyEntry, insert), change)
    const refused = withRejected(
      withRejected(made, insert, appError('forbidden')),
      change,
      appError('forbidden'),
    )
    expect(foldEntry(id, refused)).toMatchObject({
      state: 'refused',
      values: { [name]: 'new', [rank]: 7 },
      problem: { code: 'forbidden' },
    })
  })

  it('shows a record again whose deletion was refused', () => {
    const entry = withRejected(withPatch(stored, remove), remove, appError('forbidden'))
    expect(foldEntry(id, entry)).toMatchObject({ state: 'saved', problem: { code: 'forbidden' } })
  })
})
