/** Why records do not go where somebody moves them, on boards, in calendars and timelines: known before, or told by the server. */
import { type AppError, type Field, type FieldId, type RecordId, ruleProblem } from '@plinth/domain'
import { isLinkEdit, type OwnValue, type RecordStore } from '@plinth/record-store'
import { useMemo } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { nameRule } from '../../lib/rules/broken-rule.ts'
import { toast } from '../../ui/Toast.tsx'
import { useTable } from './table-context.ts'

type Values = Readonly<Record<FieldId, OwnValue>>

export interface MoveRefusals {
  /** Answers true where it is known that the record does not take these values, and says why. */
  refuse(id: RecordId, values: Values): boolean
  /** Waits until the server has taken these values, which were just changed, and says why where it has not. */
  tellRefusal(id: RecordId, values: Values, onRefused?: () => void): void
}

/** Says that a record is not moved. */
export function tellStays(reason: string): void {
  toast.info('This record stays where it is', { description: reason })
}

export function useMoveRefusals(): MoveRefusals {
  const { session, table, values: context, refuseEdit, names, openRecord } = useTable()
  return useMemo(() => {
    const fieldsOf = (values: Values) => table.fields.filter(({ id }) => id in values)
    const wordsOf = (error: AppError) => describeError(nameRule(error, table, context), names).text
    return {
      refuse(id, values) {
        const fields = fieldsOf(values)
        if (fields.some((field) => refuseEdit(session.store.get(id), field))) return true
        const problem = fields.map((field) => problemOf(field, values[field.id])).find((one) => one !== null)
        if (problem) tellStays(wordsOf(problem))
        return problem !== undefined
      },
      tellRefusal: (id, values, onRefused) =>
        onRefusal(session.store, id, fieldsOf(values), (error) => {
          toast.error('The record stays where it was', {
            // Of several moves that were on their way together.
            id: `stays-${id}`,
            description: wordsOf(error),
            action: { label: 'Show', onAction: () => openRecord(id) },
          })
          onRefused?.()
        }),
    }
    function problemOf(field: Field, value: OwnValue | undefined): AppError | null {
      // Which links there are in the end is for the database to say.
      return isLinkEdit(value) ? null : ruleProblem(field, value ?? null, context)
    }
  }, [session, table, context, refuseEdit, names, openRecord])
}

function onRefusal(
  store: Pick<RecordStore, 'get' | 'subscribe'>,
  id: RecordId,
  fields: readonly Pick<Field, 'id'>[],
  tell: (error: AppError) => void,
): void {
  const isPending = () => fields.some((field) => store.get(id)?.pending.has(field.id))
  // Nothing was changed.
  if (!isPending()) return
  const stop = store.subscribe(id, () => {
    if (isPending()) return
    stop()
    const problem = fields
      .map((field) => store.get(id)?.problems.get(field.id))
      .find((one) => one !== undefined)
    if (problem) tell(problem.error)
  })
}
