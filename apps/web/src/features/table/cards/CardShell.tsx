import type { ColorRule, RecordId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import type { CSSProperties, ReactNode } from 'react'
import { ColorNote } from '../../../lib/color/ColorNote.tsx'
import { colorWords, rowTintClass } from '../../../lib/color/color-words.ts'
import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { CardMenuButton } from './CardMenuButton.tsx'

interface CardShellProps {
  readonly id: RecordId | null
  /** Null: not loaded. */
  readonly row: RowView | null
  readonly place: number
  readonly of: number
  readonly style: CSSProperties
  /** Of the item of the list, and of the button in it. */
  readonly itemClass?: string
  readonly className: string
  readonly hue?: string | undefined
  /** What colours it as a whole. */
  readonly rule?: ColorRule | null
  /** The Tab key comes to it. */
  readonly isStop: boolean
  readonly isLookedAt: boolean
  readonly menu: {
    readonly label: string
    readonly className: string
    readonly isOpen: boolean
    readonly isOverPicture?: boolean
    onOpen(id: RecordId, below: Element): void
  }
  readonly children: ReactNode
}

/** A record of a gallery or of a list: a button that opens it, with its menu beside; the attributes by which cursor and menu find it. */
export function CardShell(props: CardShellProps) {
  const { id, row, place, of, style, itemClass, className, hue, rule, isStop, isLookedAt, menu, children } =
    props
  const { openRecord } = useTable()
  const isLeaving = row?.state === 'deleting' || row?.state === 'gone'
  return (
    <li
      className={cx('group/card absolute', itemClass)}
      style={style}
      aria-posinset={place + 1}
      aria-setsize={of}
      data-place={place}
    >
      <button
        type="button"
        data-main
        data-card={id}
        aria-disabled={!row}
        aria-current={isLookedAt || undefined}
        aria-keyshortcuts="Delete Shift+F10"
        tabIndex={isStop ? 0 : -1}
        onClick={() => id !== null && row && openRecord(id)}
        {...(hue ? { 'data-hue': hue } : {})}
        title={colorWords(rule)}
        className={cx(
          'flex size-full cursor-default text-left outline-none select-none',
          className,
          rule && rowTintClass,
          isLeaving && 'opacity-45',
        )}
      >
        {children}
        <ColorNote rule={rule} />
      </button>
      {row && id !== null && (
        <CardMenuButton
          label={menu.label}
          isOpen={menu.isOpen}
          onOpen={(button) => menu.onOpen(id, button)}
          isOverPicture={menu.isOverPicture ?? false}
          className={menu.className}
        />
      )}
    </li>
  )
}
