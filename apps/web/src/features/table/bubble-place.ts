/** Where a note at a cell stands: below the cell, within what is seen of the table. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface BubblePlace {
  /** How far it is moved from the left edge of the cell, in pixels. */
  readonly shift: number
  /** There is no room below the cell, but above it. */
  readonly isAbove: boolean
}

/** `bubble`: as it would stand below the cell, at its left edge. */
export function placeBubble(bubble: Box, cell: Box, room: Box): BubblePlace {
  const shift = Math.max(Math.min(0, room.right - bubble.right), Math.min(0, room.left - bubble.left))
  const height = bubble.bottom - bubble.top
  return { shift, isAbove: bubble.bottom > room.bottom && cell.top - height >= room.top }
}
