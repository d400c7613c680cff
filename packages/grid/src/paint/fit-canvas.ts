/** How many pixels a canvas has. */
import type { Scene } from './scene.ts'

/**
 * Makes a canvas as large as what is seen; answers whether it was made anew, and so nothing is on it. A larger one stays, and
 * what is beyond the view is cut off: to make it anew and to paint everything costs more than a panel that opens beside it.
 */
export function fitCanvas(canvas: HTMLCanvasElement, { width, height, ratio }: Scene): boolean {
  const own = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  const isEnough = canvas.width >= own.width && canvas.height >= own.height
  const isWaste = canvas.width * canvas.height > 2 * own.width * own.height
  const isAsSharp = Math.round(Number.parseFloat(canvas.style.width) * ratio) === canvas.width
  if (isEnough && !isWaste && isAsSharp) return false
  canvas.width = own.width
  canvas.height = own.height
  canvas.style.width = `${own.width / ratio}px`
  canvas.style.height = `${own.height / ratio}px`
  return true
}
