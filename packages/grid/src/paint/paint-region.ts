/** A part of the view, painted anew: ground, cells, lines, headings. Nothing outside of it changes. */
import type { PaintKit } from './kit.ts'
import { paintCells } from './paint-cells.ts'
import { paintGutter } from './paint-gutter.ts'
import { paintAddRow, paintHeading, rightEnd } from './paint-lines.ts'
import { freePane, frozenPane, linesShown, type Pane, type Scene, type ShownRow } from './scene.ts'

export interface Region {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function paintRegion(kit: PaintKit, scene: Scene, region: Region, addRowLabel: string): void {
  if (region.right <= region.left || region.bottom <= region.top) return
  const { pen } = kit
  const { rows, headings, addRowY } = linesShown(scene, region.top, region.bottom)
  pen.clipped(region.left, region.top, region.right - region.left, region.bottom - region.top, () => {
    paintGround(kit, scene, region)
    const frozenWidth = scene.columns.frozenWidth
    if (region.right > frozenWidth) paintFree(kit, scene, region, rows)
    if (region.left < frozenWidth) {
      paintGutter(kit, scene, rows)
      paintPane(kit, scene, frozenPane(scene), rows)
    }
    paintFrozenEdge(kit, scene, rows)
    for (const { group, y } of headings) paintHeading(kit, scene, scene.lines.groups[group]!, y)
    if (addRowY !== null) paintAddRow(kit, scene, addRowY, addRowLabel)
  })
}

/** Headings that stay at the top: inner ones first, since outer ones push them out from above. */
export function paintStuck(kit: PaintKit, scene: Scene): void {
  for (const { group, top } of scene.stuck.toReversed()) {
    paintHeading(kit, scene, scene.lines.groups[group]!, top)
  }
}

function paintGround({ pen, theme }: PaintKit, scene: Scene, region: Region): void {
  pen.fill(theme.surface)
  pen.rectangle(region.left, region.top, region.right - region.left, region.bottom - region.top)
  const right = rightEnd(scene)
  const bottom = scene.lines.height - scene.y
  pen.fill(theme.page)
  if (right < region.right) pen.rectangle(right, region.top, region.right - right, region.bottom - region.top)
  if (bottom < region.bottom)
    pen.rectangle(region.left, bottom, region.right - region.left, region.bottom - bottom)
}

/** Free columns scroll below the frozen ones and must not be seen there. */
function paintFree(kit: PaintKit, scene: Scene, region: Region, rows: readonly ShownRow[]): void {
  const pane = freePane(scene, region.left, region.right)
  const paint = () => paintPane(kit, scene, pane, rows)
  if (region.left >= pane.left || scene.scrollLeft === 0) return paint()
  kit.pen.clipped(pane.left, region.top, pane.right - pane.left, region.bottom - region.top, paint)
}

function paintPane(kit: PaintKit, scene: Scene, pane: Pane, rows: readonly ShownRow[]): void {
  paintCells(kit, scene, pane, rows)
  const { pen, theme } = kit
  const { columns, lines } = scene
  const line = pen.hairline
  const isFree = pane.first >= columns.frozen
  const left = isFree ? pane.left : 0
  const right = Math.min(pane.right, isFree ? rightEnd(scene) : columns.frozenWidth)
  pen.fill(theme.line)
  for (const { y } of rows) pen.rectangle(left, y + lines.rowHeight - line, right - left, line)
  const edges = verticals(scene, pane)
  for (const run of runsOf(rows, lines.rowHeight)) {
    for (const edge of edges) pen.rectangle(edge - line, run.top, line, run.bottom - run.top)
  }
}

function verticals(scene: Scene, pane: Pane): number[] {
  const edges = pane.first === 0 && scene.columns.frozen > 0 ? [scene.columns.gutterWidth] : []
  for (let index = pane.first; index <= pane.last; index += 1) {
    edges.push(pane.leftOf(index) + scene.columns.widthOf(index))
  }
  return edges
}

/** A stronger line where columns stop scrolling. */
function paintFrozenEdge({ pen, theme }: PaintKit, scene: Scene, rows: readonly ShownRow[]): void {
  pen.fill(scene.columns.frozen > 0 ? theme.lineStrong : theme.line)
  for (const run of runsOf(rows, scene.lines.rowHeight)) {
    pen.rectangle(scene.columns.frozenWidth - pen.hairline, run.top, pen.hairline, run.bottom - run.top)
  }
}

/** Rows that follow one another without a heading between them. */
function runsOf(rows: readonly ShownRow[], height: number): { top: number; bottom: number }[] {
  const runs: { top: number; bottom: number }[] = []
  for (const { y } of rows) {
    const last = runs.at(-1)
    if (last !== undefined && Math.abs(last.bottom - y) < 0.5) last.bottom = y + height
    else runs.push({ top: y, bottom: y + height })
  }
  return runs
}
