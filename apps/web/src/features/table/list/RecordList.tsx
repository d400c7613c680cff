/**
 * Records in one line each, below the headings of their groups: a title, and at the end the first of its values. On phones they are the same
 * cards as a grid has there.
 */
import { type Field, fieldOf, type GroupPath } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { slotsFor } from '../../../lib/list-slots.ts'
import { mayAddRecords } from '../../../lib/table-access.ts'
import { withText } from '../../../lib/text-size.ts'
import { phoneQuery, useMedia } from '../../../lib/use-media.ts'
import { useWidth } from '../../../lib/use-width.ts'
import { CardList } from '../cards/CardList.tsx'
import { CardMenu, type CardMenuPlace, menuBelow, openMenuAt } from '../cards/CardMenu.tsx'
import { stepFrom, stepOfKey } from '../cards/step-place.ts'
import { useWindowCursor } from '../cards/use-card-cursor.ts'
import { useCardFinding } from '../cards/use-card-finding.ts'
import { useCardKeys } from '../cards/use-card-keys.ts'
import { type CardLines, useCardLines } from '../cards/use-card-lines.ts'
import { type CardMoves, useCardMoves } from '../cards/use-card-moves.ts'
import { FindBar } from '../find/FindBar.tsx'
import { canBeginIn, valuesOfPath } from '../grid/group-lines.ts'
import { KindSkeleton } from '../kinds/KindSkeleton.tsx'
import type { KindViewProps } from '../kinds/kind-views.ts'
import { useTable } from '../table-context.ts'
import { useClosedGroups } from '../view/closed-groups.ts'
import { useView } from '../view/table-view.ts'
import { shownFields } from '../view/view-params.ts'
import { ListHeading, StuckHeading } from './ListHeading.tsx'
import { ListLine, type ListScope } from './ListLine.tsx'
import { drawnLines, groupOfLine, lineCount, numberOfLine, stuckGroup } from './list-lines.ts'
import { useGroupFigures } from './use-group-figures.ts'
import { type LineCursor, useLineCursor } from './use-line-cursor.ts'

/** Pixels; where fingers press, lines are higher. */
const fine = { card: withText(40), heading: withText(36), after: withText(48) }
const coarse = { card: withText(48), heading: withText(44), after: withText(48) }
/** Of a line that values do not stand on: its edges, with the place of its menu. */
const edgesPx = 64

export default function RecordList(props: KindViewProps) {
  const isPhone = useMedia(phoneQuery)
  return isPhone ? <CardList window={props.window} /> : <Lines {...props} />
}

function Lines({ window, create }: KindViewProps) {
  const { table } = useTable()
  const list = useRef<HTMLDivElement>(null)
  const cards = useCardLines(window, list, useMedia('(pointer: coarse)') ? coarse : fine)
  const { scroller, lines, view, snapshot } = cards
  const [menu, setMenu] = useState<CardMenuPlace | null>(null)
  const { scope, shown } = useListScope(useWidth(list), setMenu)
  const finding = useCardFinding(window, scroller, list)
  const cursor = useLineCursor(list, cards)
  const moves = useCardMoves(window)
  const closed = useClosedGroups()
  const figureOf = useGroupFigures(window)
  const createIn = useCreateIn(window, create)
  useWindowCursor(window, cursor.record)
  const onKeyDown = useListKeys({ cards, cursor, createIn, window, moves, onMenu: setMenu })
  const of = lineCount(lines)
  const stuckAt = stuckGroup(lines, view.seenFrom)
  const stuck = lines.groups[stuckAt]
  return (
    <>
      <FindBar target={finding.target} window={window} fields={shown} />
      <div
        ref={list}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto bg-surface [overflow-anchor:none]"
      >
        {of === 0 && <KindSkeleton kind="list" />}
        {stuck && (
          <StuckHeading
            group={stuck}
            figure={figureOf(stuck.key)}
            height={lines.headingHeight}
            onPress={() => {
              cursor.go(lines.linesAboveGroup(stuckAt))
              closed.toggle(stuck.key)
            }}
          />
        )}
        {/* Keys go from line to line; each line is a button. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          aria-label={table.name}
          className="relative overflow-clip"
          style={{ height: view.spacer }}
          onKeyDown={onKeyDown}
          onContextMenu={(event) => openMenuAt(event, setMenu)}
          onFocus={cursor.onFocus}
          onBlur={cursor.onBlur}
        >
          {drawnLines(lines, view, cursor.pinned).map((line) => {
            const number = numberOfLine(lines, line)
            const isStop = number === cursor.stop
            const place = { place: number, of, top: view.origin + line.y, height: line.height, isStop }
            if (line.kind === 'group') {
              const group = lines.groups[line.group]!
              return (
                <ListHeading
                  key={group.key}
                  {...place}
                  group={group}
                  figure={figureOf(group.key)}
                  onToggle={() => closed.toggle(group.key)}
                  onCreate={createIn(group.path)}
                />
              )
            }
            const id = line.kind === 'row' ? snapshot.idAt(line.row) : null
            return (
              <ListLine
                key={id ?? number}
                {...place}
                id={id}
                scope={scope}
                isMenuOpen={menu !== null && menu.id === id}
                held={id === null ? null : snapshot.heldBy(id)}
                holds={finding.holds}
                lookedAt={finding.currentOf(id)}
              />
            )
          })}
        </ul>
      </div>
      {menu && <CardMenu place={menu} moves={moves} isList onClose={() => setMenu(null)} />}
    </>
  )
}

/** What all lines have in common, and the fields that can be found in. */
function useListScope(width: number, onMenu: (place: CardMenuPlace) => void) {
  const { table } = useTable()
  const { config } = useView()
  const color = fieldOf('color', config.settings, table.fields)
  const shown = useMemo(() => shownFields(table.fields, config), [table.fields, config])
  const scope = useMemo((): ListScope => {
    // What the headings above say is not said again.
    const isHeading = ({ id }: Field) => config.groups.some(({ field }) => field === id)
    const room = Number.isFinite(width) ? width - edgesPx : 0
    return {
      color,
      depth: Math.max(0, config.groups.length - 1),
      slots: slotsFor(
        shown.slice(1).filter((field) => !isHeading(field)),
        room,
        withText(100) / 100,
      ),
      onMenu: (id, below) => onMenu(menuBelow(id, below)),
    }
  }, [color, shown, config.groups, width, onMenu])
  return { scope, shown }
}

type CreateIn = (path: GroupPath | null) => (() => void) | null

/** Makes a record with the values of a group. */
function useCreateIn(window: RowWindow, create: KindViewProps['create']): CreateIn {
  const { table, tables } = useTable()
  const mayAdd = mayAddRecords(table)
  const scope = { table, tables }
  return (path) =>
    mayAdd && path && canBeginIn(window, scope, path) ? () => create(valuesOfPath(window, scope, path)) : null
}

interface ListKeysInput {
  readonly cards: CardLines
  readonly cursor: LineCursor
  readonly createIn: CreateIn
  readonly window: RowWindow
  readonly moves: CardMoves
  onMenu(place: CardMenuPlace): void
}

function useListKeys({ cards, cursor, createIn, window, moves, onMenu }: ListKeysInput) {
  const closed = useClosedGroups()
  const { scroller, lines } = cards
  const onRecordKey = useCardKeys({ window, onMenu, onShift: moves.shift, columns: 1 })
  const onGroupKey = (event: KeyboardEvent): boolean => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const line = lines.lineOfNumber(cursor.stop)
    const at = line === null ? -1 : groupOfLine(lines, line)
    const group = lines.groups[at]
    if (!line || !group || altKey || ctrlKey || metaKey) return false
    if (key === 'Enter' && shiftKey) {
      createIn(group.path)?.()
      return true
    }
    if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
    if (line.kind === 'row' && key === 'ArrowLeft') cursor.go(lines.linesAboveGroup(at))
    const wants = key === 'ArrowLeft'
    if (line.kind === 'group' && group.path && group.isCollapsed !== wants) closed.toggle(group.key)
    return true
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOfKey(event, true)
    if (step === null && !onGroupKey(event)) return onRecordKey(event, cursor.record)
    event.preventDefault()
    if (step === null) return
    const { from, to } = scroller.seen
    const pageRows = Math.max(1, Math.floor((to - from) / lines.rowHeight) - 1)
    cursor.go(stepFrom(cursor.stop, step, { count: lineCount(lines), columns: 1, pageRows }))
  }
}
