import { cardSizes } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardsIn, type GalleryAsked, gapPx, layOutGallery, rowNow, rowOf, rowsOf } from './gallery-layout.ts'

const anyAsked: fc.Arbitrary<GalleryAsked> = fc.record({
  width: fc.integer({ min: 120, max: 4_000 }),
  size: fc.constantFrom(...cardSizes),
  hasCover: fc.boolean(),
  fields: fc.integer({ min: 0, max: 40 }),
  scale: fc.constantFrom(0.75, 1, 1.5, 2),
})

describe('the cards of a gallery', () => {
  it('fill the room from edge to edge, but for a pixel each', () => {
    fc.assert(
      fc.property(anyAsked, (asked) => {
        const { columns, cardPx } = layOutGallery(asked)
        const used = columns * cardPx + (columns - 1) * gapPx
        expect(used).toBeLessThanOrEqual(asked.width)
        expect(asked.width - used).toBeLessThan(columns)
      }),
    )
  })

  it('are as many side by side as fit: no fewer in more room, none of a size below its own', () => {
    fc.assert(
      fc.property(anyAsked, fc.nat(500), (asked, more) => {
        const { columns, cardPx } = layOutGallery(asked)
        expect(layOutGallery({ ...asked, width: asked.width + more }).columns).toBeGreaterThanOrEqual(columns)
        const larger = layOutGallery({ ...asked, size: 'large' })
        expect(layOutGallery({ ...asked, size: 'small' }).columns).toBeGreaterThanOrEqual(larger.columns)
        expect(columns === 1 || cardPx >= Math.floor(164 * asked.scale)).toBe(true)
      }),
    )
  })

  it('have room for their fields, and none for more than the view shows', () => {
    fc.assert(
      fc.property(anyAsked, (asked) => {
        const { lines, heightPx, coverPx } = layOutGallery(asked)
        expect(lines).toBeLessThanOrEqual(asked.fields)
        expect(heightPx - coverPx).toBeGreaterThanOrEqual(lines * 24 * asked.scale)
        expect(coverPx > 0).toBe(asked.hasCover)
      }),
    )
  })

  it('stand two abreast on a phone when they are small, else one below the other', () => {
    const asked = { width: 366, hasCover: true, fields: 5, scale: 1 }
    expect(cardSizes.map((size) => layOutGallery({ ...asked, size }).columns)).toEqual([2, 1, 1])
    expect(cardSizes.map((size) => layOutGallery({ ...asked, width: 1_168, size }).columns)).toEqual([
      6, 4, 3,
    ])
  })
})

describe('the rows of a gallery', () => {
  const anyCount = fc.integer({ min: 1, max: 1_000_000 })
  const anyColumns = fc.integer({ min: 1, max: 12 })

  it('hold each card once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), anyColumns, (count, columns) => {
        const rows = rowsOf(count, columns)
        const all = Array.from({ length: rows }, (_, row) =>
          cardsIn({ first: row, last: row }, columns, count),
        )
        const places = all.flatMap(({ first, last }) => {
          expect(last).toBeGreaterThanOrEqual(first)
          return Array.from({ length: last - first + 1 }, (_, at) => first + at)
        })
        expect(places).toEqual(Array.from({ length: count }, (_, place) => place))
        for (const place of places) {
          const { first, last } = all[rowOf(place, columns)]!
          expect(place >= first && place <= last).toBe(true)
        }
      }),
    )
  })

  it('keep the first card in the row at the top, however many stand side by side, and wherever it has gone', () => {
    fc.assert(
      fc.property(
        anyCount,
        anyColumns,
        anyColumns,
        fc.integer({ min: -50, max: 50 }),
        (at, before, columns, shift) => {
          const top = { row: rowOf(at, before), columns: before }
          const first = Math.max(0, top.row * before + shift)
          const { first: from, last: to } = cardsIn(
            { first: rowNow(top, shift, columns), last: rowNow(top, shift, columns) },
            columns,
            Number.POSITIVE_INFINITY,
          )
          expect(first >= from && first <= to).toBe(true)
        },
      ),
    )
  })
})
