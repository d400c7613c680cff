/** What every part of the painter is given. */
import type { Pen } from './pen.ts'
import type { Sprites } from './sprites.ts'
import type { Texts } from './texts.ts'
import type { Theme } from './theme.ts'

export interface PaintKit {
  readonly pen: Pen
  readonly texts: Texts
  readonly sprites: Sprites
  readonly theme: Theme
}

/** Where a cell is painted, in CSS pixels of the view. */
export interface CellBox {
  x: number
  y: number
  width: number
  height: number
  align: 'start' | 'center' | 'end'
  isPrimary: boolean
}

/** Left and right of what a cell shows. */
export const cellPadding = 8

/** Above and below, 6 of a line of 20: the first line of every row height stands where that of the lowest does. */
export const linePadding = (lineHeight: number): number => lineHeight * 0.3

/** How many lines of text a row of a height holds. */
export function linesIn(height: number, lineHeight: number): number {
  return Math.max(1, Math.floor((height - 2 * linePadding(lineHeight)) / lineHeight))
}

/** Top of the first line: rows lower than usual are filled from the middle. */
export function firstLineTop(box: CellBox, lineHeight: number): number {
  return box.y + firstLineIn(box.height, lineHeight)
}

/** The same from the top of what is `height` high. */
export function firstLineIn(height: number, lineHeight: number): number {
  return Math.min(linePadding(lineHeight), (height - lineHeight) / 2)
}

/** From the top of a line of text to the line its letters stand on. */
export function baselineIn(lineHeight: number): number {
  return Math.round(lineHeight * 0.73)
}
