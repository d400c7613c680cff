/** Where a line of the list stands, in pixels, and as which of how many. */
export interface LinePlace {
  readonly top: number
  readonly height: number
  readonly number: number
  readonly of: number
}
