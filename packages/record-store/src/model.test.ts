/**
 * Random streams of changes, scrolls and broken connections against a list in memory: whatever happens on the way, no record is on
 * screen twice, what is read stays where it is, and when all is quiet the screen is the truth.
 */
import type { RecordId, ViewQuery } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { table } from './testing/fake-backend.ts'
import { type Action, action, byHand, high, query, ranks, screen, sizes, World } from './testing/world.ts'

/** The package runs in browsers and knows nothing of Node; its tests run there. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** `PLINTH_MODEL_RUNS` for a longer run than the daily one. */
const modelRuns = Number(process.env.PLINTH_MODEL_RUNS ?? 1_500)

function expectNoDuplicates(world: World): void {
  const ids = world.visible().filter((id) => id !== null)
  expect(new Set(ids).size).toBe(ids.length)
}

/** A record that comes into the view after it was made outside of it. */
const madeOutside: [number, number, ViewQuery, Action[]] = [
  0,
  0,
  { table, sorts: [ranks], filter: high },
  [
    { kind: 'create', rank: 0 },
    { kind: 'edit', pick: 0, rank: 12 },
    { kind: 'reconnect' },
    { kind: 'wait', ms: 14 },
  ],
]

/** Rows counted back from a key whose number a change before it has made wrong meanwhile. */
const countedBack: [number, number, ViewQuery, Action[]] = [
  555561,
  50,
  { table, sorts: [] },
  [
    { kind: 'scroll', to: 30 },
    { kind: 'remoteEdit', pick: 0, rank: 0 },
    { kind: 'remoteDelete', pick: 75 },
  ],
]

/** A record that is read while it is deleted and made again: its versions start over. */
const madeAgain: [number, number, ViewQuery, Action[]] = [
  0,
  1,
  { table, sorts: [] },
  [
    { kind: 'edit', pick: 0, rank: 0 },
    { kind: 'edit', pick: 0, rank: 1 },
    { kind: 'remove', pick: 0 },
    { kind: 'undo' },
    { kind: 'undo' },
  ],
]

/** A record whose answer comes after a count that has it began. */
const countedEarly: [number, number, ViewQuery, Action[]] = [
  0,
  16,
  { table, sorts: [] },
  [
    { kind: 'wait', ms: 123 },
    { kind: 'drop' },
    { kind: 'create', rank: 0 },
    { kind: 'create', rank: 0 },
    { kind: 'edit', pick: 0, rank: 0 },
  ],
]

/** A record that one makes and takes back is deleted by somebody else, and read a moment before that can be seen. */
const goneUnseen: [number, number, ViewQuery, Action[]] = [
  224091,
  11,
  { table, sorts: [] },
  [
    { kind: 'remoteEdit', pick: 0, rank: 0 },
    { kind: 'paste', ranks: [0, 0] },
    { kind: 'move', picks: [0], before: 0 },
    { kind: 'undo' },
    { kind: 'remoteDelete', pick: 89 },
  ],
]

/** What is seen stands in two blocks, whose answers come one after the other: half of it each has moved by one. */
const movedInHalves: [number, number, ViewQuery, Action[]] = [
  771916,
  48,
  { table, sorts: [], filter: high },
  [
    { kind: 'edit', pick: 0, rank: 0 },
    { kind: 'undo' },
    { kind: 'remoteDelete', pick: 65 },
    { kind: 'drop' },
    { kind: 'create', rank: 12 },
    { kind: 'scroll', to: 9 },
    { kind: 'online' },
    { kind: 'scroll', to: 17 },
    { kind: 'remoteEdit', pick: 0, rank: 0 },
    { kind: 'drop' },
  ],
]

/** Somebody moves a record from below what they see to above it. */
const movedPast: [number, number, ViewQuery, Action[]] = [
  0,
  17,
  { table, sorts: [], view: byHand, filter: high },
  [
    { kind: 'scroll', to: 1 },
    { kind: 'remove', pick: 167 },
    { kind: 'move', picks: [19], before: 7 },
  ],
]

/** A record is held where no row is left once another one has gone. */
const heldBeyondTheEnd: [number, number, ViewQuery, Action[]] = [
  29223,
  9,
  { table, sorts: [], filter: high },
  [
    { kind: 'create', rank: 12 },
    { kind: 'wait', ms: 1 },
    { kind: 'remoteEdit', pick: 0, rank: 0 },
    { kind: 'wait', ms: 338 },
    { kind: 'redo' },
  ],
]

/** Rows that come in among those that are read, in one answer and another, while they are read. */
const cameAmong: [number, number, ViewQuery, Action[]] = [
  99071,
  39,
  { table, sorts: [{ ...ranks, direction: 'desc' }] },
  [
    { kind: 'paste', ranks: [0, 12, 14] },
    { kind: 'reconnect' },
    { kind: 'scroll', to: 15 },
    { kind: 'remoteEdit', pick: 146, rank: 0 },
    { kind: 'edit', pick: 74, rank: 0 },
    { kind: 'undo' },
    { kind: 'again', after: 10 },
  ],
]

/** The answer that a record is stored is lost, and somebody deletes it before the next one: both are told first. */
const goneBeforeAnswer: [number, number, ViewQuery, Action[]] = [
  921855,
  28,
  { table, sorts: [] },
  [
    { kind: 'paste', ranks: [0, 0] },
    { kind: 'redo' },
    { kind: 'create', rank: 0 },
    { kind: 'redo' },
    { kind: 'offline' },
    { kind: 'reconnect' },
    { kind: 'remoteDelete', pick: 154 },
  ],
]

/** Made, taken back and made again, answered without points; the event of the second making comes before that of its deletion is known. */
const madeTwice: [number, number, ViewQuery, Action[]] = [
  0,
  14,
  { table, sorts: [] },
  [
    { kind: 'create', rank: 0 },
    { kind: 'remoteInsert', rank: 0 },
    { kind: 'paste', ranks: [0, 0] },
    { kind: 'drop' },
    { kind: 'again', after: 2 },
    { kind: 'move', picks: [0], before: 0 },
    { kind: 'remove', pick: 0 },
  ],
]

const examples = [
  goneBeforeAnswer,
  madeTwice,
  madeOutside,
  countedBack,
  madeAgain,
  countedEarly,
  movedInHalves,
  // Which of both goes is left to chance.
  ...Array.from({ length: 20 }, () => goneUnseen),
  movedPast,
  heldBeyondTheEnd,
  cameAmong,
]

interface Reading {
  readonly top: number
  readonly ids: readonly (RecordId | null)[]
}

const whatIsRead = (world: World): Reading => ({ top: world.top, ids: world.visible() })

/**
 * Where most of what is on screen was touched by nobody, and all of that went the same way, the view went along. Not at the very top,
 * which is watched for what comes in there, nor where there are not rows enough below any more; and what went further than a block
 * is where nobody looks.
 */
function expectAnchored(world: World, { top, ids }: Reading, sinceScroll: Reading): void {
  if (top === 0 || world.wasAtEnd) return
  const deltas = ids.flatMap((id, at) => {
    const index = id === null || world.changed.has(id) ? null : world.window.indexOf(id)
    return index === null ? [] : [index - (top + at)]
  })
  if (deltas.length <= screen / 2 || new Set(deltas).size > 1) return
  if (Math.abs(deltas[0]!) >= sizes.block) return
  // What comes in among the rows in several answers moves some of them twice: then it goes along with most of what was read first.
  const isWithMost = mostMoved(world, sinceScroll).includes(world.top - sinceScroll.top)
  expect(isWithMost ? deltas[0] : world.top - top).toBe(deltas[0])
}

/** By how much most of what was read has moved; several numbers where as many moved by each. */
function mostMoved(world: World, { top, ids }: Reading): number[] {
  const counts = new Map<number, number>()
  ids.forEach((id, at) => {
    const index = id === null ? null : world.window.indexOf(id)
    if (index !== null) counts.set(index - top - at, (counts.get(index - top - at) ?? 0) + 1)
  })
  const most = Math.max(...counts.values())
  return [...counts].flatMap(([delta, count]) => (count === most ? [delta] : []))
}

function expectTruth(world: World): void {
  const truth = world.backend.ordered(world.window.query)
  expect(world.stores.outbox.status()).toMatchObject({ pending: 0, state: 'idle' })
  const refused = truth.length
  expect(world.window.snapshot()).toMatchObject({ rowCount: refused, isExact: true, error: null })
  const expected = truth.slice(world.top, world.top + screen)
  expect(world.visible()).toEqual(expected.map((row) => row.id))
  for (const row of expected) {
    const view = world.session.store.get(row.id)
    expect(view?.values).toMatchObject(row.values)
    expect(view).toMatchObject({ ver: row.ver, state: 'saved' })
    expect(view?.pending.size).toBe(0)
  }
}

describe('a window under random changes', () => {
  it('never shows a record twice, and shows the truth when all is quiet', {
    timeout: 120_000 + modelRuns * 20,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1_000_000),
        fc.integer({ min: 0, max: 70 }),
        query,
        fc.array(action, { maxLength: 40 }),
        async (seed, rows, wanted, steps) => {
          const world = new World(seed, rows, wanted)
          await world.clock.advance(60)
          let sinceScroll = whatIsRead(world)
          for (const step of steps) {
            const read = whatIsRead(world)
            await world.run(step)
            expectNoDuplicates(world)
            await world.clock.advance(4)
            expectNoDuplicates(world)
            if (step.kind === 'scroll') sinceScroll = whatIsRead(world)
            else expectAnchored(world, read, sinceScroll)
          }
          await world.quiet()
          expectTruth(world)
          expect(new Set(world.backend.stored).size).toBe(world.backend.stored.length)
          world.stores.close()
        },
      ),
      { numRuns: modelRuns, examples },
    )
  })
})
