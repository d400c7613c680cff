import { type AppError, err, ok, type Result, type Seq } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { Refresher } from './refresher.ts'
import { FakeClock } from './testing/fake-clock.ts'

/** Asks for something that takes 20 ms; `answers` are taken one after the other, the last one again and again. */
function start(answers: readonly Result<Seq>[]) {
  const clock = new FakeClock()
  const began: number[] = []
  const told: (string | null)[] = []
  const refresher = new Refresher(
    clock,
    async () => {
      began.push(clock.now())
      const answer = answers[Math.min(began.length, answers.length) - 1]!
      await new Promise<void>((resolve) => clock.after(20, resolve))
      return answer
    },
    (error) => told.push(error?.code ?? null),
  )
  /** Pauses between the requests, in seconds. */
  const pauses = () => began.slice(1).map((at, no) => Math.round((at - began[no]!) / 1_000))
  return { clock, refresher, began, told, pauses }
}

const failure = (code: AppError['code']): Result<Seq> => err({ code, message: code })
const fine = ok('5' as Seq)

describe('a refresher', () => {
  it('asks less and less often for what fails, up to every five minutes', async () => {
    const { clock, refresher, pauses, told } = start([failure('timeout')])
    refresher.want(0)
    await clock.advance(20 * 60_000)
    expect(pauses().slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
    expect(new Set(told)).toEqual(new Set(['timeout']))
    refresher.close()
  })

  it('is not hurried by changes while something fails, but by somebody who asks', async () => {
    const { clock, refresher, began, told } = start([failure('timeout'), failure('timeout'), fine])
    refresher.want(0)
    await clock.advance(5_100)
    expect(began).toHaveLength(2)
    refresher.note('4' as Seq, 0)
    await clock.advance(5_000)
    expect(began).toHaveLength(2)
    refresher.again()
    await clock.advance(30)
    expect(began).toHaveLength(3)
    expect(told).toEqual(['timeout', 'timeout', null])
    await clock.advance(60_000)
    expect(began).toHaveLength(3)
  })

  it('goes on every five seconds while the connection is lost', async () => {
    const { clock, refresher, pauses } = start([failure('network')])
    refresher.want(0)
    await clock.advance(60_000)
    expect(new Set(pauses())).toEqual(new Set([5]))
    refresher.close()
  })
})
