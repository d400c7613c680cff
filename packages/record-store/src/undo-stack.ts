/** One's own steps, to be taken back and made again. A step back is a new change holding the old values. */
import type { MutationId, RecordId } from '@plinth/domain'
import { isLinkEdit } from './link-edit.ts'
import type { OwnValues as Values } from './own-mutation.ts'

export type Change =
  | {
      readonly kind: 'insert'
      readonly record: RecordId
      readonly values: Values
      /** The deletion that it takes back. */
      readonly undoes?: MutationId
    }
  | {
      readonly kind: 'update'
      readonly record: RecordId
      readonly values: Values
      readonly base: Values
      /** The change whose links it takes back: they stand where they stood. */
      readonly undoes?: MutationId
    }
  | { readonly kind: 'delete'; readonly record: RecordId }

/** A step that is no change of records: of a field, of the view. False: it stays as it is, and the person knows why. */
export interface Act {
  back(): Promise<boolean>
  again(): Promise<boolean>
  /** Asks what of it goes on still to end soon: the person turns round. */
  stop?(): void
  /** Acts of one series that follow one another are one step: a text as it is typed. */
  readonly series?: string
}

export interface Step {
  act?: Act
  /** Changes that take the step back, and those that make it again. */
  back: readonly Change[]
  again: readonly Change[]
  /** The mutations that made it last, one for each change; a refused one takes the step out. */
  mutations: readonly MutationId[]
}

type Apply = (changes: readonly Change[]) => readonly MutationId[]

/**
 * Changes that turn round what `done` did by these mutations: a record that is made again, and links that are made again, say which one that
 * undoes.
 */
function turned(
  changes: readonly Change[],
  done: readonly Change[],
  mutations: readonly MutationId[],
): readonly Change[] {
  const undone = new Map(done.map(({ kind, record }, at) => [`${kind} ${record}`, mutations[at]]))
  return changes.map((change) => {
    const undoes =
      change.kind === 'insert'
        ? undone.get(`delete ${change.record}`)
        : change.kind === 'update' && links(change.values)
          ? undone.get(`update ${change.record}`)
          : undefined
    return undoes ? { ...change, undoes } : change
  })
}

const links = (values: Values): boolean =>
  Object.values(values).some((value) => isLinkEdit(value) && value.link.length > 0)

/** What is to be done first comes first: who loses a record's links is not asked for them once the record is gone. */
const byDeletion = (a: Change, b: Change): number => Number(a.kind === 'delete') - Number(b.kind === 'delete')

/** Takes a step back; answers the mutations in the order of its changes. */
function takenBack(step: Step, apply: Apply): readonly MutationId[] {
  const changes = turned(step.back, step.again, step.mutations)
  const order = changes
    .map((change, at) => ({ change, at }))
    .toSorted((a, b) => byDeletion(a.change, b.change))
  const made = apply(order.map(({ change }) => change))
  const mutations: MutationId[] = []
  for (const [nth, id] of made.entries()) mutations[order[nth]?.at ?? nth] = id
  return mutations
}

/** Steps that can be taken back. */
export const undoDepth = 200

export class UndoStack {
  #done: Step[] = []
  #undone: Step[] = []
  readonly #byMutation = new Map<MutationId, Step>()

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

  /** Notes an act, or makes it one with the last step. */
  pushAct(act: Act, joins: boolean): void {
    const { last } = this
    if (joins && last?.act?.series !== undefined && last.act.series === act.series) {
      const { back } = last.act
      last.act = { ...act, back }
    } else this.push({ back: [], again: [], mutations: [], act })
  }

  /** Forgets the last step: it cannot be taken back. */
  dropLast(): void {
    const step = this.#done.pop()
    if (step) this.#unname(step)
  }

  /** Notes a new step; what was undone before cannot be made again after it. */
  push(step: Step): void {
    this.#done.push(step)
    this.#name(step, step.mutations)
    const oldest = this.#done.length > undoDepth ? this.#done.shift() : undefined
    for (const gone of oldest ? [oldest, ...this.#undone] : this.#undone) this.#unname(gone)
    this.#undone = []
  }

  /** Takes the last step back: `apply` makes the changes and answers their mutations. */
  undo(apply: Apply): Step | null {
    const step = this.#done.pop()
    if (!step) return null
    this.#undone.push(step)
    this.#name(step, takenBack(step, apply))
    return step
  }

  holds(step: Step): boolean {
    return this.#done.includes(step)
  }

  /** Takes one step back, wherever it stands; false: it is undone or refused already. */
  takeBack(step: Step, apply: Apply): boolean {
    if (!this.holds(step)) return false
    this.#done = this.#done.filter((other) => other !== step)
    this.#undone.push(step)
    this.#name(step, takenBack(step, apply))
    return true
  }

  redo(apply: Apply): Step | null {
    const step = this.#undone.pop()
    if (!step) return null
    this.#done.push(step)
    this.#name(step, apply(turned(step.again, step.back, step.mutations)))
    return step
  }

  /** A mutation was refused: its step did not happen. */
  forget(mutation: MutationId): void {
    const step = this.#byMutation.get(mutation)
    if (step) this.remove(step)
  }

  /** These parts of a step of many did not happen; the rest of it did. */
  narrow(mutations: ReadonlySet<MutationId>): void {
    const steps = new Set<Step>()
    for (const id of mutations) {
      const step = this.#byMutation.get(id)
      if (step) steps.add(step)
    }
    for (const step of steps) {
      const isPaired = [step.back, step.again].every(({ length }) => length === step.mutations.length)
      const happened = step.mutations.map((id) => !mutations.has(id))
      if (!isPaired || !happened.includes(true)) {
        this.remove(step)
        continue
      }
      const kept = step.mutations.filter((_, at) => happened[at])
      step.back = step.back.filter((_, at) => happened[at])
      step.again = step.again.filter((_, at) => happened[at])
      this.#name(step, kept)
    }
  }

  /** Takes a step out, wherever it stands. */
  remove(step: Step): void {
    this.#unname(step)
    this.#done = this.#done.filter((other) => other !== step)
    this.#undone = this.#undone.filter((other) => other !== step)
  }

  #name(step: Step, mutations: readonly MutationId[]): void {
    this.#unname(step)
    step.mutations = mutations
    for (const id of mutations) this.#byMutation.set(id, step)
  }

  #unname(step: Step): void {
    for (const id of step.mutations) this.#byMutation.delete(id)
  }
}
