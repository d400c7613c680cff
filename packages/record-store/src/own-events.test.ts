import type { RecordId } from '@plinth/domain'
import { expect, it } from 'vitest'
import { OwnEvents, ownEventMs } from './own-events.ts'
import { FakeClock } from './testing/fake-clock.ts'

const id = 'a' as RecordId

function bench() {
  const clock = new FakeClock()
  const lost: string[] = []
  return { clock, lost, own: new OwnEvents(clock) }
}

it('takes an event for lost that does not come in time', async () => {
  const { clock, lost, own } = bench()
  own.await(id, 2, () => lost.push('2'))
  await clock.advance(ownEventMs - 1)
  expect(own.isAwaited(id, 2)).toBe(true)
  await clock.advance(1)
  expect([lost, own.isAwaited(id, 2)]).toEqual([['2'], false])
})

it('is content with the event, whichever of event and answer comes first', async () => {
  const { clock, lost, own } = bench()
  own.await(id, 2, () => lost.push('2'))
  own.note([[id, 2]])
  own.note([[id, 3]])
  own.await(id, 3, () => lost.push('3'))
  await clock.advance(2 * ownEventMs)
  expect(lost).toEqual([])
})

it('tells versions apart', () => {
  const { own } = bench()
  own.await(id, 2, () => undefined)
  expect([own.isAwaited(id, 2), own.isAwaited(id, 3)]).toEqual([true, false])
})

it('falls silent when it is closed', async () => {
  const { clock, lost, own } = bench()
  own.await(id, 2, () => lost.push('2'))
  own.close()
  await clock.advance(2 * ownEventMs)
  expect(lost).toEqual([])
})
