/**
 * Which of the cards, or lines of a list, has the cursor: one of them is a stop of the Tab key, and keys go from there. The cursor stays on
 * its record wherever that comes to stand; where the record goes, it stays at the place. What has the focus keeps it out of sight too.
 */
import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface CursorPlaces {
  readonly count: number
  /** Places in sight. */
  readonly seen: { readonly first: number; readonly last: number }
  /** What stands there: a record, or the key of a heading; null: it is not loaded. */
  keyAt(place: number): string | null
  placeOf(key: string): number | null
  /** Scrolls so far that a place is in sight. */
  reveal(place: number): void
}

export interface CardCursor {
  /** To which the Tab key comes. */
  readonly stop: number
  /** Drawn wherever it is, since it has the focus; null: nothing has. */
  readonly pinned: number | null
  /** The record or heading that has the cursor; null: none has, or it is not loaded. */
  readonly key: string | null
  /** Goes there, with the focus. */
  go(place: number): void
  /** Of the list. */
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

interface Known {
  readonly key: string | null
  readonly place: number
}

export function useCardCursor(list: RefObject<HTMLElement | null>, places: CursorPlaces): CardCursor {
  const [known, setKnown] = useState<Known | null>(null)
  const [isInside, setInside] = useState(false)
  const now = known && whereNow(known, places)
  if (now && (now.key !== known.key || now.place !== known.place)) setKnown(now)
  const { first, last } = places.seen
  const isSeen = now !== null && now.place >= first && now.place <= last
  const stop = now !== null && (isInside || isSeen) ? now.place : first

  const wantsFocus = useRef(false)
  useLayoutEffect(() => {
    // What had the focus may be drawn anew: it was loaded, or another record stands there.
    const isLost = isInside && document.activeElement === document.body
    if (!wantsFocus.current && !isLost) return
    const element = list.current?.querySelector<HTMLElement>(`[data-place="${stop}"] [data-main]`)
    if (!element) return
    wantsFocus.current = false
    element.focus({ preventScroll: true })
  })

  return {
    stop,
    pinned: isInside ? stop : null,
    key: now?.key ?? null,
    go(to) {
      const place = Math.max(0, Math.min(to, places.count - 1))
      wantsFocus.current = true
      setKnown({ key: places.keyAt(place), place })
      places.reveal(place)
    },
    onFocus({ target }) {
      setInside(true)
      const place = placeOfElement(target)
      if (place !== null) setKnown({ key: places.keyAt(place), place })
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget)) setInside(false)
    },
  }
}

/** The place of the card in which an element is. */
export function placeOfElement(element: Element): number | null {
  const place = element.closest<HTMLElement>('[data-place]')?.dataset['place']
  return place === undefined ? null : Number(place)
}

function whereNow({ key, place }: Known, { count, keyAt, placeOf }: CursorPlaces): Known {
  const found = key === null ? null : placeOf(key)
  if (found !== null) return { key, place: found }
  const there = Math.max(0, Math.min(place, count - 1))
  return { key: keyAt(there), place: there }
}

/** Tells the window which record has the cursor: that one stays where it is while somebody works on it. */
export function useWindowCursor(window: RowWindow, id: RecordId | null): void {
  useEffect(() => window.setCursor(id), [window, id])
  useEffect(() => () => window.setCursor(null), [window])
}
