/** A sign and a word or two where a value could not be computed: no value looks like it, whatever its colour. */
import { strokeIcon, warning } from './icons.ts'
import { baselineIn, type CellBox, cellPadding, firstLineTop, type PaintKit } from './kit.ts'

const signSize = 14
const signGap = 4

export function paintError({ pen, texts, theme }: PaintKit, text: string, box: CellBox): void {
  const font = theme.fonts.small
  const left = box.x + cellPadding
  const room = box.width - 2 * cellPadding - signSize - signGap
  const top = firstLineTop(box, theme.lineHeight)
  strokeIcon(pen, warning, left, top + (theme.lineHeight - signSize) / 2, theme.warn, { size: signSize })
  if (room <= 0) return
  pen.font(font)
  pen.fill(theme.warn)
  pen.align('left')
  pen.direction('ltr')
  pen.text(texts.fit(font, text, room), left + signSize + signGap, top + baselineIn(theme.lineHeight))
}
