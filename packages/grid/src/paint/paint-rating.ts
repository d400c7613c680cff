import { type CellBox, cellPadding, firstLineTop, type PaintKit } from './kit.ts'

const starSize = 15
const starGap = 2

export function paintRating({ pen, theme }: PaintKit, value: number, max: number, box: CellBox): void {
  const fitting = Math.floor((box.width - 2 * cellPadding + starGap) / (starSize + starGap))
  const top = firstLineTop(box, theme.lineHeight) + (theme.lineHeight - starSize) / 2
  const count = Math.min(max, fitting)
  for (let index = 0; index < count; index += 1) {
    star(pen.context, box.x + cellPadding + index * (starSize + starGap) + starSize / 2, top + starSize / 2)
    if (index < value) {
      pen.fill(theme.hues.amber.dot)
      pen.context.fill()
    } else {
      pen.stroke(theme.lineStrong, 1)
      pen.context.stroke()
    }
  }
}

/** Corners of a star of five points around 0, outer and inner by turns. */
const corners = Array.from({ length: 10 }, (_, index) => {
  const radius = index % 2 === 0 ? starSize / 2 - 0.5 : starSize / 4.4
  const angle = (Math.PI * index) / 5 - Math.PI / 2
  return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
})

function star(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath()
  for (const [index, [dx, dy]] of corners.entries()) {
    if (index === 0) context.moveTo(x + dx, y + dy)
    else context.lineTo(x + dx, y + dy)
  }
  context.closePath()
}
