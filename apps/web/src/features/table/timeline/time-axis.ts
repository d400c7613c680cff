/** Where instants lie on a line of pixels. Pure. */

/**
 * Of the line on the page. It is as long as a scroller can be trusted with, and is laid anew around what is seen before an end of it comes
 * into sight, so that time goes on without end.
 */
export const axisPx = 1_000_000

export class TimeAxis {
  /** The instant in the middle of the line. */
  readonly origin: number
  readonly msPerPx: number

  constructor(origin: number, msPerPx: number) {
    this.origin = origin
    this.msPerPx = msPerPx
  }

  xOf(instant: number): number {
    return axisPx / 2 + (instant - this.origin) / this.msPerPx
  }

  timeAt(x: number): number {
    return this.origin + (x - axisPx / 2) * this.msPerPx
  }
}
