/**
 * Records as cards in rows, with their pictures. Rows of cards are lines of the same scroller as lists have, so a gallery of a million
 * records draws what is seen and loads no more.
 */
import { coverOf, fieldOf, type RecordId, usualCardSize } from '@plinth/domain'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { withText } from '../../../lib/text-size.ts'
import { useWidth } from '../../../lib/use-width.ts'
import { CardMenu, type CardMenuPlace, menuBelow, openMenuAt } from '../cards/CardMenu.tsx'
import { stepFrom, stepOfKey } from '../cards/step-place.ts'
import { useCardCursor, useWindowCursor } from '../cards/use-card-cursor.ts'
import { useCardFinding } from '../cards/use-card-finding.ts'
import { useCardKeys } from '../cards/use-card-keys.ts'
import { useCardMoves } from '../cards/use-card-moves.ts'
import { FindBar } from '../find/FindBar.tsx'
import { KindSkeleton } from '../kinds/KindSkeleton.tsx'
import type { KindViewProps } from '../kinds/kind-views.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { shownFields } from '../view/view-params.ts'
import { GalleryCard, type GalleryScope } from './GalleryCard.tsx'
import { cardsIn, gapPx, layOutGallery, rowOf } from './gallery-layout.ts'
import { useGalleryLines } from './use-gallery-lines.ts'

/** On both sides, in pixels. */
const edgePx = 12

export default function Gallery({ window }: KindViewProps) {
  const { table } = useTable()
  const list = useRef<HTMLDivElement>(null)
  const width = useWidth(list)
  const [menu, setMenu] = useState<CardMenuPlace | null>(null)
  const { layout, scope, shown } = useGalleryScope(width, setMenu)
  const { columns, cardPx, heightPx } = layout
  const { scroller, lines, view, snapshot } = useGalleryLines(window, list, layout)
  const { rowCount: count } = snapshot
  const drawn = cardsIn(lines.rowsBetween(view.from, view.to), columns, count)
  const rows = useMemo(
    () => ({
      view: () => ({ seenFirst: scroller.view().seenFirst * columns }),
      bring: (place: number) => scroller.bring(rowOf(place, columns)),
    }),
    [scroller, columns],
  )
  const finding = useCardFinding(window, rows, list)
  const cursor = useCardCursor(list, {
    count,
    seen: cardsIn({ first: view.seenFirst, last: view.seenLast }, columns, count),
    keyAt: (place) => snapshot.idAt(place),
    placeOf: (key) => snapshot.indexOf(key as RecordId),
    reveal: (place) => scroller.reveal(lines.yOfRow(rowOf(place, columns)), heightPx + gapPx),
  })
  const current = cursor.key as RecordId | null
  useWindowCursor(window, current)
  const moves = useCardMoves(window)
  const onRecordKey = useCardKeys({ window, onMenu: setMenu, onShift: moves.shift, columns })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOfKey(event, false)
    if (step === null) return onRecordKey(event, current)
    event.preventDefault()
    const { from, to } = scroller.seen
    const pageRows = Math.max(1, Math.floor((to - from) / lines.rowHeight))
    cursor.go(stepFrom(cursor.stop, step, { count, columns, pageRows }))
  }
  // Nothing until it is known how wide the cards are.
  const places = Number.isFinite(width) ? placesOf(drawn, cursor.pinned) : []
  return (
    <>
      <FindBar target={finding.target} window={window} fields={shown} />
      <div ref={list} className="scroll-thin min-h-0 flex-1 overflow-y-auto bg-page [overflow-anchor:none]">
        {count === 0 && <KindSkeleton kind="gallery" />}
        {/* Keys go from card to card; each card is a button. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          aria-label={table.name}
          className="relative mx-3 mt-3 overflow-clip [overflow-clip-margin:8px]"
          style={{ height: view.spacer }}
          onKeyDown={onKeyDown}
          onContextMenu={(event) => openMenuAt(event, setMenu)}
          onFocus={cursor.onFocus}
          onBlur={cursor.onBlur}
        >
          {places.map((place) => {
            const id = snapshot.idAt(place)
            return (
              <GalleryCard
                key={id ?? place}
                id={id}
                place={place}
                of={count}
                left={(place % columns) * (cardPx + gapPx)}
                top={view.origin + lines.yOfRow(rowOf(place, columns))}
                width={cardPx}
                height={heightPx}
                scope={scope}
                isStop={place === cursor.stop}
                isMenuOpen={menu !== null && menu.id === id}
                held={id === null ? null : snapshot.heldBy(id)}
                holds={finding.holds}
                lookedAt={finding.currentOf(id)}
              />
            )
          })}
        </ul>
      </div>
      {menu && <CardMenu place={menu} moves={moves} onClose={() => setMenu(null)} />}
    </>
  )
}

/** How the cards are laid out, and what all of them have in common. */
function useGalleryScope(width: number, onMenu: (place: CardMenuPlace) => void) {
  const { table } = useTable()
  const { config, kind } = useView()
  const shown = useMemo(() => shownFields(table.fields, config), [table.fields, config])
  const cover = coverOf(kind, config.settings, table.fields)
  const color = fieldOf('color', config.settings, table.fields)
  const size = config.settings.cardSize ?? usualCardSize
  return useMemo(() => {
    const fields = shown.slice(1).filter(({ id }) => id !== cover?.id)
    const layout = layOutGallery({
      width: Number.isFinite(width) ? width - 2 * edgePx : 0,
      size,
      hasCover: cover !== null,
      fields: fields.length,
      scale: withText(100) / 100,
    })
    const scope: GalleryScope = {
      cover,
      color,
      fields,
      lines: layout.lines,
      coverPx: layout.coverPx,
      isNarrow: size === 'small',
      onMenu: (id, below) => onMenu(menuBelow(id, below)),
    }
    return { layout, scope, shown }
  }, [width, size, cover, color, shown, onMenu])
}

/** Those that are drawn, in their order, and the one that has the focus. */
function placesOf(
  { first, last }: { first: number; last: number },
  pinned: number | null,
): readonly number[] {
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  if (pinned === null || (pinned >= first && pinned <= last)) return places
  return pinned < first ? [pinned, ...places] : [...places, pinned]
}
