import { isCounted, isOfMoments, type SharedPage } from '@plinth/domain'
import { groupIndentPx } from '../../lib/group-indent.ts'
import { cx } from '../../ui/cx.ts'
import { SharedCell } from './SharedCell.tsx'
import { headText, type SharedHead } from './shared-groups.ts'

interface GroupHeadProps {
  page: SharedPage
  head: SharedHead
  className?: string
}

/** The field, and what the records below have in it. */
export function GroupHead({ page, head, className }: GroupHeadProps) {
  const { field, value, depth } = head
  const isText = value === null || isOfMoments(field.type) || isCounted(field)
  return (
    <div
      className={cx('flex items-center gap-2 text-left text-sm', className)}
      {...(depth > 0 ? { style: { marginLeft: depth * groupIndentPx } } : {})}
    >
      <span className="max-w-40 shrink-0 truncate font-normal text-ink-muted">{field.name}</span>
      <span className="flex min-w-0 items-center font-medium text-ink">
        {isText ? (
          <span className={cx('truncate', value === null && 'font-normal text-ink-muted')}>
            {headText(head, page)}
          </span>
        ) : (
          <SharedCell page={page} field={field} value={value} />
        )}
      </span>
    </div>
  )
}
