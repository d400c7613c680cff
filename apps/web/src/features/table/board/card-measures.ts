import { withText } from '../../../lib/text-size.ts'

/** Pixels of a card with the gap below it: a title and up to three fields. */
const plainPx = withText(126)

/** Of a cover above them. */
export const coverPx = { height: 112, className: 'h-28' } as const

export const cardPx = (hasCover: boolean): number => plainPx + (hasCover ? withText(coverPx.height) : 0)
