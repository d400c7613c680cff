import type { BaseId, Field } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { AsideNote } from '../../lib/AsideNote.tsx'
import { useBackend } from '../../lib/backend-context.ts'
import { hiddenFrom } from '../../lib/hidden-words.ts'
import { queries, useBaseSchema } from '../../lib/queries.ts'

/** From whom a field is kept, and the way to where that is said; nothing for a field that everybody sees. */
export function FieldVisibility({ base, field: { id } }: { base: BaseId; field: Pick<Field, 'id'> }) {
  // As it is now: a field may come back while this is open.
  const { role, tables } = useBaseSchema(base)
  const field = tables.flatMap(({ fields }) => fields).find((one) => one.id === id)
  const { data: roles } = useQuery({
    ...queries.roles(useBackend(), base),
    enabled: role === 'creator' && field?.hidden === true,
  })
  if (!field?.hidden && !field?.aside) return null
  return (
    <>
      {field.hidden && (
        <p className="flex items-start gap-2 text-sm text-ink-soft">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
          <span>
            {hiddenFrom(field, roles)} Rules cannot look at it, and it cannot be required. That is said in the
            roles of this base.
          </span>
        </p>
      )}
      <AsideNote base={base} field={field} />
    </>
  )
}
