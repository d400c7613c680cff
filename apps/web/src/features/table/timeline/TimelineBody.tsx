import type { Field, RecordId, TimelineScale } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { phoneQuery, useMedia } from '../../../lib/use-media.ts'
import { useCardFinding } from '../cards/use-card-finding.ts'
import { useCardLines } from '../cards/use-card-lines.ts'
import { FindBar } from '../find/FindBar.tsx'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { shownFields } from '../view/view-params.ts'
import { measures } from './bar-measures.ts'
import { nextScale } from './scales.ts'
import { ShownDates } from './shown-dates.ts'
import { TimelineArrows } from './TimelineArrows.tsx'
import { TimelineGroup } from './TimelineGroup.tsx'
import { TimelineHead } from './TimelineHead.tsx'
import { NowLine, TimelineLines } from './TimelineLines.tsx'
import { TimelineRow } from './TimelineRow.tsx'
import { TimelineTools } from './TimelineTools.tsx'
import { axisPx } from './time-axis.ts'
import { TimelineContext, type TimelineFields, type TimelineScope } from './timeline-context.ts'
import { useBarDrag } from './use-bar-drag.ts'
import { useDateChanges } from './use-date-changes.ts'
import { useDependencies } from './use-dependencies.ts'
import { useGoToNow } from './use-go-to-now.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useTime } from './use-time.ts'
import { useTimelineKeys } from './use-timeline-keys.ts'
import { useWheelZoom } from './use-wheel-zoom.ts'

/** Where names take less of the screen. */
const smallQuery = '(width < 64rem)'

/** Arrows are looked for anew after so many rows. */
const stepRows = 50

interface BodyProps {
  readonly window: RowWindow
  readonly fields: TimelineFields
  readonly color: Field | null
  /** The links to what a record comes after. */
  readonly after: Field | null
  readonly scale: TimelineScale
  readonly onScale: (scale: TimelineScale) => void
}

export function TimelineBody(props: BodyProps) {
  const { window, fields, color, after, scale, onScale } = props
  const { table } = useTable()
  const { config } = useView()
  const element = useRef<HTMLDivElement>(null)
  const isNarrow = useMedia(phoneQuery)
  const isSmall = useMedia(smallQuery)
  const asidePx = isNarrow ? 0 : isSmall ? measures.smallAside : measures.aside
  const headPx = measures.head
  const time = useTime({ element, window, fields, scale, asidePx, headPx })
  const heights = {
    card: isNarrow ? measures.narrowRow : measures.row,
    heading: isNarrow ? measures.narrowHeading : measures.heading,
    after: measures.after,
    covered: headPx,
  }
  const { scroller, lines, view, snapshot } = useCardLines(window, element, heights)
  const [shown] = useState(() => new ShownDates())
  const changes = useDateChanges(fields, scale)
  const beginDrag = useBarDrag({
    element,
    time,
    shown,
    mayDrag: changes.mayChange,
    plan: changes.plan,
    onDrop(id, dates) {
      changes.store(id, dates)
      // Where it stands in the order of the view it goes when another one is taken up.
      window.setCursor(id)
    },
  })
  const drawn = Array.from(lines.linesBetween(view.from, view.to))
  const rows = drawn.flatMap((line) => (line.kind === 'row' ? [line.row] : []))
  const base = Math.min(Math.floor((rows[0] ?? 0) / stepRows) * stepRows, Math.max(0, lines.rowCount - 1))
  const dependencies = useDependencies({
    after,
    fields,
    snapshot,
    shown,
    first: base,
    last: base + rows.length + stepRows,
  })
  const [told, tell] = useState('')
  const focus = useRowFocus(window)
  const goToNow = useGoToNow(time, window, scroller, fields.start.id)
  const zoom = (next: TimelineScale, at?: number) => {
    if (at !== undefined) time.aim(at)
    if (next !== scale) onScale(next)
  }
  useWheelZoom(element, time, (by, at) => zoom(nextScale(scale, by), at))
  const onKeyDown = useTimelineKeys({
    fields,
    scale,
    time,
    changes,
    rowCount: lines.rowCount,
    rowPx: heights.card,
    goToRow(row) {
      scroller.bring(row)
      focus.want(row)
    },
    rowOf: (id) => snapshot.indexOf(id),
    zoom: (by) => zoom(nextScale(scale, by)),
    goToNow,
    tell,
  })
  const finding = useCardFinding(window, scroller, element)
  const axis = useSyncExternalStore(time.subscribe, time.axis)
  const { tooEarlyFor } = dependencies
  const { take } = focus
  const scope = useMemo(
    (): TimelineScope => ({
      fields,
      color,
      scale,
      time,
      axis,
      shown,
      isNarrow,
      asidePx,
      headPx,
      beginDrag,
      schedule(id, instant) {
        const dates = changes.mayChange(id, 'new') ? changes.first(instant) : null
        if (dates) changes.store(id, dates)
      },
      tooEarlyFor,
      takeFocus: take,
    }),
    [
      fields,
      color,
      scale,
      time,
      axis,
      shown,
      isNarrow,
      asidePx,
      headPx,
      beginDrag,
      changes,
      tooEarlyFor,
      take,
    ],
  )
  const of = lines.rowCount + lines.groups.length
  const all = useMemo(() => shownFields(table.fields, config), [table.fields, config])
  return (
    <TimelineContext value={scope}>
      <TimelineTools onNow={goToNow} onScale={zoom} onZoom={(by) => zoom(nextScale(scale, by))} />
      <FindBar target={finding.target} window={window} fields={all} />
      <output className="sr-only">{told}</output>
      <div
        ref={element}
        data-timeline
        className="scroll-thin relative min-h-0 flex-1 overflow-auto bg-page [overflow-anchor:none]"
      >
        <TimelineHead title={table.fields[0]?.name ?? table.name} />
        <TimelineLines />
        <NowLine />
        <div className="relative" style={{ width: axisPx + asidePx, height: view.spacer }}>
          <TimelineArrows
            list={dependencies.list}
            lines={lines}
            base={base}
            top={view.origin + lines.yOfRow(base)}
          />
          {/* Keys go from row to row; each name is a button. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <ul
            aria-label={table.name}
            className="absolute inset-0 overflow-clip"
            onKeyDown={onKeyDown}
            onFocus={(event) => focus.note((event.target.dataset['card'] as RecordId | undefined) ?? null)}
          >
            {drawn.map((line) => {
              const place = { top: view.origin + line.y, height: line.height, of }
              if (line.kind === 'group') {
                const group = lines.groups[line.group]!
                const number = lines.linesAboveGroup(line.group) + 1
                return <TimelineGroup key={group.key} group={group} place={{ ...place, number }} />
              }
              if (line.kind !== 'row') return null
              const id = snapshot.idAt(line.row)
              const number = lines.linesAboveRow(line.row) + 1
              return (
                <TimelineRow
                  key={id ?? line.row}
                  id={id}
                  row={line.row}
                  place={{ ...place, number }}
                  isStop={focus.isStop(line.row, rows)}
                  holds={finding.holds}
                  isLookedAt={finding.currentOf(id) !== null}
                />
              )
            })}
          </ul>
        </div>
      </div>
    </TimelineContext>
  )
}
