import { type RecordId, type ViewId } from '@plinth/domain'
import { array, assert, asyncProperty, integer, nat, oneof, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameField } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'

const view = 'by hand' as ViewId

async function open() {
  const world = await openSession({ count: 30, query: { view } })
  const shown = (count = 5) => Array.from({ length: count }, (_, at) => world.window.idAt(at))
  const stayed: unknown[] = []
  world.session.onMoveStayed((error) => stayed.push(error?.code ?? null))
  const move = (numbers: readonly number[], before: number | null) =>
    world.session.moveRecords(view, numbers.map(idOf), before === null ? null : idOf(before))
  return { ...world, shown, stayed, move }
}
const numberOf = (id: RecordId): number => Number(id.slice(-6))
const asIds = (...numbers: number[]): RecordId[] => numbers.map(idOf)

describe('records that are moved by hand', () => {
  it('are shown at their new place before the server knows', async () => {
    const { move, shown, clock, backend } = await open()
    void move([3], 1)
    expect(shown()).toEqual(asIds(0, 3, 1, 2, 4))
    expect(backend.ordered({ table: backend.requests[0]!.query.table, sorts: [], view })[1]!.id).toBe(idOf(1))
    await clock.advance(500)
    expect(shown()).toEqual(asIds(0, 3, 1, 2, 4))
  })

  it('are stored one after the other, and never shown as they were in between', async () => {
    const { move, shown, clock, window } = await open()
    const orders = new Set<string>()
    window.subscribe(() => orders.add(shown().join(' ')))
    void move([4], 0)
    void move([3], 4)
    void move([2], 3)
    const wanted = asIds(2, 3, 4, 0, 1)
    expect(shown()).toEqual(wanted)
    orders.clear()
    await clock.advance(2_000)
    expect([...orders]).toEqual([wanted.join(' ')])
  })

  it('are never shown elsewhere, whenever one moves the next one', async () => {
    const moves = array(
      record({
        from: nat(9),
        to: nat(9),
        wait: oneof(nat(20), integer({ min: 200, max: 900 })),
      }),
      { maxLength: 12 },
    )
    await assert(
      asyncProperty(moves, async (steps) => {
        const { move, shown, clock, window } = await open()
        let wanted = asIds(...Array.from({ length: 10 }, (_, at) => at))
        const orders = new Set<string>()
        window.subscribe(() => orders.add(shown(10).join(' ')))
        for (const { from, to, wait } of steps) {
          const [id, before] = [wanted[from]!, wanted[to]!]
          if (from === to) continue
          const rest = wanted.filter((other) => other !== id)
          wanted = rest.toSpliced(rest.indexOf(before), 0, id)
          void move([numberOf(id)], numberOf(before))
          orders.clear()
          await clock.advance(wait)
          expect([...orders].filter((order) => order !== wanted.join(' '))).toEqual([])
        }
        await clock.advance(5_000)
        expect(shown(10)).toEqual(wanted)
      }),
    )
  })

  it('go back where they were when the server refuses, and the next ones still go', async () => {
    const { move, shown, clock, backend } = await open()
    backend.write([{ id: idOf(20), values: null }])
    const first = move([2, 20], 0)
    const second = move([4], 0)
    await clock.advance(2_000)
    expect(await first).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(await second).toMatchObject({ ok: true })
    expect(shown()).toEqual(asIds(4, 0, 1, 2, 3))
  })

  it('are taken back and moved again, unless others have moved them', async () => {
    const { move, shown, clock, backend, session, stayed } = await open()
    void move([3], 1)
    await clock.advance(500)
    session.undo()
    await clock.advance(500)
    expect(shown()).toEqual(asIds(0, 1, 2, 3, 4))
    session.redo()
    await clock.advance(500)
    expect(shown()).toEqual(asIds(0, 3, 1, 2, 4))
    backend.move([idOf(3)], idOf(0))
    await clock.advance(2_000)
    session.undo()
    await clock.advance(2_000)
    expect(shown()).toEqual(asIds(3, 0, 1, 2, 4))
    expect(stayed).toEqual([null])
    expect(session.canUndo()).toBe(false)
  })

  it('are taken back before the server has them, and not what was done before', async () => {
    const { move, shown, clock, session } = await open()
    void move([4], 0)
    await clock.advance(500)
    void move([3], 1)
    session.undo()
    await clock.advance(2_000)
    expect(shown()).toEqual(asIds(4, 0, 1, 2, 3))
    session.undo()
    await clock.advance(2_000)
    expect(shown()).toEqual(asIds(0, 1, 2, 3, 4))
  })

  it('are changed with it as one step', async () => {
    const { shown, clock, session, value } = await open()
    const name = (id: RecordId) => value(id, nameField)
    void session.moveRecords(view, [idOf(3)], idOf(1), { [nameField]: 'moved' })
    await clock.advance(2_000)
    expect([shown(), name(idOf(3))]).toEqual([asIds(0, 3, 1, 2, 4), 'moved'])
    session.undo()
    await clock.advance(2_000)
    expect([shown(), name(idOf(3)), session.canUndo()]).toEqual([asIds(0, 1, 2, 3, 4), 'row 3', false])
    session.redo()
    await clock.advance(2_000)
    expect([shown(), name(idOf(3))]).toEqual([asIds(0, 3, 1, 2, 4), 'moved'])
  })

  it('say so when taking them back does not reach the server', async () => {
    const { move, clock, backend, session, stayed } = await open()
    void move([3], 1)
    await clock.advance(500)
    backend.isOnline = false
    session.undo()
    await clock.advance(500)
    expect(stayed).toEqual(['network'])
  })
})
