import { appError, type ErrorDetails, type Table } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { describeError } from './describe-error.ts'
import { namesBeside } from './names-in.ts'
import { isQuotaError } from './quota-error.ts'

const neededText = (details: ErrorDetails) => describeError(appError('used_by_rule', { details })).text
const named = (id: string, name: string, field: string, called: string) =>
  ({ id, name, fields: [{ id: field, name: called }] }) as unknown as Table

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

  it('says what a field takes instead of that a value does not fit, where that is known', () => {
    const error = appError('value_invalid', { hint: 'Type a number.' })
    expect(describeError(error).text).toBe('Type a number.')
    expect(describeError(appError('value_invalid')).text).toBe(
      'This value does not fit the type of its field.',
    )
  })

  it('names the limit of a field of links, and the field whose condition is in the way', () => {
    const full = appError('link_limit', { details: { field: 'f1', limit: 3 } })
    expect(describeError(full).text).toBe('This field links at most 3 records. Take another one out first.')
    const kept = appError('used_by_rule', { details: { field: 'f0', link: 'f1' } })
    expect(describeError(kept, { fields: new Map([['f1', 'Crew']]) }).text).toContain('“Crew”')
    expect(describeError(kept).text).toContain('a field of another table')
  })

  it('says which rule, lock or workflow needs what is to go', () => {
    const roles = [{ id: 'r1', kind: 'custom', name: 'Buyers' }]
    expect(neededText({ field: 'f0', role: 'r1', action: 'update', roles })).toBe(
      'Which records “Buyers” may update depends on this. Change that rule of the role first.',
    )
    expect(neededText({ rule: 'x', needed: { kind: 'rule', name: 'Ends after it begins' } })).toBe(
      'The rule “Ends after it begins” looks at this. Change or delete that rule first.',
    )
    expect(neededText({ rule: 'x', needed: { kind: 'lock', name: 'Posted' } })).toContain('The lock “Posted”')
    expect(neededText({ rule: 'transition', needed: { kind: 'workflow', name: 'State' } })).toBe(
      'The workflow of “State” needs this. Change its steps first.',
    )
    expect(neededText({})).toBe('A rule or a workflow needs this. Change that first.')
  })

  it('says which formula keeps a field, and which formulas would need each other', () => {
    const names = {
      fields: new Map([
        ['f1', 'Net'],
        ['f2', 'Gross'],
      ]),
    }
    const kept = appError('used_by_rule', { details: { field: 'f0', formula: 'f1' } })
    expect(describeError(kept, names).text).toBe(
      '“Net” is computed from this. Change that field or delete it first.',
    )
    expect(describeError(kept).text).toBe(
      'A field of another table is computed from this. Change that field or delete it first.',
    )
    const ring = appError('formula_ring', { details: { ring: ['f1', 'f2', 'f1'] } })
    expect(describeError(ring, names).text).toContain('“Net” → “Gross” → “Net”')
    const [here, there] = [named('t1', 'Studios', 'f1', 'Total'), named('t2', 'Movies', 'f2', 'Part')]
    expect(describeError(ring, namesBeside(here, [here, there])).text).toContain(
      '“Total” → “Movies: Part” → “Total”',
    )
  })

  it('says whose records would go along with a deleted one, where that is known', () => {
    const refused = appError('along_refused', { details: { action: 'delete', table: 't1' } })
    expect(describeError(refused, { tables: new Map([['t1', 'Scenes']]) }).text).toMatch(
      /^Records of “Scenes”/,
    )
    expect(describeError(refused).text).toMatch(/^Linked records would be deleted too/)
    const many = appError('limit_exceeded', { details: { rule: 'recordsAlong', limit: 10_000 } })
    expect(describeError(many).text).toBe(
      'Too many linked records would be deleted too. Delete some of them first. The limit is 10,000.',
    )
  })

  it('names the options that go and are held, and what else records hold too much of', () => {
    const held = appError('invalid_input', { details: { field: 'f1', rule: 'option_in_use' } })
    expect(describeError(held, { gone: { labels: ['Pear'], canMerge: true } }).text).toBe(
      'Records hold “Pear”. Bring it back and save; then “Merge options…” gives those records another one.',
    )
    expect(describeError(held, { gone: { labels: ['Pear', 'Plum'], canMerge: false } }).text).toBe(
      'Records hold “Pear” or “Plum”. Bring them back, and give those records another value first.',
    )
    expect(describeError(held).text).toBe(
      'Records hold more than the field would allow then. Change them first.',
    )
  })

  it('adds the limit that was met', () => {
    const { text } = describeError(appError('limit_exceeded', { details: { limit: 200 } }))
    expect(text).toContain('The limit is 200.')
  })

  it('does not leave somebody with “busy” whose table has another shape', () => {
    const { text } = describeError(appError('busy', { details: { rule: 'shape' } }))
    expect(text).toContain('load the page anew')
    expect(describeError(appError('busy')).text).toBe('The table is busy. Try again in a moment.')
  })

  it.each([
    ['workspace_tables', 1_000, '1,000 tables'],
    ['workspace_rows', 5_000_000, '5,000,000 records'],
    ['workspace_rows', 1, '1 record'],
    ['workspace_file_bytes', 10 * 1024 ** 3, '10 GB of files'],
  ])('says of a quota (%s) what it allows', (rule, limit, what) => {
    const error = appError('limit_exceeded', { details: { rule, limit } })
    expect(describeError(error).text).toBe(`This workspace may hold ${what}. There is not enough room left.`)
    expect(isQuotaError(error)).toBe(true)
  })

  it('takes other limits for what they are', () => {
    expect(isQuotaError(appError('limit_exceeded', { details: { limit: 200 } }))).toBe(false)
    expect(isQuotaError(appError('invalid_input', { details: { rule: 'workspace_rows' } }))).toBe(false)
  })

  it('keeps the inner message of a bug to itself', () => {
    expect(describeError(appError('unexpected', { hint: 'x is undefined' })).text).not.toContain('undefined')
  })
})
