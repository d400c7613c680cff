/**
 * The records of a day side by side, where they are at the same time. Those that touch one another, directly or by others between
 * them, share the width; each is as wide as nobody is beside it. Pure.
 */

/** Minutes of the clock, from midnight; the end is not part of it. */
export interface Piece<Id> {
  readonly id: Id
  readonly from: number
  readonly to: number
}

export interface PlacedPiece<Id> extends Piece<Id> {
  readonly column: number
  /** How many columns it is wide, of how many. */
  readonly width: number
  readonly of: number
}

export function sideBySide<Id>(pieces: readonly Piece<Id>[]): readonly PlacedPiece<Id>[] {
  const order = pieces.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const clusters: Piece<Id>[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const piece of order) {
    if (piece.from >= end) clusters.push([])
    clusters.at(-1)!.push(piece)
    end = Math.max(end, piece.to)
  }
  return clusters.flatMap(placed)
}

function placed<Id>(cluster: readonly Piece<Id>[]): PlacedPiece<Id>[] {
  const ends: number[] = []
  const columns = cluster.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from)
    const column = free < 0 ? ends.length : free
    ends[column] = to
    return column
  })
  return cluster.map((piece, at) => {
    const column = columns[at]!
    const beside = cluster.flatMap((other, no) =>
      columns[no]! > column && other.from < piece.to && piece.from < other.to ? [columns[no]!] : [],
    )
    return { ...piece, column, width: Math.min(ends.length, ...beside) - column, of: ends.length }
  })
}
