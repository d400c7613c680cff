/** Finding among cards: which of them hold what is looked for, and the way to them. */
import type { FieldId, RecordId } from '@plinth/domain'
import type { FoundCell, RowWindow } from '@plinth/record-store'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { FindTarget, Holds } from '../find/find-target.ts'

export interface CardFinding {
  readonly target: FindTarget
  /** Null: nothing is looked for. */
  readonly holds: Holds | null
  /** The field of this record that is looked at. */
  currentOf(record: RecordId | null): FieldId | null
}

/** What scrolls: rows are those of the window. */
interface RowScroller {
  view(): { readonly seenFirst: number }
  bring(row: number): void
}

export function useCardFinding(
  window: RowWindow,
  scroller: RowScroller,
  list: RefObject<HTMLElement | null>,
): CardFinding {
  const [{ holds, current }, show] = useState<{ holds: Holds | null; current: FoundCell | null }>({
    holds: null,
    current: null,
  })
  const looked = useRef<RecordId | null>(null)
  const target = useMemo(
    (): FindTarget => ({
      row: () => (looked.current && window.indexOf(looked.current)) ?? scroller.view().seenFirst,
      bring: (row) => scroller.bring(row),
      lookAt(row) {
        looked.current = window.idAt(row)
        scroller.bring(row)
      },
      show: (holds, current) => show({ holds, current }),
      focus() {
        const card = list.current?.querySelector<HTMLElement>(`[data-card="${looked.current}"]`)
        ;(card ?? list.current?.querySelector<HTMLElement>('[data-card]:enabled'))?.focus()
      },
    }),
    [window, scroller, list],
  )
  const currentOf = (record: RecordId | null) =>
    current !== null && current.record === record ? current.field : null
  return { target, holds, currentOf }
}
