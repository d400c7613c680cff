import { appError, type Field, type FieldId, type TableRuleId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { describeError } from '../describe-error.ts'
import { nameRule, refusedWith } from './broken-rule.ts'

const values = { locale: 'en', timeZone: 'UTC' }
const field: Field = {
  id: 'f' as FieldId,
  name: 'Budget',
  type: 'integer',
  options: {},
  rules: { max: 10 },
  column: 'budget',
  position: 0,
}
const table = { fields: [field], rules: [{ id: 'r' as TableRuleId, message: 'Ends after it begins.' }] }
const text = (error: Parameters<typeof nameRule>[0], isRecord = false) =>
  describeError(nameRule(error, table, values, isRecord)).text

describe('nameRule', () => {
  it('says the rule and whom to ask', () => {
    const ofField = appError('value_out_of_range', { details: { field: 'f', rule: 'max' } })
    expect(text(ofField)).toBe('At most 10. Not right? Creators of this base can change the rule.')
    expect(text(ofField, true)).toContain('Budget: At most 10.')
    const ofTable = appError('rule_violated', { details: { table: 't', rule: 'r' } })
    expect(text(ofTable, true)).toBe(
      'Ends after it begins. Not right? Creators of this base can change the rule.',
    )
  })

  it('leaves other errors as they are', () => {
    const error = appError('email_invalid', { details: { field: 'f', rule: 'email' } })
    expect(nameRule(error, table, values)).toBe(error)
    expect(nameRule(appError('busy'), table, values).code).toBe('busy')
  })
})

const refused = (code: 'link_refused' | 'conflict', at = 'f') => ({
  error: appError(code, { details: { field: at } }),
})

describe('refusedWith', () => {
  const [bad, good] = ['f', 'g'] as FieldId[] as [FieldId, FieldId]

  it('names the cell for which others of its change were refused', () => {
    const problems = new Map([bad, good].map((id) => [id, refused('link_refused')]))
    expect(refusedWith(good, problems, table)).toMatch(/because “Budget” was refused/)
    expect(refusedWith(bad, problems, table)).toBeNull()
  })

  it('names none that was no part of the change', () => {
    expect(refusedWith(good, new Map([[good, refused('link_refused')]]), table)).toBeNull()
    const apart = new Map([
      [bad, refused('conflict')],
      [good, refused('link_refused')],
    ])
    expect(refusedWith(good, apart, table)).toBeNull()
    expect(refusedWith(good, new Map([[good, refused('link_refused', 'h')]]), table)).toBeNull()
  })
})
