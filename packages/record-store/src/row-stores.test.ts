import { appError, type FieldId, type RecordId, type TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { memoryOutboxStorage } from './outbox-storage.ts'
import { RowStores } from './row-stores.ts'
import { FakeBackend, nameField, rankField, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { memoryUndecidedStorage } from './undecided-storage.ts'

const record = 'r' as RecordId

async function bench(
  storage = memoryOutboxStorage(),
  clock = new FakeClock(),
  undecided = memoryUndecidedStorage(),
) {
  const backend = new FakeBackend(clock)
  backend.seed([{ id: record, ver: 1, values: { [nameField]: 'old' } }])
  const stores = new RowStores({ ...backend, clock, storage, undecided })
  return { clock, backend, stores, storage, undecided }
}

/** A table that somebody looks at. */
async function look({ stores, clock }: Awaited<ReturnType<typeof bench>>) {
  const session = stores.enter(table)
  session.listen(1)
  const window = session.enterWindow({ table, sorts: [] })
  window.setViewport(0, 9)
  await clock.advance(100)
  return { session, window }
}

const problemOf = ({ session }: Awaited<ReturnType<typeof look>>) =>
  session.store.get(record)?.problems.get(nameField)

describe('RowStores', () => {
  it('shares the session of a table, and keeps it for a while after the last has left', async () => {
    const { clock, stores } = await bench()
    const first = stores.enter(table)
    expect(stores.enter(table)).toBe(first)
    expect(stores.enter('other' as TableId)).not.toBe(first)
    stores.leave(first)
    await clock.advance(60_000)
    expect(stores.enter(table)).toBe(first)
    stores.leave(first)
    stores.leave(first)
    await clock.advance(20_000)
    expect(stores.enter(table)).toBe(first)
    stores.leave(first)
    await clock.advance(60_000)
    expect(stores.enter(table)).not.toBe(first)
  })

  it('fetches what is on screen again when more may be in sight, in the tables named', async () => {
    const world = await bench()
    const { window } = await look(world)
    // A row comes into sight: nothing is told of it.
    world.backend.seed([{ id: 's' as RecordId, ver: 1, values: { [nameField]: 'was hidden' } }])
    world.stores.refresh(['other' as TableId])
    await world.clock.advance(3_000)
    expect(window.snapshot().rowCount).toBe(1)
    world.stores.refresh([table])
    await world.clock.advance(3_000)
    expect(window.snapshot().rowCount).toBe(2)
    expect(window.idAt(1)).toBe('s')
  })

  it('sends what was changed although the table was left at once', async () => {
    const world = await bench()
    const { session, window } = await look(world)
    session.edit(record, { [nameField]: 'new' })
    session.leaveWindow(window)
    world.stores.leave(session)
    await world.clock.advance(60_000)
    expect(world.backend.get(record)?.values[nameField]).toBe('new')
  })

  it('tells of a refusal in a table that is not open any more', async () => {
    const world = await bench()
    const lost: string[] = []
    world.stores.onRefused((mutation, error) => lost.push(`${mutation.record} ${error.code}`))
    const { session, window } = await look(world)
    world.backend.isOnline = false
    session.edit(record, { [nameField]: 'new' })
    session.leaveWindow(window)
    world.stores.leave(session)
    await world.clock.advance(60_000)
    world.backend.refuse = () => appError('value_too_long')
    world.backend.isOnline = true
    world.stores.wake()
    await world.clock.advance(60_000)
    expect(lost).toEqual(['r value_too_long'])
  })

  it('shows a value that lost against another’s when its table is opened again', async () => {
    const world = await bench()
    const lost: string[] = []
    world.stores.onRefused((mutation, error) => lost.push(`${mutation.record} ${error.code}`))
    const { session, window } = await look(world)
    world.backend.isOnline = false
    session.edit(record, { [nameField]: 'mine' })
    session.leaveWindow(window)
    world.stores.leave(session)
    await world.clock.advance(60_000)
    world.backend.write([{ id: record, values: { [nameField]: 'theirs' } }])
    world.backend.isOnline = true
    world.stores.wake()
    await world.clock.advance(60_000)
    expect(lost).toEqual(['r conflict'])
    const again = await look(world)
    expect(again.session.store.get(record)?.values[nameField]).toBe('theirs')
    expect(again.session.store.get(record)?.problems.get(nameField)).toMatchObject({
      error: { code: 'conflict' },
      attempted: 'mine',
    })
  })

  it('keeps a table open for as long as something in it waits for a decision', async () => {
    const world = await bench()
    const { session, window } = await look(world)
    session.refuse(record, nameField, { error: appError('value_invalid'), attempted: 'half' })
    session.leaveWindow(window)
    world.stores.leave(session)
    await world.clock.advance(600_000)
    const again = await look(world)
    expect(again.session.store.get(record)?.problems.get(nameField)?.attempted).toBe('half')
    again.session.dismissCell(record, nameField)
    again.session.leaveWindow(again.window)
    world.stores.leave(again.session)
    await world.clock.advance(60_000)
    expect(world.stores.enter(table)).not.toBe(session)
  })

  it('tells of a change to a record that somebody has deleted, and keeps nothing of it', async () => {
    const world = await bench()
    const lost: string[] = []
    world.stores.onRefused((mutation, error) => lost.push(`${mutation.record} ${error.code}`))
    const { session, window } = await look(world)
    world.backend.eventDelayMs = () => 50
    world.backend.write([{ id: record, values: null }])
    session.edit(record, { [nameField]: 'too late' })
    await world.clock.advance(5_000)
    expect(lost).toEqual(['r not_found'])
    session.leaveWindow(window)
    expect(session.store.size).toBe(0)
  })

  it('shares a window of one query where its blocks are of one size, and gives it back as such', async () => {
    const world = await bench()
    const { session, window } = await look(world)
    const query = { table, sorts: [] }
    expect(session.enterWindow(query)).toBe(window)
    const few = session.enterWindow(query, { block: 8, cache: 60, span: 5, ahead: 0 })
    expect(few).not.toBe(window)
    expect(session.enterWindow(query, { block: 8, cache: 60, span: 5, ahead: 0 })).toBe(few)
    few.setViewport(0, 7)
    await world.clock.advance(100)
    expect(few.idAt(0)).toBe(record)
    session.leaveWindow(few)
    session.leaveWindow(few)
    expect(session.enterWindow(query)).toBe(window)
    expect(session.enterWindow(query, { block: 8, cache: 60, span: 5 })).not.toBe(few)
  })

  it('shows a new record that was refused in every order', async () => {
    const world = await bench()
    const { session } = await look(world)
    world.backend.refuse = () => appError('limit_exceeded')
    const made = session.create({ [nameField]: 'new' })
    await world.clock.advance(100)
    const sorted = session.enterWindow({ table, sorts: [{ field: nameField, direction: 'asc' }] })
    await world.clock.advance(100)
    expect(sorted.indexOf(made)).not.toBeNull()
    session.discardRecord(made)
    const other = session.enterWindow({ table, sorts: [{ field: nameField, direction: 'desc' }] })
    await world.clock.advance(100)
    expect(other.indexOf(made)).toBeNull()
  })

  it('shows what an earlier page left unsent, in a table that is opened before or after', async () => {
    for (const isOpenFirst of [true, false]) {
      const before = await bench()
      const { session } = await look(before)
      before.backend.isOnline = false
      session.edit(record, { [nameField]: 'unsent' })
      await before.clock.advance(100)
      before.stores.close()
      const world = await bench(before.storage, before.clock)
      world.backend.refuse = () => appError('busy')
      if (!isOpenFirst) await world.stores.restore()
      const opened = await look(world)
      if (isOpenFirst) await world.stores.restore()
      await world.clock.advance(50)
      expect(opened.session.store.get(record)?.values[nameField]).toBe('unsent')
      expect(opened.session.store.get(record)?.pending.has(nameField)).toBe(true)
      world.stores.close()
    }
  })

  it('takes up what another page has left behind when the person comes back', async () => {
    const here = await bench()
    const { session } = await look(here)
    await here.stores.restore()
    const there = new RowStores({
      ...here.backend,
      clock: here.clock,
      storage: here.storage,
      undecided: here.undecided,
    })
    const other = there.enter(table)
    void other.load(record)
    await here.clock.advance(100)
    here.backend.isOnline = false
    other.edit(record, { [nameField]: 'left behind' })
    await here.clock.advance(100)
    there.close()
    here.backend.latencyMs = 40
    here.backend.isOnline = true
    here.stores.wake()
    await here.clock.advance(20)
    expect(session.store.get(record)?.values[nameField]).toBe('left behind')
    await here.clock.advance(5_000)
    expect(here.backend.get(record)?.values[nameField]).toBe('left behind')
    expect(here.backend.stored).toHaveLength(1)
  })

  it('does nothing more once it is closed', async () => {
    const world = await bench()
    const { session } = await look(world)
    world.stores.close()
    const { calls } = world.backend
    const before = { ...calls }
    world.backend.write([{ id: record, values: { [nameField]: 'theirs' } }])
    await world.clock.advance(60_000)
    expect(calls).toEqual(before)
    expect(session.store.size).toBe(0)
  })
})

describe('what could not be stored', () => {
  type Bench = Awaited<ReturnType<typeof bench>>
  /** The page is closed, and another one opened over the same server. */
  async function reopen(before: Bench): Promise<Bench> {
    before.stores.close()
    const { backend, clock, storage, undecided } = before
    return { ...before, stores: new RowStores({ ...backend, clock, storage, undecided }) }
  }

  it('is beside its cell again on the next page, over what is stored now, until it is decided', async () => {
    const world = await bench()
    const first = await look(world)
    first.session.refuse(record, nameField, { error: appError('value_invalid'), attempted: 'half' })
    world.backend.write([{ id: record, values: { [nameField]: 'theirs' } }])
    const again = await reopen(world)
    const told: (readonly RecordId[])[] = []
    const session = again.stores.enter(table)
    session.onRecalled((ids) => told.push(ids))
    const second = await look(again)
    expect(problemOf(second)).toEqual({ error: appError('value_invalid'), attempted: 'half' })
    expect(second.session.store.get(record)?.values[nameField]).toBe('theirs')
    expect(told).toEqual([[record]])
    second.session.retryCell(record, nameField)
    await again.clock.advance(1_000)
    expect(again.backend.get(record)?.values[nameField]).toBe('half')
    expect(problemOf(await look(await reopen(again)))).toBeUndefined()
  })

  it('is gone from the next page when it was dismissed', async () => {
    const world = await bench()
    const { session } = await look(world)
    session.refuse(record, nameField, { error: appError('value_invalid'), attempted: 'half' })
    session.dismissCell(record, nameField)
    expect(problemOf(await look(await reopen(world)))).toBeUndefined()
    expect(await world.undecided.load(table)).toEqual([])
  })

  it('stays a new record in every order, and is one when it can be stored', async () => {
    const world = await bench()
    const { session } = await look(world)
    world.backend.refuse = () => appError('limit_exceeded')
    const made = session.create({ [nameField]: 'new' })
    await world.clock.advance(100)
    const again = await reopen(world)
    const opened = await look(again)
    expect(opened.session.store.get(made)).toMatchObject({
      state: 'refused',
      values: { [nameField]: 'new' },
      problem: { code: 'limit_exceeded' },
    })
    expect(opened.window.indexOf(made)).not.toBeNull()
    again.backend.refuse = () => null
    opened.session.retryRecord(made)
    await again.clock.advance(1_000)
    expect(again.backend.get(made)?.values[nameField]).toBe('new')
    expect(await again.undecided.load(table)).toEqual([])
  })

  it('is forgotten with its record', async () => {
    const world = await bench()
    const { session } = await look(world)
    session.refuse(record, nameField, { error: appError('value_invalid'), attempted: 'half' })
    world.stores.close()
    world.backend.write([{ id: record, values: null }])
    const opened = await look(await reopen(world))
    expect(opened.session.store.hasProblems).toBe(false)
    expect(await world.undecided.load(table)).toEqual([])
  })

  it('is forgotten with its field', async () => {
    const world = await bench()
    const { session } = await look(world)
    session.refuse(record, nameField, { error: appError('value_invalid'), attempted: 'half' })
    const again = await reopen(world)
    again.stores.enter(table).noteFields(['other' as FieldId])
    const opened = await look(again)
    expect(opened.session.store.hasProblems).toBe(false)
    expect(await world.undecided.load(table)).toEqual([])
  })

  it('waits where the server cannot be asked', async () => {
    const world = await bench()
    const { session } = await look(world)
    session.refuse(record, nameField, { error: appError('value_invalid'), attempted: 'half' })
    const again = await reopen(world)
    again.backend.isOnline = false
    const opened = await look(again)
    expect(opened.session.store.undecided(record)?.problems).toHaveLength(1)
    again.backend.isOnline = true
    again.stores.wake()
    await again.clock.advance(60_000)
    expect(problemOf(opened)?.attempted).toBe('half')
  })

  it('is there although its table was closed when it was refused, with all values of its record', async () => {
    const world = await bench()
    const { session, window } = await look(world)
    world.backend.isOnline = false
    session.edit(record, { [nameField]: 'mine' })
    session.edit(record, { [rankField]: 5 })
    session.leaveWindow(window)
    world.stores.leave(session)
    await world.clock.advance(60_000)
    world.backend.refuse = () => appError('value_too_long')
    world.backend.isOnline = true
    world.stores.wake()
    await world.clock.advance(60_000)
    world.backend.refuse = () => null
    const opened = await look(await reopen(world))
    const problems = opened.session.store.get(record)?.problems
    expect([problems?.get(nameField)?.attempted, problems?.get(rankField)?.attempted]).toEqual(['mine', 5])
  })
})
