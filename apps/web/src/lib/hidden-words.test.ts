import { appError, type Field, type Role } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { hiddenFrom, hiddenSentence } from './hidden-words.ts'

const field = { id: 'pay', name: 'Pay', hidden: true } as unknown as Field
const role = (name: string, access: string) =>
  ({ kind: 'custom', name, fieldGrants: [{ field: 'pay', access }] }) as unknown as Role

describe('hidden fields in words', () => {
  it('names the roles to those who know them', () => {
    const roles = [role('Guests', 'hidden'), role('Audit', 'hidden'), role('Payroll', 'write')]
    expect(hiddenFrom(field, roles)).toBe('Hidden from the roles “Guests” and “Audit”.')
    expect(hiddenFrom(field, [role('Guests', 'hidden')])).toBe('Hidden from the role “Guests”.')
    expect(hiddenFrom(field, undefined)).toBe('Some people do not see this field.')
  })

  it('says nothing of a field that everybody sees, and where the values are while they come back', () => {
    const { hidden: _, ...open } = field
    expect(hiddenFrom(open, [])).toBeNull()
    expect(hiddenFrom({ ...open, aside: true }, [])).toMatch(/not back in the table yet/)
  })

  it('says what to do where a field cannot be hidden, and leaves other refusals alone', () => {
    for (const rule of ['primary', 'status', 'required']) {
      expect(hiddenSentence({ ...appError('invalid_input'), details: { rule } })).toBeNull()
      expect(hiddenSentence(appError('field_unhideable', { details: { rule } }))).toMatch(/\.$/)
    }
  })
})
