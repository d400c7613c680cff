/** The condition that a refused link does not meet, for those who may know it. */
import type { AppError, Backend, Field, Table } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useTable } from '../table-context.ts'
import { withCondition } from './link-words.ts'

interface Asked {
  readonly backend: Pick<Backend, 'bases'>
  readonly tables: readonly Table[]
  readonly mayShape: boolean
}

/** The refusal with the condition, where whoever asks may know it; any other error, and a condition that is not told, as it was. */
export async function tellCondition(
  error: AppError,
  { backend, tables, mayShape }: Asked,
): Promise<AppError> {
  const field = mayShape ? refusing(error, tables) : undefined
  const target = tables.find(({ id }) => id === field?.options.target)
  if (!field || !target) return error
  const answer = await backend.bases.linkAccepts(field.id)
  // Few need the expression language for this.
  const { formulaText } = await import('../../../lib/formula-text.ts')
  const condition = answer.ok && answer.value ? formulaText(answer.value, target) : ''
  return condition === '' ? error : withCondition(error, { field, target, condition })
}

/** The same of a refusal that stands on screen. */
export function useToldCondition(error: AppError): AppError {
  const { backend, tables, mayShape } = useTable()
  const field = refusing(error, tables)
  const { data } = useQuery({
    queryKey: ['link-accepts', field?.id, 'refused', error.details?.table],
    queryFn: () => tellCondition(error, { backend, tables, mayShape }),
    enabled: mayShape && field !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  return (field && data) ?? error
}

/** The field whose condition it is: on either side of the link. */
function refusing({ code, details }: AppError, tables: readonly Table[]): Field | undefined {
  if (code !== 'link_refused') return undefined
  return tables.flatMap(({ fields }) => fields).find(({ id }) => id === details?.field)
}
