import { type DragEvent, type KeyboardEvent, useState } from 'react'

/** Where the dragged item would come: before or behind this one. */
export interface DropPlace {
  readonly index: number
  readonly side: 'before' | 'after'
}

type Axis = 'vertical' | 'horizontal'

/** What belongs to one item of a list that is put in order by its people. */
export interface ReorderItem {
  /** Of the part that is dragged. */
  readonly dragProps: { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void }
  /** Of the whole item. */
  readonly dropProps: {
    onDragOver: (event: DragEvent<HTMLElement>) => void
    onDrop: (event: DragEvent) => void
  }
  /** Where the line is drawn that shows the place, if it is at this item. */
  readonly mark: DropPlace['side'] | null
  /** Alt+Shift with an arrow moves the item that has the focus. */
  onKeyDown: (event: ReorderKey) => void
}

/** Links and buttons of React Aria keep every key to themselves that somebody looks at, unless it is let go on. */
type ReorderKey = KeyboardEvent<HTMLElement> & { continuePropagation?: () => void }

/** Keys that move an item, for `aria-keyshortcuts`. */
export const reorderKeys = {
  vertical: 'Alt+Shift+ArrowUp Alt+Shift+ArrowDown',
  horizontal: 'Alt+Shift+ArrowLeft Alt+Shift+ArrowRight',
} as const satisfies Record<Axis, string>

/** The keys alone, for an item of a column; what is in it has the focus. */
export const keysOf = ({ onKeyDown }: ReorderItem) => ({
  onKeyDown,
  'aria-keyshortcuts': reorderKeys.vertical,
})

const steps: Record<Axis, Readonly<Record<string, -1 | 1>>> = {
  vertical: { ArrowUp: -1, ArrowDown: 1 },
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
}

/** One step back or on along an axis, where this key moves the item that has the focus. */
export const stepOf = (
  axis: Axis,
  { key, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>,
): -1 | 1 | undefined => (altKey && shiftKey ? steps[axis][key] : undefined)

/** The place that an item comes to when it is taken out and dropped here. */
export function placeAfterDrop(from: number, { index, side }: DropPlace): number {
  const gap = side === 'before' ? index : index + 1
  return gap > from ? gap - 1 : gap
}

/** A list of `count` items whose order is changed by dragging and by keys; `onMove` gets the places before and after. */
export function useReorder(axis: Axis, count: number, onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<DropPlace | null>(null)
  const end = () => {
    setFrom(null)
    setOver(null)
  }
  return (index: number): ReorderItem => ({
    dragProps: {
      draggable: true,
      onDragStart(event) {
        event.dataTransfer.effectAllowed = 'move'
        setFrom(index)
      },
      onDragEnd: end,
    },
    dropProps: {
      onDragOver(event) {
        // Things from elsewhere are not dropped here.
        if (from === null) return
        event.preventDefault()
        const side = sideOf(axis, event)
        if (over?.index !== index || over.side !== side) setOver({ index, side })
      },
      onDrop(event) {
        if (from === null) return
        event.preventDefault()
        const to = placeAfterDrop(from, { index, side: over?.index === index ? over.side : 'before' })
        end()
        if (to !== from) onMove(from, to)
      },
    },
    mark: from !== null && over?.index === index && placeAfterDrop(from, over) !== from ? over.side : null,
    onKeyDown(event) {
      const by = stepOf(axis, event)
      if (by === undefined) return event.continuePropagation?.()
      event.preventDefault()
      event.stopPropagation()
      if (index + by >= 0 && index + by < count) onMove(index, index + by)
    },
  })
}

/** In which half of an item the pointer is. */
export function sideOf(axis: Axis, event: DragEvent<HTMLElement>): DropPlace['side'] {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  const isFirstHalf =
    axis === 'vertical' ? event.clientY < top + height / 2 : event.clientX < left + width / 2
  return isFirstHalf ? 'before' : 'after'
}
