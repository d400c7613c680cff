import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRightToLeft, Texts } from './texts.ts'

/** Letters of different widths. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (letter === 'i' ? 3 : letter === 'W' ? 12 : 7), 0)

/** What measures, and a count of what the browser would have been asked. */
function makeTexts() {
  const asked: string[] = []
  const texts = new Texts({
    font: '',
    measureText: (text) => {
      asked.push(text)
      return { width: widthOf(text) }
    },
  })
  return { texts, asked }
}

const letters = fc.string({ unit: fc.constantFrom('i', 'W', 'a', ' ', 'é', '界', '😀'), maxLength: 60 })

const roundedTo = (value: number) => (decimals: number) =>
  Number(value.toFixed(decimals)) === 0 ? null : value.toFixed(decimals)

describe('fitting', () => {
  it('never makes a text wider than its room, and leaves one that fits alone', () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 10, max: 300 }), (text, room) => {
        const { texts } = makeTexts()
        const fitted = texts.fit('f', text, room)
        expect(widthOf(fitted)).toBeLessThanOrEqual(room)
        expect(fitted === text).toBe(widthOf(text) <= room)
      }),
    )
  })

  it('keeps as much as fits, and no half of a character', () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 10, max: 300 }), (text, room) => {
        const { texts } = makeTexts()
        fc.pre(widthOf(text) > room)
        const kept = texts.fit('f', text, room).slice(0, -1)
        // The spaces before the next letter were dropped, and had taken their room all the same.
        const next = /^\s*./u.exec(text.slice(kept.length))?.[0] ?? ''
        expect(text.startsWith(kept)).toBe(true)
        expect(kept).not.toMatch(/[\uD800-\uDBFF]$/)
        expect(widthOf(`${kept}${next}…`) + 7).toBeGreaterThan(room - 12)
      }),
      { examples: [['é😀   界W', 47]] },
    )
  })

  it('rounds numbers to the digits that have room, and cuts those of which too little would be left', () => {
    const { texts } = makeTexts()
    const fit = (value: number, room: number) => texts.fitNumber('f', String(value), room, roundedTo(value))
    expect(fit(1 / 3, 7 * 30)).toBe('0.3333333333333333')
    expect(fit(1 / 3, 7 * 6)).toBe('0.3333')
    expect(fit(2 / 3, 7 * 4)).toBe('0.67')
    expect(fit(99.96, 7 * 4)).toBe('100')
    expect(fit(0.000_012_345, 7 * 6)).toBe(texts.fit('f', '0.000012345', 7 * 6))
    expect(fit(12_345_678.5, 7 * 4)).toBe(texts.fit('f', '12345678.5', 7 * 4))
  })

  it('asks nothing for plain texts that surely fit, nor twice for any other', () => {
    const { texts, asked } = makeTexts()
    texts.fit('f', 'warm', 200)
    asked.length = 0
    texts.fit('f', 'plain', 200)
    expect(asked).toEqual([])
    texts.fit('f', 'much too long for it', 60)
    asked.length = 0
    texts.fit('f', 'much too long for it', 60)
    expect(asked).toEqual([])
  })
})

describe('wrapping', () => {
  it('breaks at spaces and line breaks and shortens the last line', () => {
    const { texts } = makeTexts()
    expect(texts.wrap('f', 'aaa aaa aaa', 50, 3)).toEqual(['aaa aaa', 'aaa'])
    expect(texts.wrap('f', 'a\nb', 100, 3)).toEqual(['a', 'b'])
    expect(texts.wrap('f', 'a\nb\nc', 100, 2)).toEqual(['a', 'b c'])
    expect(texts.wrap('f', 'a\nb', 100, 1)).toEqual(['a b'])
  })

  it('holds every line to its room, with as many lines as there are at most', () => {
    fc.assert(
      fc.property(
        letters,
        fc.integer({ min: 20, max: 300 }),
        fc.integer({ min: 1, max: 5 }),
        (text, room, most) => {
          const { texts } = makeTexts()
          const lines = texts.wrap('f', text, room, most)
          expect(lines.length).toBeLessThanOrEqual(most)
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(room)
        },
      ),
    )
  })
})

describe('direction', () => {
  it('follows the first letter', () => {
    expect(isRightToLeft('שלום world')).toBe(true)
    expect(isRightToLeft('12 مرحبا')).toBe(true)
    expect(isRightToLeft('world שלום')).toBe(false)
    expect(isRightToLeft('日本 שלום')).toBe(false)
    expect(isRightToLeft('1,204')).toBe(false)
  })
})
