/**
 * Sending again what was refused. What was refused only because of another change of its step goes together, from wherever the person
 * asks for it, and without what was in the way: that waits for its own decision.
 */
import type { AppError, CellValue, FieldId, RecordId } from '@plinth/domain'
import { foldLinks, isLinkEdit, type OwnValue } from './link-edit.ts'
import type { OwnValues } from './own-mutation.ts'
import type { RowView } from './record-entry.ts'
import type { RecordStore } from './record-store.ts'

type Values = Readonly<Record<FieldId, CellValue>>

interface Refused {
  readonly edits: readonly { readonly record: RecordId; readonly values: Values }[]
  /** New records, as they are sent. */
  readonly made: readonly { readonly record: RecordId; readonly values: Values }[]
}

export interface RetriesOptions {
  readonly store: Pick<RecordStore, 'get' | 'refusedIn'>
  /** Sends it as one step. */
  send(refused: Refused): void
}

export class Retries {
  readonly #options: RetriesOptions

  constructor(options: RetriesOptions) {
    this.#options = options
  }

  /** How many cells and new records go together with the one that has this error, itself included. */
  count(error: AppError): number {
    const { edits, made } = this.#together(error) ?? { edits: [], made: [] }
    const cells = edits.reduce((sum, { values }) => sum + Object.keys(values).length, 0)
    return Math.max(1, cells + made.length)
  }

  /** A value, over what is stored now. */
  cell(record: RecordId, field: FieldId): void {
    const problem = this.#options.store.get(record)?.problems.get(field)
    if (!problem) return
    const alone = { edits: [{ record, values: { [field]: problem.attempted } }], made: [] }
    this.#options.send(this.#together(problem.error) ?? alone)
  }

  /** A new record; with changed values, it alone. */
  record(record: RecordId, changed: Values): void {
    const row = this.#options.store.get(record)
    if (row?.state !== 'refused') return
    const alone = { edits: [], made: [{ record, values: madeWith(row.values, changed) }] }
    const isChanged = Object.keys(changed).length > 0
    this.#options.send((!isChanged && row.problem && this.#together(row.problem)) || alone)
  }

  /** What waits of the step of an error; null: the error is of no step. */
  #together({ details }: AppError): Refused | null {
    const step = details?.step
    if (step === undefined) return null
    const rows = this.#options.store.refusedIn(step)
    const made = rows.filter(({ state }) => state === 'refused')
    const stored = rows.filter(({ state }) => state !== 'refused')
    return {
      edits: stored.map((row) => ({ record: row.id, values: attemptedIn(row, step) })),
      made: made.map(({ id, values }) => ({ record: id, values: madeWith(values, {}) })),
    }
  }
}

/** Is this error of that step? */
export const isOfStep = (error: AppError | null, step: string): boolean => error?.details?.step === step

function attemptedIn({ problems }: RowView, step: string): Values {
  const own = [...problems].filter(([, { error }]) => isOfStep(error, step))
  return Object.fromEntries(own.map(([field, { attempted }]) => [field, attempted]))
}

/** Values with which a refused record is tried again: its own, and these in their place. */
export function madeWith(own: Values, values: OwnValues): Values {
  const all: Record<FieldId, CellValue> = { ...own }
  for (const [field, value] of Object.entries(values) as [FieldId, OwnValue][]) {
    all[field] = isLinkEdit(value) ? foldLinks(own[field], [value]) : value
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}
