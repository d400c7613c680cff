/** One's own steps, to be taken back and made again. A step back is a new change holding the old values. */
import type { CellValue, FieldId, MutationId, RecordId } from '@plinth/domain'

type Values = Readonly<Record<FieldId, CellValue>>

export type Change =
  | { readonly kind: 'insert'; readonly record: RecordId; readonly values: Values }
  | { readonly kind: 'update'; readonly record: RecordId; readonly values: Values; readonly base: Values }
  | { readonly kind: 'delete'; readonly record: RecordId }

export interface Step {
  /** Changes that take the step back, and those that make it again. */
  readonly back: readonly Change[]
  readonly again: readonly Change[]
  /** The mutations that made it last; a refused one takes the step out. */
  readonly mutations: readonly MutationId[]
}

/** Steps that can be taken back. */
export const undoDepth = 200

export class UndoStack {
  #done: Step[] = []
  #undone: Step[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** The step that would be taken back next. */
  get last(): Step | undefined {
    return this.#done.at(-1)
  }

  /** Forgets the last step: it cannot be taken back. */
  dropLast(): void {
    this.#done.pop()
  }

  /** Notes a new step; what was undone before cannot be made again after it. */
  push(step: Step): void {
    this.#done.push(step)
    if (this.#done.length > undoDepth) this.#done.shift()
    this.#undone = []
  }

  /** Takes the last step back: `apply` makes the changes and answers their mutations. */
  undo(apply: (changes: readonly Change[]) => readonly MutationId[]): Step | null {
    const step = this.#done.pop()
    if (!step) return null
    this.#undone.push({ ...step, mutations: apply(step.back) })
    return step
  }

  /** Takes one step back, wherever it stands; nothing, when it is undone or refused already. */
  takeBack(step: Step, apply: (changes: readonly Change[]) => readonly MutationId[]): void {
    if (!this.#done.includes(step)) return
    this.#done = this.#done.filter((other) => other !== step)
    this.#undone.push({ ...step, mutations: apply(step.back) })
  }

  redo(apply: (changes: readonly Change[]) => readonly MutationId[]): Step | null {
    const step = this.#undone.pop()
    if (!step) return null
    this.#done.push({ ...step, mutations: apply(step.again) })
    return step
  }

  /** A mutation was refused: its step did not happen. */
  forget(mutation: MutationId): void {
    const holds = (step: Step) => step.mutations.includes(mutation)
    this.#done = this.#done.filter((step) => !holds(step))
    this.#undone = this.#undone.filter((step) => !holds(step))
  }
}
