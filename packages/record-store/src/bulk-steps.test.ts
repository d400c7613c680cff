import { appError, type RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { nameField, table } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'

const all = { from: null, to: null, minus: [] }
const whole = {
  query: { table, sorts: [] },
  selection: all,
  change: { kind: 'delete' },
  count: 100,
  slack: 0,
} as const
const emptied = { ...whole, change: { kind: 'set', field: nameField, value: null } } as const

async function opened() {
  const world = await openSession()
  const rows = () => world.backend.ordered(whole.query)
  /** Begins one, and waits until it has begun. */
  const begin = async (wanted: Parameters<typeof world.session.changeMany>[0] = whole) => {
    const begun = world.session.changeMany(wanted)
    await world.clock.advance(11)
    return begun
  }
  const steps = () => world.session.long.list()
  return { ...world, rows, begin, steps }
}

describe('a change that the server works off', () => {
  it('goes on by itself to its end, and tells how far it is', async () => {
    const { begin, clock, steps, rows, window } = await opened()
    expect(await begin()).toMatchObject({ ok: true })
    await clock.advance(25)
    expect(steps()).toMatchObject([{ kind: 'delete', state: 'running', total: 100 }])
    expect(steps()[0]!.stored).toBeGreaterThan(0)
    await clock.advance(1_000)
    expect(steps()).toMatchObject([{ state: 'done', stored: 100, givenUp: 0 }])
    expect([rows().length, window.snapshot().rowCount]).toEqual([0, 0])
  })

  it('is not begun where something else is selected', async () => {
    const { begin, steps, rows, session } = await opened()
    expect(await begin({ ...whole, count: 99 })).toMatchObject({ error: { code: 'selection_changed' } })
    expect([steps(), rows().length, session.canUndo()]).toEqual([[], 100, false])
  })

  it('is stopped, and taken back as far as it went', async () => {
    const { begin, clock, steps, rows, session } = await opened()
    await begin()
    await clock.advance(35)
    session.stop(steps()[0]!.id)
    await clock.advance(100)
    const [stopped] = steps()
    expect(stopped).toMatchObject({ state: 'done', givenUp: 100 - stopped!.stored })
    expect(rows()).toHaveLength(100 - stopped!.stored)
    session.takeBackLong(stopped!.id)
    await clock.advance(1_000)
    expect(rows()).toHaveLength(100)
    expect(steps()).toMatchObject([{ kind: 'undo', state: 'done', stored: stopped!.stored }])
    expect([session.canUndo(), session.canRedo()]).toEqual([false, true])
  })

  it('is made again, and taken back again', async () => {
    const { begin, clock, rows, session, steps } = await opened()
    const after = async (turn: () => unknown) => {
      await turn()
      await clock.advance(1_000)
      return [rows().length, session.canUndo(), session.canRedo()]
    }
    expect(await after(begin)).toEqual([0, true, false])
    expect(await after(() => session.undo())).toEqual([100, false, true])
    expect(await after(() => session.redo())).toEqual([0, true, false])
    expect(steps()).toMatchObject([{ kind: 'redo', state: 'done', total: 100, stored: 100 }])
    expect(await after(() => session.undo())).toEqual([100, false, true])
  })

  it('turns round while it is made again, or taken back', async () => {
    const { begin, clock, rows, session, steps } = await opened()
    await begin()
    await clock.advance(1_000)
    session.undo()
    await clock.advance(35)
    const back = rows().length
    expect(back).toBeGreaterThan(0)
    session.redo()
    await clock.advance(1_000)
    expect(rows()).toHaveLength(0)
    expect(steps().at(-1)).toMatchObject({ kind: 'redo', state: 'done', givenUp: 0 })
    expect(steps().at(-1)!.total).toBeLessThan(100)
    session.undo()
    await clock.advance(35)
    session.redo()
    session.undo()
    await clock.advance(1_000)
    expect(rows()).toHaveLength(100)
  })

  it('is no step any more where nothing of it comes back', async () => {
    const { begin, clock, session, backend } = await opened()
    await begin()
    await clock.advance(1_000)
    backend.refuse = () => appError('read_only')
    session.undo()
    await clock.advance(1_000)
    expect([session.canUndo(), session.canRedo()]).toEqual([false, false])
  })

  it('is taken back by Undo while it runs', async () => {
    const { begin, clock, rows, session } = await opened()
    await begin(emptied)
    await clock.advance(35)
    expect(rows().some(({ values }) => values[nameField] === null)).toBe(true)
    session.undo()
    await clock.advance(1_000)
    expect(rows().map(({ values }) => values[nameField])).toEqual(
      Array.from({ length: 100 }, (_, no) => `row ${no}`),
    )
  })

  it('names what was refused, and goes on with the rest', async () => {
    const { begin, clock, steps, rows, backend } = await opened()
    const kept = new Set<RecordId>([idOf(3), idOf(50)])
    backend.refuse = ({ record }) => (kept.has(record) ? appError('record_locked') : null)
    await begin()
    await clock.advance(1_000)
    expect(steps()).toMatchObject([{ state: 'done', stored: 98, givenUp: 0, byServer: { refused: 2 } }])
    expect(steps()[0]!.refused.map(({ mutation }) => mutation.record)).toEqual([...kept])
    expect(rows().map(({ id }) => id)).toEqual([...kept])
  })

  it('asks again when the line is back', async () => {
    const { begin, clock, steps, rows, backend } = await opened()
    await begin()
    await clock.advance(25)
    backend.isOnline = false
    await clock.advance(5_000)
    expect(steps()).toMatchObject([{ state: 'running' }])
    backend.isOnline = true
    await clock.advance(5_000)
    expect(steps()).toMatchObject([{ state: 'done', givenUp: 0 }])
    expect(rows()).toHaveLength(0)
  })

  it('waits for own changes that are on their way', async () => {
    const { session, clock, backend, rows } = await opened()
    session.edit(idOf(1), { [nameField]: 'edited' })
    const begun = session.changeMany(emptied)
    await clock.advance(2_000)
    expect(await begun).toMatchObject({ ok: true })
    expect(backend.stored).toHaveLength(1)
    expect(rows().every(({ values }) => values[nameField] === null)).toBe(true)
  })
})
