import type { RecordId } from '@plinth/domain'
import { expect, it } from 'vitest'
import { OwnEvents, ownEventMs } from './own-events.ts'
import { FakeClock } from './testing/fake-clock.ts'

const id = 'a' as RecordId
const told = (ver: number, seq: string | null = null) => ({ id, ver, seq })

function bench() {
  const clock = new FakeClock()
  const lost: string[] = []
  return { clock, lost, own: new OwnEvents(clock) }
}

it('takes an event for lost that does not come in time', async () => {
  const { clock, lost, own } = bench()
  own.await(told(2), () => lost.push('2'))
  await clock.advance(ownEventMs - 1)
  expect(own.isAwaited(told(2))).toBe(true)
  await clock.advance(1)
  expect([lost, own.isAwaited(told(2))]).toEqual([['2'], false])
})

it('is content with the event, whichever of event and answer comes first', async () => {
  const { clock, lost, own } = bench()
  own.await(told(2), () => lost.push('2'))
  own.note({ seq: '7', items: [[id, 2]] })
  own.note({ seq: '8', items: [[id, 3]] })
  own.await(told(3), () => lost.push('3'))
  await clock.advance(2 * ownEventMs)
  expect(lost).toEqual([])
})

it('tells versions apart', () => {
  const { own } = bench()
  own.await(told(2), () => undefined)
  expect([own.isAwaited(told(2)), own.isAwaited(told(3))]).toEqual([true, false])
})

it('tells by their points the versions apart that a record has twice, because it was made again', async () => {
  const { clock, lost, own } = bench()
  own.note({ seq: '7', items: [[id, 1]] })
  own.await(told(1, '9'), () => lost.push('9'))
  expect(own.isAwaited(told(1, '9'))).toBe(true)
  own.note({ seq: '7', items: [[id, 1]] })
  await clock.advance(2 * ownEventMs)
  expect(lost).toEqual(['9'])
})

it('falls silent when it is closed', async () => {
  const { clock, lost, own } = bench()
  own.await(told(2), () => lost.push('2'))
  own.close()
  await clock.advance(2 * ownEventMs)
  expect(lost).toEqual([])
})
