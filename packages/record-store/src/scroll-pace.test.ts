import { describe, expect, it } from 'vitest'
import { ScrollPace } from './scroll-pace.ts'

const screen = 20
const flings = (pace: ScrollPace, steps: readonly (readonly [at: number, first: number])[]) =>
  steps.map(([at, first]) => pace.note(at, first, screen))

describe('ScrollPace', () => {
  it('takes a wheel for reading', () => {
    const steps = Array.from({ length: 30 }, (_, no) => [no * 16, no * 3] as const)
    expect(flings(new ScrollPace(), steps)).not.toContain(true)
  })

  it('takes a dragged scroll bar for a fling from its third step on', () => {
    const steps = Array.from({ length: 6 }, (_, no) => [no * 16, no * 500] as const)
    expect(flings(new ScrollPace(), steps)).toEqual([false, false, true, true, true, true])
  })

  it('takes one leap for a place to see', () => {
    expect(
      flings(new ScrollPace(), [
        [0, 0],
        [50, 900_000],
      ]),
    ).toEqual([false, false])
  })

  it('forgets after a calm', () => {
    const pace = new ScrollPace()
    flings(pace, [
      [0, 0],
      [16, 500],
      [32, 1_000],
    ])
    expect(pace.note(400, 1_500, screen)).toBe(false)
    flings(pace, [
      [410, 2_000],
      [420, 2_500],
    ])
    pace.settle()
    expect(pace.note(430, 3_000, screen)).toBe(false)
  })
})
