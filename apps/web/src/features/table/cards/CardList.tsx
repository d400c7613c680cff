import type { RowWindow } from '@plinth/record-store'
import { useRef } from 'react'
import { withText } from '../../../lib/text-size.ts'
import { useTable } from '../table-context.ts'
import { GroupHeading } from './GroupHeading.tsx'
import { RecordCard } from './RecordCard.tsx'
import { useCardLines } from './use-card-lines.ts'

/** Pixels; a card's with the gap below it. */
const heights = { card: withText(142), heading: withText(52), after: withText(88) }

/** The records as cards below the headings of their groups: the same rows, for narrow screens. */
export function CardList({ window }: { window: RowWindow }) {
  const { table } = useTable()
  const scrollElement = useRef<HTMLDivElement>(null)
  const { lines, view, snapshot } = useCardLines(window, scrollElement, heights)
  const of = lines.rowCount + lines.groups.length
  return (
    <div
      ref={scrollElement}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto bg-page px-3 pt-2 [overflow-anchor:none]"
    >
      <ul
        aria-label={table.name}
        className="relative overflow-clip [overflow-clip-margin:8px]"
        style={{ height: view.spacer }}
      >
        {Array.from(lines.linesBetween(view.from, view.to), (line) => {
          const place = { top: view.origin + line.y, height: line.height, of }
          if (line.kind === 'group') {
            const group = lines.groups[line.group]!
            const number = lines.linesAboveGroup(line.group) + 1
            return <GroupHeading key={group.key} group={group} place={{ ...place, number }} />
          }
          if (line.kind !== 'row') return null
          const id = snapshot.idAt(line.row)
          const number = lines.linesAboveRow(line.row) + 1
          return <RecordCard key={id ?? line.row} id={id} place={{ ...place, number }} />
        })}
      </ul>
    </div>
  )
}
