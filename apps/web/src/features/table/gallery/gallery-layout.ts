/** Where the cards of a gallery stand: as many side by side as fit, all of one size, from edge to edge. Pure. */
import type { CardSize } from '@plinth/domain'
import { cardMeasures, coverShare } from '../../../lib/card-measures.ts'

/** Between cards, in pixels. */
export const gapPx = 12

/** Of the text below: its edges with the title, and a line of a field. */
const titlePx = 42
const linePx = 26

export interface GalleryAsked {
  /** Of the room for cards. */
  readonly width: number
  readonly size: CardSize
  readonly hasCover: boolean
  /** How many fields the view shows below the title. */
  readonly fields: number
  /** How much larger than usual the text is. */
  readonly scale: number
}

export interface GalleryLayout {
  readonly columns: number
  readonly cardPx: number
  readonly coverPx: number
  readonly heightPx: number
  /** Fields that a card has room for. */
  readonly lines: number
}

export function layOutGallery({ width, size, hasCover, fields, scale }: GalleryAsked): GalleryLayout {
  const { leastPx, lines: most } = cardMeasures[size]
  const least = leastPx * scale
  const columns = Math.max(1, Math.floor((width + gapPx) / (least + gapPx)))
  const cardPx = Math.max(1, Math.floor((width - (columns - 1) * gapPx) / columns))
  const coverPx = hasCover ? Math.round(cardPx * coverShare) : 0
  const lines = Math.min(fields, most)
  return {
    columns,
    cardPx,
    coverPx,
    lines,
    heightPx: coverPx + Math.round((titlePx + lines * linePx) * scale),
  }
}

/** Rows of so many cards. */
export const rowsOf = (cards: number, columns: number): number => Math.ceil(cards / columns)

export const rowOf = (place: number, columns: number): number => Math.floor(place / columns)

/** The places of the cards in rows, both belong to it; none where there are no cards. */
export function cardsIn(
  rows: { readonly first: number; readonly last: number },
  columns: number,
  count: number,
): { readonly first: number; readonly last: number } {
  return { first: Math.max(0, rows.first) * columns, last: Math.min((rows.last + 1) * columns, count) - 1 }
}

export interface TopBefore {
  readonly row: number
  readonly columns: number
}

/** The row in which the first card of a row stands when cards came or went above it, or fewer or more of them stand side by side. */
export function rowNow({ row, columns: before }: TopBefore, shift: number, columns: number): number {
  return rowOf(Math.max(0, row * before + shift), columns)
}
