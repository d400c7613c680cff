/** Text as a sequence of code points, whatever JavaScript counts. */

const maxUnits = 2

/** True for text of more than `limit` code points. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * maxUnits || lengthOf(text) > limit
}

/** Code points of a text without half surrogates. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    if (isTrailing(text.charCodeAt(index))) length -= 1
  }
  return length
}

const isTrailing = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** By code point: JavaScript's own order puts astral characters before U+E000. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (left === right) continue
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1
    return left - right
  }
  return a.length - b.length
}

/** `count` code points from position `start` (0 is the first); both may be larger than the text. */
export function slice(text: string, start: number, count: number): string {
  if (count <= 0) return ''
  const from = unitIndex(text, 0, start)
  return text.slice(from, unitIndex(text, from, count))
}

/** The index of the code unit `count` code points behind the one at `from`. */
function unitIndex(text: string, from: number, count: number): number {
  let index = from
  for (let left = count; left > 0 && index < text.length; left--) {
    index += text.codePointAt(index)! > 0xffff ? 2 : 1
  }
  return index
}
