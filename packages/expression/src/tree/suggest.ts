/** “Did you mean”: the name that a wrong one is nearest to. */

/** The candidate that differs in few letters, or null when all are far off. Letters of any case are the same. */
export function nearestName(wrong: string, candidates: Iterable<string>): string | null {
  const wanted = wrong.toLowerCase()
  const farthest = Math.max(1, Math.floor(wanted.length / 3))
  let nearest: string | null = null
  let least = farthest + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least)
    if (distance < least) [nearest, least] = [candidate, distance]
  }
  return nearest
}

/** Letters to insert, delete, change or swap with their neighbour; at least `limit` when there are that many. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforeLast: readonly number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      let best = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, beforeLast[column - 2]! + 1)
      }
      current.push(best)
    }
    ;[beforeLast, last] = [last, current]
  }
  return last[b.length]!
}

/** A sentence to put behind an error, or nothing. */
export function didYouMean(name: string | null): string {
  return name === null ? '' : ` Did you mean ${name}?`
}
