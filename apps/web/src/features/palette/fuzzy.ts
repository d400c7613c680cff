/**
 * Fuzzy match for the palette: all letters of the query in order. Better the more letters stand together and at the
 * beginnings of words. Null when it does not match. Accents and case are ignored.
 */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = fold(query).replace(/\s+/g, '')
  const target = fold(text)
  if (wanted === '') return 0
  const direct = target.indexOf(fold(query).trim())
  if (direct >= 0) return 1_000 - direct - target.length / 100 + (isWordStart(target, direct) ? 200 : 0)
  // Beginnings of words first; where that skips letters that are needed later, any place will do.
  return (
    walk(wanted, target, bestNext) ?? walk(wanted, target, (text, letter, from) => text.indexOf(letter, from))
  )
}

type NextPlace = (target: string, letter: string, from: number, previous: number) => number

function walk(wanted: string, target: string, next: NextPlace): number | null {
  let score = 0
  let previous = -1
  for (const letter of wanted) {
    const found = next(target, letter, previous + 1, previous)
    if (found < 0) return null
    if (previous >= 0 && found === previous + 1) score += 6
    else score += isWordStart(target, found) ? 5 : 1
    previous = found
  }
  return score - target.length / 100
}

/** The place right behind the last one if it fits, else the next beginning of a word, else the next place at all. */
function bestNext(target: string, letter: string, from: number, previous: number): number {
  if (previous >= 0 && target[previous + 1] === letter) return previous + 1
  for (let at = target.indexOf(letter, from); at >= 0; at = target.indexOf(letter, at + 1)) {
    if (isWordStart(target, at)) return at
  }
  return target.indexOf(letter, from)
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
