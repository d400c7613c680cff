/** Headings of inner groups stand further to the right, by so many pixels a step. */
export const groupIndentPx = 16
