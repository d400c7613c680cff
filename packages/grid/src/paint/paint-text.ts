import type { CellContent } from '../model/cell-content.ts'
import { baselineIn, type CellBox, cellPadding, firstLineTop, linesIn, type PaintKit } from './kit.ts'
import type { Pen } from './pen.ts'
import { isRightToLeft } from './texts.ts'

type TextContent = Extract<CellContent, { kind: 'text' }>
type LinkContent = Extract<CellContent, { kind: 'link' }>

export function paintText(kit: PaintKit, content: TextContent, box: CellBox): void {
  const { pen, texts, theme } = kit
  const font = box.isPrimary ? theme.fonts.medium : theme.fonts.text
  pen.font(font)
  pen.fill(theme.ink)
  const top = firstLineTop(box, theme.lineHeight) + baselineIn(theme.lineHeight)
  const room = box.width - 2 * cellPadding
  const most = content.isTabular ? 1 : linesIn(box.height, theme.lineHeight)
  const lines = content.rounded
    ? [texts.fitNumber(font, content.text, room, content.rounded)]
    : texts.wrap(font, content.text, room, most)
  for (let index = 0; index < lines.length; index += 1) {
    paintAligned(kit, lines[index]!, box, top + index * theme.lineHeight, content.isTabular ? digits : words)
  }
}

export function paintLink(kit: PaintKit, content: LinkContent, box: CellBox): void {
  const { pen, texts, theme } = kit
  const font = box.isPrimary ? theme.fonts.medium : theme.fonts.text
  pen.font(font)
  pen.fill(theme.link)
  const baseline = firstLineTop(box, theme.lineHeight) + baselineIn(theme.lineHeight)
  const text = texts.fit(font, content.text, box.width - 2 * cellPadding)
  const width = texts.roughWidth(font, text)
  const left = paintAligned(kit, text, box, baseline, { width, isNumber: false })
  pen.fill(theme.linkLine)
  pen.rectangle(left, baseline + 2, width, pen.hairline)
}

/** How wide a link is painted: what of its cell answers a press. */
export function linkWidth({ texts, theme }: PaintKit, content: LinkContent, box: CellBox): number {
  const font = box.isPrimary ? theme.fonts.medium : theme.fonts.text
  return texts.width(font, texts.fit(font, content.text, box.width - 2 * cellPadding))
}

interface LineLook {
  readonly width: number
  /** Of digits above all: a hyphen in it is as wide as one, and a minus where it stands first. */
  readonly isNumber: boolean
}

const words: LineLook = { width: 0, isNumber: false }
const digits: LineLook = { width: 0, isNumber: true }

/** Paints one line; answers its left edge, of a line that does not begin there only where its width is given. */
function paintAligned(
  { pen }: PaintKit,
  text: string,
  box: CellBox,
  baseline: number,
  { width, isNumber }: LineLook,
): number {
  const isMirrored = isRightToLeft(text)
  pen.direction(isMirrored ? 'rtl' : 'ltr')
  const start = isMirrored ? 'end' : 'start'
  const side = box.align === 'start' ? start : box.align
  if (side === 'end') {
    pen.align('right')
    write(pen, text, box.x + box.width - cellPadding, baseline, isNumber)
    return box.x + box.width - cellPadding - width
  }
  if (side === 'center') {
    pen.align('center')
    write(pen, text, box.x + box.width / 2, baseline, isNumber)
    return box.x + (box.width - width) / 2
  }
  pen.align('left')
  write(pen, text, box.x + cellPadding, baseline, isNumber)
  return box.x + cellPadding
}

function write(pen: Pen, text: string, x: number, y: number, isNumber: boolean): void {
  if (isNumber) pen.number(text, x, y)
  else pen.text(text, x, y)
}
