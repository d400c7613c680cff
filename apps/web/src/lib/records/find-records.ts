/** Asks the database for records to choose from, and for what chosen ones are called. */
import {
  type Backend,
  limits,
  ok,
  type RecordId,
  type Result,
  type Table,
  type ValueContext,
  type ViewQuery,
} from '@plinth/domain'
import { choiceOf, choicesQuery, type Place, type RecordChoice } from './record-choice.ts'

export interface ChoiceOptions {
  readonly values: ValueContext
  /** Those alone that may be linked so. */
  readonly linkable?: ViewQuery['linkable']
  /** Records that have their place elsewhere are marked. */
  readonly place?: Place | null
}

type Choices = Promise<Result<readonly RecordChoice[]>>

/** Records that are offered at once: more are found by typing. */
const offeredAtOnce = 50

/** Records of a table that hold a text; of an empty text the first ones. */
export function findRecords(
  backend: Backend,
  target: Table,
  text: string,
  { linkable, ...options }: ChoiceOptions & { readonly signal?: AbortSignal },
): Choices {
  const search = text.slice(0, limits.searchLength)
  const asked = { ...(search === '' ? {} : { search }), ...(linkable ? { linkable } : {}) }
  return readChoices(backend, target, { asked, take: offeredAtOnce, ...options })
}

/** The first records of a table for which this is so. */
export async function readChoices(
  { rows }: Backend,
  target: Table,
  about: {
    readonly asked: Partial<ViewQuery>
    readonly take: number
    readonly values: ValueContext
    readonly place?: Place | null
    readonly signal?: AbortSignal
  },
): Choices {
  const { asked, take, values, place, signal } = about
  const query = choicesQuery(target, asked, place)
  const answer = await rows.window({ query, anchor: null, direction: 'forward', skip: 0, take }, signal)
  return answer.ok ? ok(answer.value.rows.map((row) => choiceOf(row, target, values, place))) : answer
}

/** Records by their ids, in their order, those that are there and may be read; of very many the first. */
export async function nameRecords(
  { rows }: Backend,
  target: Table,
  ids: readonly RecordId[],
  { values, linkable, place }: ChoiceOptions,
): Choices {
  const query = choicesQuery(target, linkable ? { linkable } : {}, place)
  const answer = await rows.byId(query, ids.slice(0, limits.idsPerRequest))
  if (!answer.ok) return answer
  const { outside = [] } = answer.value
  const read = new Map(
    answer.value.rows.filter(({ id }) => !outside.includes(id)).map((row) => [row.id, row]),
  )
  return ok(
    ids.flatMap((id) => {
      const row = read.get(id)
      return row ? [choiceOf(row, target, values, place)] : []
    }),
  )
}
