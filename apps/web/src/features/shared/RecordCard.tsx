import type { SharedPage } from '@plinth/domain'
import { Button as AriaButton } from 'react-aria-components/Button'
import { cx } from '../../ui/cx.ts'
import { SharedCell } from './SharedCell.tsx'
import type { SharedRow } from './shared-kinds.ts'
import { isEmptyShared, titleOf } from './shared-text.ts'

export interface OpenProps {
  page: SharedPage
  onOpen: (row: SharedRow) => void
}

interface CardProps extends OpenProps {
  row: SharedRow
  /** Fields below the name. */
  most?: number
  /** The place of a field that is said elsewhere. */
  without?: number
  /** Values without the names of their fields, which are read out alone. */
  isNarrow?: boolean
}

const usualMost = 4

/** Of an item of a list that is a card: a press anywhere on it opens the record. */
export const cardClass =
  'relative rounded-card border border-line bg-surface px-3 py-2.5 hover:border-line-strong has-[[data-pressed]]:bg-hover'

/** By what a record is called, and the first values that there are. */
export function RecordCard({ page, row, onOpen, most = usualMost, without, isNarrow = false }: CardProps) {
  const filled = page.fields
    .map((field, at) => ({ field, at, value: row[at] ?? null }))
    .slice(1)
    .filter(({ field, at, value }) => at !== without && !isEmptyShared(field, value))
    .slice(0, most)
  return (
    <>
      <OpenName page={page} row={row} onOpen={onOpen} isWide />
      {filled.length > 0 && (
        <dl className="mt-1 flex flex-col gap-1 text-sm">
          {filled.map(({ field, value }) => (
            <div key={field.name} className="flex min-h-5 items-center gap-3">
              <dt className={isNarrow ? 'sr-only' : 'w-[34%] max-w-28 shrink-0 truncate text-ink-muted'}>
                {field.name}
              </dt>
              <dd className="min-w-0 flex-1 [&_a]:relative [&_a]:z-1">
                <SharedCell page={page} field={field} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Opens a record. `isWide`: a press anywhere on the next box around it that has a place of its own does, too. */
export function OpenName({
  page,
  row,
  onOpen,
  isWide = false,
}: OpenProps & { row: SharedRow; isWide?: boolean }) {
  return (
    <AriaButton
      onPress={() => onOpen(row)}
      className={cx(
        'flex min-h-6 max-w-full cursor-default items-center rounded-[3px] text-left font-medium text-ink outline-none coarse:-my-1.5 coarse:min-h-11',
        isWide
          ? 'w-full before:absolute before:inset-0 before:rounded-[inherit] focus-visible:before:rounded-card focus-visible:before:ring-focus'
          : 'hovered:underline focus-visible:ring-focus',
      )}
    >
      <span className="min-w-0 truncate">{titleOf(page, row)}</span>
    </AriaButton>
  )
}
