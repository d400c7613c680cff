import { describe, expect, it } from 'vitest'
import { settleMs } from './scroll-pace.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { Viewport } from './viewport.ts'

function bench() {
  const clock = new FakeClock()
  const settled: number[] = []
  const viewport: Viewport = new Viewport(clock, () => settled.push(viewport.first))
  return { clock, settled, viewport }
}

describe('Viewport', () => {
  it('knows what is seen and in which way it goes', () => {
    const { viewport } = bench()
    expect(viewport.moveTo(10, 19)).toBe(true)
    expect([viewport.direction, viewport.shows(10), viewport.shows(19), viewport.shows(20)]).toEqual([
      1,
      true,
      true,
      false,
    ])
    viewport.moveTo(5, 14)
    expect(viewport.direction).toBe(-1)
  })

  it('keeps its way when only its height changes, and stands still where it is', () => {
    const { viewport } = bench()
    viewport.moveTo(10, 19)
    viewport.moveTo(5, 14)
    expect(viewport.moveTo(5, 30)).toBe(true)
    expect([viewport.direction, viewport.moveTo(5, 30)]).toEqual([-1, false])
  })

  it('goes along with its records, never above the first row', () => {
    const { viewport } = bench()
    viewport.moveTo(10, 19)
    viewport.follow(3)
    expect([viewport.first, viewport.last, viewport.shift]).toEqual([13, 22, 3])
    viewport.follow(-20)
    expect([viewport.first, viewport.last, viewport.shift]).toEqual([0, 2, -17])
  })

  it('takes one leap for a place somebody wants to see', () => {
    const { viewport } = bench()
    viewport.moveTo(500_000, 500_009)
    expect(viewport.isFlinging).toBe(false)
  })

  it('flings until it has been calm for a moment, and tells once', async () => {
    const { clock, settled, viewport } = bench()
    for (let first = 100; first <= 900; first += 100) {
      viewport.moveTo(first, first + 9)
      await clock.advance(10)
    }
    expect([viewport.isFlinging, settled]).toEqual([true, []])
    await clock.advance(settleMs)
    expect([viewport.isFlinging, settled]).toEqual([false, [900]])
    await clock.advance(1_000)
    expect(settled).toHaveLength(1)
  })

  it('tells nothing after it is closed', async () => {
    const { clock, settled, viewport } = bench()
    for (let first = 100; first <= 900; first += 100) viewport.moveTo(first, first + 9)
    viewport.close()
    await clock.advance(1_000)
    expect(settled).toEqual([])
  })
})
