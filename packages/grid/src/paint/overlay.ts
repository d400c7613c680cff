/** Paints what lies over the cells: selection, cursors, what was found, where a drag would end. */
import type { GridSelection } from '../model/selection.ts'
import { placeOf } from '../select/place.ts'
import { rectangles, selectedRows } from '../select/resolve.ts'
import { fitCanvas } from './fit-canvas.ts'
import type { PaintKit } from './kit.ts'
import { paintRowControls } from './overlay-gutter.ts'
import { noMarks, type OverlayMarks } from './overlay-marks.ts'
import { paintPeers } from './overlay-peers.ts'
import { rightEnd } from './paint-lines.ts'
import { boxesOf, type ClippedBox, type PlaceRange, rowRuns } from './range-boxes.ts'
import { freePane, frozenPane, linesShown, type Pane, rowTop, type Scene, tableOf } from './scene.ts'

const handleSize = 8
const knobRadius = 7

export class Overlay {
  readonly #canvas: HTMLCanvasElement
  readonly #kit: () => PaintKit
  #isBlank = true
  marks: OverlayMarks = noMarks

  constructor(canvas: HTMLCanvasElement, kit: () => PaintKit) {
    this.#canvas = canvas
    this.#kit = kit
  }

  paint(scene: Scene): void {
    const isBlank = isNothing(this.marks)
    // An empty canvas costs the browser as much as a full one: it is taken away.
    if (isBlank !== this.#isBlank) this.#canvas.style.visibility = isBlank ? 'hidden' : 'visible'
    this.#isBlank = isBlank
    if (isBlank) return
    fitCanvas(this.#canvas, scene)
    const kit = this.#kit()
    kit.pen.begin(scene.ratio)
    kit.pen.context.clearRect(0, 0, scene.width, scene.height)
    kit.pen.clipped(0, scene.stuckHeight, scene.width, scene.height - scene.stuckHeight, () =>
      this.#paintMarks(kit, scene),
    )
    paintHeadingFocus(kit, scene, this.marks)
  }

  #paintMarks(kit: PaintKit, scene: Scene): void {
    paintHover(kit, scene, this.marks)
    paintFound(kit, scene, this.marks)
    paintSelection(kit, scene, this.marks)
    paintRowControls(kit, scene, this.marks)
    paintPeers(kit, scene, this.marks.peers)
    paintCursor(kit, scene, this.marks)
    paintFill(kit, scene, this.marks)
    paintDrop(kit, scene, this.marks)
  }
}

function isNothing({ selection, hover, highlights, peers, drop, fill }: OverlayMarks): boolean {
  const isSelected = selection !== null && (selection.cursor !== null || selection.chosen.kind !== 'cells')
  return (
    !isSelected &&
    hover === null &&
    highlights === null &&
    peers.length === 0 &&
    drop === null &&
    fill === null
  )
}

/** Draws boxes, each only where it may be seen. */
function within(
  { pen }: PaintKit,
  scene: Scene,
  boxes: readonly ClippedBox[],
  draw: (one: ClippedBox) => void,
): void {
  for (const one of boxes) {
    pen.clipped(one.left, scene.stuckHeight, one.right - one.left, scene.height - scene.stuckHeight, () =>
      draw(one),
    )
  }
}

function tint(
  kit: PaintKit,
  scene: Scene,
  ranges: readonly PlaceRange[],
  color: string,
  strength: number,
): void {
  const { pen } = kit
  for (const range of ranges) {
    within(kit, scene, boxesOf(scene, range), ({ box }) => {
      pen.context.globalAlpha = strength
      pen.fill(color)
      pen.rectangle(box.x, box.y, box.width, box.height)
    })
  }
}

/** Frames lie on the hairlines around their cells. */
function frame(kit: PaintKit, scene: Scene, range: PlaceRange, color: string, width: number): void {
  const { pen } = kit
  within(kit, scene, boxesOf(scene, range), ({ box }) => {
    const line = pen.hairline
    pen.stroke(color, width)
    const x = pen.snap(box.x) - line + width / 2
    const y = pen.snap(box.y) - line + width / 2
    pen.context.strokeRect(x, y, pen.snap(box.width) + line - width, pen.snap(box.height) + line - width)
  })
}

function paintHover(kit: PaintKit, scene: Scene, { hover }: OverlayMarks): void {
  if (hover === null || kit.theme.isForced || (hover.zone !== 'cell' && hover.zone !== 'gutter')) return
  const { pen, theme } = kit
  pen.context.globalAlpha = 0.025
  pen.fill(theme.ink)
  pen.rectangle(0, rowTop(scene, hover.row), Math.min(scene.width, rightEnd(scene)), scene.lines.rowHeight)
  pen.context.globalAlpha = 1
}

function paintFound(kit: PaintKit, scene: Scene, { highlights }: OverlayMarks): void {
  if (highlights === null) return
  const found: PlaceRange[] = []
  const panes: Pane[] = [frozenPane(scene), freePane(scene)]
  for (const { index, row } of linesShown(scene, 0, scene.height).rows) {
    if (row === null) continue
    for (const pane of panes) {
      for (let column = pane.first; column <= pane.last; column += 1) {
        if (!highlights.has(row.key, scene.columns.columns[column]!.key)) continue
        found.push({ top: index, bottom: index, left: column, right: column })
      }
    }
  }
  tint(kit, scene, found, kit.theme.hues.amber.dot, 0.22)
  const { current } = highlights
  const row = current === null ? null : scene.source.indexOf(current.row)
  const column = current === null ? null : scene.columns.placeOf(current.column)
  if (row === null || column === null) return
  const place = { top: row, bottom: row, left: column, right: column }
  tint(kit, scene, [place], kit.theme.hues.amber.dot, 0.14)
  frame(kit, scene, place, kit.theme.hues.amber.dot, 2)
}

function paintSelection(kit: PaintKit, scene: Scene, marks: OverlayMarks): void {
  const { selection, isEditing, hasKnobs, canFill } = marks
  if (selection === null) return
  const { theme } = kit
  const strength = theme.isForced ? 0.3 : 0.1
  const isRows = selection.chosen.kind === 'rows' || selection.chosen.kind === 'all'
  const ranges = isRows ? [] : rectangles(tableOf(scene), selection)
  const large = ranges.filter((range) => range.top !== range.bottom || range.left !== range.right)
  tint(kit, scene, large, theme.accent, strength)
  for (const range of large) frame(kit, scene, range, theme.accent, 1)
  tintRows(kit, scene, selection, strength)
  if (selection.chosen.kind !== 'cells') return
  const last = ranges.at(-1)
  if (last === undefined || isEditing || selection.stop !== 'cell') return
  if (hasKnobs) paintKnobs(kit, scene, last)
  else if (canFill && ranges.length === 1) paintHandle(kit, scene, last)
}

function tintRows({ pen, theme }: PaintKit, scene: Scene, selection: GridSelection, strength: number): void {
  const right = Math.min(scene.width, rightEnd(scene))
  pen.fill(theme.accent)
  pen.context.globalAlpha = strength
  for (const { first, last } of selectedRows(tableOf(scene), selection)) {
    for (const { top, bottom } of rowRuns(scene, first, last)) {
      pen.rectangle(scene.columns.gutterWidth, top, right - scene.columns.gutterWidth, bottom - top)
    }
  }
  pen.context.globalAlpha = 1
}

function paintHandle(kit: PaintKit, scene: Scene, range: PlaceRange): void {
  const { pen, theme } = kit
  within(kit, scene, cornerOf(scene, range), ({ box }) => {
    const x = pen.snap(box.x + box.width - handleSize / 2 - 1)
    const y = pen.snap(box.y + box.height - handleSize / 2 - 1)
    pen.fill(theme.surface)
    pen.rectangle(x - 1, y - 1, handleSize + 2, handleSize + 2)
    pen.fill(theme.focus)
    pen.rectangle(x, y, handleSize, handleSize)
  })
}

function paintKnobs(kit: PaintKit, scene: Scene, range: PlaceRange): void {
  const first = boxesOf(scene, { ...range, bottom: range.top, right: range.left })
  within(kit, scene, first, ({ box }) => knob(kit, box.x, box.y))
  within(kit, scene, cornerOf(scene, range), ({ box }) => knob(kit, box.x + box.width, box.y + box.height))
}

/** The last cell of a range. */
function cornerOf(scene: Scene, range: PlaceRange): ClippedBox[] {
  return boxesOf(scene, { ...range, top: range.bottom, left: range.right })
}

function knob({ pen, theme }: PaintKit, x: number, y: number): void {
  pen.fill(theme.surface)
  pen.stroke(theme.focus, 2)
  pen.context.beginPath()
  pen.context.arc(x, y, knobRadius, 0, Math.PI * 2)
  pen.context.fill()
  pen.context.stroke()
}

function paintCursor(kit: PaintKit, scene: Scene, { selection, isEditing }: OverlayMarks): void {
  const cursor = selection?.cursor ?? null
  if (selection === null || cursor === null || isEditing) return
  const { pen, theme } = kit
  const place = placeOf(tableOf(scene), cursor)
  if (selection.stop === 'add-row') {
    ring(kit, scene, scene.lines.rowsEnd - scene.y, scene.lines.addRowHeight)
    return
  }
  if (place === null) return
  if (selection.stop === 'gutter') {
    pen.stroke(theme.focus, 2)
    ring(kit, scene, rowTop(scene, place.row), scene.lines.rowHeight)
    return
  }
  if (selection.stop !== 'cell') return
  const range = { top: place.row, bottom: place.row, left: place.column, right: place.column }
  frame(kit, scene, range, theme.focus, 2)
}

/** The focus around a whole line. */
function ring({ pen, theme }: PaintKit, scene: Scene, y: number, height: number): void {
  pen.stroke(theme.focus, 2)
  pen.context.strokeRect(1, y + 1, Math.min(scene.width, rightEnd(scene)) - 2, height - 2 - pen.hairline)
}

/** A heading may stick at the top, where the rest of the overlay is not seen. */
function paintHeadingFocus(kit: PaintKit, scene: Scene, { selection }: OverlayMarks): void {
  if (selection === null || typeof selection.stop === 'string') return
  const { group: key } = selection.stop
  const group = scene.lines.groups.findIndex((one) => one.key === key)
  if (group < 0) return
  const stuck = scene.stuck.find((one) => one.group === group)
  ring(kit, scene, stuck?.top ?? scene.lines.yOfGroup(group) - scene.y, scene.lines.headingHeight)
}

function paintFill(kit: PaintKit, scene: Scene, { fill }: OverlayMarks): void {
  if (fill === null) return
  within(kit, scene, boxesOf(scene, fill), ({ box }) => {
    const { pen, theme } = kit
    pen.stroke(theme.accent, 1.5)
    pen.context.setLineDash([4, 3])
    pen.context.strokeRect(box.x, box.y, box.width - 1, box.height - 1)
  })
}

function paintDrop({ pen, theme }: PaintKit, scene: Scene, { drop }: OverlayMarks): void {
  if (drop === null) return
  const { columns, lines } = scene
  pen.fill(theme.focus)
  if (drop.kind === 'row') {
    const y = drop.before < lines.rowCount ? lines.yOfRow(drop.before) : lines.rowsEnd
    pen.rectangle(0, y - scene.y - 1.5, Math.min(scene.width, rightEnd(scene)), 3)
    return
  }
  const column = Math.min(drop.before, columns.count)
  const x = columns.viewLeftOf(column, scene.scrollLeft)
  // Behind the frozen columns is where the free ones begin to be seen.
  const seen = column < columns.frozen ? x : Math.max(x, columns.frozenWidth)
  pen.rectangle(seen - 1.5, 0, 3, scene.height)
}
