/**
 * Measures, shortens and wraps texts. Asking the browser for a width is dear, so widths of plain ASCII are first added up
 * from those of its characters; only what comes near the limit is measured, and what was measured is kept for a while.
 */
import { RecentMap } from './recent-map.ts'

/** What of a canvas this needs. */
export interface TextContext {
  font: string
  measureText(text: string): { readonly width: number }
}

const ellipsis = '…'
/** Kerning and ligatures move a sum of characters by less than this. */
const tolerance = 1.03
const lastAscii = 126
/** More digits after the point than a number has that was computed with. */
const mostDecimals = 16

/** What is known of one font. Keys without the font's long name are quick to make. */
interface KnownFont {
  /** By character; the first is that of the ellipsis. */
  readonly advances: Float64Array
  readonly widths: RecentMap<number>
  readonly fits: RecentMap<string>
  readonly wraps: RecentMap<readonly string[]>
}

export class Texts {
  readonly #context: TextContext
  readonly #fonts = new Map<string, KnownFont>()
  #font = ''

  constructor(context: TextContext) {
    this.#context = context
  }

  /** A font has arrived: what was measured is no longer true. */
  clear(): void {
    this.#font = ''
    this.#fonts.clear()
  }

  width(font: string, text: string): number {
    const { widths } = this.#known(font)
    const known = widths.get(text)
    if (known !== undefined) return known
    const width = this.#measure(font, text)
    widths.set(text, width)
    return width
  }

  /** A width that may be a pixel off for plain texts, for which nothing is measured. */
  roughWidth(font: string, text: string): number {
    const { advances } = this.#known(font)
    let sum = 0
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > lastAscii || code < 32) return this.width(font, text)
      sum += advances[code]!
    }
    return sum
  }

  /** The text itself where it fits, else as much of it as fits before an ellipsis. */
  fit(font: string, text: string, room: number): string {
    const plain = this.#fitPlain(font, text, room)
    if (plain !== null) return plain
    const { fits } = this.#known(font)
    const key = `${Math.floor(room)} ${text}`
    const known = fits.get(key)
    if (known !== undefined) return known
    const fitted = this.#shorten(font, text, room)
    fits.set(key, fitted)
    return fitted
  }

  /** A number that does not fit is rounded to as many digits after the point as do; one without room for any is cut. */
  fitNumber(font: string, text: string, room: number, rounded: (decimals: number) => string | null): string {
    const { fits } = this.#known(font)
    const key = `${Math.floor(room)} #${text}`
    const known = fits.get(key)
    if (known !== undefined) return known
    const fitted = this.#round(font, text, room, rounded)
    fits.set(key, fitted)
    return fitted
  }

  #round(font: string, text: string, room: number, rounded: (decimals: number) => string | null): string {
    if (this.#measure(font, text) <= room) return text
    for (let decimals = mostDecimals; decimals >= 0; decimals -= 1) {
      const shorter = rounded(decimals)
      if (shorter === null) break
      if (this.#measure(font, shorter) <= room) return shorter
    }
    return this.fit(font, text, room)
  }

  /**
   * Plain texts, by the sum of the widths of their characters: added up, they are quicker found than kept. Some pixels may be
   * left over before the ellipsis. Null: it has other characters, or comes so near the limit that it has to be measured.
   */
  #fitPlain(font: string, text: string, room: number): string | null {
    const { advances } = this.#known(font)
    const least = room - advances[0]!
    let sum = 0
    let cut = 0
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > lastAscii || code < 32) return null
      sum += advances[code]!
      if (sum * tolerance <= least) cut = index + 1
      else if (sum > room * tolerance)
        return cut === 0 ? ellipsis : `${text.slice(0, cut).trimEnd()}${ellipsis}`
    }
    return sum * tolerance <= room ? text : null
  }

  /** Lines of at most `room`, broken at line breaks and spaces; the last one is shortened. */
  wrap(font: string, text: string, room: number, most: number): readonly string[] {
    if (most <= 1)
      return [this.fit(font, text.includes('\n') ? text.replaceAll(/\s*\n\s*/g, ' ') : text, room)]
    if (!text.includes('\n') && this.#surelyFits(font, text, room)) return [text]
    const { wraps } = this.#known(font)
    const key = `${Math.floor(room)} ${most} ${text}`
    const known = wraps.get(key)
    if (known !== undefined) return known
    const lines = this.#break(font, text, room, most)
    wraps.set(key, lines)
    return lines
  }

  #break(font: string, text: string, room: number, most: number): string[] {
    const lines: string[] = []
    let rest = text.replaceAll('\r', '')
    while (rest !== '' && lines.length < most - 1) {
      const end = this.#lineEnd(font, rest, room)
      lines.push(rest.slice(0, end).trimEnd())
      rest = rest[end] === '\n' ? rest.slice(end + 1) : rest.slice(end).trimStart()
    }
    if (rest !== '') lines.push(this.fit(font, rest.replaceAll(/\s*\n\s*/g, ' '), room))
    return lines
  }

  /** How many characters of a text go on its first line. */
  #lineEnd(font: string, text: string, room: number): number {
    const newline = text.indexOf('\n')
    const line = newline < 0 ? text : text.slice(0, newline)
    if (this.#surelyFits(font, line, room)) return line.length
    const fitting = this.#fitting(font, line, room)
    if (fitting >= line.length) return line.length
    const space = line.lastIndexOf(' ', fitting)
    return space > 0 ? space : Math.max(1, fitting)
  }

  #shorten(font: string, text: string, room: number): string {
    if (this.#fitting(font, text, room) >= text.length) return text
    const length = this.#fitting(font, text, room - this.width(font, ellipsis))
    return length <= 0 ? ellipsis : `${text.slice(0, length).trimEnd()}${ellipsis}`
  }

  /** How many characters fit: the most, found by halving. */
  #fitting(font: string, text: string, room: number): number {
    // No text has characters of less than a pixel and a half on average: a novel in a cell is not measured whole.
    let high = Math.min(text.length, Math.ceil(room / 1.5) + 8)
    if (high === text.length && this.#measure(font, text) <= room) return high
    let low = 0
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#measure(font, text.slice(0, middle)) <= room) low = middle
      else high = middle - 1
    }
    return isInsidePair(text, low) ? low - 1 : low
  }

  #surelyFits(font: string, text: string, room: number): boolean {
    if (text.length * 2 > room) return false
    const { advances } = this.#known(font)
    let sum = 0
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > lastAscii || code < 32) return false
      sum += advances[code]!
    }
    return sum * tolerance <= room
  }

  #known(font: string): KnownFont {
    const known = this.#fonts.get(font)
    if (known !== undefined) return known
    const advances = new Float64Array(lastAscii + 1)
    advances[0] = this.#measure(font, ellipsis)
    for (let code = 32; code <= lastAscii; code += 1) {
      advances[code] = this.#measure(font, String.fromCharCode(code))
    }
    const made = {
      advances,
      widths: new RecentMap<number>(4_000),
      fits: new RecentMap<string>(4_000),
      wraps: new RecentMap<readonly string[]>(1_000),
    }
    this.#fonts.set(font, made)
    return made
  }

  #measure(font: string, text: string): number {
    if (this.#font !== font) {
      this.#font = font
      this.#context.font = font
    }
    return this.#context.measureText(asPrinted(text)).width
  }
}

/** Where digits have one width, so has the hyphen of the keyboard, which tears words apart: that of print has not. */
export const asPrinted = (text: string): string =>
  text.includes('-') ? text.replaceAll('-', '\u2010') : text

/** Whether a cut would part the two halves of one character. */
function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1)
  return at > 0 && at < text.length && code >= 0xd800 && code <= 0xdbff
}

const rightToLeft = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u

/** Whether a text begins with letters that run from right to left. */
export function isRightToLeft(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 0x58f) return rightToLeft.test(text)
    if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return false
  }
  return false
}
