/// <reference types="vite/client" />
/** The page of `bench/grid.ts`: mounts the grid or what it is compared with, and is driven from outside. */
import '@fontsource-variable/inter'
import '../../apps/web/src/ui/tokens.css'
import { GridSurface } from '@plinth/grid'
import { columns, Million } from './million.ts'
import { PlainGrid } from './plain-grid.ts'

const rows = 1_000_000

export interface GridPage {
  mount(kind: 'grid' | 'plain'): Promise<void>
  /** Frames painted since it was mounted. */
  frames: number
  /** Steps of the bar, one a frame; `random`: anywhere. */
  jump(count: number): Promise<void>
  roam(seconds: number): Promise<void>
}

const scroller = document.createElement('div')
scroller.style.cssText = 'position:fixed;inset:0;overflow:auto;background:var(--page)'
const body = document.createElement('div')
body.style.position = 'relative'
scroller.append(body)
document.body.style.margin = '0'
document.body.append(scroller)

let unmount = () => undefined as void

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

function mountGrid(source: Million): () => void {
  const surface = new GridSurface({ scroller, body })
  surface.setSource(source)
  surface.setLayout({
    columns,
    frozen: 1,
    rowHeight: 32,
    gutterWidth: 64,
    headerHeight: 0,
    footerHeight: 0,
    groupHeight: 40,
    addRowHeight: 32,
    addRowLabel: 'New record',
    trailingWidth: 120,
  })
  surface.onView(() => {
    page.frames += 1
  })
  return () => surface.destroy()
}

function mountPlain(source: Million): () => void {
  const plain = new PlainGrid(scroller, body, source, columns)
  plain.onFrame = () => {
    page.frames += 1
  }
  return () => plain.destroy()
}

const page: GridPage = {
  frames: 0,
  async mount(kind) {
    unmount()
    await document.fonts.load('13px "Inter Variable"')
    scroller.scrollTop = 0
    const source = new Million(rows)
    unmount = kind === 'grid' ? mountGrid(source) : mountPlain(source)
    await nextFrame()
    await nextFrame()
    page.frames = 0
  },
  async jump(count) {
    for (let step = 0; step < count; step += 1) {
      scroller.scrollTop = ((step * 7919) % 10_007) * (scroller.scrollHeight / 10_007)
      await nextFrame()
    }
    await nextFrame()
  },
  async roam(seconds) {
    const end = performance.now() + seconds * 1_000
    for (let step = 0; performance.now() < end; step += 1) {
      const isJump = step % 40 === 0
      scroller.scrollTop = isJump ? Math.random() * scroller.scrollHeight : scroller.scrollTop + 90
      if (step % 25 === 0) scroller.scrollLeft = Math.random() * scroller.scrollWidth
      await nextFrame()
    }
  },
}

Object.assign(globalThis, { page })
