import type { FileContent } from '../model/cell-content.ts'
import { planFlow } from './flow.ts'
import { type CellBox, cellPadding, type PaintKit } from './kit.ts'
import { paintCount } from './paint-chips.ts'

const fileGap = 6
const leastSize = 22

export function paintFiles(kit: PaintKit, files: readonly FileContent[], box: CellBox): void {
  const { texts, theme } = kit
  const size = Math.max(leastSize, box.height - 12)
  const widthOf = (index: number) => (files[index]!.picture === null ? Math.max(size, 32) : size)
  const flow = planFlow(files.length, widthOf, {
    room: box.width - 2 * cellPadding,
    lines: 1,
    gap: fileGap,
    countWidth: (hidden) => texts.width(theme.fonts.tag, `+${hidden}`),
  })
  const left = box.x + cellPadding
  const top = box.y + (box.height - size) / 2
  for (const { index, x, width } of flow.places) paintFile(kit, files[index]!, left + x, top, width, size)
  paintCount(kit, flow, left, box.y + (box.height - theme.lineHeight) / 2, 0)
}

function paintFile(
  kit: PaintKit,
  file: FileContent,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const { pen, texts, theme } = kit
  const { context } = pen
  pen.fill(theme.sunken)
  pen.rounded(x, y, width, height, 4)
  context.fill()
  if (file.picture !== null) {
    context.save()
    context.clip()
    drawCovering(context, file.picture, x, y, width, height)
    context.restore()
  } else {
    pen.font(theme.fonts.file)
    pen.fill(theme.inkMuted)
    pen.align('center')
    pen.direction('ltr')
    pen.text(texts.fit(theme.fonts.file, file.label, width - 4), x + width / 2, y + height / 2 + 3.5)
  }
  pen.stroke(theme.lineStrong, pen.hairline)
  pen.rounded(x + pen.hairline / 2, y + pen.hairline / 2, width - pen.hairline, height - pen.hairline, 4)
  context.stroke()
}

/** Fills the whole place with the middle of a picture. */
function drawCovering(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const own = sizeOf(picture)
  if (own.width === 0 || own.height === 0) return
  const scale = Math.max(width / own.width, height / own.height)
  const cutWidth = width / scale
  const cutHeight = height / scale
  const left = (own.width - cutWidth) / 2
  const top = (own.height - cutHeight) / 2
  context.drawImage(picture, left, top, cutWidth, cutHeight, x, y, width, height)
}

function sizeOf(picture: CanvasImageSource): { width: number; height: number } {
  if ('naturalWidth' in picture) return { width: picture.naturalWidth, height: picture.naturalHeight }
  if ('displayWidth' in picture) return { width: picture.displayWidth, height: picture.displayHeight }
  return { width: Number(picture.width), height: Number(picture.height) }
}
