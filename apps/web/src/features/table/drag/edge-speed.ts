/** How fast is scrolled so near to an edge of what scrolls, in pixels a frame: the nearer, the faster. */
export const edgeSpeed = (distance: number, edgePx: number, fastestPx: number): number =>
  distance < edgePx ? fastestPx * (1 - Math.max(0, distance) / edgePx) : 0
