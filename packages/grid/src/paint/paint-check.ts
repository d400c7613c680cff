import { strokeIcon, tick } from './icons.ts'
import { type CellBox, cellPadding, firstLineTop, type PaintKit } from './kit.ts'

export const checkSize = 16
const ticked = ['check', 'yes'] as const
const unticked = ['check', 'no'] as const

/** Left edge and top of the box of a cell. */
export function checkPlace(box: CellBox, lineHeight: number): { x: number; y: number } {
  const room = box.width - checkSize
  const x = box.align === 'start' ? cellPadding : box.align === 'end' ? room - cellPadding : room / 2
  return { x: box.x + x, y: firstLineTop(box, lineHeight) + (lineHeight - checkSize) / 2 }
}

export function paintCheck(kit: PaintKit, isChecked: boolean, box: CellBox): void {
  const { x, y } = checkPlace(box, kit.theme.lineHeight)
  paintBox(kit, x, y, isChecked)
}

export function paintBox(kit: PaintKit, x: number, y: number, isChecked: boolean): void {
  const box = { x, y, width: checkSize, height: checkSize }
  kit.sprites.draw(kit.pen, isChecked ? ticked : unticked, box, (pen) => drawBox({ ...kit, pen }, isChecked))
}

function drawBox({ pen, theme }: PaintKit, isChecked: boolean): void {
  if (isChecked) {
    pen.fill(theme.accent)
    pen.rounded(0, 0, checkSize, checkSize, 4)
    pen.context.fill()
    strokeIcon(pen, tick, 0, 0, theme.onAccent, { width: 1.75 })
    return
  }
  pen.fill(theme.surface)
  pen.stroke(theme.lineControl, 1)
  pen.rounded(0.5, 0.5, checkSize - 1, checkSize - 1, 3.5)
  pen.context.fill()
  pen.context.stroke()
}
