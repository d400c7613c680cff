/** A press on a column's heading: let go it selects the column, pulled away it takes the column along. A finger waits first. */
import { type ColumnKey, chosenColumns, type Grid } from '@plinth/grid'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { Column } from '../columns.ts'

/** As far as a hand moves without meaning it. */
const slackPx = 5
const fingerSlackPx = 10
const longPressMs = 450

interface Press {
  readonly x: number
  readonly y: number
  readonly pointerId: number
  readonly timer: number
}

export interface HeadingPressInput {
  readonly grid: Grid | null
  readonly column: Column
  /** The place of the column, from 0. */
  readonly at: number
  onMenu(): void
}

export function useHeadingPress({ grid, column, at, onMenu }: HeadingPressInput) {
  const press = useRef<Press | null>(null)
  const forget = () => {
    if (press.current) window.clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => () => window.clearTimeout(press.current?.timer), [])

  const pull = ({ pointerId, x, y }: Press) => {
    forget()
    if (grid && !column.isPrimary) grid.pullColumns(pulledWith(grid, column, at), { pointerId, x, y })
  }
  const name = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      forget()
      if (event.button !== 0 || (event.ctrlKey && isMac)) return
      const { clientX: x, clientY: y, pointerId } = event
      const begun = { x, y, pointerId }
      const isFinger = event.pointerType === 'touch'
      const timer = isFinger ? window.setTimeout(() => pull({ ...begun, timer }), longPressMs) : 0
      press.current = { ...begun, timer }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const begun = press.current
      if (!begun) return
      const isFinger = event.pointerType === 'touch'
      const away = Math.hypot(event.clientX - begun.x, event.clientY - begun.y)
      if (away <= (isFinger ? fingerSlackPx : slackPx)) return
      // A finger that moves at once is there to scroll.
      if (isFinger || column.isPrimary) forget()
      else pull({ ...begun, x: event.clientX, y: event.clientY })
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!press.current) return
      forget()
      if (event.pointerType === 'touch') return onMenu()
      grid?.selectColumn(at, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only')
    },
    onPointerCancel: forget,
    // The cell keeps the focus, and no text is selected.
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
  }
  /** Of the whole heading: by the right button, or by the key for menus. */
  const heading = {
    onContextMenu(event: { preventDefault(): void }) {
      event.preventDefault()
      // A finger that is held asks to move the column; its tap opens the menu.
      if (press.current?.timer || grid?.pulledColumns.length) return
      forget()
      onMenu()
    },
  }
  return { name, heading }
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** Of several columns that are selected all go along. */
function pulledWith(grid: Grid, column: Column, at: number): readonly ColumnKey[] {
  const chosen = chosenColumns(grid.table, grid.selection)
  const keys = grid.table.columns
  if (chosen.includes(at)) return chosen.flatMap((place) => (place === 0 ? [] : (keys[place] ?? [])))
  return [column.field.id as string as ColumnKey]
}
