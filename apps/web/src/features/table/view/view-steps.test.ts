import { expect, it } from 'vitest'
import { changedPart } from './view-steps.ts'

const form = (label: string, ...fields: string[]) => ({ form: { sections: [{ label, fields }] } })

it('finds the one place at which two documents differ', () => {
  expect(changedPart(form('a'), form('ab'))).toBe(changedPart(form('ab'), form('abc')))
  expect(changedPart(form('a', 'x'), form('a', 'y'))).not.toBe(changedPart(form('a'), form('b')))
  // Nothing, or more than one thing.
  expect(changedPart(form('a'), form('a'))).toBe('')
  expect(changedPart({ a: 1, b: 1 }, { a: 2, b: 2 })).toBe('')
  expect(changedPart(undefined, {})).toBe('')
})
