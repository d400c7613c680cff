/** A paste that is taken back and made again at once, while what happened to its records is still on the way to be told. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowView } from './record-entry.ts'
import { rankField } from './testing/fake-backend.ts'
import { openSession } from './testing/open-session.ts'

const lost = 1e9

/** The package runs in browsers and knows nothing of Node; its tests run there. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** `PLINTH_MODEL_RUNS` for a longer run than the daily one. */
const runs = Number(process.env.PLINTH_MODEL_RUNS ?? 60)

const isWell = (row: RowView | null) => row?.state === 'new' || row?.state === 'saved'

interface Course {
  /** Milliseconds from each commit to its event: of the paste, of taking it back, of making it again. */
  readonly told: readonly [number, number, number]
  /** Milliseconds between the steps. */
  readonly waits: readonly [number, number]
  /** Moments at which the rows are counted. */
  readonly counts?: readonly number[]
  readonly tellsPoint?: boolean
}

/** Two rows below three; answers how many rows there were, and how many of the two, at each moment after they were made again. */
async function pasteAgain({ told, waits, counts = [], tellsPoint = true }: Course) {
  const { clock, backend, session, window } = await openSession({ count: 3 })
  backend.tellsPoint = tellsPoint
  await clock.advance(2_000)
  for (const at of counts) clock.after(at, () => backend.bulk(0))
  const delays = [...told]
  backend.eventDelayMs = (event) => (event.op === 'bulk' ? 0 : (delays.shift() ?? 0))
  const made = session.editMany([], [{ [rankField]: 7 }, { [rankField]: 8 }])
  await clock.advance(waits[0])
  session.undo()
  await clock.advance(waits[1])
  session.redo()
  const seen = new Set<string>()
  let last = ''
  for (let ms = 0; ms < 3_000; ms += 1) {
    const { rowCount } = window.snapshot()
    const here = made.filter((id) => window.indexOf(id) !== null && isWell(session.store.get(id)))
    last = `${rowCount} rows, ${here.length} of them`
    seen.add(last)
    await clock.advance(1)
  }
  await clock.advance(10_000)
  expect(window.snapshot()).toMatchObject({ rowCount: 5, isExact: true })
  expect(made.map((id) => window.indexOf(id))).toEqual([3, 4])
  expect(made.map((id) => session.store.get(id)?.state)).toEqual(['saved', 'saved'])
  return { seen: [...seen], last }
}

const always = ['5 rows, 2 of them']

describe('records that are made again', () => {
  it.each<Course & { why: string }>([
    { why: 'all is told at once', told: [0, 0, 0], waits: [40, 40] },
    { why: 'all is told late', told: [400, 400, 400], waits: [15, 15] },
    { why: 'the deletion is told after they were made again', told: [5, 300, 300], waits: [500, 15] },
    { why: 'all is told at one time', told: [230, 215, 200], waits: [15, 15] },
    { why: 'the end is told first', told: [300, 200, 20], waits: [15, 15] },
    { why: 'the first time is never told', told: [lost, 100, 100], waits: [15, 15] },
    { why: 'the deletion is never told', told: [50, lost, 100], waits: [15, 15] },
    { why: 'the last time is never told', told: [50, 100, lost], waits: [15, 15] },
    { why: 'no step waits for the answer to the one before', told: [50, 50, 50], waits: [2, 2] },
  ])('are in their table all the time ($why)', async (course) => {
    expect((await pasteAgain(course)).seen).toEqual(always)
  })

  it('are in their table all the time, whenever what is told', {
    timeout: 60_000 + runs * 1_000,
  }, async () => {
    const delay = fc.oneof(fc.nat(600), fc.constant(lost))
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(delay, delay, delay),
        fc.tuple(fc.nat(300), fc.nat(300)),
        fc.array(fc.nat(900), { maxLength: 4 }),
        async (told, waits, counts) => {
          expect((await pasteAgain({ told, waits, counts })).seen).toEqual(always)
        },
      ),
      { numRuns: runs },
    )
  })

  it('are there in the end where the answers name no point', async () => {
    for (const told of [[400, 400, 400] as const, [300, 200, 20] as const]) {
      const { last } = await pasteAgain({ told, waits: [15, 15], tellsPoint: false })
      expect(last).toBe(always[0])
    }
  })
})
