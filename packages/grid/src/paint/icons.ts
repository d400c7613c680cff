/** Signs, drawn by lines on a square of 16 pixels. */
import type { Pen } from './pen.ts'

type Draw = (context: CanvasRenderingContext2D) => void

/** Draws the lines of a sign with its top left corner at a place. */
export function strokeIcon(
  pen: Pen,
  draw: Draw,
  x: number,
  y: number,
  color: string,
  options: { size?: number; width?: number } = {},
): void {
  const { size = 16, width = 1.5 } = options
  const { context } = pen
  context.save()
  context.translate(pen.snap(x), pen.snap(y))
  context.scale(size / 16, size / 16)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  draw(context)
  context.stroke()
  context.restore()
}

const polyline =
  (...points: readonly (readonly [number, number])[]): Draw =>
  (context) => {
    for (const [index, [x, y]] of points.entries()) {
      if (index === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
  }

const both =
  (...draws: readonly Draw[]): Draw =>
  (context) => {
    for (const draw of draws) draw(context)
  }

export const tick = polyline([4, 8.4], [6.8, 11.2], [12, 5.2])
export const chevronDown = polyline([4.5, 6.25], [8, 9.75], [11.5, 6.25])
export const chevronRight = polyline([6.25, 4.5], [9.75, 8], [6.25, 11.5])
export const plus = both(polyline([8, 3.5], [8, 12.5]), polyline([3.5, 8], [12.5, 8]))
export const expand = both(
  polyline([9.5, 3], [13, 3], [13, 6.5]),
  polyline([13, 3], [9, 7]),
  polyline([6.5, 13], [3, 13], [3, 9.5]),
  polyline([3, 13], [7, 9]),
)
export const updown = both(
  polyline([5.5, 13], [5.5, 3.5], [3, 6]),
  polyline([10.5, 3], [10.5, 12.5], [13, 10]),
)
export const warning = both(polyline([8, 4.5], [8, 8.5]), polyline([8, 11.4], [8, 11.5]), (context) => {
  context.moveTo(14.25, 8)
  context.arc(8, 8, 6.25, 0, Math.PI * 2)
})
export const lock = both(
  polyline([4, 7.5], [12, 7.5], [12, 13], [4, 13], [4, 7.5]),
  polyline([5.5, 7.5], [5.5, 5.5]),
  (context) => context.arc(8, 5.5, 2.5, Math.PI, 0),
  polyline([10.5, 5.5], [10.5, 7.5]),
)
