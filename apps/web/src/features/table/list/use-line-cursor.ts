import type { RecordId } from '@plinth/domain'
import { type RefObject, useMemo } from 'react'
import { type CardCursor, useCardCursor } from '../cards/use-card-cursor.ts'
import type { CardLines } from '../cards/use-card-lines.ts'
import { lineCount, numberOfLine } from './list-lines.ts'

export interface LineCursor extends CardCursor {
  /** That has the cursor; null: none, or a heading has it. */
  readonly record: RecordId | null
}

/** The cursor of a list goes through its headings too. */
export function useLineCursor(
  list: RefObject<HTMLElement | null>,
  { scroller, lines, view, snapshot }: CardLines,
): LineCursor {
  const headings = useMemo(() => new Map(lines.groups.map(({ key }, at) => [key, at])), [lines])
  const numberAt = (y: number): number => {
    const line = lines.lineAt(Math.min(y, lines.height - 1))
    return line === null ? 0 : numberOfLine(lines, line)
  }
  const cursor = useCardCursor(list, {
    count: lineCount(lines),
    seen: { first: numberAt(view.seenFrom), last: numberAt(view.seenTo - 1) },
    keyAt(number) {
      const line = lines.lineOfNumber(number)
      if (line?.kind === 'group') return lines.groups[line.group]!.key
      return line?.kind === 'row' ? snapshot.idAt(line.row) : null
    },
    placeOf(key) {
      const heading = headings.get(key)
      if (heading !== undefined) return lines.linesAboveGroup(heading)
      const row = snapshot.indexOf(key as RecordId)
      return row === null ? null : lines.linesAboveRow(row)
    },
    reveal(number) {
      const line = lines.lineOfNumber(number)
      if (!line) return
      // The heading that is stuck at the top covers a line.
      const above = line.kind === 'row' && lines.groupOfRow(line.row) >= 0 ? lines.headingHeight : 0
      scroller.reveal(line.y - above, line.height + above)
    },
  })
  const isHeading = cursor.key !== null && headings.has(cursor.key)
  return { ...cursor, record: isHeading ? null : (cursor.key as RecordId | null) }
}
