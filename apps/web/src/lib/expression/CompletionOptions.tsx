/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { CompletionOption } from '@plinth/expression'
import { Braces, ListFilter, SquareFunction, Type } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { itemClass } from '../../ui/ListBox.tsx'
import { floatClass } from '../../ui/Popover.tsx'
import type { CompletionList } from './use-completion.ts'

const icons: Record<CompletionOption['kind'], typeof Braces> = {
  field: Braces,
  function: SquareFunction,
  option: ListFilter,
  keyword: Type,
}

/** What could be written next; the focus stays in the text. */
export function CompletionOptions({ id, list }: { id: string; list: CompletionList }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector(`[data-at="${list.active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [list.active])
  return (
    <div
      ref={box}
      id={`${id}-list`}
      role="listbox"
      aria-label="What could be written here"
      className={cx(
        floatClass,
        'scroll-thin absolute inset-x-0 top-full z-10 mt-1 max-h-33 overflow-y-auto p-1',
      )}
    >
      {list.options.map((option, at) => {
        const Icon = icons[option.kind]
        return (
          // Keys reach it through the text above.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={`${option.kind} ${option.label}`}
            role="option"
            id={`${id}-${at}`}
            data-at={at}
            aria-selected={at === list.active}
            onPointerMove={() => at !== list.active && list.point(at)}
            // Before the text loses the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              list.take(at)
            }}
            className={cx(itemClass, at === list.active && 'bg-hover forced-colors:outline-2')}
          >
            <Icon aria-hidden className="text-ink-muted" />
            <span className="shrink-0 font-mono">{option.label}</span>
            <span className="min-w-0 flex-1 truncate text-right text-xs text-ink-muted">
              {option.kind === 'function' ? option.description : option.detail}
            </span>
          </div>
        )
      })}
    </div>
  )
}
