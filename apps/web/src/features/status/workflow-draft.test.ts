import type { FieldId, OptionId, SelectOption, Table, TableId, TransitionId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import {
  arrowsOf,
  conditionProblems,
  draftOfStep,
  newStep,
  type StepDraft,
  stepOfDraft,
  stepProblem,
  stepSummary,
} from './workflow-draft.ts'

const state = (id: string): SelectOption => ({ id: id as OptionId, label: id.toUpperCase(), hue: 'teal' })
const states = ['a', 'b', 'c'].map(state)
const amount = '0190a000-0000-7000-8000-000000000001' as FieldId
const table: Table = {
  id: 't' as TableId,
  name: 'Orders',
  relation: 'orders',
  position: 0,
  access: { read: 'all', create: 'all', update: 'all', delete: 'all' },
  rules: [],
  fields: [
    { id: amount, name: 'Amount', type: 'integer', options: {}, rules: {}, column: 'amount', position: 0 },
  ],
} as unknown as Table
const step = (more: Partial<StepDraft> = {}): StepDraft => ({ ...newStep(states, 'a' as OptionId), ...more })

describe('a new step', () => {
  it('leads to the next state, from the last one back', () => {
    expect(step()).toMatchObject({ from: 'a', to: 'b', name: 'To B', roles: null })
    expect(newStep(states, 'c' as OptionId)).toMatchObject({ from: 'c', to: 'b' })
  })
})

describe('a step', () => {
  it('says what keeps it from being saved', () => {
    expect(stepProblem(step(), table)).toBeNull()
    expect(stepProblem(step({ name: ' ' }), table)).toContain('name')
    expect(stepProblem(step({ to: 'a' as OptionId }), table)).toContain('from which')
    expect(stepProblem(step({ roles: [] }), table)).toContain('who')
    expect(stepProblem(step({ condition: '{Amount} >' }), table)).toContain('condition')
  })

  it('comes back from what is stored, the condition as text', () => {
    const draft = step({ condition: '{Amount} > 10', requires: [amount], fourEyes: true })
    const stored = stepOfDraft(draft, table)
    expect(stored.guard).toMatchObject({ call: '>' })
    expect(draftOfStep(stored, table)).toEqual(draft)
    expect(stepOfDraft(step({ condition: ' ' }), table).guard).toBeNull()
    expect(conditionProblems('{Nope} > 1', table)).toHaveLength(1)
  })

  it('is told in a few words', () => {
    const names = new Map([['creator', 'Creator']])
    expect(stepSummary(step(), names, table)).toBe('Everybody who may change the record')
    const strict = step({ roles: ['creator'], requires: [amount], condition: 'true', fourEyes: true })
    expect(stepSummary(strict, names, table)).toBe(
      'Creator · needs Amount · under a condition · second person',
    )
  })
})

/** The numbers of a path. */
const ends = (path: string) =>
  path
    .split(' ')
    .map(Number)
    .filter((part) => !Number.isNaN(part))

describe('the picture', () => {
  it('draws steps ahead above, steps back below, and nothing for states that are gone', () => {
    const [ahead, back, any] = arrowsOf(
      [
        step({ to: 'c' as OptionId }),
        step({ from: 'c' as OptionId, to: 'a' as OptionId }),
        step({ id: 'x' as TransitionId, from: null }),
        step({ to: 'gone' as OptionId }),
      ],
      states,
    )
    expect(ends(ahead!.path)[1]).toBeLessThan(ends(back!.path)[1]!)
    expect(any).toMatchObject({ id: 'x', isFromAny: true })
  })
})
