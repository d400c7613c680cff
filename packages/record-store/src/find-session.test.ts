import { appError, type FieldId, type RecordId, type ViewQuery } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FindOrigin, FindSession } from './find-session.ts'
import type { FoundCell } from './found-run.ts'
import { FakeBackend, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { byRank, idOf } from './testing/open-session.ts'

const rank = 'rank' as FieldId
const [one, two, three] = ['one', 'two', 'three'] as unknown as [FieldId, FieldId, FieldId]
const query: ViewQuery = { table, sorts: byRank }

/** A row for each: which of its fields hold the text. */
type Holds = readonly (readonly FieldId[])[]

function open(holds: Holds, { shown = [one, two], take = 3 }: { shown?: FieldId[]; take?: number } = {}) {
  const clock = new FakeClock()
  const backend = new FakeBackend(clock)
  backend.seed(
    holds.map((fields, no) => ({
      id: idOf(no),
      ver: 1,
      values: { [rank]: no, ...Object.fromEntries(fields.map((field) => [field, `a hit at ${no}`])) },
    })),
  )
  const session = new FindSession({ rows: backend.rows, query, clock, shown, take })
  const settle = async <T>(answer: Promise<T>): Promise<T> => {
    await clock.advance(500)
    return answer
  }
  const cells: FoundCell[] = holds.flatMap((fields, no) =>
    shown.filter((field) => fields.includes(field)).map((field) => ({ record: idOf(no), field })),
  )
  return {
    clock,
    backend,
    session,
    cells,
    settle,
    search: (origin: FindOrigin = null) => settle(session.search('hit', origin)),
    step: (by: 1 | -1) => settle(session.step(by)),
    look: () => session.snapshot(),
  }
}

const above = (no: number): FindOrigin => (no === 0 ? null : { record: idOf(no - 1) })
const everyRow = (count: number): Holds => Array.from({ length: count }, () => [one])

describe('FindSession', () => {
  it('goes through all matches in turn, round and round, from anywhere and in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray([one, two, three]), { maxLength: 25 }),
        fc.nat({ max: 24 }),
        fc.array(fc.constantFrom(1 as const, -1 as const), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        async (holds, from, steps, take) => {
          const { cells, search, step, look } = open(holds, { take })
          const origin = Math.min(from, holds.length)
          const first = cells.findIndex(({ record }) => record >= idOf(origin))
          let at = first < 0 ? 0 : first
          expect(await search(above(origin))).toEqual(cells[at] ?? null)
          for (const by of steps) {
            const isOver = at + by < 0 || at + by >= cells.length
            at = cells.length === 0 ? 0 : (at + by + cells.length) % cells.length
            expect(await step(by)).toEqual(cells[at] ?? null)
            const { ordinal, known, isAll, wrapped } = look()
            const end = by === 1 ? 'start' : 'end'
            expect(wrapped).toBe(isOver && cells.length > 0 ? end : null)
            expect([null, at + 1]).toContain(ordinal)
            expect(isAll ? cells.length - known : 0).toBe(0)
            expect(known).toBeLessThanOrEqual(cells.length)
          }
          // Whoever has gone all the way round knows all of them.
          for (let no = 0; no <= cells.length; no += 1) await step(1)
          expect(look()).toMatchObject({ known: cells.length, isAll: true })
        },
      ),
      { numRuns: 150 },
    )
  })

  it('tells how many there are as soon as that is known, and no number before', async () => {
    const far = open(everyRow(60))
    await far.search(above(30))
    expect(far.look()).toMatchObject({ ordinal: null, isAll: false })
    const near = open(everyRow(5))
    await near.search(above(2))
    await near.step(1)
    await near.step(1)
    expect(near.look()).toMatchObject({ ordinal: 5, known: 5, isAll: true })
  })

  it('says that a text stands only in fields that are not shown', async () => {
    const { search, look, session } = open([[three], [], [three]])
    expect(await search()).toBeNull()
    expect(look()).toMatchObject({ known: 0, hidden: 2, isAll: true, isSearching: false })
    session.show([three, one])
    expect(look()).toMatchObject({ known: 2, hidden: 0 })
  })

  it('asks for no more than it needs, and ahead of the steps', async () => {
    const { search, step, backend } = open(everyRow(200), { take: 50 })
    await search()
    // The first one, and at once those behind it.
    expect(backend.calls.find).toBe(2)
    for (let no = 0; no < 40; no += 1) await step(1)
    expect(backend.calls.find).toBe(2)
    await step(1)
    expect(backend.calls.find).toBe(3)
  })

  it('takes steps that are faster than the answers, one after the other', async () => {
    const { session, search, cells, clock } = open(everyRow(40))
    await search()
    const steps = [session.step(1), session.step(1), session.step(-1), session.step(1)]
    await clock.advance(1_000)
    expect(await Promise.all(steps)).toEqual([cells[1], cells[2], cells[1], cells[2]])
  })

  it('gives up what it looked for when it is told to, or gets another text', async () => {
    const { session, backend, clock, look } = open(everyRow(4))
    backend.latencyMs = 1_000
    const stopped = session.search('hit', null)
    await clock.advance(10)
    expect(look().isSearching).toBe(true)
    session.stop()
    expect(look().isSearching).toBe(false)
    const other = session.search('at 2', null)
    await clock.advance(3_000)
    expect(await stopped).toBeNull()
    expect((await other)?.record).toBe(idOf(2))
    expect(backend.calls.aborted).toBe(1)
  })

  it('says why there is no answer, and tries again with the next step', async () => {
    const { search, step, look, backend, cells } = open(everyRow(4))
    backend.isOnline = false
    expect(await search()).toBeNull()
    expect(look()).toMatchObject({ error: appError('network'), isSearching: false })
    backend.isOnline = true
    expect(await step(-1)).toEqual(cells.at(-1))
    expect(look().error).toBeNull()
  })

  it('looks again after the table has changed: what holds the text no more is left, new matches are met', async () => {
    const { session, search, step, look, backend, clock } = open(everyRow(6), { take: 50 })
    await search()
    await step(1)
    backend.write([
      { id: idOf(0), values: { [one]: 'nothing' } },
      { id: idOf(2), values: null },
      { id: 'new' as RecordId, values: { [rank]: 1.5, [two]: 'a hit' } },
    ])
    session.noteChange()
    await clock.advance(2_000)
    expect(look()).toMatchObject({
      current: { record: idOf(1), field: one },
      ordinal: 1,
      known: 5,
      isAll: true,
    })
    expect(await step(1)).toEqual({ record: 'new', field: two })
    expect(await step(1)).toEqual({ record: idOf(3), field: one })
  })

  it('goes on behind the place of a match that has gone', async () => {
    const { session, search, step, look, backend, clock } = open(everyRow(30))
    await search(above(10))
    backend.write([{ id: idOf(10), values: { [one]: 'nothing' } }])
    session.noteChange()
    await clock.advance(2_000)
    expect(look().current).toBeNull()
    expect(await step(1)).toEqual({ record: idOf(11), field: one })
    expect(await step(-1)).toEqual({ record: idOf(9), field: one })
  })

  it('tells where a match stands in the view, and that it has left it', async () => {
    const { session, search, settle, backend } = open(everyRow(9))
    await search()
    expect(await settle(session.rank(idOf(7)))).toEqual({ ok: true, value: 7 })
    backend.write([{ id: idOf(7), values: null }])
    session.noteChange()
    expect(await settle(session.rank(idOf(7)))).toEqual({ ok: true, value: null })
  })
})
