import type { FieldId, LinkItem, MutationId, RecordId } from '@plinth/domain'
import { appError } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { linksTo } from './link-edit.ts'
import { nameField, table } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'

const studio = 'studio' as FieldId
const item = (no: number): LinkItem => [`s${no}` as RecordId, `s${no}`]
const link = (...numbers: number[]) => ({ link: numbers.map(item), unlink: [] })
const unlink = (...numbers: number[]) => ({ link: [], unlink: numbers.map(item) })

describe('links of a record', () => {
  it('are shown at once, and stored as a change', async () => {
    const { session, clock, backend, value } = await openSession()
    session.edit(idOf(0), { [studio]: link(1, 2) })
    expect(value(idOf(0), studio)).toEqual(linksTo([item(1), item(2)]))
    session.edit(idOf(0), { [studio]: unlink(1) })
    expect(value(idOf(0), studio)).toEqual(linksTo([item(2)]))
    await clock.advance(100)
    expect(backend.get(idOf(0))?.values[studio]).toEqual(linksTo([item(2)]))
    expect(session.store.get(idOf(0))?.pending.size).toBe(0)
  })

  it('never conflict with what others link meanwhile', async () => {
    const { session, clock, backend, value } = await openSession()
    backend.write([
      { id: idOf(0), values: { ...backend.get(idOf(0))!.values, [studio]: linksTo([item(9)]) } },
    ])
    session.edit(idOf(0), { [studio]: link(1) })
    await clock.advance(3_000)
    expect(value(idOf(0), studio)).toEqual(linksTo([item(9), item(1)]))
    expect(session.store.get(idOf(0))?.problems.size).toBe(0)
  })

  it('are taken back by the inverse change, and made again', async () => {
    const { session, clock, value } = await openSession()
    session.edit(idOf(0), { [studio]: link(1, 2) })
    session.edit(idOf(0), { [studio]: linksTo([item(2), item(3)]) })
    await clock.advance(100)
    session.undo()
    expect(value(idOf(0), studio)).toEqual(linksTo([item(2), item(1)]))
    session.undo()
    expect(value(idOf(0), studio)).toBeNull()
    session.redo()
    session.redo()
    await clock.advance(100)
    expect(value(idOf(0), studio)).toEqual(linksTo([item(2), item(3)]))
  })

  it('are made with a new record, and again when its deletion is taken back', async () => {
    const { session, clock, backend } = await openSession()
    const record = session.create({ [studio]: linksTo([item(1), item(2)]) })
    await clock.advance(100)
    expect(backend.get(record)?.values[studio]).toEqual(linksTo([item(1), item(2)]))
    const { takeBack } = session.remove([record])
    await clock.advance(3_000)
    expect(backend.get(record)).toBeUndefined()
    takeBack()
    await clock.advance(100)
    expect(backend.get(record)?.values[studio]).toEqual(linksTo([item(1), item(2)]))
  })

  it('that are refused stay beside the cell, and are tried again over what is there then', async () => {
    const { session, clock, backend, value } = await openSession()
    backend.refuse = () => appError('link_taken')
    session.edit(idOf(0), { [studio]: link(1) })
    await clock.advance(100)
    expect(value(idOf(0), studio) ?? null).toBeNull()
    expect(session.store.get(idOf(0))?.problems.get(studio)?.attempted).toEqual(linksTo([item(1)]))
    backend.refuse = () => null
    session.retryCell(idOf(0), studio)
    await clock.advance(100)
    expect(backend.get(idOf(0))?.values[studio]).toEqual(linksTo([item(1)]))
  })

  describe('to a record that is made with them', () => {
    const made = 's7' as RecordId
    const insert = { id: 'm7' as MutationId, kind: 'insert', table, record: made, values: {} } as const

    it('are stored with it, and taken back alone', async () => {
      const { session, clock, backend, value } = await openSession()
      session.edit(idOf(0), { [studio]: link(1) })
      const answer = session.changeWith(insert, idOf(0), { [studio]: link(7) })
      await clock.advance(3_000)
      expect(await answer).toEqual({ ok: true, value: null })
      expect(backend.get(made)).toBeDefined()
      expect(backend.get(idOf(0))?.values[studio]).toEqual(linksTo([item(1), item(7)]))
      expect(value(idOf(0), studio)).toEqual(linksTo([item(1), item(7)]))
      session.undo()
      await clock.advance(3_000)
      expect(backend.get(idOf(0))?.values[studio]).toEqual(linksTo([item(1)]))
      expect(backend.get(made)).toBeDefined()
    })

    it('leave nothing behind where they are refused, which the answer tells', async () => {
      const { session, clock, backend, value } = await openSession()
      backend.refuse = ({ kind }) => (kind === 'update' ? appError('link_refused') : null)
      const answer = session.changeWith(insert, idOf(0), { [studio]: link(7) })
      await clock.advance(3_000)
      expect(await answer).toMatchObject({ ok: false, error: { code: 'link_refused' } })
      expect(backend.get(made)).toBeUndefined()
      expect(value(idOf(0), studio) ?? null).toBeNull()
      expect(session.store.get(idOf(0))?.problems.size).toBe(0)
      expect(session.canUndo()).toBe(false)
    })

    it('come with a record that was refused as new without them', async () => {
      const { session, clock, backend } = await openSession()
      backend.refuse = ({ kind }) => (kind === 'insert' ? appError('rule_violated') : null)
      const record = session.create({ [nameField]: 'new' })
      await clock.advance(3_000)
      expect(session.store.get(record)?.state).toBe('refused')
      backend.refuse = () => null
      const answer = session.changeWith(insert, record, { [studio]: link(7) })
      await clock.advance(3_000)
      expect(await answer).toMatchObject({ ok: true })
      expect(backend.get(record)?.values).toMatchObject({ [nameField]: 'new', [studio]: linksTo([item(7)]) })
      expect(session.store.get(record)?.state).toBe('saved')
    })
  })

  it('keep a record from being deleted, which is told', async () => {
    const { session, clock, backend } = await openSession()
    const told: unknown[] = []
    session.onUndeleted((record, { code }) => told.push([record, code]))
    backend.refuse = () => appError('record_linked')
    session.remove([idOf(0)])
    await clock.advance(100)
    expect(told).toEqual([[idOf(0), 'record_linked']])
    expect(session.store.get(idOf(0))?.state).toBe('saved')
    expect(session.canUndo()).toBe(false)
  })
})
