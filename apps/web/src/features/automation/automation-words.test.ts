import type { AutomationDraft, FieldId, OptionId, TableId, UserId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { automationWords, plainText, type Word } from './automation-words.ts'
import { someAutomation, tree } from './sample-automations.ts'
import { ids, speech } from './sample-base.ts'

const automation: AutomationDraft = {
  name: 'Approved',
  table: ids.shots,
  trigger: { kind: 'entered', field: ids.state, option: 'approved' as OptionId },
  condition: null,
  actions: [
    { kind: 'set', values: [{ field: ids.day, value: { kind: 'expression', expression: tree('today()') } }] },
    { kind: 'notify', people: [ids.ada], fields: [], message: 'It is approved.' },
  ],
}

const marked = (word: Word) =>
  typeof word === 'string' ? word : 'name' in word ? `*${word.name}*` : `\`${word.code}\``
const say = (more: Partial<AutomationDraft>) =>
  automationWords({ ...automation, ...more }, speech)
    .map(marked)
    .join('')
const when = (trigger: AutomationDraft['trigger']) => say({ trigger, actions: [] })
const then = (...actions: AutomationDraft['actions']) => say({ actions }).split(': ')[1]

describe('the sentence of an automation', () => {
  it('says when, if and what', () => {
    expect(say({})).toBe('When a record of *Shots* enters *Approved*: set *Approved on*, notify *Ada*.')
    expect(say({ condition: tree('{Takes} > 3') })).toBe(
      'When a record of *Shots* enters *Approved*, if `{Takes} > 3`: set *Approved on*, notify *Ada*.',
    )
  })

  it('says what begins it', () => {
    expect(when({ kind: 'created' })).toBe('When a record of *Shots* is made.')
    expect(when({ kind: 'changed', fields: [ids.takes] })).toBe(
      'When *Takes* of a record of *Shots* changes.',
    )
    expect(when({ kind: 'changed', fields: [ids.title, ids.takes, ids.state] })).toBe(
      'When *Title*, *Takes* or *State* of a record of *Shots* changes.',
    )
    expect(when({ kind: 'entered', field: ids.kind, option: 'night' as OptionId })).toBe(
      'When *Kind* of a record of *Shots* becomes *Night*.',
    )
    expect(when({ kind: 'matches', expression: tree('{Takes} > 3') })).toBe(
      'When a record of *Shots* begins to match `{Takes} > 3`.',
    )
  })

  it('says dates as people do', () => {
    const day = { kind: 'reached', field: ids.day, time: '09:00' } as const
    expect(when({ ...day, offset: { amount: -2, unit: 'days' } })).toBe(
      '2 days before *Approved on* of a record of *Shots*, at 09:00.',
    )
    expect(when({ ...day, offset: { amount: 0, unit: 'days' } })).toBe(
      'When *Approved on* of a record of *Shots* is reached, at 09:00.',
    )
    expect(
      when({ kind: 'reached', field: ids.moment, offset: { amount: 1, unit: 'hours' }, time: null }),
    ).toBe('1 hour after *Shot at* of a record of *Shots*.')
  })

  it('says what is done', () => {
    expect(then({ kind: 'create', table: ids.tasks, values: [] })).toBe('make a record of *Tasks*.')
    expect(then({ kind: 'link', field: ids.next, to: { createdBy: 0 } })).toBe('link a record in *Next*.')
    expect(then({ kind: 'notify', people: [ids.ada, ids.ben], fields: [ids.owner], message: 'x' })).toBe(
      'notify *Ada*, *Ben* and *Owner*.',
    )
    expect(then({ kind: 'webhook', url: 'https://hooks.example.org/a?b=c', fields: [] })).toBe(
      'call *hooks.example.org*.',
    )
  })

  it('says what is gone', () => {
    expect(when({ kind: 'changed', fields: ['f-none' as FieldId] })).toBe(
      'When a field that is gone of a record of *Shots* changes.',
    )
    expect(when({ kind: 'entered', field: ids.state, option: 'none' as OptionId })).toMatch(
      'an option that is gone',
    )
    expect(say({ table: 't-none' as TableId })).toMatch('a table that is gone')
    expect(then({ kind: 'notify', people: ['u-none' as UserId], fields: [], message: 'x' })).toBe(
      'notify somebody who has left.',
    )
  })

  it('is one sentence without ids, whatever it does', () => {
    fc.assert(
      fc.property(someAutomation, (any) => {
        const text = plainText(automationWords(any, speech))
        expect(text).toMatch(/^(When |\d[\d,]* (minutes?|hours?|days?) (before|after) ).+\.$/)
        expect(text).not.toMatch(/undefined|null|\b[ftu]-[a-z]|gone|left/)
      }),
    )
  })
})
