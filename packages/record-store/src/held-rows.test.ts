import type { RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { HeldRows } from './held-rows.ts'

const a = 'a' as RecordId
const b = 'b' as RecordId

function bench() {
  const retained = new Map<RecordId, number>()
  const add = (ids: Iterable<RecordId>, n: number) => {
    for (const id of ids) retained.set(id, (retained.get(id) ?? 0) + n)
  }
  const held = new HeldRows({ retain: (ids) => add(ids, 1), release: (ids) => add(ids, -1) })
  return { held, retained: (id: RecordId) => retained.get(id) ?? 0 }
}

describe('HeldRows', () => {
  it('holds each record once, and lets go only what it holds', () => {
    const { held } = bench()
    held.hold(a)
    held.hold(a)
    expect([held.size, held.has(a), held.letGo(b)]).toEqual([1, true, false])
    expect([held.letGo(a), held.letGo(a), held.size]).toEqual([true, false, 0])
  })

  it('keeps a record that was let go until it is known where it went', () => {
    const { held, retained } = bench()
    held.hold(a)
    held.letGo(a)
    expect([held.released, retained(a)]).toEqual([a, 1])
    held.forgetReleased()
    expect([held.released, retained(a)]).toEqual([null, 0])
    held.forgetReleased()
    expect(retained(a)).toBe(0)
  })

  it('follows one released record at a time: the last', () => {
    const { held, retained } = bench()
    held.hold(a)
    held.hold(b)
    held.letGo(a)
    held.letGo(b)
    expect([held.released, retained(a), retained(b)]).toEqual([b, 0, 1])
  })

  it('drops a record that is gone without following it', () => {
    const { held, retained } = bench()
    held.hold(a)
    held.drop(a)
    expect([held.has(a), held.released, retained(a)]).toEqual([false, null, 0])
  })

  it('lists what it holds as it is now, so that letting go while looking through is safe', () => {
    const { held } = bench()
    held.hold(a)
    held.hold(b)
    for (const id of held.ids()) held.letGo(id)
    expect(held.size).toBe(0)
  })
})
