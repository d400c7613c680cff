/** Rectangles of the view for ranges of cells, cut at what stays: frozen columns and headings of groups. */
import { freePane, frozenPane, type Pane, rowTop, type Scene } from './scene.ts'

/** Places of cells; all four sides belong to it. */
export interface PlaceRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A rectangle and the part of the view in which it is seen. */
export interface ClippedBox {
  readonly box: Box
  readonly left: number
  readonly right: number
}

/** The parts of a range on the screen; between frozen and free columns, and at headings, it is in several. */
export function boxesOf(scene: Scene, range: PlaceRange): ClippedBox[] {
  const panes = [
    frozenPane(scene),
    { ...freePane(scene), first: scene.columns.frozen, last: scene.columns.count - 1 },
  ]
  const runs = rowRuns(scene, range.top, range.bottom)
  return panes.flatMap((pane) => {
    const sides = sidesOf(scene, pane, range)
    if (sides === null) return []
    return runs.map(({ top, bottom }) => ({
      box: { x: sides.left, y: top, width: sides.right - sides.left, height: bottom - top },
      left: pane.left,
      right: pane.right,
    }))
  })
}

/** A range that goes on in the other pane has no edge where this one ends. */
function sidesOf(scene: Scene, pane: Pane, range: PlaceRange): { left: number; right: number } | null {
  const first = Math.max(range.left, pane.first)
  const last = Math.min(range.right, pane.last)
  if (last < first) return null
  const beyond = 8
  const left = range.left < pane.first ? pane.left - beyond : pane.leftOf(first)
  const right =
    range.right > pane.last ? pane.right + beyond : pane.leftOf(last) + scene.columns.widthOf(last)
  return { left, right }
}

/** The rows of a range that are on the screen, in runs without a heading between them. */
export function rowRuns(scene: Scene, first: number, last: number): { top: number; bottom: number }[] {
  const { lines } = scene
  if (lines.groups.length === 0) {
    const top = rowTop(scene, first)
    const bottom = rowTop(scene, last) + lines.rowHeight
    return bottom < 0 || top > scene.height ? [] : [{ top, bottom }]
  }
  const runs: { top: number; bottom: number }[] = []
  for (const line of lines.linesBetween(scene.y, scene.y + scene.height)) {
    if (line.kind !== 'row' || line.row < first || line.row > last) continue
    const top = line.y - scene.y
    const before = runs.at(-1)
    if (before !== undefined && Math.abs(before.bottom - top) < 0.5) before.bottom = top + line.height
    else runs.push({ top, bottom: top + line.height })
  }
  return runs
}
