/** The cells of some columns and rows, with the lines between them. Column by column: neighbours share their font. */
import type { CellColor, CellMark } from '../model/cell-content.ts'
import type { ColumnKey } from '../model/grid-source.ts'
import { strokeIcon, warning } from './icons.ts'
import { baselineIn, type CellBox, cellPadding, firstLineTop, type PaintKit } from './kit.ts'
import { paintContent } from './paint-content.ts'
import type { Pane, Scene, ShownRow } from './scene.ts'

const problemSign = 14

export function paintCells(kit: PaintKit, scene: Scene, pane: Pane, rows: readonly ShownRow[]): void {
  const box: CellBox = { x: 0, y: 0, width: 0, height: 0, align: 'start', isPrimary: false }
  for (let index = pane.first; index <= pane.last; index += 1) {
    const column = scene.columns.columns[index]!
    box.x = kit.pen.snap(pane.leftOf(index))
    box.width = column.width
    box.align = column.align
    box.isPrimary = column.isPrimary
    for (const shown of rows) {
      box.y = shown.y
      box.height = scene.lines.rowHeight
      paintCell(kit, shown, column.key, index, box)
    }
  }
}

function paintCell(kit: PaintKit, shown: ShownRow, key: ColumnKey, column: number, box: CellBox): void {
  const { row } = shown
  if (row === null) return paintSkeleton(kit, shown.index, column, box)
  paintTint(kit, row.colorOf(key), row.color, box)
  const content = row.cell(key)
  const mark = row.markOf(key)
  if (mark?.problem !== undefined) return paintWithProblem(kit, () => paintContent(kit, content, box), box)
  if (row.look === 'leaving')
    paintLeaving(kit, () => paintContent(kit, content, box), box, content.kind !== 'empty')
  else paintContent(kit, content, box)
  if (mark !== undefined) paintPending(kit, mark, box)
}

/** How much of a colour's tint is on the ground: less on a whole row, so that a cell of its own stands out, and chips on both. */
const rowTint = 0.5
const cellTint = 0.8

function paintTint(
  { pen, theme }: PaintKit,
  cell: CellColor | undefined,
  row: CellColor | null,
  { x, y, width, height }: CellBox,
): void {
  const color = cell ?? row
  if (color === null || theme.isForced) return
  pen.fill(theme.hues[color.hue].tint)
  pen.context.globalAlpha = cell ? cellTint : rowTint
  pen.rectangle(x, y, width, height)
  pen.context.globalAlpha = 1
}

/** As wide as values are, but no two alike. */
function paintSkeleton({ pen, theme }: PaintKit, row: number, column: number, box: CellBox): void {
  const share = 0.3 + (((row * 7 + column * 13) % 11) / 11) * 0.4
  const width = (box.width - 2 * cellPadding) * share
  const x = box.align === 'end' ? box.x + box.width - cellPadding - width : box.x + cellPadding
  pen.fill(theme.skeleton)
  // The system's colours know no faint ones: a bar would be louder than a value.
  const height = theme.isForced ? 2 : 8
  pen.rectangle(x, firstLineTop(box, theme.lineHeight) + (theme.lineHeight - height) / 2, width, height)
}

function paintLeaving({ pen, theme }: PaintKit, content: () => void, box: CellBox, isFilled: boolean): void {
  pen.context.globalAlpha = 0.45
  content()
  pen.context.globalAlpha = 1
  if (!isFilled) return
  pen.fill(theme.inkFaint)
  const middle = firstLineTop(box, theme.lineHeight) + baselineIn(theme.lineHeight) - 5
  pen.rectangle(box.x + cellPadding, middle, box.width - 2 * cellPadding, pen.hairline)
}

/** The value leaves room for the sign, so that neither hides the other. */
function paintWithProblem({ pen, theme }: PaintKit, content: () => void, box: CellBox): void {
  const { x, width, y, height } = box
  const inner = pen.hairline
  pen.fill(theme.dangerTint)
  pen.rectangle(x, y, width - inner, height - inner)
  box.width = width - problemSign - 4
  content()
  box.width = width
  pen.stroke(theme.danger, 1.5)
  pen.context.strokeRect(x + 0.75, y + 0.75, width - inner - 1.5, height - inner - 1.5)
  const top = firstLineTop(box, theme.lineHeight) + (theme.lineHeight - problemSign) / 2
  strokeIcon(pen, warning, x + width - problemSign - 6, top, theme.danger, { size: problemSign })
}

function paintPending({ pen, theme }: PaintKit, mark: CellMark, box: CellBox): void {
  if (!mark.isPending) return
  pen.fill(theme.warn)
  pen.context.beginPath()
  pen.context.arc(box.x + box.width - 7, box.y + 7, 2.5, 0, Math.PI * 2)
  pen.context.fill()
}
