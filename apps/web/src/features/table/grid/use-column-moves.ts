/** Columns get another place in the view, as a change that is saved with it: for others nothing moves before that. */
import type { FieldId } from '@plinth/domain'
import { useEffect, useRef, useState } from 'react'
import { boundaryAfterStep, orderAfterMove } from '../column-order.ts'
import type { Column } from '../columns.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { orderedFields } from '../view/view-params.ts'

export interface ColumnMoves {
  /** Before the column at a place. */
  move(ids: ReadonlySet<FieldId>, before: number): void
  /** Past one neighbour. `onMoved` runs with the first one's new place when the columns stand in their new order. */
  shift(ids: ReadonlySet<FieldId>, by: -1 | 1, onMoved?: (place: number) => void): void
  /** For those who do not see where it went. */
  readonly told: string
}

export function useColumnMoves(columns: readonly Column[]): ColumnMoves {
  const { table } = useTable()
  const { config, change } = useView()
  const [told, setTold] = useState('')
  const waiting = useRef<{ id: FieldId; onMoved: (place: number) => void } | null>(null)

  useEffect(() => {
    const moved = waiting.current
    waiting.current = null
    const place = columns.findIndex(({ field }) => field.id === moved?.id)
    if (moved && place >= 0) moved.onMoved(place)
  }, [columns])

  const move = (moved: ReadonlySet<FieldId>, before: number): boolean => {
    const shown = columns.map(({ field }) => field)
    const order = orderAfterMove({ all: orderedFields(table.fields, config), shown, moved, before })
    if (order === null) return false
    change({ order })
    const [first] = shown.filter(({ id }) => moved.has(id))
    const seen = order.filter((id) => shown.some((field) => field.id === id))
    const place = first ? seen.indexOf(first.id) + 2 : 0
    const what = moved.size > 1 ? `${first?.name} and the columns with it are` : `${first?.name} is`
    setTold(`${what} now at column ${place} of ${shown.length}.`)
    return true
  }
  return {
    move: (ids, before) => void move(ids, before),
    shift(ids, by, onMoved) {
      const places = columns.flatMap(({ field }, at) => (ids.has(field.id) ? [at] : []))
      const before = boundaryAfterStep(places, by, columns.length)
      const id = columns[places[0] ?? -1]?.field.id
      if (before === null || id === undefined) return
      if (move(ids, before) && onMoved) waiting.current = { id, onMoved }
    },
    told,
  }
}
