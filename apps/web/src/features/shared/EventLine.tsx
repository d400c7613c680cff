import type { SharedPage } from '@plinth/domain'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ColorNote } from '../../lib/color/ColorNote.tsx'
import { colorWords } from '../../lib/color/color-words.ts'
import type { DayNo } from '../../lib/days/days.ts'
import { onDayText } from '../../lib/days/time-words.ts'
import { cx } from '../../ui/cx.ts'
import { useSharedPaint } from './shared-colors.ts'
import type { SharedEvent } from './shared-days.ts'
import type { SharedRow } from './shared-kinds.ts'

interface LineProps {
  readonly event: SharedEvent
  /** Of its days the one below which it stands. */
  readonly day: DayNo
  readonly page: SharedPage
  onOpen(row: SharedRow): void
}

/** A record in a list of those of a day. */
export function EventLine({ event: { row, title, stretch }, day, page, onOpen }: LineProps) {
  const { row: color } = useSharedPaint()(row)
  const when = onDayText(stretch, day, page.locale)
  return (
    <AriaButton
      onPress={() => onOpen(row)}
      {...(color ? { 'data-hue': color.hue } : {})}
      className="flex h-9 w-full min-w-0 cursor-default items-center gap-2 rounded-control px-2 text-left text-sm outline-none select-none hovered:bg-hover focus-visible:ring-focus-inset pressed:bg-hover coarse:h-12"
    >
      <span
        aria-hidden
        title={colorWords(color)}
        className={cx('size-2 shrink-0 rounded-full', color ? 'bg-chip-dot' : 'bg-accent')}
      />
      {/* On a phone the name has a line of its own. */}
      <span className="flex min-w-0 flex-1 items-center gap-2 coarse:max-sm:flex-col coarse:max-sm:items-start coarse:max-sm:gap-0">
        <span className="min-w-0 flex-1 truncate font-medium coarse:max-sm:w-full coarse:max-sm:flex-none">
          {title}
          <ColorNote rule={color} />
        </span>
        {when && <span className="tabular max-w-36 shrink-0 truncate text-xs text-ink-muted">{when}</span>}
      </span>
    </AriaButton>
  )
}
