import { LineLayout } from '@plinth/grid'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnLines, groupOfLine, lineCount, numberOfLine, stuckGroup } from './list-lines.ts'

const anyLines = fc
  .record({
    rowCount: fc.integer({ min: 0, max: 300 }),
    firstRows: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 12 }),
  })
  .map(({ rowCount, firstRows }) => {
    const groups = firstRows
      .map((first) => Math.min(first, rowCount))
      .toSorted((a, b) => a - b)
      .map((firstRow) => ({ firstRow, depth: 0 }))
    return new LineLayout({ rowCount, groups, rowHeight: 40, headingHeight: 36, addRowHeight: 0 })
  })

describe('the lines of a list', () => {
  it('are counted from the top, headings among them', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const all = [...lines.linesBetween(0, lines.height)]
        expect(all).toHaveLength(lineCount(lines))
        expect(all.map((line) => numberOfLine(lines, line))).toEqual(all.map((_, at) => at))
        for (const line of all) {
          const group = groupOfLine(lines, line)
          const heading = all.findLastIndex((one) => one.kind === 'group' && one.y <= line.y)
          expect(group < 0 ? -1 : lines.linesAboveGroup(group)).toBe(heading)
        }
      }),
    )
  })

  it('are drawn once each, in their order, the one with the focus wherever it is', () => {
    fc.assert(
      fc.property(
        anyLines,
        fc.nat(12_000),
        fc.nat(800),
        fc.option(fc.nat(311)),
        (lines, from, height, pinned) => {
          const drawn = drawnLines(lines, { from, to: from + height }, pinned)
          const numbers = drawn.map((line) => numberOfLine(lines, line))
          expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
          const seen = [...lines.linesBetween(from, from + height)].map((line) => numberOfLine(lines, line))
          const wanted = pinned !== null && pinned < lineCount(lines) ? [...seen, pinned] : seen
          expect(new Set(numbers)).toEqual(new Set(wanted))
        },
      ),
    )
  })

  it('have the heading of the first of them stuck above, unless it stands there itself', () => {
    fc.assert(
      fc.property(anyLines, fc.nat(311), (lines, number) => {
        const line = lines.lineOfNumber(number)
        fc.pre(line !== null)
        const stuck = stuckGroup(lines, line!.y)
        const own = groupOfLine(lines, line!)
        const isFirst = line!.kind === 'group' || lines.lineOfNumber(number - 1)?.kind === 'group'
        expect(stuck).toBe(isFirst ? -1 : own)
      }),
    )
  })
})
