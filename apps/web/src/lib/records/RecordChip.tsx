import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Link as AriaLink } from 'react-aria-components/Link'
import { cx } from '../../ui/cx.ts'

const chipClass =
  'inline-flex h-5 min-w-0 max-w-full items-center rounded-[4px] px-1.5 text-xs font-medium forced-colors:border'
const recordClass = cx(chipClass, 'bg-pressed text-ink')

/** A linked record by its name; with an address it is a link, with `onRemove` it can be taken out. */
export function RecordChip({
  children,
  href,
  onRemove,
}: {
  children: string
  href?: string | undefined
  onRemove?: (() => void) | undefined
}) {
  const label = <span className="truncate">{children}</span>
  if (href !== undefined) {
    return (
      <AriaLink
        href={href}
        className={cx(
          recordClass,
          'cursor-pointer outline-none hovered:bg-hover hovered:underline focus-visible:ring-focus coarse:h-11 coarse:px-3 coarse:text-sm',
        )}
      >
        {label}
      </AriaLink>
    )
  }
  return (
    <span className={cx(recordClass, onRemove && 'h-6 coarse:h-11 coarse:text-sm')}>
      {label}
      {onRemove && (
        <AriaButton
          aria-label={`Unlink ${children}`}
          onPress={onRemove}
          className="-mr-1.5 grid size-6 shrink-0 place-items-center rounded-[4px] outline-none hovered:bg-hover focus-visible:ring-focus coarse:size-11"
        >
          <X aria-hidden className="size-3" />
        </AriaButton>
      )}
    </span>
  )
}

/** What is said in place of records that have no name here. */
export function NoteChip({ children }: { children: ReactNode }) {
  return (
    <span className={cx(chipClass, 'shrink-0 border border-line-strong text-ink-muted')}>{children}</span>
  )
}
