/**
 * Capitals and small letters by Unicode's full mapping without a language, as of Unicode 10. Each browser and each database
 * knows the letters of its own day; an expression means the same in all of them (`plinth_private.ex_later_letters`).
 */

/** Letters of a pair that is younger than Unicode 10: they stay as they are. */
const later =
  '\u{10d0}-\u{10ff}\u{1c89}\u{1c8a}\u{1c90}-\u{1cbf}\u{2c2f}\u{2c5f}\u{a7b8}-\u{a7dc}\u{a7f5}\u{a7f6}' +
  '\u{10570}-\u{105bf}\u{10d50}-\u{10d85}\u{16e40}-\u{16e7f}\u{16ea0}-\u{16ed3}'
/** Small letters that are older, and have got a capital since. */
const laterCapitals = '\u{19b}\u{264}\u{282}\u{1d8e}\u{a794}'

const runsInLower = new RegExp(`[^${later}]+`, 'gu')
const runsInUpper = new RegExp(`[^${later}${laterCapitals}]+`, 'gu')

/** Small letters; a Σ at the end of a word is ς. */
export const lowerCase = (text: string): string => text.replace(runsInLower, (run) => run.toLowerCase())

/** Capitals; “ß” becomes “SS”. */
export const upperCase = (text: string): string => text.replace(runsInUpper, (run) => run.toUpperCase())
