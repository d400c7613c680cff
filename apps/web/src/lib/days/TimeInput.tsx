import type { Time } from '@internationalized/date'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { TimeField } from 'react-aria-components/TimeField'
import { cx } from '../../ui/cx.ts'

/** Hours and minutes, segment by segment. */
export function TimeInput({ value, onChange }: { value: Time | null; onChange: (time: Time) => void }) {
  return (
    <TimeField
      aria-label="Time"
      value={value}
      onChange={(next) => next && onChange(next as Time)}
      granularity="minute"
    >
      <DateInput className="tabular flex h-8 items-center rounded-control border border-line-control bg-surface px-2 text-sm coarse:h-11 coarse:px-0">
        {(segment) => (
          <DateSegment
            segment={segment}
            className={cx(
              'rounded-[3px] px-px outline-none placeholder-shown:text-ink-faint focus:bg-accent focus:text-on-accent',
              segment.type !== 'literal' && 'coarse:grid coarse:size-11 coarse:place-items-center',
            )}
          />
        )}
      </DateInput>
    </TimeField>
  )
}
