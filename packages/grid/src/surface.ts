/**
 * The grid on the screen: two canvases over a body that scrolls natively. Paints once a frame at most and only what changed;
 * says what is seen, what lies under a point and where a cell is. It knows no keys and no gestures.
 */
import type { LineLayout } from './geometry/line-layout.ts'
import { placeAt, type ViewPlace, yOfPlace } from './geometry/view-place.ts'
import type { MirrorGroup } from './mirror/mirror-frame.ts'
import type { GridHit } from './model/grid-hit.ts'
import type { GridGroup, GridSource, RowKey } from './model/grid-source.ts'
import type { GridSelection } from './model/selection.ts'
import { Overlay } from './paint/overlay.ts'
import { type GridDrop, type GridHighlights, type GridPeer } from './paint/overlay-marks.ts'
import { Painter } from './paint/painter.ts'
import { linesShown, makeScene, type Scene } from './paint/scene.ts'
import type { CellPlace, Rectangle } from './select/place.ts'
import { type GridLayout, Layouts } from './surface/grid-layout.ts'
import { cellBox, hitIn, nearestCell } from './surface/hit.ts'
import { scrollLeftToReveal, yToReveal } from './surface/reveal.ts'
import { Stage } from './surface/stage.ts'
import { Viewport } from './surface/viewport.ts'
import { watchSize } from './surface/watch-size.ts'
import { rowIndex } from './units.ts'

/** What of the rows is seen. */
export interface GridView extends ViewPlace {
  /** Rows with a part on the screen; none where `lastRow < firstRow`. */
  readonly firstRow: number
  readonly lastRow: number
  /** Free columns with a part on the screen. */
  readonly firstColumn: number
  readonly lastColumn: number
  /** Where the content's first pixel lies in the body: what stands over cells is placed anew when it changes. */
  readonly origin: number
  readonly scrollLeft: number
  /** Of the part in which lines are seen. */
  readonly width: number
  readonly height: number
}

/** A cell's place: `client` for what floats above the page, `body` for what lies in the body and scrolls with it. */
export interface CellRect {
  readonly client: DOMRect
  readonly body: DOMRect
}

const emptySource: GridSource = {
  rowCount: 0,
  groups: [],
  keyAt: () => null,
  indexOf: () => null,
  rowAt: () => null,
}

export class GridSurface {
  readonly #scroller: HTMLElement
  readonly #body: HTMLElement
  readonly #stage: Stage
  readonly #viewport: Viewport
  readonly #layouts = new Layouts()
  readonly #painter: Painter
  readonly #overlay: Overlay
  readonly #listeners = new Set<(view: GridView) => void>()
  readonly #unwatchSize: () => void
  #source = emptySource
  #frame: number | null = null
  #isAllDamaged = true
  #isFrameDirty = true
  readonly #damagedRows = new Set<RowKey>()
  #told: GridView | null = null
  #toggled: { readonly key: string; readonly wasCollapsed: boolean | null } | null = null

  constructor({ scroller, body }: { scroller: HTMLElement; body: HTMLElement }) {
    this.#scroller = scroller
    this.#body = body
    this.#stage = new Stage(body, () => this.damage(null))
    this.#viewport = new Viewport(scroller, body, this.#invalidate)
    this.#painter = new Painter(this.#stage.cells, () => this.#stage.cellsKit)
    this.#overlay = new Overlay(this.#stage.overlay, () => this.#stage.overlayKit)
    this.#unwatchSize = watchSize(scroller, () => {
      this.#viewport.measure()
      this.#fit()
      // A canvas that has another size is blank until it is painted: not a frame later.
      this.#paint()
    })
  }

  setLayout(layout: GridLayout): void {
    const place = placeAt(this.#layouts.lines, this.#viewport.y)
    const wasHigh = this.#layouts.layout.rowHeight
    this.#layouts.setLayout(layout, this.#source)
    this.#painter.addRowLabel = layout.addRowLabel
    this.#painter.forget()
    this.#fit()
    const offsetPx = place.offsetPx * (layout.rowHeight / wasHigh)
    if (this.#lines.rowCount > 0) this.#goTo(yOfPlace(this.#lines, { topRow: place.topRow, offsetPx }))
  }

  /** Other rows, another order, other groups. Rows that came or went above are told by `shiftRows`. */
  setSource(source: GridSource): void {
    const place = placeAt(this.#layouts.lines, this.#viewport.y)
    const topKey = this.#source.rowCount > 0 ? this.#source.keyAt(rowIndex(place.topRow)) : null
    const isRegrouped = source.groups !== this.#lines.groups
    const heading = isRegrouped ? this.#toggledIn(source.groups) : null
    this.#source = source
    this.#layouts.setSource(source)
    this.#painter.forget()
    this.#fit()
    if (heading) {
      this.#toggled = null
      return this.#goTo(this.#lines.yOfGroup(heading.group) - heading.top)
    }
    // Headings came or went: the row at the top stays there, wherever it now stands. At the very top one watches the top.
    const isAtTop = this.#viewport.y === 0
    const row = isRegrouped && !isAtTop && topKey !== null ? source.indexOf(topKey) : null
    if (row !== null) this.#goTo(yOfPlace(this.#lines, { topRow: row, offsetPx: place.offsetPx }))
  }

  /** A group is about to be opened or closed: its heading stays where it is on the screen. */
  holdHeading(key: string): void {
    const group = this.#lines.groups.find((one) => one.key === key)
    this.#toggled = group ? { key, wasCollapsed: group.isCollapsed } : null
  }

  #toggledIn(groups: readonly GridGroup[]): { readonly group: number; readonly top: number } | null {
    const toggled = this.#toggled
    if (toggled === null) return null
    const before = this.#lines.groups.findIndex(({ key }) => key === toggled.key)
    const group = groups.findIndex(({ key }) => key === toggled.key)
    if (before < 0 || group < 0 || groups[group]?.isCollapsed === toggled.wasCollapsed) return null
    const stuck = this.#scene().stuck.find((one) => one.group === before)
    return { group, top: stuck?.top ?? this.#lines.yOfGroup(before) - this.#viewport.y }
  }

  /** These rows changed; null: anything may have. */
  damage(keys: Iterable<RowKey> | null): void {
    if (keys === null) this.#isAllDamaged = true
    else for (const key of keys) this.#damagedRows.add(key)
    this.#invalidate()
  }

  setSelection(selection: GridSelection): void {
    this.#mark({ selection })
  }

  /** While a cell is edited, its editor shows where the focus is. */
  setEditing(isEditing: boolean): void {
    this.#mark({ isEditing })
  }

  setHover(hover: GridHit | null): void {
    this.#mark({ hover })
  }

  /** Knobs for fingers in place of the fill handle. */
  setKnobs(hasKnobs: boolean): void {
    this.#mark({ hasKnobs })
  }

  setFillable(canFill: boolean): void {
    this.#mark({ canFill })
  }

  setHighlights(highlights: GridHighlights | null): void {
    this.#mark({ highlights })
  }

  setPeers(peers: readonly GridPeer[]): void {
    this.#mark({ peers })
  }

  setDrop(drop: GridDrop | null): void {
    this.#mark({ drop })
  }

  setFillPreview(fill: Rectangle | null): void {
    this.#mark({ fill })
  }

  /** What is seen now, told without waiting for a frame. */
  get view(): GridView {
    const { lines, y, scrollLeft, width, height, columns, stuckHeight } = this.#scene()
    const rows = lines.rowsBetween(y + stuckHeight, y + height)
    const free = columns.visibleFree(scrollLeft, width)
    return {
      ...placeAt(lines, this.#viewport.y),
      firstRow: rows.first,
      lastRow: rows.last,
      firstColumn: free.first,
      lastColumn: free.last,
      origin: this.#viewport.origin,
      scrollLeft,
      width,
      height,
    }
  }

  /** Tells what is seen, once a frame and only when it is another; answers how to stop. */
  onView(listener: (view: GridView) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  hitAt(clientX: number, clientY: number): GridHit {
    const { x, y } = this.#toView(clientX, clientY)
    return hitIn(this.#stage.overlayKit, this.#scene(), this.#overlay.marks, x, y)
  }

  /** The cell nearest to a point anywhere, for drags that leave the body; null without cells. */
  nearestCell(clientX: number, clientY: number): CellPlace | null {
    const { x, y } = this.#toView(clientX, clientY)
    return nearestCell(this.#scene(), x, y)
  }

  /** The column before which something dropped at a point would lie; the number of columns for the end. */
  columnBoundaryAt(clientX: number): number {
    const { columns } = this.#layouts
    const { x } = this.#toView(clientX, 0)
    const { scrollLeft } = this.#viewport
    const near = columns.nearestColumn(x, scrollLeft)
    if (near === null) return 0
    return x > columns.viewLeftOf(near, scrollLeft) + columns.widthOf(near) / 2 ? near + 1 : near
  }

  rectOf(row: number, column: number): CellRect {
    const scene = this.#scene()
    const { x, y, width, height } = cellBox(scene, row, column)
    const corner = this.#corner()
    const { DOMRect } = this.#body.ownerDocument.defaultView!
    const bodyY = this.#viewport.origin + scene.lines.yOfRow(row)
    return {
      client: new DOMRect(corner.x + x, corner.y + y, width, height),
      body: new DOMRect(this.#viewport.scrollLeft + x, bodyY, width, height),
    }
  }

  get lines(): LineLayout {
    return this.#layouts.lines
  }

  /** The headings on the screen, and where they stand in the body; those that stick at its top too. */
  headings(): readonly MirrorGroup[] {
    const scene = this.#scene()
    const stuck = scene.stuck.map(({ group, top }) => ({ group, y: top }))
    const seen = linesShown(scene, 0, scene.height).headings.filter(
      ({ group }) => !stuck.some((one) => one.group === group),
    )
    return [...stuck, ...seen].flatMap(({ group, y }) => {
      const shown = scene.lines.groups[group]
      const top = this.#viewport.origin + scene.y + y
      return shown ? [{ group: shown, top, linesAbove: scene.lines.linesAboveGroup(group) }] : []
    })
  }

  /** Scrolls as little as it takes to see the heading of a group whole. */
  revealGroup(key: string): void {
    const scene = { ...this.#scene(), y: this.#viewport.y }
    const { lines, stuck, y, height } = scene
    const group = lines.groups.findIndex((one) => one.key === key)
    if (group < 0 || stuck.some((one) => one.group === group)) return
    const top = lines.yOfGroup(group)
    const covered = (lines.groups[group]?.depth ?? 0) * lines.headingHeight
    if (top - covered < y) this.#goTo(Math.max(0, top - covered))
    else if (top + lines.headingHeight > y + height) this.#goTo(top + lines.headingHeight - height)
  }

  /** Scrolls as little as it takes to see a row whole, and a column of it. */
  reveal(row: number, column?: number): void {
    const scene = { ...this.#scene(), y: this.#viewport.y }
    this.#goTo(yToReveal(scene, row))
    if (column !== undefined) this.#viewport.moveSideways(scrollLeftToReveal(scene, column))
    this.#invalidate()
  }

  /** Puts a row at the top of the view, below the headings of its groups. */
  scrollToRow(row: number): void {
    const scene = this.#scene()
    const top = scene.lines.yOfRow(row)
    this.#goTo(yToReveal({ lines: scene.lines, y: top + scene.lines.rowHeight, height: scene.height }, row))
  }

  scrollByRows(count: number): void {
    this.#goTo(this.#viewport.y + count * this.#lines.rowHeight)
  }

  scrollBy(dx: number, dy: number): void {
    if (dy !== 0) this.#goTo(this.#viewport.y + dy)
    if (dx !== 0) this.#viewport.moveSideways(this.#viewport.scrollLeft + dx)
    this.#invalidate()
  }

  /** So many rows came (or, below 0, went) above what is seen, which stays where it is. */
  shiftRows(count: number): void {
    this.#goTo(this.#viewport.y + count * this.#lines.rowHeight)
  }

  destroy(): void {
    const view = this.#body.ownerDocument.defaultView
    if (this.#frame !== null) view?.cancelAnimationFrame(this.#frame)
    this.#unwatchSize()
    this.#viewport.destroy()
    this.#stage.destroy()
    this.#listeners.clear()
  }

  get #lines(): LineLayout {
    return this.#layouts.lines
  }

  #scene(): Scene {
    return makeScene({
      columns: this.#layouts.columns,
      lines: this.#lines,
      source: this.#source,
      y: this.#viewport.y,
      scrollLeft: this.#viewport.scrollLeft,
      ...this.#viewport.size,
      ratio: this.#body.ownerDocument.defaultView!.devicePixelRatio,
    })
  }

  #mark(marks: Partial<Overlay['marks']>): void {
    this.#overlay.marks = { ...this.#overlay.marks, ...marks }
    this.#schedule()
  }

  /** Gives the body and the canvases the sizes that they should have. */
  #fit(): void {
    const { headerHeight, footerHeight } = this.#layouts.layout
    const content = { width: this.#layouts.columns.width, height: this.#lines.height }
    this.#viewport.resize(content, headerHeight + footerHeight)
    this.#stage.place(headerHeight, this.#viewport.size.width, this.#viewport.size.height)
    this.#invalidate()
  }

  #goTo(y: number): void {
    if (y !== this.#viewport.y) this.#viewport.moveTo(y)
    this.#invalidate()
  }

  readonly #invalidate = (): void => {
    this.#isFrameDirty = true
    this.#schedule()
  }

  #schedule(): void {
    this.#frame ??= this.#body.ownerDocument.defaultView!.requestAnimationFrame(() => this.#paint())
  }

  #paint(): void {
    if (this.#frame !== null) this.#body.ownerDocument.defaultView?.cancelAnimationFrame(this.#frame)
    this.#frame = null
    const scene = this.#scene()
    if (scene.width === 0 || scene.height === 0) return
    if (this.#isFrameDirty) {
      this.#painter.paint(scene, { isAll: this.#isAllDamaged, rows: this.#placesOfDamage() })
      this.#isFrameDirty = this.#isAllDamaged = false
      this.#damagedRows.clear()
    }
    this.#overlay.paint(scene)
    this.#tell()
  }

  #placesOfDamage(): Set<number> {
    const places = new Set<number>()
    for (const key of this.#damagedRows) {
      const place = this.#source.indexOf(key)
      if (place !== null) places.add(place)
    }
    return places
  }

  #tell(): void {
    if (this.#listeners.size === 0) return
    const { view } = this
    const told = this.#told
    if (told !== null && (Object.keys(view) as (keyof GridView)[]).every((key) => view[key] === told[key]))
      return
    this.#told = view
    for (const listener of this.#listeners) listener(view)
  }

  /** The view's top left corner on the page. */
  #corner(): { x: number; y: number } {
    const { left, top } = this.#scroller.getBoundingClientRect()
    const { clientLeft, clientTop } = this.#scroller
    return { x: left + clientLeft, y: top + clientTop + this.#layouts.layout.headerHeight }
  }

  #toView(clientX: number, clientY: number): { x: number; y: number } {
    const corner = this.#corner()
    return { x: clientX - corner.x, y: clientY - corner.y }
  }
}
