import { appError, type FieldId, limits } from '@plinth/domain'
import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryOutboxStorage } from './outbox-storage.ts'
import { nameField } from './testing/fake-backend.ts'
import { idOf, openSession, rowsOf } from './testing/open-session.ts'

const part = limits.mutationsPerBatch

/** A table of which every record is held, as while it is being pasted over. */
async function opened(count: number, storage = memoryOutboxStorage()) {
  const all = await openSession({ count, storage })
  const { session } = all
  session.store.upsert(rowsOf(count), session.store.ticket())
  const letGo = session.keep(rowsOf(count).map(({ id }) => id))
  const rename = (from: number, to: number) =>
    session.editMany(
      Array.from({ length: to - from }, (_, no) => ({
        record: idOf(from + no),
        values: { [nameField]: `new ${from + no}` },
      })),
    )
  const stored = (name = 'new') =>
    all.backend.ordered(all.window.query).filter(({ values }) => String(values[nameField]).startsWith(name))
  return { ...all, rename, stored, storage, letGo, step: () => session.long.list()[0]! }
}

describe('a step of many changes', () => {
  it('is stored part by part, and says how far it is', async () => {
    const { rename, clock, session, step, stored, backend, storage } = await opened(1_200)
    rename(0, 1_200)
    expect(session.store.get(idOf(1_199))?.values[nameField]).toBe('new 1199')
    expect(step()).toMatchObject({ total: 1_200, stored: 0, state: 'running' })
    await clock.advance(15)
    expect(step()).toMatchObject({ stored: part, state: 'running' })
    await clock.advance(200)
    expect(step()).toMatchObject({ stored: 1_200, refused: [], state: 'done' })
    expect(backend.calls.apply).toBe(3)
    expect(stored()).toHaveLength(1_200)
    expect(await storage.load()).toEqual([])
    session.takeBackLong(step().id)
    await clock.advance(200)
    expect(stored()).toEqual([])
    expect(session.canRedo()).toBe(true)
  })

  it('sends no more when it is stopped; what is stored stays, and can be taken back', async () => {
    const { rename, clock, session, step, stored, storage } = await opened(1_600)
    rename(0, 1_600)
    await clock.advance(15)
    session.stop(step().id)
    // The second part was on its way.
    expect(step()).toMatchObject({ state: 'stopping', stored: part, givenUp: 1_600 - 2 * part })
    expect(session.store.get(idOf(1_599))).toMatchObject({ values: { [nameField]: 'row 1599' } })
    await clock.advance(200)
    expect(step()).toMatchObject({ state: 'done', stored: 2 * part, refused: [] })
    expect(stored()).toHaveLength(2 * part)
    expect(await storage.load()).toEqual([])
    session.undo()
    await clock.advance(200)
    expect(stored()).toEqual([])
  })

  it('asks where something is refused; the rest is stored when one wants it', async () => {
    const { rename, clock, session, step, stored, backend } = await opened(1_600)
    backend.refuse = ({ record }) => (record === idOf(3) ? appError('record_locked') : null)
    rename(0, 1_600)
    await clock.advance(200)
    expect(step()).toMatchObject({ state: 'asks', stored: part - 1 })
    expect(step().refused.map(({ mutation, error }) => [mutation.record, error.code])).toEqual([
      [idOf(3), 'record_locked'],
    ])
    session.long.goOn(step().id)
    await clock.advance(200)
    expect(step()).toMatchObject({ state: 'done', stored: 1_599 })
    expect(stored()).toHaveLength(1_599)
    session.undo()
    await clock.advance(200)
    expect(stored()).toEqual([])
  })

  it('leaves new records out that were never sent', async () => {
    const { clock, session, step, stored, window } = await opened(20)
    const before = window.snapshot().rowCount
    session.editMany(
      [],
      Array.from({ length: 1_400 }, () => ({ [nameField]: 'new' })),
    )
    expect(window.snapshot().rowCount).toBe(before + 1_400)
    session.stop(step().id)
    await clock.advance(200)
    expect(stored()).toHaveLength(step().stored)
    expect(window.snapshot().rowCount).toBe(before + step().stored)
  })

  it('lets a change of another record go first', async () => {
    const { rename, clock, session, backend } = await opened(1_600)
    const sent: string[] = []
    backend.refuse = ({ record }) => {
      sent.push(record)
      return null
    }
    rename(0, 1_500)
    await clock.advance(3)
    session.edit(idOf(1_550), { [nameField]: 'by hand' })
    session.edit(idOf(1_400), { [nameField]: 'by hand, after' })
    await clock.advance(300)
    expect(sent.indexOf(idOf(1_550))).toBeLessThan(2 * part)
    expect(backend.get(idOf(1_400))?.values[nameField]).toBe('by hand, after')
  })

  it('is given up before it was sent by undo, and nothing older with it', async () => {
    const { rename, clock, session, backend, stored } = await opened(1_600)
    session.edit(idOf(1_599), { [nameField]: 'older' })
    await clock.advance(100)
    backend.isOnline = false
    rename(0, 1_500)
    await clock.advance(50)
    session.undo()
    backend.isOnline = true
    await clock.advance(40_000)
    expect(stored()).toEqual([])
    expect(backend.get(idOf(1_599))?.values[nameField]).toBe('older')
  })

  it('goes on from storage when the page was closed meanwhile', async () => {
    const first = await opened(1_600)
    first.rename(0, 1_600)
    await first.clock.advance(15)
    first.stores.close()
    const { storage, backend, clock } = first
    const second = await openSession({ storage, backend, clock })
    await second.clock.advance(500)
    expect(first.stored()).toHaveLength(1_600)
    expect(new Set(backend.stored).size).toBe(backend.stored.length)
  })
})

type Act = 'wait' | 'stop' | 'goOn' | 'offline' | 'online' | 'undo' | 'redo' | 'edit'
const acts = array(
  constantFrom<Act>('wait', 'wait', 'wait', 'stop', 'goOn', 'offline', 'online', 'undo', 'redo', 'edit'),
  { maxLength: 12 },
)

describe('steps of many changes, whatever comes between', () => {
  it('lose nothing and store nothing twice', async () => {
    await assert(
      asyncProperty(
        acts,
        integer({ min: part + 1, max: 2.5 * part }),
        array(integer({ min: 0, max: 2 * part }), { maxLength: 3 }),
        async (list, count, refusedAt) => {
          const { rename, clock, session, backend, window, stores } = await opened(count)
          const refused = new Set<string>(refusedAt.map(idOf))
          backend.refuse = (mutation) =>
            refused.has(mutation.record) && mutation.kind === 'update' ? appError('value_invalid') : null
          rename(0, count)
          for (const act of list) {
            const now = session.long.list().find(({ state }) => state !== 'done')
            if (act === 'stop' && now) session.stop(now.id)
            else if (act === 'goOn' && now) session.long.goOn(now.id)
            else if (act === 'offline' || act === 'online') backend.isOnline = act === 'online'
            else if (act === 'undo') session.undo()
            else if (act === 'redo') session.redo()
            else if (act === 'edit') session.edit(idOf(count - 1), { [nameField]: `by hand ${clock.now()}` })
            await clock.advance(act === 'wait' ? 17 : 4)
          }
          backend.isOnline = true
          stores.outbox.wake()
          for (let round = 0; round < 8; round += 1) {
            await clock.advance(40_000)
            for (const { id, state } of session.long.list()) if (state === 'asks') session.long.goOn(id)
          }
          expect(stores.outbox.status()).toMatchObject({ pending: 0, state: 'idle' })
          expect(new Set(backend.stored).size).toBe(backend.stored.length)
          for (const step of session.long.list()) {
            expect(step.state).toBe('done')
            expect(step.stored + step.refused.length + step.givenUp).toBe(step.total)
          }
          for (const { id, values } of backend.ordered(window.query)) {
            const shown = session.store.get(id)?.values[nameField as FieldId]
            expect([id, shown]).toEqual([id, values[nameField]])
            expect(session.store.get(id)?.pending.size).toBe(0)
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)
})
