import {
  type Attachment,
  appError,
  type CellValue,
  type FieldId,
  type OptionId,
  type RecordId,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { memoryOutboxStorage } from './outbox-storage.ts'
import { FakeBackend, nameField, rankField, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { byRank, idOf, openSession, rowsOf } from './testing/open-session.ts'

describe('a window of its own sizes', () => {
  it('loads as many rows at once as they say, and is shared by who asks for the same', async () => {
    const { clock, session } = await openSession({ count: 200 })
    const query = { table, sorts: byRank }
    const sizes = { block: 3, cache: 4, span: 1 }
    const window = session.enterWindow(query, sizes)
    window.setViewport(0, 0)
    await clock.advance(1_000)
    // What is looked at, and two blocks ahead.
    expect([window.idAt(8), window.idAt(9)]).toEqual([idOf(8), null])
    expect(session.enterWindow(query, { ...sizes })).toBe(window)
    expect(session.enterWindow(query)).not.toBe(window)
  })
})

describe('an answer that is followed', () => {
  it('is asked for again after changes of others and one’s own, until it proves to contain them', async () => {
    const { clock, backend, session } = await openSession({ count: 20 })
    const points: string[] = []
    const { again, close } = session.follow(
      async () => {
        const answer = await backend.rows.summary({ table, sorts: [] }, { [rankField]: 'sum' })
        if (answer.ok) points.push(answer.value.atSeq)
        return answer.ok ? { ok: true, value: answer.value.atSeq } : answer
      },
      () => undefined,
    )
    await clock.advance(100)
    expect(points).toHaveLength(1)
    backend.write([{ id: idOf(3), values: { [rankField]: 7 } }])
    await clock.advance(3_000)
    const told = points.length
    expect(told).toBeGreaterThan(1)
    expect(Number(points.at(-1))).toBeGreaterThan(Number(points[0]))
    session.edit(idOf(4), { [rankField]: 9 })
    await clock.advance(3_000)
    expect(points.length).toBeGreaterThan(told)
    const now = points.length
    await clock.advance(10_000)
    expect(points).toHaveLength(now)
    again()
    await clock.advance(100)
    expect(points).toHaveLength(now + 1)
    close()
    backend.write([{ id: idOf(3), values: { [rankField]: 8 } }])
    await clock.advance(3_000)
    expect(points).toHaveLength(now + 1)
  })
})

describe('what the server fills in', () => {
  it('is asked for after changes and new records of one’s own', async () => {
    const { clock, backend, session } = await openSession({ count: 20 })
    session.edit(idOf(3), { [nameField]: 'mine' })
    await clock.advance(3_000)
    const before = backend.calls.byId
    session.noteComputed(new Map([[rankField, 'every change']]))
    session.edit(idOf(3), { [nameField]: 'mine again' })
    await clock.advance(3_000)
    expect(backend.calls.byId).toBe(before + 1)
    session.create({ [nameField]: 'new' })
    await clock.advance(3_000)
    expect(backend.calls.byId).toBe(before + 2)
  })
})

describe('a deleted record that is brought back', () => {
  it('has each value again, whatever it is, but its files, which are gone', async () => {
    const { clock, backend, session, value } = await openSession({ count: 20 })
    const file = { id: 'f1', name: 'plan.pdf' } as unknown as Attachment
    const values = {
      text: 'words',
      number: 0,
      ticked: true,
      unticked: false,
      document: '{"a": [1]}',
      options: ['o1', 'o2'] as unknown as readonly OptionId[],
      files: [file],
      nothing: null,
    } satisfies Record<string, CellValue> as Readonly<Record<FieldId, CellValue>>
    backend.write([{ id: idOf(3), values }])
    await clock.advance(3_000)
    expect(value(idOf(3), 'options' as FieldId)).toEqual(['o1', 'o2'])
    const { takeBack } = session.remove([idOf(3)])
    await clock.advance(3_000)
    takeBack()
    await clock.advance(3_000)
    const { files: _, nothing: __, ...kept } = values as Record<string, CellValue>
    const untouched = { [nameField]: 'row 3', [rankField]: 3 }
    expect(backend.get(idOf(3))?.values).toEqual({ ...untouched, ...kept })
  })

  it('is sent without what the server fills in', async () => {
    const { clock, backend, session } = await openSession({ count: 20 })
    session.noteComputed(new Map([[rankField, 'every change']]))
    const { takeBack } = session.remove([idOf(3)])
    await clock.advance(3_000)
    takeBack()
    await clock.advance(3_000)
    const { values = {} } = backend.get(idOf(3)) ?? {}
    expect([values[nameField], values[rankField] ?? null]).toEqual(['row 3', null])
  })
})

describe('handing over', () => {
  it('takes the record off the screen and tells so', async () => {
    const { clock, backend, session, window } = await openSession({ count: 20 })
    backend.handsOver = ({ record }) => record === idOf(3)
    const told: RecordId[] = []
    session.onHandedOver((id) => told.push(id))
    session.edit(idOf(3), { [nameField]: 'theirs now' })
    await clock.advance(3_000)
    expect(told).toEqual([idOf(3)])
    expect(window.indexOf(idOf(3))).toBeNull()
    expect(window.idAt(3)).toBe(idOf(4))
    expect(window.snapshot().rowCount).toBe(19)
  })

  it('is not taken back: the step is refused by name, those before it are not', async () => {
    const { clock, backend, session } = await openSession({ count: 20 })
    backend.handsOver = ({ record }) => record === idOf(3)
    let refusals = 0
    session.onUndoRefused(() => (refusals += 1))
    session.edit(idOf(5), { [nameField]: 'mine' })
    session.edit(idOf(3), { [nameField]: 'theirs now' })
    await clock.advance(100)
    expect(session.undo()).toBe(false)
    await clock.advance(100)
    expect([refusals, backend.stored.length]).toEqual([1, 2])
    expect(session.undo()).toBe(true)
    await clock.advance(100)
    expect(backend.get(idOf(5))?.values[nameField]).toBe('row 5')
    expect(refusals).toBe(1)
  })

  it('is taken back when the record has come into sight again', async () => {
    const { clock, backend, session } = await openSession({ count: 20 })
    backend.handsOver = ({ record }) => record === idOf(3)
    session.edit(idOf(3), { [nameField]: 'theirs now' })
    await clock.advance(100)
    backend.handsOver = () => false
    backend.write([{ id: idOf(3), values: { [nameField]: 'theirs now', [rankField]: 3 } }])
    void session.load(idOf(3))
    await clock.advance(500)
    expect(session.undo()).toBe(true)
    await clock.advance(100)
    expect(backend.get(idOf(3))?.values[nameField]).toBe('row 3')
  })
})

describe('editing', () => {
  it('shows a change at once, and sends each once', async () => {
    const { clock, backend, session, value } = await openSession()
    session.edit(idOf(3), { [nameField]: 'mine' })
    expect(value(idOf(3), nameField)).toBe('mine')
    expect(session.store.get(idOf(3))?.pending.has(nameField)).toBe(true)
    await clock.advance(3_000)
    expect(backend.get(idOf(3))?.values[nameField]).toBe('mine')
    expect(session.store.get(idOf(3))?.pending.size).toBe(0)
    expect(backend.stored).toHaveLength(1)
  })

  it('sends nothing for a value that is there already', async () => {
    const { clock, backend, session } = await openSession()
    session.edit(idOf(3), { [nameField]: 'row 3' })
    await clock.advance(100)
    expect(backend.calls.apply).toBe(0)
    expect(session.canUndo()).toBe(false)
  })

  it('undoes and redoes as new changes', async () => {
    const { clock, backend, session } = await openSession()
    session.edit(idOf(3), { [nameField]: 'mine' })
    await clock.advance(100)
    session.undo()
    await clock.advance(100)
    expect(backend.get(idOf(3))?.values[nameField]).toBe('row 3')
    session.redo()
    await clock.advance(100)
    expect(backend.get(idOf(3))).toMatchObject({ ver: 4, values: { [nameField]: 'mine' } })
  })

  it('never overwrites another’s change in silence', async () => {
    const { clock, backend, session, value } = await openSession()
    backend.eventDelayMs = () => 500
    backend.write([{ id: idOf(3), values: { [nameField]: 'theirs' } }])
    session.edit(idOf(3), { [nameField]: 'mine' })
    await clock.advance(100)
    expect(value(idOf(3), nameField)).toBe('theirs')
    const problem = session.store.get(idOf(3))?.problems.get(nameField)
    expect(problem).toMatchObject({ error: { code: 'conflict' }, attempted: 'mine' })
    session.retryCell(idOf(3), nameField)
    await clock.advance(100)
    expect(backend.get(idOf(3))?.values[nameField]).toBe('mine')
    expect(session.store.get(idOf(3))?.problems.size).toBe(0)
  })

  it('takes what somebody changed since the person began for a conflict', async () => {
    const { clock, backend, session, value } = await openSession()
    const seen = { [nameField]: 'row 3' }
    backend.write([{ id: idOf(3), values: { [nameField]: 'theirs' } }])
    await clock.advance(500)
    expect(value(idOf(3), nameField)).toBe('theirs')
    session.edit(idOf(3), { [nameField]: 'mine' }, seen)
    await clock.advance(100)
    expect(backend.get(idOf(3))?.values[nameField]).toBe('theirs')
    expect(session.store.get(idOf(3))?.problems.get(nameField)).toMatchObject({
      error: { code: 'conflict' },
      attempted: 'mine',
    })
  })

  it('leaves alone what the person left as it was, although somebody else changed it since', async () => {
    const { clock, backend, session } = await openSession()
    backend.write([{ id: idOf(3), values: { [nameField]: 'theirs' } }])
    await clock.advance(500)
    session.edit(idOf(3), { [nameField]: 'row 3' }, { [nameField]: 'row 3' })
    session.edit(idOf(3), { [nameField]: 'theirs' }, { [nameField]: 'row 3' })
    await clock.advance(100)
    expect(backend.calls.apply).toBe(0)
    expect(session.store.get(idOf(3))?.problems.size).toBe(0)
  })

  it('marks a refused cell, keeps what was typed, and takes the step out of undo', async () => {
    const { clock, backend, session, value } = await openSession()
    backend.refuse = () => appError('value_too_long')
    session.edit(idOf(1), { [nameField]: 'too long' })
    await clock.advance(100)
    expect(value(idOf(1), nameField)).toBe('row 1')
    expect(session.store.get(idOf(1))?.problems.get(nameField)?.attempted).toBe('too long')
    expect(session.canUndo()).toBe(false)
  })

  it('keeps changes over a reload and shows them before they are sent', async () => {
    const storage = memoryOutboxStorage()
    const first = await openSession({ storage })
    first.backend.isOnline = false
    first.session.edit(idOf(2), { [nameField]: 'offline' })
    await first.clock.advance(500)
    first.stores.close()
    first.backend.isOnline = true
    first.backend.latencyMs = 40
    const second = await openSession({ storage, backend: first.backend, clock: first.clock })
    expect(second.value(idOf(2), nameField)).toBe('offline')
    await second.clock.advance(5_000)
    expect(first.backend.get(idOf(2))?.values[nameField]).toBe('offline')
    expect(first.backend.stored).toHaveLength(1)
  })
})

describe('records that come and go', () => {
  it('shows a new record at the end at once, and only once when it is stored', async () => {
    const { clock, session, window, look } = await openSession({ count: 12 })
    await look(0, 12)
    const id = session.create({ [nameField]: 'new' })
    expect(window.snapshot().rowCount).toBe(13)
    expect(window.idAt(12)).toBe(id)
    await clock.advance(5_000)
    expect(window.snapshot()).toMatchObject({ rowCount: 13, isExact: true })
    expect(window.idAt(12)).toBe(id)
  })

  it('keeps a new record at the end of a sorted window until the cursor leaves it', async () => {
    const { clock, session, window } = await openSession({ count: 8, sorts: byRank })
    const id = session.create({ [rankField]: -1 })
    window.setCursor(id)
    await clock.advance(3_000)
    expect([window.snapshot().rowCount, window.idAt(8)]).toEqual([9, id])
    expect(Array.from({ length: 9 }, (_, at) => window.idAt(at))).not.toContain(null)
    window.setCursor(null)
    await clock.advance(3_000)
    expect([window.snapshot().rowCount, window.idAt(0)]).toEqual([9, id])
  })

  it('keeps a new record that was refused, with its values, until it is sent again', async () => {
    const { clock, backend, session } = await openSession({ count: 3 })
    backend.refuse = () => appError('value_required')
    const id = session.create({ [nameField]: 'half' })
    await clock.advance(100)
    expect(session.store.get(id)).toMatchObject({ state: 'refused', values: { [nameField]: 'half' } })
    backend.refuse = () => null
    session.retryRecord(id, { [rankField]: 5 })
    await clock.advance(100)
    expect(backend.get(id)?.values).toEqual({ [nameField]: 'half', [rankField]: 5 })
  })

  it('shows a deleted record grey, then closes the gap', async () => {
    const { clock, backend, session, window } = await openSession({ count: 8 })
    backend.write([{ id: idOf(4), values: null }])
    await clock.advance(50)
    expect(session.store.get(idOf(4))?.state).toBe('gone')
    await clock.advance(1_500)
    expect(window.snapshot().rowCount).toBe(7)
    expect(window.idAt(4)).toBe(idOf(5))
  })

  it('takes a deletion by two people as done, not as an error', async () => {
    const { clock, backend, session, window } = await openSession({ count: 8 })
    backend.eventDelayMs = () => 300
    backend.write([{ id: idOf(4), values: null }])
    session.remove([idOf(4)])
    await clock.advance(3_000)
    expect(window.snapshot().rowCount).toBe(7)
    expect(session.store.get(idOf(4))).toBeNull()
  })

  it('brings deleted records back by undo', async () => {
    const { clock, backend, session, window } = await openSession({ count: 8 })
    session.remove([idOf(2), idOf(3)])
    await clock.advance(1_000)
    expect(window.snapshot().rowCount).toBe(6)
    session.undo()
    await clock.advance(2_000)
    expect(backend.get(idOf(3))?.values).toEqual({ [nameField]: 'row 3', [rankField]: 3 })
    expect(window.snapshot().rowCount).toBe(8)
    expect(window.idAt(3)).toBe(idOf(3))
  })
})

describe('taking a deletion back', () => {
  it('takes back that deletion, whatever was done since', async () => {
    const { clock, backend, session } = await openSession({ count: 8 })
    const { takeBack } = session.remove([idOf(2)])
    session.edit(idOf(5), { [nameField]: 'later' })
    await clock.advance(1_000)
    takeBack()
    await clock.advance(1_000)
    expect(backend.get(idOf(2))?.values[nameField]).toBe('row 2')
    expect(backend.get(idOf(5))?.values[nameField]).toBe('later')
    session.undo()
    await clock.advance(1_000)
    expect(backend.get(idOf(5))?.values[nameField]).toBe('row 5')
  })

  it('does nothing when the deletion was taken back already', async () => {
    const { clock, backend, session } = await openSession({ count: 8 })
    const { takeBack } = session.remove([idOf(2)])
    await clock.advance(1_000)
    session.undo()
    takeBack()
    await clock.advance(1_000)
    expect(backend.get(idOf(2))).toMatchObject({ ver: 1, values: { [nameField]: 'row 2' } })
    expect(backend.stored).toHaveLength(2)
  })

  it('brings back selected records that were scrolled out of memory before', async () => {
    const { clock, backend, session, look } = await openSession({ count: 400 })
    const letGo = session.keep([idOf(3)])
    for (let first = 20; first < 300; first += 20) await look(first, first + 9)
    session.remove([idOf(3)])
    letGo()
    await clock.advance(1_000)
    session.undo()
    await clock.advance(1_000)
    expect(backend.get(idOf(3))?.values).toEqual({ [nameField]: 'row 3', [rankField]: 3 })
  })

  it('throws a new record away that was refused, without asking the server', async () => {
    const { clock, backend, session } = await openSession({ count: 3 })
    backend.refuse = () => appError('limit_exceeded')
    const id = session.create({ [nameField]: 'refused' })
    await clock.advance(100)
    const { apply } = backend.calls
    session.remove([id])
    await clock.advance(1_000)
    expect(backend.calls.apply).toBe(apply)
    expect(session.store.get(id)).toBeNull()
  })
})

describe('rows that move', () => {
  it('keeps an edited row in place until the cursor leaves it', async () => {
    const { clock, session, window } = await openSession({ count: 9, sorts: byRank })
    window.setCursor(idOf(2))
    session.edit(idOf(2), { [rankField]: 99 })
    await clock.advance(3_000)
    expect(window.idAt(2)).toBe(idOf(2))
    expect(window.isHeld(idOf(2))).toBe(true)
    window.setCursor(idOf(5))
    await clock.advance(1_000)
    expect(window.idAt(8)).toBe(idOf(2))
    expect(window.idAt(2)).toBe(idOf(3))
  })

  it('tells when a released record has left the screen', async () => {
    const { clock, session, window } = await openSession({ sorts: byRank })
    const moved: RecordId[] = []
    session.onMoved((id) => moved.push(id))
    window.setCursor(idOf(2))
    session.edit(idOf(2), { [rankField]: 5_000 })
    await clock.advance(500)
    window.setCursor(null)
    await clock.advance(1_000)
    expect(moved).toEqual([idOf(2)])
  })

  it('stays with the records on screen when others come in before them', async () => {
    const { clock, backend, window, look } = await openSession({ sorts: byRank })
    await look(42, 51)
    const before = window.idAt(42)
    backend.write([1, 2, 3].map((no) => ({ id: `zzz-${no}` as RecordId, values: { [rankField]: -no } })))
    await clock.advance(3_000)
    expect(window.snapshot().shift).toBe(3)
    expect(window.idAt(45)).toBe(before)
  })

  it('fetches nothing for readers in the middle when records are added at the end', async () => {
    const { clock, backend, look } = await openSession()
    await look(40, 49)
    await clock.advance(3_000)
    const before = backend.requests.length
    backend.write([{ id: '999f' as RecordId, values: { [rankField]: 1 } }])
    await clock.advance(3_000)
    expect(backend.requests.length).toBe(before)
  })

  it('repaints a changed row without fetching the window again', async () => {
    const { clock, backend, value } = await openSession({ sorts: byRank })
    const before = backend.requests.length
    backend.write([{ id: idOf(4), values: { [nameField]: 'theirs' } }])
    await clock.advance(1_000)
    expect(value(idOf(4), nameField)).toBe('theirs')
    expect(backend.requests.length).toBe(before)
  })
})

/** Events come before their commits can be read. */
async function early(setup: Parameters<typeof openSession>[0] = {}) {
  const world = await openSession({ count: 8, ...setup })
  world.backend.eventDelayMs = () => 0
  world.backend.visibleAfterMs = () => 60
  return world
}

describe('an event that comes before its commit can be read', () => {
  it('shows a changed value as soon as it can be read', async () => {
    const { clock, backend, value } = await early()
    backend.write([{ id: idOf(4), values: { [nameField]: 'theirs' } }])
    await clock.advance(50)
    expect(value(idOf(4), nameField)).toBe('row 4')
    await clock.advance(150)
    expect(value(idOf(4), nameField)).toBe('theirs')
    expect(backend.calls.byId).toBeLessThan(5)
  })

  it('does not take a record for deleted that is not there yet', async () => {
    const { clock, backend, session } = await early()
    session.remove([idOf(4)])
    await clock.advance(60)
    backend.write([{ id: idOf(4), values: { [nameField]: 'made again' } }])
    const stop = session.store.subscribe(idOf(4), () => undefined)
    await clock.advance(2_000)
    expect(session.store.get(idOf(4))).toMatchObject({
      state: 'saved',
      values: { [nameField]: 'made again' },
    })
    stop()
  })

  it('gives up on a record that stays out of sight', async () => {
    const { clock, backend } = await early()
    backend.visibleAfterMs = () => 60_000
    backend.write([{ id: idOf(4), values: { [nameField]: 'theirs' } }])
    await clock.advance(10_000)
    expect(backend.calls.byId).toBeLessThan(10)
  })

  it('fetches a row again that was read before the change that was told first', async () => {
    const { clock, backend, value, window } = await early({ count: 100 })
    backend.latencyMs = 30
    window.setViewport(80, 89)
    await clock.advance(20)
    backend.write([{ id: idOf(85), values: { [nameField]: 'theirs' } }])
    await clock.advance(1_000)
    expect(value(idOf(85), nameField)).toBe('theirs')
  })

  it('looks again at rows that were fetched too early', async () => {
    const { clock, backend, session, window } = await early({ sorts: byRank })
    window.setCursor(idOf(2))
    backend.visibleAfterMs = () => 100
    backend.write([{ id: 'zzz' as RecordId, values: { [rankField]: 3.5 } }])
    await clock.advance(10)
    // One's own change makes the window fetch at once.
    session.edit(idOf(7), { [rankField]: -1 })
    await clock.advance(3_000)
    const shown = Array.from({ length: 9 }, (_, at) => window.idAt(at))
    expect(shown).toEqual(backend.ordered(window.query).map((row) => row.id))
    expect(window.snapshot()).toMatchObject({ rowCount: 9, isExact: true })
  })
})

describe('connections', () => {
  it('asks what was missed when the connection is back', async () => {
    const { clock, backend, value } = await openSession()
    backend.drop()
    backend.write([{ id: idOf(4), values: { [nameField]: 'while away' } }])
    await clock.advance(1_000)
    expect(value(idOf(4), nameField)).toBe('row 4')
    backend.reconnect()
    await clock.advance(500)
    expect(value(idOf(4), nameField)).toBe('while away')
  })

  it('fetches what is on screen again after a bulk change', async () => {
    const { clock, backend, window } = await openSession()
    const before = backend.requests.length
    backend.bulk(5_000)
    await clock.advance(2_000)
    expect(backend.requests.length).toBeGreaterThan(before)
    expect(window.snapshot().error).toBeNull()
  })

  it('asks after a minute away, not before', async () => {
    const { clock, backend, stores } = await openSession()
    const before = backend.calls.changesSince
    await clock.advance(30_000)
    stores.wake()
    expect(backend.calls.changesSince).toBe(before)
    await clock.advance(31_000)
    stores.wake()
    await clock.advance(50)
    expect(backend.calls.changesSince).toBe(before + 1)
  })
})

describe('loading', () => {
  it('fetches once where a fling stops, and nothing on the way', async () => {
    const { clock, backend, window } = await openSession({ count: 2_000 })
    const seen: number[] = []
    for (let first = 100; first <= 1_500; first += 100) {
      window.setViewport(first, first + 9)
      await clock.advance(10)
      seen.push(backend.requests.length)
    }
    // The first steps might have been leaps; once it is a fling, nothing more is asked for.
    expect(seen.at(-1)).toBe(seen[3])
    await clock.advance(500)
    expect(window.idAt(1_505)).toBe(idOf(1_505))
  })

  it('keeps a limited number of blocks, and the changed rows among them', async () => {
    const { clock, backend, session, look } = await openSession({ count: 1_000 })
    backend.isOnline = true
    backend.refuse = () => appError('busy')
    session.edit(idOf(1), { [nameField]: 'waiting' })
    for (let first = 100; first < 900; first += 100) await look(first, first + 9)
    expect(session.store.size).toBeLessThan(90)
    expect(session.store.get(idOf(1))?.values[nameField]).toBe('waiting')
    await clock.advance(100)
  })

  it('shows an estimate first and the exact number after', async () => {
    const clock = new FakeClock()
    const backend = new FakeBackend(clock)
    backend.seed(rowsOf(100))
    backend.exactUpTo = 10
    backend.estimateError = 17
    const { window } = await openSession({ clock, backend })
    expect(window.snapshot()).toMatchObject({ rowCount: 100, isExact: true })
    expect(backend.calls.stats).toBe(2)
  })

  it('says what went wrong, and tries again', async () => {
    const clock = new FakeClock()
    const backend = new FakeBackend(clock)
    backend.seed(rowsOf(30))
    backend.isOnline = false
    const { window } = await openSession({ clock, backend })
    expect(window.snapshot()).toMatchObject({ status: 'failed', error: { code: 'network' } })
    backend.isOnline = true
    window.retry()
    await clock.advance(200)
    expect(window.snapshot()).toMatchObject({ status: 'ready', rowCount: 30, error: null })
  })

  it('forgets the rows of a window that nobody uses any more', async () => {
    const { clock, session, stores, window } = await openSession()
    expect(session.store.size).toBeGreaterThan(0)
    session.leaveWindow(window)
    expect(session.store.size).toBe(0)
    stores.leave(session)
    await clock.advance(60_000)
    expect(stores.enter(table)).not.toBe(session)
  })

  it('loads a record that no window shows', async () => {
    const { clock, session } = await openSession({ count: 500 })
    const stop = session.store.subscribe(idOf(400), () => undefined)
    const found = session.load(idOf(400))
    const missing = session.load('nowhere' as RecordId)
    await clock.advance(50)
    expect(await found).toEqual({ ok: true, value: true })
    expect(await missing).toEqual({ ok: true, value: false })
    expect(session.store.get(idOf(400))?.values[nameField]).toBe('row 400')
    stop()
    expect(session.store.has(idOf(400))).toBe(false)
  })
})

describe('fields that come and go', () => {
  const noteField = 'note' as FieldId
  const withNotes = (count: number) =>
    rowsOf(count).map((row) => ({ ...row, values: { ...row.values, [noteField]: 'seen' } }))

  it('brings the values of a field that is seen from now on, on screen and off it', async () => {
    const { backend, clock, session, look, value } = await openSession({ count: 100 })
    session.noteFields([nameField, rankField])
    await look(20, 29)
    expect(value(idOf(3), noteField)).toBeUndefined()
    backend.seed(withNotes(100))
    session.noteFields([nameField, rankField, noteField])
    await clock.advance(1_000)
    expect(value(idOf(25), noteField)).toBe('seen')
    await look(0, 9)
    expect(value(idOf(3), noteField)).toBe('seen')
  })

  it('forgets the values of a field that is not seen any more', async () => {
    const { backend, clock, session, value } = await openSession({ count: 10 })
    backend.seed(withNotes(10))
    session.noteFields([nameField, rankField, noteField])
    session.fetch([idOf(3)])
    await clock.advance(1_000)
    expect(value(idOf(3), noteField)).toBe('seen')
    backend.seed(rowsOf(10))
    session.noteFields([nameField, rankField])
    await clock.advance(1_000)
    expect(value(idOf(3), noteField)).toBeUndefined()
  })

  it('fetches nothing when the same fields are told again, in whatever order', async () => {
    const { backend, clock, session } = await openSession({ count: 10 })
    session.noteFields([nameField, rankField])
    const asked = backend.requests.length
    session.noteFields([rankField, nameField])
    await clock.advance(2_000)
    expect(backend.requests).toHaveLength(asked)
  })
})
