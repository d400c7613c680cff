/** What lies under a point of the view. */
import type { GridHit } from '../model/grid-hit.ts'
import type { CellBox, PaintKit } from '../paint/kit.ts'
import { gutterPlaces } from '../paint/overlay-gutter.ts'
import type { OverlayMarks } from '../paint/overlay-marks.ts'
import { checkPlace, checkSize } from '../paint/paint-check.ts'
import { linkWidth } from '../paint/paint-text.ts'
import { type Box, boxesOf } from '../paint/range-boxes.ts'
import { rowTop, type Scene, tableOf } from '../paint/scene.ts'
import { rectangles } from '../select/resolve.ts'
import { type ColumnIndex, columnIndex, type RowIndex, rowIndex } from '../units.ts'

/** What is smaller than this is met by a press beside it, too. */
const mouseTarget = 24
const fingerTarget = 44

type Part = Extract<GridHit, { zone: 'cell' }>['part']

export function hitIn(kit: PaintKit, scene: Scene, marks: OverlayMarks, x: number, y: number): GridHit {
  if (x < 0 || y < 0 || x >= scene.width || y >= scene.height) return { zone: 'nothing' }
  const stuck = scene.stuck.findLast(({ top }) => y >= top && y < top + scene.lines.headingHeight)
  if (stuck !== undefined) return groupHit(scene, stuck.group, x)
  const handle = handleAt(scene, marks, x, y)
  if (handle !== null) return handle
  const line = scene.lines.lineAt(scene.y + y)
  if (line === null) return { zone: 'nothing' }
  if (line.kind === 'group') return groupHit(scene, line.group, x)
  if (line.kind === 'add-row') return { zone: 'add-row' }
  if (x < scene.columns.gutterWidth) return gutterHit(scene, line.row, x)
  const column = scene.columns.columnAt(x, scene.scrollLeft)
  if (column === null) return { zone: 'nothing' }
  return { zone: 'cell', row: line.row, column, part: partOf(kit, scene, { row: line.row, column }, x, y) }
}

/** The cell nearest to a point, for drags that leave the body; null without cells. */
export function nearestCell(
  scene: Scene,
  x: number,
  y: number,
): { row: RowIndex; column: ColumnIndex } | null {
  const row = scene.lines.nearestRow(scene.y + Math.max(scene.stuckHeight, Math.min(y, scene.height - 1)))
  const column = scene.columns.nearestColumn(Math.max(0, Math.min(x, scene.width - 1)), scene.scrollLeft)
  return row === null || column === null ? null : { row, column }
}

/** A cell's box in the view. */
export function cellBox(scene: Scene, row: number, column: number): CellBox {
  const { align, isPrimary, width } = scene.columns.columns[column]!
  const x = scene.columns.viewLeftOf(column, scene.scrollLeft)
  return { x, y: rowTop(scene, row), width, height: scene.lines.rowHeight, align, isPrimary }
}

function groupHit({ lines }: Scene, index: number, x: number): GridHit {
  const group = lines.groups[index]!
  const isToggle = group.isCollapsed !== null && x < 8 + group.depth * 20 + mouseTarget
  return { zone: 'group', key: group.key, part: isToggle ? 'toggle' : 'body' }
}

function gutterHit({ columns }: Scene, row: RowIndex, x: number): GridHit {
  const { boxX, openX } = gutterPlaces(columns.gutterWidth)
  if (openX !== null && x >= openX - 6) return { zone: 'gutter', row, part: 'open' }
  const isBox = x >= boxX - 6 && x < boxX + checkSize + 6
  return { zone: 'gutter', row, part: isBox ? 'select' : 'number' }
}

interface Cell {
  readonly row: RowIndex
  readonly column: ColumnIndex
}

function partOf(kit: PaintKit, scene: Scene, { row, column }: Cell, x: number, y: number): Part {
  const { key } = scene.columns.columns[column]!
  const content = scene.source.rowAt(row)?.cell(key)
  const box = cellBox(scene, row, column)
  if (content?.kind === 'check') {
    const place = checkPlace(box, kit.theme.lineHeight)
    const size = { width: checkSize, height: checkSize }
    return isNear({ ...place, ...size }, x, y, mouseTarget) ? 'check' : 'body'
  }
  if (content?.kind === 'link') {
    const width = linkWidth(kit, content, box)
    const left = box.align === 'end' ? box.x + box.width - 8 - width : box.x + 8
    return x >= left && x <= left + width && y - box.y < kit.theme.lineHeight + 8 ? 'link' : 'body'
  }
  return 'body'
}

/** The fill handle, or the knobs for fingers, at the corners of the last range. */
function handleAt(
  scene: Scene,
  { selection, isEditing, hasKnobs, canFill }: OverlayMarks,
  x: number,
  y: number,
): GridHit | null {
  if (selection === null || isEditing || selection.stop !== 'cell' || selection.chosen.kind !== 'cells')
    return null
  const ranges = rectangles(tableOf(scene), selection)
  const last = ranges.at(-1)
  if (last === undefined) return null
  const isAt = (row: number, column: number, isFirst: boolean, target: number): boolean => {
    const parts = boxesOf(scene, { top: row, bottom: row, left: column, right: column })
    return parts.some(({ box, left, right }) => {
      const corner = { x: isFirst ? box.x : box.x + box.width, y: isFirst ? box.y : box.y + box.height }
      const isSeen = corner.x >= left && corner.x <= right + 1 && corner.y >= scene.stuckHeight
      return isSeen && isNear({ ...corner, width: 0, height: 0 }, x, y, target)
    })
  }
  const end = { zone: 'cell', row: rowIndex(last.bottom), column: columnIndex(last.right) } as const
  if (!hasKnobs) {
    const isHandle = canFill && ranges.length === 1 && isAt(last.bottom, last.right, false, 14)
    return isHandle ? { ...end, part: 'fill-handle' } : null
  }
  if (isAt(last.bottom, last.right, false, fingerTarget)) return { ...end, part: 'last-handle' }
  if (!isAt(last.top, last.left, true, fingerTarget)) return null
  return { zone: 'cell', row: rowIndex(last.top), column: columnIndex(last.left), part: 'first-handle' }
}

/** Whether a point meets a thing, or the room around it up to the least size of a target. */
function isNear(thing: Box, x: number, y: number, target: number): boolean {
  const beside = Math.max(0, (target - thing.width) / 2)
  const above = Math.max(0, (target - thing.height) / 2)
  const isAcross = x >= thing.x - beside && x <= thing.x + thing.width + beside
  return isAcross && y >= thing.y - above && y <= thing.y + thing.height + above
}
