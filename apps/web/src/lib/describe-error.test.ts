import { appError } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

describe('describeError', () => {
  it('names the table and the field by the names that people gave them', () => {
    const error = appError('value_required', { details: { table: 't1', field: 'f1' } })
    const names = { tables: new Map([['t1', 'Customers']]), fields: new Map([['f1', 'E-mail']]) }
    expect(describeError(error, names)).toEqual({
      title: 'Table “Customers” · Field “E-mail”',
      text: 'This field needs a value.',
    })
  })

  it('says nothing of a place whose name is unknown rather than showing an id', () => {
    expect(describeError(appError('value_required', { details: { field: 'f1' } })).title).toBeNull()
  })

  it('adds the limit that was met', () => {
    const { text } = describeError(appError('limit_exceeded', { details: { limit: 200 } }))
    expect(text).toContain('The limit is 200.')
  })

  it('keeps the inner message of a bug to itself', () => {
    expect(describeError(appError('unexpected', { hint: 'x is undefined' })).text).not.toContain('undefined')
  })
})
