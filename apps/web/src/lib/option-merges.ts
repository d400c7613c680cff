/** Options that become one, in steps of many records each, and the way back. */
import {
  type Backend,
  err,
  type Field,
  type FieldId,
  type MergeId,
  type MergeStep,
  type OptionId,
  ok,
  type RecordId,
  type Result,
} from '@plinth/domain'
import { toast } from '../ui/Toast.tsx'
import type { FieldScope } from './field-steps.ts'
import { patiently } from './patiently.ts'
import { noteStep } from './table-steps.ts'

/** Which options became which one. */
export interface Merge {
  readonly field: FieldId
  readonly from: readonly OptionId[]
  readonly into: OptionId
}

interface Merged {
  readonly field: Field
  /** What takes it back. */
  readonly merge: MergeId | null
}

/** Merges to the end; `onMoved` is told how many records are through so far. */
export function mergeOptions(
  bases: Backend['bases'],
  { field, from, into }: Merge,
  onMoved?: (records: number) => void,
): Promise<Result<Merged>> {
  return stepwise((after) => bases.mergeOptions(field, from, into, after), onMoved)
}

/** Notes that options became one: taken back, the records that still hold it hold what they held. */
export function noteMerge(scope: FieldScope, merge: Merge, done: Merged): void {
  let last = done.merge
  const back = async () => {
    const id = last
    if (!id) return false
    const result = await stepwise((after) => patiently(() => scope.bases.unmergeOptions(id, after)))
    return told(scope, result, 'is as it was before the merge.')
  }
  const again = async () => {
    const result = await mergeOptions(scope.bases, merge)
    if (result.ok) last = result.value.merge
    return told(scope, result, 'has its options merged again.')
  }
  noteStep(scope.table, { back, again })
}

async function told({ cache, base }: FieldScope, result: Result<Merged>, outcome: string): Promise<boolean> {
  await cache.refreshBase(base)
  if (result.ok) toast.success(`“${result.value.field.name}” ${outcome}`)
  else toast.error(result.error, { description: 'The options stay as they are now.' })
  return result.ok
}

async function stepwise(
  step: (after: RecordId | null) => Promise<Result<MergeStep>>,
  onMoved?: (records: number) => void,
): Promise<Result<Merged>> {
  let after: RecordId | null = null
  let moved = 0
  for (;;) {
    const result = await step(after)
    if (!result.ok) return err(result.error)
    moved += result.value.moved
    onMoved?.(moved)
    const { field, merge } = result.value
    if (field) return ok({ field, merge })
    after = result.value.last
  }
}
