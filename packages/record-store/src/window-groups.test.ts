import { type FieldId, type GroupPath, limits, type RecordId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowWindow } from './row-window.ts'
import { FakeBackend, nameField, rankField, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { idOf, openSession } from './testing/open-session.ts'

const team = 'team' as FieldId
const byTeam = [{ field: team, direction: 'asc' as const }]
const teams = ['a', 'b', 'c']

/** Thirty records in three teams of ten. */
async function open(query: { collapsed?: readonly GroupPath[] } = {}, count = 30) {
  const clock = new FakeClock()
  const backend = new FakeBackend(clock)
  backend.seed(
    Array.from({ length: count }, (_, no) => ({
      id: idOf(no),
      ver: 1,
      values: {
        [nameField]: `row ${no}`,
        [rankField]: no,
        [team]: teams[Math.floor((no * 3) / count)] ?? null,
      },
    })),
  )
  const opened = await openSession({ clock, backend, query: { groups: byTeam, ...query } })
  const enter = (collapsed: readonly GroupPath[]) =>
    opened.session.enterWindow({ table, sorts: [], groups: byTeam, collapsed })
  return { ...opened, enter }
}

const headings = (window: RowWindow) =>
  (window.figures.groups?.snapshot().groups ?? []).map(({ path, firstRow, count }) => [
    path[0],
    firstRow,
    count,
  ])
const firstTen = (window: RowWindow) => Array.from({ length: 10 }, (_, at) => window.idAt(at))

describe('the groups of a window', () => {
  it('have headings where their rows begin', async () => {
    const { window } = await open()
    expect(headings(window)).toEqual([
      ['a', 0, 10],
      ['b', 10, 10],
      ['c', 20, 10],
    ])
    expect(window.snapshot().rowCount).toBe(30)
  })

  it('close at once: the rows behind stand where the counts put them, before anything is asked for', async () => {
    const { window, backend, enter, look, clock } = await open()
    await look(5, 25)
    const asked = backend.requests.length
    const closed = enter([['a']])
    expect(closed.snapshot().rowCount).toBe(20)
    expect(firstTen(closed)).toEqual(Array.from({ length: 10 }, (_, at) => idOf(10 + at)))
    expect(headings(closed)).toEqual([
      ['a', 0, 10],
      ['b', 0, 10],
      ['c', 10, 10],
    ])
    expect(backend.requests.length).toBe(asked)
    const calls = { ...backend.calls }
    window.setViewport(0, 9)
    await clock.advance(200)
    expect(firstTen(closed)).toEqual(Array.from({ length: 10 }, (_, at) => idOf(10 + at)))
    expect(closed.snapshot()).toMatchObject({ rowCount: 20, isExact: true })
    expect([backend.calls.groups, backend.calls.summary]).toEqual([calls.groups, calls.summary])
    // What others do is told to the window that is open now.
    backend.write([{ id: idOf(0), values: { [team]: 'c' } }])
    await clock.advance(3_000)
    expect(headings(closed).map(([, , count]) => count)).toEqual([9, 10, 11])
  })

  it('open at once with the rows that are known, and the others follow', async () => {
    const { enter, clock } = await open({ collapsed: [['b']] })
    const opened = enter([])
    expect([opened.snapshot().rowCount, opened.idAt(3), opened.idAt(12), opened.idAt(21)]).toEqual([
      30,
      idOf(3),
      null,
      idOf(21),
    ])
    opened.setViewport(5, 25)
    await clock.advance(300)
    expect(opened.idAt(12)).toBe(idOf(12))
  })

  it('stand where the rows do while others make records', async () => {
    const { window, session, backend, clock, look } = await open()
    await look(0, 29)
    let apart = 0
    for (let no = 0; no < 8; no += 1) {
      const id = idOf(100 + no)
      backend.write([
        { id, values: { [nameField]: id, [rankField]: 100 + no, [team]: teams[no % 3] ?? null } },
      ])
      for (let ms = 0; ms < 1_500; ms += 10) {
        await clock.advance(10)
        const [, second, third] = headings(window).map(([, firstRow]) => Number(firstRow))
        const starts = ['b', 'c'].map((one) =>
          Array.from({ length: 40 }, (_, row) => row).find((row) => {
            const at = window.idAt(row)
            return at !== null && session.store.get(at)?.values[team] === one
          }),
        )
        if (starts[0] !== second || starts[1] !== third) apart += 10
      }
    }
    // Both are asked for at one time; an answer takes 5 ms.
    expect(apart).toBeLessThanOrEqual(8 * 10)
  })

  it('ask for the rows on screen alone when one of many is closed', async () => {
    const { window, enter, backend, clock } = await open({}, 3_000)
    window.setViewport(990, 999)
    await clock.advance(300)
    const asked = backend.requests.length
    const closed = enter([['b']])
    closed.setViewport(1_000, 1_009)
    await clock.advance(2_000)
    const rows = backend.requests.slice(asked).reduce((sum, { take }) => sum + take, 0)
    expect(rows).toBeLessThanOrEqual(100)
    expect(closed.idAt(1_000)).toBe(idOf(2_000))
  })

  it('follow what others do', async () => {
    const { window, backend, clock } = await open()
    backend.write([{ id: idOf(0), values: { [team]: 'c' } }])
    await clock.advance(3_000)
    expect(headings(window)).toEqual([
      ['a', 0, 9],
      ['b', 9, 10],
      ['c', 19, 11],
    ])
  })

  it('stay where the rows are while a record is held, and follow when it goes', async () => {
    const { window, session, clock, look } = await open()
    window.figures.set({ [rankField]: 'sum' })
    window.setCursor(idOf(0))
    session.edit(idOf(0), { [team]: 'c', [rankField]: 100 })
    await clock.advance(1_000)
    expect(headings(window)[0]).toEqual(['a', 0, 10])
    expect(window.figures.groups?.snapshot().groups[2]?.figures[rankField]).toBe(345)
    expect(window.heldBy(idOf(0))).toBe('group')
    window.setCursor(null)
    await clock.advance(1_000)
    await look(10, 19)
    expect(headings(window)).toEqual([
      ['a', 0, 9],
      ['b', 9, 10],
      ['c', 19, 11],
    ])
    expect(window.indexOf(idOf(0))).toBe(19)
  })

  it('are as the rows are when it is quiet, whatever was changed', async () => {
    const change = fc.record({
      no: fc.nat(34),
      team: fc.constantFrom('a', 'b', 'c', 'd', null),
      gone: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 12 }),
        fc.array(fc.constantFrom(...teams), { maxLength: 2 }),
        async (changes, closed) => {
          const collapsed = [...new Set(closed)].map((value) => [value])
          const { window, backend, clock, look } = await open({ collapsed })
          for (const { no, team: value, gone } of changes) {
            backend.write([{ id: idOf(no), values: gone ? null : { [team]: value, [nameField]: `${no}` } }])
            await clock.advance(no * 10)
          }
          await clock.advance(10_000)
          await look(0, 40)
          await clock.advance(5_000)
          const groups = window.figures.groups?.snapshot()
          const truth = backend.ordered(window.query)
          const shown = truth.filter((row) => !collapsed.some(([value]) => row.values[team] === value))
          expect(Array.from({ length: shown.length }, (_, at) => window.idAt(at))).toEqual(
            shown.map(({ id }): RecordId => id),
          )
          expect([window.snapshot().rowCount, groups?.shown]).toEqual([shown.length, shown.length])
          for (const { path, firstRow, ownRows } of groups?.groups ?? []) {
            const rows = shown.slice(firstRow, firstRow + ownRows)
            expect(rows.every((row) => (row.values[team] ?? null) === path[0])).toBe(true)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('of which there are very many have headings up to a number, and the rest is told', async () => {
    const clock = new FakeClock()
    const backend = new FakeBackend(clock)
    const many = limits.groupsPerRequest + 40
    backend.seed(
      Array.from({ length: many }, (_, no) => ({ id: idOf(no), ver: 1, values: { [rankField]: no } })),
    )
    const groups = [{ field: rankField, direction: 'asc' as const }]
    const { window } = await openSession({ clock, backend, query: { groups } })
    const known = window.figures.groups?.snapshot()
    expect([known?.groups.length, known?.beyond]).toEqual([many - 40, 40])
  })
})

describe('the figures of a view', () => {
  it('come when they are asked for, and follow every change', async () => {
    const { window, backend, clock } = await open({ collapsed: [['a']] })
    const { summary } = window.figures
    expect([backend.calls.summary, summary.snapshot().figures]).toEqual([0, {}])
    window.figures.set({ [rankField]: 'sum' })
    await clock.advance(50)
    expect(summary.snapshot()).toEqual({
      kinds: { [rankField]: 'sum' },
      figures: { [rankField]: 435 },
      total: 30,
      error: null,
    })
    backend.write([{ id: idOf(0), values: { [rankField]: 5 } }])
    await clock.advance(3_000)
    expect(summary.snapshot().figures[rankField]).toBe(440)
  })

  it('are not asked for again by changes of other fields', async () => {
    const { window, backend, clock } = await open()
    window.figures.set({ [rankField]: 'sum' })
    await clock.advance(50)
    const asked = { ...backend.calls }
    backend.write([{ id: idOf(0), values: { [nameField]: 'other' } }])
    await clock.advance(3_000)
    expect([backend.calls.summary, backend.calls.groups]).toEqual([asked.summary, asked.groups])
  })
})
