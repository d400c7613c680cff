/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { itemClass } from './ListBox.tsx'
import { floatClass } from './Popover.tsx'
import { chooseSide } from './stands-above.ts'

export interface SuggestionsProps<Item> {
  /** Of the text by which they stand: the list is `…-list`, its lines `…-0`, `…-1`, …; the text names the active one. */
  id: string
  label: string
  items: readonly Item[]
  active: number
  keyOf: (item: Item) => Key
  children: (item: Item) => ReactNode
  onPoint: (at: number) => void
  onTake: (at: number) => void
  className: string
}

/** Lines below a text that could be written next, above it where there is no room; the focus stays in the text, and keys reach them through it. */
export function Suggestions<Item>(props: SuggestionsProps<Item>) {
  const { id, label, items, active, keyOf, children, onPoint, onTake, className } = props
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (box.current && items.length > 0) chooseSide(box.current)
  }, [items.length])
  useEffect(() => {
    box.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // A span, for it stands among the words of a label too.
    <span
      ref={box}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className={cx(
        floatClass,
        'scroll-thin absolute top-full z-10 mt-1 block overflow-y-auto p-1',
        'data-above:top-auto data-above:bottom-full data-above:mt-0 data-above:mb-1',
        className,
      )}
    >
      {items.map((item, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <span
          key={keyOf(item)}
          role="option"
          id={`${id}-${at}`}
          data-at={at}
          aria-selected={at === active}
          onPointerMove={() => at !== active && onPoint(at)}
          // Before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(at)
          }}
          className={cx(itemClass, at === active && 'bg-hover forced-colors:outline-2')}
        >
          {children(item)}
        </span>
      ))}
    </span>
  )
}
