/** The steps of a workflow while they are edited. Pure. */
import {
  type OptionId,
  type SelectOption,
  type Table,
  type Transition,
  type TransitionId,
  uuidV7,
} from '@plinth/domain'
import { type Problem, parseExpression, printExpression, readAst } from '@plinth/expression'

/** A step whose condition is text. */
export interface StepDraft extends Omit<Transition, 'guard'> {
  readonly condition: string
}

export function draftOfStep(step: Transition, table: Table): StepDraft {
  const { guard, ...rest } = step
  const tree = guard && readAst(guard)
  return { ...rest, condition: tree?.ok ? printExpression(tree.value, table.fields) : '' }
}

/** A step from a state to the one behind it, or to the one before where it is the last. */
export function newStep(states: readonly SelectOption[], from: OptionId): StepDraft {
  const at = states.findIndex(({ id }) => id === from)
  const to = states[at + 1] ?? states[at - 1]
  return {
    id: uuidV7() as TransitionId,
    name: to ? `To ${to.label}` : '',
    from,
    to: to?.id ?? from,
    roles: null,
    condition: '',
    requires: [],
    fourEyes: false,
  }
}

const expects = { kind: 'boolean' } as const

/** What is wrong with a condition; an empty one asks nothing. */
export function conditionProblems(condition: string, table: Table): readonly Problem[] {
  if (condition.trim() === '') return []
  const parsed = parseExpression(condition, { fields: table.fields, expects })
  return parsed.ok ? [] : parsed.error
}

/** What keeps a step from being saved, or null. */
export function stepProblem(step: StepDraft, table: Table): string | null {
  if (step.name.trim() === '') return 'This step needs a name.'
  if (step.from === step.to) return 'This step leads to the state from which it comes.'
  if (step.roles?.length === 0) return 'Choose who may take this step.'
  return conditionProblems(step.condition, table).length > 0
    ? 'The condition of this step is not complete.'
    : null
}

export function stepOfDraft({ condition, ...step }: StepDraft, table: Table): Transition {
  const parsed = parseExpression(condition, { fields: table.fields, expects })
  const guard = condition.trim() !== '' && parsed.ok ? parsed.value.ast : null
  return { ...step, name: step.name.trim(), guard }
}

/** Who and when, in a few words. */
export function stepSummary(step: StepDraft, roleNames: ReadonlyMap<string, string>, table: Table): string {
  const names = step.requires.map((id) => table.fields.find((field) => field.id === id)?.name ?? '')
  return [
    step.roles
      ? step.roles.map((id) => roleNames.get(id) ?? '').join(', ')
      : 'Everybody who may change the record',
    names.length > 0 ? `needs ${names.join(', ')}` : '',
    step.condition.trim() === '' ? '' : 'under a condition',
    step.fourEyes ? 'second person' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

export interface Arrow {
  readonly id: string
  /** An SVG path. */
  readonly path: string
  readonly isFromAny: boolean
}

/** Of the picture, in pixels. */
export const picture = { width: 148, gap: 52, height: 32, level: 24 } as const

const middleOf = (at: number): number => at * (picture.width + picture.gap) + picture.width / 2

/** States stand in a row: steps ahead go above them, steps back below, the farther the higher. */
export function arrowsOf(steps: readonly StepDraft[], states: readonly SelectOption[]): readonly Arrow[] {
  const place = (id: OptionId) => states.findIndex((state) => state.id === id)
  const top = topOf(states)
  return steps.flatMap(({ id, from, to }): Arrow[] => {
    const end = place(to)
    if (end < 0) return []
    if (from === null) {
      return [{ id, isFromAny: true, path: `M ${middleOf(end)} ${top - 20} L ${middleOf(end)} ${top - 3}` }]
    }
    const start = place(from)
    if (start < 0 || start === end) return []
    const isAhead = end > start
    const edge = isAhead ? top : top + picture.height
    const bend = edge + (isAhead ? -1 : 1) * picture.level * Math.abs(end - start) * 1.33
    const [x1, x2] = [middleOf(start) + (isAhead ? 24 : -24), middleOf(end) + (isAhead ? -24 : 24)]
    const tip = edge + (isAhead ? -3 : 3)
    return [{ id, isFromAny: false, path: `M ${x1} ${edge} C ${x1} ${bend}, ${x2} ${bend}, ${x2} ${tip}` }]
  })
}

/** Where the row of states begins, below the highest arrow. */
export const topOf = (states: readonly SelectOption[]): number =>
  picture.level * Math.max(1, states.length - 1) + 12

export const widthOf = (states: readonly SelectOption[]): number =>
  states.length * (picture.width + picture.gap) - picture.gap
