/** How wide the cards of a gallery are at least, and what they have room for. */
import type { CardSize } from '@plinth/domain'

interface CardMeasures {
  /** Narrower a card does not get, where there is room for one. */
  readonly leastPx: number
  /** Lines of fields at most. */
  readonly lines: number
}

/** Height to width of a gallery's cover. */
export const coverShare = 0.625

/** In pixels of the usual text. */
export const cardMeasures: Readonly<Record<CardSize, CardMeasures>> = {
  small: { leastPx: 164, lines: 2 },
  medium: { leastPx: 236, lines: 3 },
  large: { leastPx: 340, lines: 5 },
}
