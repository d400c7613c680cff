import { Ellipsis } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cx } from '../../../ui/cx.ts'

/** Opens the menu of a record, for those who point; with keys it opens from the record itself. */
export function CardMenuButton({
  label,
  isOpen,
  isOverPicture = false,
  className,
  onOpen,
}: {
  label: string
  isOpen: boolean
  isOverPicture?: boolean
  className: string
  onOpen: (button: HTMLElement) => void
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event: MouseEvent<HTMLButtonElement>) => onOpen(event.currentTarget)}
      className={cx(
        'group/menu grid size-7 cursor-default place-items-center text-ink-muted opacity-0 outline-none group-focus-within/card:opacity-100 group-hover/card:opacity-100 hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 coarse:size-11 coarse:opacity-100',
        className,
      )}
    >
      <span
        className={cx(
          'grid size-7 place-items-center rounded-control group-hover/menu:bg-hover group-focus-visible/menu:ring-focus group-aria-expanded/menu:bg-hover',
          isOverPicture && 'bg-surface/90 group-hover/menu:bg-surface group-aria-expanded/menu:bg-surface',
        )}
      >
        <Ellipsis aria-hidden className="size-4" />
      </span>
    </button>
  )
}
