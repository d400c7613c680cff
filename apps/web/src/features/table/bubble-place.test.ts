import { describe, expect, it } from 'vitest'
import { placeBubble } from './bubble-place.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const room = box(200, 100, 1_000, 600)
const below = (cell: ReturnType<typeof box>) => box(cell.left, cell.bottom, 320, 50)
const place = (cell: ReturnType<typeof box>) => placeBubble(below(cell), cell, room)

describe('a note at a cell', () => {
  it('stands below the cell where there is room', () => {
    expect(place(box(300, 200, 100, 32))).toEqual({ shift: 0, isAbove: false })
  })

  it('is moved back from the right edge of the table', () => {
    expect(place(box(1_100, 200, 100, 32))).toEqual({ shift: -220, isAbove: false })
  })

  it('is never moved beyond the left edge, however narrow the table is', () => {
    const narrow = box(200, 100, 300, 600)
    const cell = box(210, 200, 100, 32)
    expect(placeBubble(below(cell), cell, narrow)).toEqual({ shift: -10, isAbove: false })
  })

  it('stands above the last cell of the table, and below a cell that has no room on either side', () => {
    expect(place(box(300, 668, 100, 32))).toEqual({ shift: 0, isAbove: true })
    const low = box(200, 100, 1_000, 60)
    const cell = box(300, 110, 100, 32)
    expect(placeBubble(below(cell), cell, low).isAbove).toBe(false)
  })
})
