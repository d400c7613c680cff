/** Left of the columns: the row's number, or a sign for what is special about it. */
import type { CellColor } from '../model/cell-content.ts'
import type { RowMark } from '../model/grid-source.ts'
import { lock, strokeIcon, updown, warning } from './icons.ts'
import { baselineIn, firstLineIn, type PaintKit } from './kit.ts'
import type { Scene, ShownRow } from './scene.ts'

const markSize = 14

export function paintGutter(kit: PaintKit, scene: Scene, rows: readonly ShownRow[]): void {
  const { pen, texts, theme } = kit
  const { gutterWidth } = scene.columns
  const inset = firstLineIn(scene.lines.rowHeight, theme.lineHeight)
  for (const { index, row, y } of rows) {
    const mark = row?.mark ?? null
    const room = gutterWidth - (mark === null ? 0 : markSize + 6)
    const number = String(index + 1)
    pen.font(theme.fonts.small)
    pen.fill(theme.inkFaint)
    pen.align('center')
    pen.direction('ltr')
    pen.text(
      texts.fit(theme.fonts.small, number, room - 4),
      room / 2,
      y + inset + baselineIn(theme.lineHeight),
    )
    if (mark !== null) paintMarkOf(kit, scene, mark, y)
    if (row?.color) paintBar(kit, row.color, y, scene.lines.rowHeight)
  }
}

const barWidth = 4

/** The colour of a row, where it begins. */
function paintBar({ pen, theme }: PaintKit, { hue }: CellColor, y: number, height: number): void {
  pen.fill(theme.hues[hue].dot)
  pen.rectangle(0, y, barWidth, height - pen.hairline)
}

/** The sign of a row that begins at `y`. */
export function paintMarkOf(kit: PaintKit, { columns, lines }: Scene, mark: RowMark, y: number): void {
  const { lineHeight } = kit.theme
  const top = y + firstLineIn(lines.rowHeight, lineHeight) + (lineHeight - markSize) / 2
  paintRowMark(kit, mark, columns.gutterWidth - markSize - 8, top)
}

function paintRowMark({ pen, theme }: PaintKit, { kind }: RowMark, x: number, y: number): void {
  if (kind === 'moving') return strokeIcon(pen, updown, x, y, theme.warn, { size: markSize })
  if (kind === 'refused') return strokeIcon(pen, warning, x, y, theme.danger, { size: markSize })
  strokeIcon(pen, lock, x, y, theme.inkFaint, { size: markSize })
}
