import { countOf } from '../../lib/count-of.ts'

/** What an exported file does not tell of links; null where it tells all. */
export const leftOutText = (restricted: number): string | null =>
  restricted === 0
    ? null
    : `${countOf(restricted, 'cell leaves', 'cells leave')} out linked records that you may not read.`
