/* oxlint-disable jsx-a11y/prefer-tag-over-role -- figures stand below rows that are painted, which no table element allows */
import { type Field, figuresOf, isKept, type SummaryKind } from '@plinth/domain'
import type { RowWindow, SummarySnapshot } from '@plinth/record-store'
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { figureNames, figureValue } from '../../../lib/figure-words.ts'
import { onReadLimits } from '../../../lib/on-read-words.ts'
import { withText } from '../../../lib/text-size.ts'
import { cx } from '../../../ui/cx.ts'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { type Column, gutterWidth } from '../columns.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'

export const footerHeight = withText(32)

interface GridFooterProps {
  readonly window: RowWindow
  readonly columns: readonly Column[]
  /** How many of the first columns stay while the others scroll. */
  readonly frozen: number
  readonly width: number
  /** The line's number for screen readers. */
  readonly rowIndex: number
}

/** Figures of all records under their columns: sticks at the bottom, and scrolls sideways with them. One stop for Tab; arrows go on. */
export function GridFooter({ window, columns, frozen, width, rowIndex }: GridFooterProps) {
  const line = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const { summary } = window.figures
  const known = useSyncExternalStore(summary.subscribe, summary.snapshot)
  const last = columns.length - 1
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: active - 1,
      ArrowRight: active + 1,
      Home: 0,
      End: last,
    }
    const to = steps[event.key]
    if (to === undefined || !line.current?.contains(event.target as Node)) return
    const next = Math.max(0, Math.min(last, to))
    setActive(next)
    line.current.querySelector<HTMLElement>(`[data-figure="${next}"]`)?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={line}
      role="row"
      aria-rowindex={rowIndex}
      aria-label="Figures of all records"
      tabIndex={-1}
      data-testid="figures"
      className="sticky bottom-0 z-[6] flex min-w-full border-t border-line-strong bg-sunken outline-none"
      style={{ width, height: footerHeight }}
      onKeyDownCapture={onKeyDown}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="sticky left-0 z-[3] flex shrink-0 items-center bg-sunken pl-2.5 text-xs text-ink-muted"
        style={{ width: gutterWidth }}
      >
        Figures
      </div>
      {columns.map((column, at) => (
        <div
          key={column.field.id}
          role="gridcell"
          aria-colindex={at + 2}
          className={cx(
            'shrink-0',
            at < frozen && 'sticky z-[2] bg-sunken',
            at === frozen - 1 && 'border-r border-line-strong',
          )}
          style={{ width: column.width, ...(at < frozen ? { left: column.left } : {}) }}
        >
          <ColumnFigure
            field={column.field}
            at={at}
            isActive={at === Math.min(active, last)}
            known={known}
            onFocus={() => setActive(at)}
          />
        </div>
      ))}
    </div>
  )
}

interface ColumnFigureProps {
  readonly field: Field
  readonly at: number
  readonly isActive: boolean
  readonly known: SummarySnapshot
  readonly onFocus: () => void
}

function ColumnFigure({ field, at, isActive, known, onFocus }: ColumnFigureProps) {
  const { values } = useTable()
  const { config, change } = useView()
  const chosen = config.summaries[field.id]
  const suiting = isKept(field) ? figuresOf(field.type) : []
  const kind = chosen && suiting.includes(chosen) ? chosen : null
  const choose = (next: SummaryKind | null) => {
    const { [field.id]: _, ...others } = config.summaries
    change({ summaries: next === null ? others : { ...others, [field.id]: next } })
  }
  const value = known.figures[field.id]
  const isKnown = kind !== null && known.kinds[field.id] === kind && value !== undefined
  const unknown = known.error ? '?' : '…'
  const text = isKnown ? figureValue(kind, value, known.total, field, values) : unknown
  const name = kind === null ? `Add a figure of ${field.name}` : `${field.name}: ${figureNames[kind]} ${text}`
  return (
    <MenuTrigger>
      <Button
        aria-label={name}
        data-figure={at}
        excludeFromTabOrder={!isActive}
        onFocus={onFocus}
        className="group flex size-full items-center justify-end gap-1.5 px-2 text-xs outline-none hovered:bg-hover focus-visible:ring-focus-inset"
      >
        {kind === null ? (
          <span className="text-ink-muted opacity-0 group-focus-visible:opacity-100 group-hover:opacity-100 group-aria-expanded:opacity-100">
            Figure
          </span>
        ) : (
          <>
            <span className="truncate text-ink-muted">{figureNames[kind]}</span>
            <span className="tabular font-medium text-ink">{text}</span>
          </>
        )}
      </Button>
      <Menu
        aria-label={`Figure of ${field.name}`}
        {...(isKept(field) ? {} : { note: onReadLimits })}
        placement="top end"
        selectionMode="single"
        selectedKeys={[kind ?? 'none']}
      >
        <MenuItem id="none" onAction={() => choose(null)}>
          None
        </MenuItem>
        {suiting.map((one) => (
          <MenuItem key={one} id={one} onAction={() => choose(one)}>
            {figureNames[one]}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
