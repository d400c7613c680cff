/**
 * Paints cells. What was on the screen a moment ago is moved, and only what came into sight is painted; of what changed,
 * only its rows.
 */
import { fitCanvas } from './fit-canvas.ts'
import type { PaintKit } from './kit.ts'
import { paintRegion, paintStuck, type Region } from './paint-region.ts'
import type { Scene } from './scene.ts'

export interface Damage {
  /** Nothing of the last frame is true. */
  readonly isAll: boolean
  /** Places of rows that changed. */
  readonly rows: ReadonlySet<number>
}

export class Painter {
  readonly #canvas: HTMLCanvasElement
  readonly #kit: () => PaintKit
  #last: Scene | null = null
  #buffer: OffscreenCanvasRenderingContext2D | null = null
  addRowLabel = ''

  constructor(canvas: HTMLCanvasElement, kit: () => PaintKit) {
    this.#canvas = canvas
    this.#kit = kit
  }

  /** The next frame begins from nothing. */
  forget(): void {
    this.#last = null
  }

  paint(scene: Scene, damage: Damage): void {
    const kit = this.#kit()
    const before = this.#last
    this.#last = scene
    if (fitCanvas(this.#canvas, scene) || damage.isAll || before === null || !isSameTable(before, scene)) {
      kit.pen.begin(scene.ratio)
      this.#paintAll(kit, scene)
      return
    }
    kit.pen.begin(scene.ratio)
    for (const region of this.#move(before, scene)) paintRegion(kit, scene, region, this.addRowLabel)
    this.#paintRows(kit, scene, damage.rows)
    paintStuck(kit, scene)
  }

  #paintAll(kit: PaintKit, scene: Scene): void {
    paintRegion(kit, scene, wholeOf(scene), this.addRowLabel)
    paintStuck(kit, scene)
  }

  #paintRows(kit: PaintKit, scene: Scene, rows: ReadonlySet<number>): void {
    for (const row of rows) {
      if (row >= scene.lines.rowCount) continue
      const y = scene.lines.yOfRow(row) - scene.y
      const top = Math.max(y, scene.stuckHeight)
      const bottom = Math.min(y + scene.lines.rowHeight, scene.height)
      paintRegion(kit, scene, { left: 0, top, right: scene.width, bottom }, this.addRowLabel)
    }
  }

  /** Moves what stays in sight; answers what must be painted. */
  #move(before: Scene, scene: Scene): Region[] {
    const dy = before.y - scene.y
    const dx = before.scrollLeft - scene.scrollLeft
    const whole = wholeOf(scene)
    if (dx !== 0) return dy === 0 && isSameSize(before, scene) ? this.#moveSideways(scene, dx) : [whole]
    const top = Math.max(before.stuckHeight + dy, scene.stuckHeight)
    const bottom = Math.min(before.height + dy, scene.height)
    const right = Math.min(before.width, scene.width)
    if (bottom - top < 1) return [whole]
    if (dy !== 0) this.#copy(scene, { left: 0, top, right, bottom }, 0, dy)
    // Above and below what was moved, and beside it where the view has grown; of no size where there is nothing.
    return [
      { ...whole, bottom: top },
      { ...whole, top: bottom },
      { ...whole, left: right, top, bottom },
    ]
  }

  #moveSideways(scene: Scene, dx: number): Region[] {
    const free = { ...wholeOf(scene), left: scene.columns.frozenWidth }
    // Headings keep their labels in place: where there are any, moving would smear them.
    if (scene.lines.groups.length > 0) return [free]
    const left = Math.max(free.left, free.left + dx)
    const right = Math.min(free.right, free.right + dx)
    if (right - left < 1) return [free]
    this.#copy(scene, { ...free, left, right }, dx, 0)
    const addRowTop = scene.lines.rowsEnd - scene.y
    return [
      { ...free, right: left },
      { ...free, left: right },
      { ...free, top: Math.max(free.top, addRowTop) },
    ]
  }

  /**
   * By way of a second picture: a browser without a graphics card copies the whole of a canvas that is drawn onto itself, which
   * costs more than painting everything anew.
   */
  #copy({ ratio }: Scene, to: Region, dx: number, dy: number): void {
    const { context } = this.#kit().pen
    const px = (value: number) => Math.round(value * ratio)
    const [x, y, width, height] = [px(to.left), px(to.top), px(to.right - to.left), px(to.bottom - to.top)]
    context.setTransform(1, 0, 0, 1, 0, 0)
    const buffer = this.#bufferOf(this.#canvas.width, this.#canvas.height)
    buffer.drawImage(this.#canvas, x - px(dx), y - px(dy), width, height, 0, 0, width, height)
    context.drawImage(buffer.canvas, 0, 0, width, height, x, y, width, height)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
  }

  #bufferOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
    const known = this.#buffer
    if (known !== null && known.canvas.width === width && known.canvas.height === height) return known
    const made = new OffscreenCanvas(width, height).getContext('2d', { alpha: false })!
    this.#buffer = made
    return made
  }
}

function wholeOf(scene: Scene): Region {
  return { left: 0, top: scene.stuckHeight, right: scene.width, bottom: scene.height }
}

function isSameSize(before: Scene, scene: Scene): boolean {
  return before.width === scene.width && before.height === scene.height
}

function isSameTable(before: Scene, scene: Scene): boolean {
  if (before.columns !== scene.columns || before.lines !== scene.lines || before.source !== scene.source)
    return false
  // Headings have their labels where the width of the view allows it.
  return before.width === scene.width || scene.lines.groups.length === 0
}
