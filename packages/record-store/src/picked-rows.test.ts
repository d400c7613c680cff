/** Windows that show some records of a table: by a filter, by a search. */
import type { FilterGroup, RecordId, ViewQuery } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { FakeBackend, nameField, rankField, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { byRank, idOf, openSession, rowsOf } from './testing/open-session.ts'
import { WindowOrder } from './window-order.ts'

const atLeast = (value: number): FilterGroup => ({
  join: 'and',
  items: [{ join: 'or', items: [{ field: rankField, operator: 'ge', value }] }],
})
const shown = (window: { snapshot(): { rowCount: number; idAt(index: number): RecordId | null } }) => {
  const { rowCount, idAt } = window.snapshot()
  return Array.from({ length: rowCount }, (_, index) => idAt(index))
}

const order = (query: Partial<ViewQuery>) => new WindowOrder({ table, sorts: [], ...query })

describe('what a query says about changes', () => {
  it('is moved by what it filters, groups and sorts by', () => {
    expect(order({ filter: atLeast(1) }).dependsOn([rankField])).toBe(true)
    expect(order({ filter: atLeast(1) }).dependsOn([nameField])).toBe(false)
    expect(order({ groups: byRank }).dependsOn([rankField])).toBe(true)
    expect(order({ groups: byRank }).isCreation).toBe(false)
    expect(order({ search: 'x' }).dependsOn([nameField])).toBe(true)
    expect(order({ search: '  ' }).dependsOn([nameField])).toBe(false)
    expect(order({ filter: atLeast(1) }).dependsOn(null)).toBe(true)
  })

  it('tells a place in the order from a place in the view', () => {
    expect(order({ groups: byRank }).reasonFor([rankField])).toBe('group')
    expect(order({ sorts: byRank }).reasonFor([rankField])).toBe('sort')
    expect(order({ filter: atLeast(1) }).reasonFor([rankField])).toBeNull()
    expect(order({ filter: atLeast(1) }).isCreation).toBe(true)
    expect(order({ groups: byRank, collapsed: [[3]] })).toMatchObject({ picks: true, reasonOutside: 'group' })
  })
})

describe('open windows', () => {
  it('are one for each query, however it is written', async () => {
    const { session } = await openSession()
    const enter = (query: Partial<ViewQuery>) => session.enterWindow({ table, sorts: [], ...query })
    expect(enter({ search: ' Row  1' })).toBe(enter({ search: 'row 1', groups: [], collapsed: [] }))
    expect(enter({ filter: atLeast(1) })).toBe(enter({ filter: atLeast(1) }))
    expect(enter({ filter: atLeast(1) })).not.toBe(enter({ filter: atLeast(2) }))
    expect(enter({ groups: byRank })).not.toBe(enter({ sorts: byRank }))
    expect(enter({ groups: byRank, collapsed: [[1], [2]] })).toBe(
      enter({ groups: byRank, collapsed: [[2], [1]] }),
    )
  })
})

describe('a row that matches no longer', () => {
  it('stays under the cursor, says why, and leaves with it', async () => {
    const { clock, session, window } = await openSession({ query: { filter: atLeast(97) } })
    expect(shown(window)).toEqual([97, 98, 99].map(idOf))
    window.setCursor(idOf(98))
    session.edit(idOf(98), { [rankField]: 1 })
    expect([window.isHeld(idOf(98)), window.heldBy(idOf(98))]).toEqual([true, null])
    await clock.advance(6_000)
    expect(window.snapshot().heldBy(idOf(98))).toBe('filter')
    expect(shown(window)).toEqual([97, 98, 99].map(idOf))
    window.setCursor(idOf(97))
    await clock.advance(6_000)
    expect(shown(window)).toEqual([97, 99].map(idOf))
  })

  it('is not held when it stays in the view, nor moved without need', async () => {
    const { clock, session, window } = await openSession({ query: { search: 'row 9' } })
    window.setCursor(idOf(90))
    session.edit(idOf(90), { [nameField]: 'row 9 again' })
    await clock.advance(6_000)
    expect([window.isHeld(idOf(90)), shown(window).length]).toEqual([false, 19])
  })

  it('goes at once when the cursor is elsewhere', async () => {
    const { clock, session, window } = await openSession({ query: { filter: atLeast(97) } })
    session.edit(idOf(98), { [rankField]: 1 })
    await clock.advance(6_000)
    expect(shown(window)).toEqual([97, 99].map(idOf))
  })

  it('comes back under the cursor when the change is taken back', async () => {
    const { clock, session, window } = await openSession({ query: { filter: atLeast(97) } })
    window.setCursor(idOf(98))
    session.edit(idOf(98), { [rankField]: 1 })
    await clock.advance(6_000)
    session.undo()
    await clock.advance(6_000)
    expect([window.isHeld(idOf(98)), window.heldBy(idOf(98))]).toEqual([false, null])
    expect(shown(window)).toEqual([97, 98, 99].map(idOf))
  })

  it('says that it is another place in the order where that is all', async () => {
    const { clock, session, window } = await openSession({ sorts: byRank })
    window.setCursor(idOf(3))
    session.edit(idOf(3), { [rankField]: 50.5 })
    await clock.advance(6_000)
    expect(window.snapshot().heldBy(idOf(3))).toBe('sort')
  })
})

describe('a new record in a view that shows some', () => {
  it('stays at the end while the cursor is on it, whether it matches or not', async () => {
    const { clock, session, window } = await openSession({ query: { filter: atLeast(97) } })
    const record = session.create({ [rankField]: 1 })
    window.setCursor(record)
    await clock.advance(6_000)
    expect(window.heldBy(record)).toBe('filter')
    expect(shown(window)).toEqual([...[97, 98, 99].map(idOf), record])
    window.setCursor(null)
    await clock.advance(6_000)
    expect(shown(window)).toEqual([97, 98, 99].map(idOf))
  })

  const closed = { groups: byRank, collapsed: Array.from({ length: 100 }, (_, rank) => [rank]) }
  it.each([
    ['of others', { filter: atLeast(97) }, 1],
    ['of its own', { filter: atLeast(97) }, 200],
    ['of a closed group', closed, 1],
    ['of an open group', closed, 200],
  ])('has its place all the while, however late it is told that it is one %s', async (_, query, rank) => {
    const clock = new FakeClock()
    const backend = new FakeBackend(clock)
    backend.seed(rowsOf(100))
    const { byId } = backend.rows
    const late = async (...asked: Parameters<typeof byId>) => {
      await clock.wait(700)
      return byId(...asked)
    }
    Object.assign(backend.rows, { byId: late })
    const { session, window } = await openSession({ backend, clock, query })
    const record = session.create({ [rankField]: rank })
    window.setCursor(record)
    for (let ms = 0; ms < 3_000; ms += 10) {
      await clock.advance(10)
      expect([ms, window.indexOf(record)]).toEqual([ms, expect.any(Number)])
      expect([ms, shown(window).at(-1)]).toEqual([ms, record])
    }
  })

  it('stays where it matches', async () => {
    const { clock, session, window } = await openSession({ query: { filter: atLeast(97) } })
    const record = session.create({ [rankField]: 200 })
    window.setCursor(record)
    await clock.advance(6_000)
    window.setCursor(null)
    await clock.advance(6_000)
    expect(shown(window)).toEqual([...[97, 98, 99].map(idOf), record])
  })
})

it('counts again when others bring and take records', async () => {
  const { clock, backend, window } = await openSession({ query: { filter: atLeast(97) } })
  const came = '019f-000001' as RecordId
  backend.write([{ id: came, values: { [rankField]: 3 } }])
  backend.write([{ id: idOf(98), values: { [rankField]: 2 } }])
  backend.write([{ id: idOf(4), values: { [rankField]: 400 } }])
  await clock.advance(6_000)
  expect(shown(window)).toEqual([4, 97, 99].map(idOf))
})
