import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureHelp } from './signature-help.ts'

const at = (marked: string) => signatureHelp(marked.replace('|', ''), marked.indexOf('|'))

describe('help with arguments', () => {
  test('shows the function and the argument that is written', () => {
    expect(at('1 + round(2.5, |')).toEqual({
      name: 'round',
      signature: 'round(number, digits?)',
      parameters: ['number', 'digits?'],
      active: 1,
      description: 'Rounds to so many digits behind the point, half away from zero.',
      examples: expect.arrayContaining([{ text: 'round(2.5)', result: '3' }]),
    })
  })

  test.each([
    ['round(|', 'round', 0],
    ['round(|2.5, 1)', 'round', 0],
    ['round(2.5, 1|)', 'round', 1],
    ['Round(1, 2, |', 'round', null],
    ['concat("a", "b", |', 'concat', 0],
    ['ifs(|', 'ifs', 0],
    ['ifs(true, |', 'ifs', 1],
    ['ifs(true, 1, |', 'ifs', 0],
    ['ifs(true, 1, false, |', 'ifs', 1],
    ['if(left("a", 1) = |', 'if', 0],
    ['if(left("a", |', 'left', 1],
    ['round((1 + |', 'round', 0],
    ['min([1, 2|', 'min', 0],
    ['round("a, b", |', 'round', 1],
    ['today(|', 'today', null],
    ['round(1 -- a, b\n|', 'round', 0],
  ])('%s', (text, name, active) => {
    expect(at(text)).toMatchObject({ name, active })
  })

  test.each(['|round(1)', 'round(1)|', 'foo(|', '(1 + |', '[1, |', 'neg(|', 'not (|', '"round(|"'])(
    '%s has none',
    (text) => {
      expect(at(text)).toBe(null)
    },
  )

  test('never falls over what is half written', () => {
    const pieces = fc.constantFrom('round', 'ifs', '(', ')', '[', ']', ',', '"', '{', '}', '1', ' ')
    const law = fc.property(fc.array(pieces, { maxLength: 15 }), fc.nat(60), (all, position) => {
      const help = signatureHelp(all.join(''), position)
      expect(help === null || help.active === null || help.active < help.parameters.length).toBe(true)
    })
    fc.assert(law, { numRuns: 500 })
  })
})
