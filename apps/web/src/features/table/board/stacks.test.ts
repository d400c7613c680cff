import type { Field, FieldId, FilterGroup, OptionId, RecordId, UserId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import {
  conditionOf,
  isInStack,
  narrowed,
  type StackSource,
  stacksOf,
  valuesIn,
  valuesToMove,
} from './stacks.ts'

const id = 'f' as FieldId
const field = (type: Field['type'], more: Partial<Field> = {}): Field =>
  ({
    id,
    name: 'State',
    type,
    options: {},
    rules: {},
    ...(more as object),
  }) as Field
const option = (key: string) => ({ id: key as OptionId, label: key.toUpperCase(), hue: 'red' as const })
const nothing: StackSource = { counts: null, people: [], linked: [], formerName: () => 'Somebody' }
const person = (name: string) => ({ id: name as UserId, name })

describe('stacks', () => {
  it('are the options in their order; what has none comes first where there is any', () => {
    const select = field('single_select', { options: { options: [option('b'), option('a')] } })
    const stacks = stacksOf(select, { ...nothing, counts: new Map([['a', 3]]) })
    expect(stacks.map(({ label, count }) => [label, count])).toEqual([
      ['B', 0],
      ['A', 3],
      ['No State', 0],
    ])
    const [first] = stacksOf(select, { ...nothing, counts: new Map([[null, 1]]) })
    expect(first).toMatchObject({ label: 'No State', count: 1 })
  })

  it('have no place for what can not be, unless it is', () => {
    const status = field('status', { options: { options: [option('a')] } })
    expect(stacksOf(status, nothing).map(({ value }) => value)).toEqual(['a'])
    expect(stacksOf(status, { ...nothing, counts: new Map([[null, 2]]) }).map(({ value }) => value)).toEqual([
      null,
      'a',
    ])
    const required = field('single_select', {
      options: { options: [option('a')] },
      rules: { required: true },
    })
    expect(stacksOf(required, nothing)).toHaveLength(1)
  })

  it('are all people where they are few, else those who have records; who has left comes last', () => {
    const few = [person('ann'), person('bob')]
    const counts = new Map([
      ['bob', 1],
      ['gone', 2],
    ])
    const byPerson = (people: StackSource['people']) =>
      stacksOf(field('person'), { ...nothing, people, counts }).map(({ label }) => label)
    expect(byPerson(few)).toEqual(['ann', 'bob', 'Somebody', 'No State'])
    const many = [...few, ...Array.from({ length: 20 }, (_, no) => person(`p${no}`))]
    expect(byPerson(many)).toEqual(['bob', 'Somebody', 'No State'])
  })

  it('are people too where they are by who made a record', () => {
    const counts = new Map([
      ['ann', 2],
      ['gone', 1],
    ])
    const lanes = stacksOf(field('created_by'), { ...nothing, people: [person('ann')], counts })
    expect(lanes.map(({ label, count }) => [label, count])).toEqual([
      ['ann', 2],
      ['Somebody', 1],
    ])
    expect(conditionOf(field('created_by'), 'ann')).toEqual({ field: id, operator: 'is', value: 'ann' })
  })

  it('find their records, and add that to what the view asks', () => {
    expect(conditionOf(field('checkbox'), false)).toEqual({ field: id, operator: 'is', value: false })
    expect(conditionOf(field('status'), null)).toEqual({ field: id, operator: 'empty' })
    expect(conditionOf(field('link'), 'r')).toEqual({ field: id, operator: 'any_of', value: ['r'] })
    const condition = conditionOf(field('status'), 'a')
    const either: FilterGroup = { join: 'or', items: [condition] }
    expect(narrowed(undefined, [condition])).toEqual({ join: 'and', items: [condition] })
    expect(narrowed({ join: 'and', items: [condition] }, [condition]).items).toHaveLength(2)
    expect(narrowed(either, [condition])).toEqual({ join: 'and', items: [either, condition] })
  })

  it('know what stands in them', () => {
    const links = { count: 2, items: [['r' as RecordId, 'R']] } as const
    expect([
      isInStack('a', 'a'),
      isInStack(null, null),
      isInStack(undefined, null),
      isInStack('a', null),
    ]).toEqual([true, true, true, false])
    expect([isInStack(null, false), isInStack(true, true), isInStack(true, false)]).toEqual([
      true,
      true,
      false,
    ])
    expect([isInStack(links, 'r'), isInStack(links, 's'), isInStack(links, null)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('put records into others, links by linking and unlinking', () => {
    const none = { value: null, linked: null }
    const linked = { value: 'r', linked: ['r' as RecordId, 'R'] as const }
    expect(valuesToMove(field('status'), none, { value: 'a', linked: null })).toEqual({ f: 'a' })
    expect(valuesToMove(field('link'), linked, none)).toEqual({ f: { link: [], unlink: [['r', 'R']] } })
    expect(valuesIn(field('link'), linked)).toEqual({ f: { count: 1, items: [['r', 'R']] } })
    expect(valuesIn(field('status'), none)).toEqual({})
  })
})
