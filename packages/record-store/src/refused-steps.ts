/**
 * Steps that are stored whole or not at all, and were refused. The server says of each change what it thinks of that one alone; here
 * it is told which other one is in the way. Pure.
 */
import type { AppError, MutationResult, RecordId } from '@plinth/domain'
import { isLinks } from '@plinth/domain'
import { isLinkEdit, type OwnValue } from './link-edit.ts'
import type { OwnMutation } from './own-mutation.ts'

type InTheWay = NonNullable<NonNullable<AppError['details']>['inTheWay']>

/** Refused for the sake of another change only. */
export const isInnocent = ({ code }: AppError): boolean => code === 'batch_refused'

/** The answers of one such step, each with what the others mean for it. */
export function toldTogether(
  mutations: readonly OwnMutation[],
  results: readonly MutationResult[],
): readonly MutationResult[] {
  const [first] = mutations
  const culprit = results.find(isCulprit)
  const cause = mutations.find(({ id }) => id === culprit?.id)
  if (!first || !culprit || !cause) return results
  const inTheWay = placeOf(cause, fieldOf(culprit))
  return results.map((result) => {
    if (result.status !== 'error') return result
    if (isInnocent(result.error)) return withDetails(result, { step: first.id, inTheWay })
    const taker = result.error.code === 'link_taken' ? takerOf(result, mutations) : null
    return taker ? takenHere(withDetails(result, { inTheWay: taker })) : result
  })
}

/** The database says that it is linked elsewhere, and to take it out there: but that is not stored either. */
const takenHere = (result: Refused): Refused => ({
  ...result,
  error: {
    ...result.error,
    message: 'The same change links this record elsewhere too, and it can be linked once only.',
  },
})

type Refused = Extract<MutationResult, { status: 'error' }>

const isCulprit = (result: MutationResult): boolean =>
  result.status === 'conflict' || (result.status === 'error' && !isInnocent(result.error))

const fieldOf = (result: MutationResult): string | undefined =>
  result.status === 'error' ? result.error.details?.field : undefined

const withDetails = (result: Refused, more: AppError['details']): Refused => ({
  ...result,
  error: { ...result.error, details: { ...result.error.details, ...more } },
})

/** Where nothing else is told, and one field is written, it is that one. */
function placeOf(mutation: OwnMutation, told: string | undefined): InTheWay {
  const written = mutation.kind === 'delete' ? [] : Object.keys(mutation.values)
  const field = told ?? (written.length === 1 ? written[0] : undefined)
  return { record: mutation.record, ...(field === undefined ? {} : { field }) }
}

/** The change of the same step that links the same record in the same field, and was first. */
function takerOf(refused: Refused, mutations: readonly OwnMutation[]): InTheWay | null {
  const own = mutations.find(({ id }) => id === refused.id)
  const field = own && placeOf(own, fieldOf(refused)).field
  if (!own || field === undefined) return null
  const wanted = new Set(linkedBy(own, field))
  const taker = mutations.find(
    (other) => other.record !== own.record && linkedBy(other, field).some((id) => wanted.has(id)),
  )
  return taker ? { record: taker.record, field } : null
}

function linkedBy(mutation: OwnMutation, field: string): readonly RecordId[] {
  const values: Readonly<Record<string, OwnValue>> = mutation.kind === 'delete' ? {} : mutation.values
  const value = values[field]
  const items = isLinkEdit(value) ? value.link : value !== undefined && isLinks(value) ? value.items : []
  return items.map(([id]) => id)
}
