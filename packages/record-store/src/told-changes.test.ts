import { type RecordId, readableMs } from '@plinth/domain'
import { expect, it } from 'vitest'
import type { StructureChange } from './structure.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { ToldChanges } from './told-changes.ts'

function bench() {
  const clock = new FakeClock()
  const ripe: StructureChange[] = []
  return { clock, ripe, told: new ToldChanges(clock, (change) => ripe.push(change)) }
}
const change = (seq: string, behind: string | null = null): StructureChange => ({
  seq,
  behind: behind as RecordId | null,
})

it('tells each change once more, when it can surely be read', async () => {
  const { clock, ripe, told } = bench()
  told.add(change('10'))
  await clock.advance(readableMs - 1)
  expect(ripe).toEqual([])
  await clock.advance(1)
  expect(ripe).toEqual([change('10')])
})

it('gives a change its full time although others wait already, and puts those together', async () => {
  const { clock, ripe, told } = bench()
  told.add(change('10'))
  await clock.advance(200)
  told.add(change('9', 'b'))
  told.add(change('11', 'a'))
  await clock.advance(100)
  expect(ripe).toEqual([change('10')])
  await clock.advance(299)
  expect(ripe).toHaveLength(1)
  await clock.advance(1)
  expect(ripe).toEqual([change('10'), change('11', 'a')])
})

it('speaks of all rows as soon as one of the changes does', async () => {
  const { clock, ripe, told } = bench()
  for (const one of [change('1'), change('2', 'a'), change('3')]) told.add(one)
  await clock.advance(2 * readableMs)
  expect(ripe[1]).toEqual(change('3'))
})

it('falls silent when it is closed', async () => {
  const { clock, ripe, told } = bench()
  told.add(change('10'))
  told.close()
  await clock.advance(10 * readableMs)
  expect(ripe).toEqual([])
})
