import type { SharedPage, SharedValue } from '@plinth/domain'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { SharedCell } from './SharedCell.tsx'
import { isEmptyShared } from './shared-text.ts'

/** All fields of a record below each other. */
export function SharedRecord({ page, row }: { page: SharedPage; row: readonly SharedValue[] }) {
  return (
    <dl className="flex flex-col gap-4 text-base">
      {page.fields.map((field, at) => (
        <div key={field.name} className="flex flex-col gap-1 sm:flex-row sm:gap-4">
          <dt className="flex w-44 shrink-0 items-center gap-1.5 self-start pt-0.5 text-sm text-ink-muted">
            <FieldIcon type={field.type} className="size-3.5 shrink-0 text-ink-faint" />
            <span className="min-w-0 break-words">{field.name}</span>
          </dt>
          <dd className="min-w-0 flex-1">
            {isEmptyShared(field, row[at] ?? null) ? (
              <span className="text-ink-faint">
                <span aria-hidden>–</span>
                <span className="sr-only">Empty</span>
              </span>
            ) : (
              <SharedCell page={page} field={field} value={row[at] ?? null} isWhole />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
