import type { Field } from '@plinth/domain'
import { Replace } from 'lucide-react'
import { capital } from '../../lib/capital.ts'
import { isComputing } from '../../lib/computation.ts'

/** What is going on with a field that is changing. To the type that it has: it numbers the records that were there before it. */
export function changingWords(field: Pick<Field, 'formula' | 'rollup' | 'type' | 'changing'>): string {
  if (isComputing(field)) return 'computing…'
  return field.changing?.type === field.type ? 'numbering…' : 'changing type…'
}

/** Beside the name of a field whose type is being changed, or what it is computed by: until that is done, nobody edits it. */
export function ChangingMark({ field }: { field: Field }) {
  if (!field.changing) return null
  const title = isComputing(field)
    ? 'This field is being computed for all records.'
    : field.changing.plain
      ? 'The type of this field is being changed. Until that is done, it is computed.'
      : field.changing.type === field.type
        ? 'This field is numbering the records that were there before it.'
        : 'The type of this field is being changed. Until that is done, nobody can edit it.'
  return (
    <span
      title={title}
      // Where there is no room for all, the name of the field goes on being read, and the sign stays.
      className="flex min-w-3.5 shrink-1000 items-center gap-1 overflow-hidden text-xs font-normal text-warn-text"
    >
      <Replace aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{capital(changingWords(field))}</span>
    </span>
  )
}
