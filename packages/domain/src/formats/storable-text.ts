/** Text as the database can keep it: without NUL, without halves of surrogate pairs, within a length. */

/** Characters as the database counts them (code points). */
export function characterCount(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1)
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--
        i++
      }
    }
  }
  return count
}

export function isTooLong(text: string, limit: number): boolean {
  return text.length > limit && characterCount(text) > limit
}

const loneSurrogate = /\p{Surrogate}/u

/** False: Postgres refuses this text (NUL, or half of a surrogate pair). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !loneSurrogate.test(text)
}

/** True for text with characters that no address holds: U+0001 to U+001F and U+007F. */
export function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
