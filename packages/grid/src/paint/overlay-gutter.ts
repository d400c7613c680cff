/** The boxes by which rows are chosen and the sign that opens one, shown where they are of use. */

import { selectedRows } from '../select/resolve.ts'
import { expand, strokeIcon } from './icons.ts'
import { firstLineIn, type PaintKit } from './kit.ts'
import type { OverlayMarks } from './overlay-marks.ts'
import { checkSize, paintBox } from './paint-check.ts'
import { paintMarkOf } from './paint-gutter.ts'
import { linesShown, type Scene, type ShownRow, tableOf } from './scene.ts'

const openSize = 14
/** The sign that opens a row needs this much beside the box. */
const leastForOpen = 56

/** Where the box and the sign of a row are, from the left of the gutter. */
export function gutterPlaces(gutterWidth: number): { boxX: number; openX: number | null } {
  if (gutterWidth < leastForOpen) return { boxX: (gutterWidth - checkSize) / 2, openX: null }
  return { boxX: 10, openX: gutterWidth - openSize - 9 }
}

export function paintRowControls(kit: PaintKit, scene: Scene, marks: OverlayMarks): void {
  const { selection, hover, hasKnobs } = marks
  const spans = selection === null ? [] : selectedRows(tableOf(scene), selection)
  const hovered = hover?.zone === 'cell' || hover?.zone === 'gutter' ? hover.row : -1
  for (const shown of linesShown(scene, 0, scene.height).rows) {
    const isChosen = spans.some(({ first, last }) => shown.index >= first && shown.index <= last)
    // Where nothing hovers, they are there for every row.
    const isHovered = shown.index === hovered
    const isOffered = hasKnobs || isHovered
    if (isOffered || isChosen) paintControls(kit, scene, shown, { isChosen, isOffered, isHovered })
  }
}

interface RowControls {
  readonly isChosen: boolean
  /** Box and sign are there to be pressed. */
  readonly isOffered: boolean
  readonly isHovered: boolean
}

function paintControls(
  kit: PaintKit,
  scene: Scene,
  { row, y }: ShownRow,
  { isChosen, isOffered, isHovered }: RowControls,
): void {
  const { pen, theme } = kit
  const { gutterWidth } = scene.columns
  const line = pen.hairline
  const { lineHeight } = theme
  const inset = firstLineIn(scene.lines.rowHeight, lineHeight) + (lineHeight - checkSize) / 2
  pen.fill(theme.surface)
  pen.rectangle(0, y, gutterWidth - line, scene.lines.rowHeight - line)
  if (!theme.isForced && (isChosen || isHovered)) {
    pen.context.globalAlpha = isChosen ? 0.1 : 1
    pen.fill(isChosen ? theme.accent : theme.hover)
    pen.rectangle(0, y, gutterWidth - line, scene.lines.rowHeight - line)
    pen.context.globalAlpha = 1
  }
  const { boxX, openX } = gutterPlaces(gutterWidth)
  paintBox(kit, boxX, y + inset, isChosen)
  // What is wrong with a row stays told; that it is locked, its editor says too.
  if (row?.mark && !(isOffered && row.mark.kind === 'locked')) return paintMarkOf(kit, scene, row.mark, y)
  if (isOffered && openX !== null)
    strokeIcon(pen, expand, openX, y + inset + (checkSize - openSize) / 2, theme.inkMuted, { size: openSize })
}
