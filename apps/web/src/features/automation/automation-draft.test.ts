import type { AutomationDraft, OptionId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ActionDraft,
  type Draft,
  draftOf,
  emptyAction,
  emptyDraft,
  emptySetting,
  emptyTrigger,
  isSameDraft,
  type SettingDraft,
  withTable,
} from './automation-draft.ts'
import { begunDraft, examplesFor } from './examples.ts'
import { readDraft } from './read-draft.ts'
import { someAutomation, tree } from './sample-automations.ts'
import { able, ids, place } from './sample-base.ts'

const setting = (more: Partial<SettingDraft>): SettingDraft => ({ ...emptySetting(), id: 's', ...more })
const setAction = (...values: SettingDraft[]): ActionDraft => ({ id: 'a', kind: 'set', values })
const saved: AutomationDraft = {
  name: 'Approved',
  table: ids.shots,
  trigger: { kind: 'created' },
  condition: null,
  actions: [],
}
const draftWith = (more: Partial<Draft>): Draft => ({
  ...emptyDraft(ids.shots),
  name: 'Approved',
  actions: [setAction(setting({ field: ids.title, text: 'Harbour' }))],
  ...more,
})
const problemsOf = (draft: Draft, features = able) =>
  Object.fromEntries(readDraft(draft, place, features).problems)

describe('a draft', () => {
  it('of whatever is saved says the same again', () => {
    fc.assert(
      fc.property(someAutomation, (automation) => {
        expect(readDraft(draftOf(automation, place), place, able)).toEqual({
          automation,
          problems: new Map(),
        })
      }),
    )
  })

  it('is the same each time, so that nothing counts as changed', () => {
    fc.assert(
      fc.property(someAutomation, (automation) => {
        expect(draftOf(automation, place)).toEqual(draftOf(automation, place))
      }),
    )
  })

  it('is there of fields that have got another type or other options since', () => {
    const values = ['Harbour', 12, true, ['a', 'gone'], { link: ['r-1'] }, { count: 0, items: [] }] as const
    for (const { id } of place.schema.tables[0]!.fields) {
      for (const value of values) {
        const settings = [{ field: id, value: { kind: 'value', value } }]
        const automation = { ...saved, actions: [{ kind: 'set', values: settings }] } as AutomationDraft
        expect(() => readDraft(draftOf(automation, place), place, able)).not.toThrow()
      }
    }
  })

  it('is unchanged once what was put in is taken out again, whatever its ids', () => {
    const made = { ...emptyAction('create'), kind: 'create', table: ids.tasks, values: [] } as const
    const link = { id: 'l', kind: 'link', field: ids.next, record: null, createdBy: made.id } as const
    const one = draftWith({ actions: [made, link] })
    const other = draftWith({
      actions: [
        { ...made, id: 'm' },
        { ...link, id: 'k', createdBy: 'm' },
      ],
    })
    expect(isSameDraft(one, other)).toBe(true)
    expect(isSameDraft(one, draftWith({ actions: [made, { ...link, createdBy: null }] }))).toBe(false)
    expect(isSameDraft(one, draftWith({ actions: [link, made] }))).toBe(false)
    expect(isSameDraft(one, { ...one, name: 'Other' })).toBe(false)
  })

  it('says what is missing where it is missing', () => {
    expect(problemsOf(emptyDraft(ids.shots))).toEqual({
      name: 'Give it a name.',
      actions: 'Add what is to be done.',
    })
    expect(problemsOf(draftWith({}))).toEqual({})
  })

  it('keeps its name in another table, and nothing else', () => {
    expect(withTable(draftWith({}), ids.tasks)).toEqual({ ...emptyDraft(ids.tasks), name: 'Approved' })
    const same = draftWith({})
    expect(withTable(same, ids.shots)).toBe(same)
  })
})

const ofTrigger = (more: Partial<Draft['trigger']>) =>
  problemsOf(draftWith({ trigger: { ...emptyTrigger, ...more } }))['trigger']

describe('a trigger', () => {
  it('looks at no field that is hidden, or that holds links', () => {
    expect(ofTrigger({ kind: 'changed', fields: [] })).toMatch('Choose the fields')
    expect(ofTrigger({ kind: 'changed', fields: [ids.secret, ids.next] })).toMatch('Choose the fields')
    expect(ofTrigger({ kind: 'changed', fields: [ids.takes] })).toBeUndefined()
  })

  it('enters an option that is there', () => {
    expect(ofTrigger({ kind: 'entered' })).toMatch('Choose a field')
    expect(ofTrigger({ kind: 'entered', field: ids.state, option: 'gone' as OptionId })).toMatch(
      '“State” becomes',
    )
    expect(ofTrigger({ kind: 'entered', field: ids.title, option: 'a' as OptionId })).toMatch(
      'Choose a field',
    )
  })

  it('matches something of the record, for everybody and at any time', () => {
    expect(ofTrigger({ kind: 'matches', text: '' })).toMatch('Nothing is written')
    expect(ofTrigger({ kind: 'matches', text: '{Takes}' })).toMatch('true or false')
    expect(ofTrigger({ kind: 'matches', text: '1 = 1' })).toMatch('a field of the record')
    expect(ofTrigger({ kind: 'matches', text: '{Owner} = me()' })).toMatch('who somebody is')
    expect(ofTrigger({ kind: 'matches', text: '{Approved on} < today()' })).toMatch('when a date is reached')
    expect(ofTrigger({ kind: 'matches', text: '{Takes} > 3' })).toBeUndefined()
  })

  it('is so long before or after a date, at a time of day', () => {
    const date = { kind: 'reached', dateField: ids.day, side: 'before' } as const
    expect(ofTrigger({ kind: 'reached' })).toMatch('Choose a field of dates')
    expect(ofTrigger({ ...date, amount: '' })).toMatch('whole number')
    expect(ofTrigger({ ...date, amount: '1.5' })).toMatch('whole number')
    expect(ofTrigger({ ...date, amount: '1000000' })).toMatch('whole number')
    expect(ofTrigger({ ...date, time: '24:00' })).toMatch('time of the day')
    expect(ofTrigger({ ...date, dateField: ids.moment, time: '' })).toBeUndefined()
    expect(ofTrigger({ ...date, side: 'at', amount: '' })).toBeUndefined()
  })
})

const ofValue = (more: Partial<SettingDraft>) =>
  problemsOf(draftWith({ actions: [setAction(setting(more))] }))['s']

describe('a value', () => {
  it('is one of its field’s type', () => {
    expect(ofValue({})).toBe('Choose a field.')
    expect(ofValue({ field: ids.takes, text: 'many' })).toBeTruthy()
    expect(ofValue({ field: ids.takes, text: '' })).toMatch('emptied')
    expect(ofValue({ field: ids.takes, kind: 'empty' })).toBeUndefined()
    expect(ofValue({ field: ids.state })).toBe('Choose an option.')
    expect(ofValue({ field: ids.state, chosen: ['gone'] })).toBe('Choose an option.')
    expect(ofValue({ field: ids.tags, chosen: ['a', 'gone'] })).toBeUndefined()
    expect(ofValue({ field: ids.tags, chosen: ['gone'] })).toBe('Choose an option.')
    expect(ofValue({ field: ids.owner })).toBe('Choose a person.')
    expect(ofValue({ field: ids.next })).toBe('Choose a record.')
    expect(ofValue({ field: ids.done })).toBeUndefined()
  })

  it('is computed as what its field holds', () => {
    expect(ofValue({ field: ids.day, kind: 'expression', text: 'now()' })).toMatch('must be a date')
    expect(ofValue({ field: ids.day, kind: 'expression', text: 'date_of(now())' })).toBeUndefined()
    expect(ofValue({ field: ids.takes, kind: 'expression', text: '' })).toMatch('Nothing is written')
  })

  it('stands once for a field of the record, in whatever action', () => {
    const twice = setting({ id: 'again', field: ids.title, text: 'Pier' })
    const draft = draftWith({})
    expect(problemsOf({ ...draft, actions: [...draft.actions, { ...setAction(twice), id: 'b' }] })).toEqual({
      again: 'This field is set already.',
    })
  })
})

const ofAction = (action: ActionDraft, before: readonly ActionDraft[] = [], features = able) =>
  problemsOf(draftWith({ actions: [...before, action] }), features)[action.id]

describe('an action', () => {
  it('links what an action before it has made, in the right table', () => {
    const made = { ...emptyAction('create'), kind: 'create', table: ids.tasks, values: [] } as const
    const link = { id: 'l', kind: 'link', field: ids.next, record: null, createdBy: made.id } as const
    expect(ofAction(link, [made])).toBeUndefined()
    expect(ofAction(link)).toMatch('before this one')
    expect(ofAction(link, [{ ...made, table: ids.shots }])).toMatch('before this one')
    expect(problemsOf(draftWith({ actions: [link, made] }))['l']).toMatch('before this one')
    expect(ofAction({ ...link, createdBy: null })).toMatch('Choose the record')
  })

  it('tells somebody something', () => {
    const notice = { id: 'n', kind: 'notify', people: [ids.ada], fields: [], message: 'Look' } as const
    expect(ofAction(notice)).toBeUndefined()
    expect(ofAction({ ...notice, people: [] })).toMatch('who gets it')
    expect(ofAction({ ...notice, message: ' ' })).toMatch('what they are told')
    expect(ofAction({ ...notice, message: 'a'.repeat(301) })).toMatch('300')
  })

  it('calls https addresses alone, where the project can', () => {
    const hook = { id: 'w', kind: 'webhook', url: 'https://example.org', fields: [] } as const
    expect(ofAction(hook)).toBeUndefined()
    expect(ofAction({ ...hook, url: 'http://example.org' })).toMatch('https')
    expect(ofAction({ ...hook, url: 'https://127.0.0.1/' })).toMatch('https')
    expect(ofAction(hook, [], { webhooks: false, clock: true })).toMatch('pg_net')
  })
})

describe('what a new automation begins with', () => {
  const about = { place, automations: [], me: ids.ada }

  it('is complete in every example', () => {
    const examples = examplesFor(place.schema, ids.ada)
    expect(examples.map(({ id }) => id)).toEqual(['entered', 'reached', 'created'])
    for (const { draft } of examples) expect(problemsOf(draft)).toEqual({})
  })

  it('is nothing, or a copy of another one', () => {
    expect(begunDraft(undefined, about)).toEqual(emptyDraft(ids.shots))
    const original = {
      id: 'x',
      name: 'Approved',
      table: ids.shots,
      trigger: { kind: 'matches', expression: tree('{Takes} > 3') },
      condition: null,
      actions: [],
    }
    const copy = begunDraft('x', { ...about, automations: [original as never] })
    expect(copy).toMatchObject({ name: 'Approved (copy)', trigger: { kind: 'matches', text: '{Takes} > 3' } })
  })
})
