import type { RecordId, Table } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { refusalSentence } from '../../lib/transition-words.ts'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

export interface RecordStepsProps {
  table: Table
  record: RecordId | null
  /** Of states. */
  field: string | undefined
}

/** Into which states one may take a record from where it is, and why not into the others. */
export function RecordSteps({ table, record, field: id }: RecordStepsProps) {
  const { workflows } = useBackend()
  const field = table.fields.find((one) => one.id === id)
  const answer = useQuery({
    queryKey: ['moves', table.id, id, record, 'explained'],
    queryFn: () => unwrap(workflows.movesOf(table.id, field!.id, record!)),
    enabled: field !== undefined && record !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (!field || record === null) return null
  // A record that was never stored has no state to start from; the refusal itself says where records begin.
  if (answer.error) {
    const error = toAppError(answer.error)
    return error.code === 'not_found' ? null : <ErrorNote error={error} />
  }
  if (!answer.data) return <Skeleton className="h-20 w-full" />
  const names = new Map(table.fields.map((one) => [one.id as string, one.name]))
  const option = (state: string | null) => field.options.options?.find((one) => one.id === state)
  const now = option(answer.data.state)
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-1.5">
        {now ? (
          <>
            This record is in <Chip hue={now.hue}>{now.label}</Chip>
          </>
        ) : (
          'This record is in no state yet.'
        )}
      </p>
      <h3 className="text-xs font-medium text-ink-muted">Where it may go from there</h3>
      <ul aria-label="Where it may go" className="flex flex-col gap-2">
        {answer.data.moves.map(({ to, refusal }) => (
          <li key={to} className="flex items-start gap-2">
            {refusal ? (
              <X aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
            ) : (
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
            )}
            <span className="flex min-w-0 flex-col gap-0.5">
              <span>
                <Chip hue={option(to)?.hue ?? 'stone'}>{option(to)?.label ?? 'a state that is gone'}</Chip>
                <span className="sr-only">{refusal ? ': not allowed' : ': allowed'}</span>
              </span>
              {refusal && <span className="text-ink-soft">{refusalSentence(refusal, names)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
