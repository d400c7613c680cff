import type { RowWindow } from '@plinth/record-store'
import { useMemo, useRef } from 'react'
import { withText } from '../../../lib/text-size.ts'
import { FindBar } from '../find/FindBar.tsx'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { shownFields } from '../view/view-params.ts'
import { GroupHeading } from './GroupHeading.tsx'
import { RecordCard } from './RecordCard.tsx'
import { useCardFinding } from './use-card-finding.ts'
import { useCardLines } from './use-card-lines.ts'

/** Pixels; a card's with the gap below it. */
const heights = { card: withText(142), heading: withText(52), after: withText(88) }

/** The records as cards below the headings of their groups: the same rows, for narrow screens. */
export function CardList({ window }: { window: RowWindow }) {
  const { table } = useTable()
  const scrollElement = useRef<HTMLDivElement>(null)
  const { scroller, lines, view, snapshot } = useCardLines(window, scrollElement, heights)
  const { config } = useView()
  const fields = useMemo(() => shownFields(table.fields, config), [table.fields, config])
  const finding = useCardFinding(window, scroller, scrollElement)
  const of = lines.rowCount + lines.groups.length
  const seen = Array.from(lines.linesBetween(view.from, view.to))
  // Where no card is there yet, the list itself is what keys reach.
  const isBlank = seen.every((line) => line.kind === 'row' && snapshot.idAt(line.row) === null)
  return (
    <>
      <FindBar target={finding.target} window={window} fields={fields} />
      <div
        ref={scrollElement}
        {...(isBlank && { tabIndex: 0, role: 'group', 'aria-label': table.name })}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto bg-page px-3 pt-2 outline-none [overflow-anchor:none] focus-visible:ring-focus-inset"
      >
        <ul
          aria-label={table.name}
          className="relative overflow-clip [overflow-clip-margin:8px]"
          style={{ height: view.spacer }}
        >
          {seen.map((line) => {
            const place = { top: view.origin + line.y, height: line.height, of }
            if (line.kind === 'group') {
              const group = lines.groups[line.group]!
              const number = lines.linesAboveGroup(line.group) + 1
              return <GroupHeading key={group.key} group={group} place={{ ...place, number }} />
            }
            if (line.kind !== 'row') return null
            const id = snapshot.idAt(line.row)
            const number = lines.linesAboveRow(line.row) + 1
            return (
              <RecordCard
                key={id ?? line.row}
                id={id}
                place={{ ...place, number }}
                holds={finding.holds}
                lookedAt={finding.currentOf(id)}
              />
            )
          })}
        </ul>
      </div>
    </>
  )
}
