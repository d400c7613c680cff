import type { SharedPage } from '@plinth/domain'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { fullDay } from '../../lib/days/time-words.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartProblem } from './PartProblem.tsx'
import { mostAtOnce, type SharedDays } from './use-shared-days.ts'

interface StepsProps {
  readonly title: string
  /** What is gone on by: a month, or three. */
  readonly what: string
  readonly page: SharedPage
  readonly days: SharedDays
  onStep(by: -1 | 1): void
  onToday(): void
  /** How it is looked at. */
  readonly children?: ReactNode
}

/** The first in time are there: what begins later looks as if it were not. */
function moreText({ events }: SharedDays, { locale }: SharedPage): string {
  const count = mostAtOnce.toLocaleString(locale)
  const last = events.at(-1)?.stretch.first
  const begun = last === undefined ? '' : `, which begin by ${fullDay(last, locale)}`
  return `There are more records than can be shown here: these are the first ${count}${begun}.`
}

/** Which days are shown, the ways to others, and what is to be said of what is read of them. */
export function SharedSteps({ title, what, page, days, onStep, onToday, children }: StepsProps) {
  const { error, hasMore, isLoading, retry } = days
  const hasChoice = children !== undefined
  return (
    <>
      <header
        className={cx(
          'flex min-h-12 shrink-0 items-center gap-2 border-b border-line px-3 py-1.5',
          hasChoice && 'max-sm:flex-wrap',
        )}
      >
        <div className="flex items-center gap-0.5">
          <IconButton
            label={`Previous ${what}`}
            icon={<ChevronLeft aria-hidden />}
            onPress={() => onStep(-1)}
          />
          <IconButton label={`Next ${what}`} icon={<ChevronRight aria-hidden />} onPress={() => onStep(1)} />
        </div>
        <h2
          aria-live="polite"
          className={cx(
            'tabular min-w-0 flex-1 truncate text-lg font-semibold max-sm:text-base',
            hasChoice && 'max-sm:order-first max-sm:basis-full',
          )}
        >
          {title}
        </h2>
        {hasChoice && <span className="flex-1 sm:hidden" />}
        {children}
        <Button size="sm" onPress={onToday}>
          Today
        </Button>
      </header>
      {error && (
        <div className="shrink-0 border-b border-line p-3">
          <PartProblem error={error} onRetry={retry} />
        </div>
      )}
      {hasMore && (
        <output className="block shrink-0 border-b border-line bg-sunken px-4 py-1.5 text-sm text-ink-soft">
          {moreText(days, page)}
        </output>
      )}
      <div className="relative shrink-0">
        {isLoading && <span className="animate-shimmer absolute inset-x-0 top-0 z-30 h-0.5" aria-hidden />}
      </div>
    </>
  )
}
