import { withText } from '../../../lib/text-size.ts'

/** Pixels. Where names stand above the bars a row is higher. */
export const measures = {
  row: withText(38),
  narrowRow: withText(62),
  heading: withText(36),
  narrowHeading: withText(45),
  head: withText(56),
  aside: withText(264),
  smallAside: withText(200),
  bar: withText(26),
  /** Below the last row. */
  after: withText(72),
} as const

/** No bar is narrower, so that it is seen and can be pressed. */
export const leastBarPx = 8
/** From this width on a bar has its name in it, else beside it. */
export const namedBarPx = 96

/** Where in its row a bar stands. */
export function bandOf(rowPx: number, isNarrow: boolean): { readonly top: number; readonly middle: number } {
  const top = isNarrow ? rowPx - measures.bar - 5 : Math.round((rowPx - measures.bar) / 2)
  return { top, middle: top + measures.bar / 2 }
}
