import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseExpression } from '../expression.ts'
import { sampleFields } from '../testing/sample-fields.ts'
import { complete } from './complete.ts'

const scope = { fields: sampleFields }

/** Completes at the bar; what is replaced, and the labels offered. */
function at(marked: string): { readonly replaced: string; readonly labels: readonly string[] } | null {
  const position = marked.indexOf('|')
  const text = marked.replace('|', '')
  const completion = complete(text, position, scope)
  if (!completion) return null
  const labels = completion.options.map(({ label }) => label)
  return { replaced: text.slice(completion.from, completion.to), labels }
}

/** The text after the first option is taken. */
function taken(marked: string): string {
  const position = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to, options } = complete(text, position, scope)!
  return text.slice(0, from) + options[0]!.insert + text.slice(to)
}

describe('at the place of a value', () => {
  test('there are fields, functions and words', () => {
    const { labels } = at('|')!
    expect(labels.slice(0, sampleFields.length)).toEqual(sampleFields.map(({ name }) => name))
    expect(labels).toContain('round')
    expect(labels.slice(-4)).toEqual(['not', 'true', 'false', 'empty'])
    expect(labels).not.toContain('+')
  })

  test.each(['1 + |', '(|', 'if(|', 'if(1, |', '[|', 'not |', '{Budget} = |'])('%s', (text) => {
    expect(at(text)!.labels).toContain('Budget')
  })

  test('a word typed there finds fields and functions', () => {
    expect(at('1 + bu|')).toEqual({ replaced: 'bu', labels: ['Budget'] })
    expect(at('ROU|')!.labels).toEqual(['round', 'round_up', 'round_down', 'round_to'])
    expect(at('ro|und')).toMatchObject({ replaced: 'round' })
    expect(at('filled|')!.labels).toEqual(['is_filled', 'first_filled', 'count_filled'])
    expect(at('no|')!.labels).toEqual(['Notes {long\\wide}', 'now', 'not'])
  })

  test('a field is put there in braces, a function with its parenthesis', () => {
    expect(taken('1 + bu|')).toBe('1 + {Budget}')
    expect(taken('abs|')).toBe('abs(')
    expect(taken('note|')).toBe('{Notes {long\\\\wide\\}}')
  })

  test('an option tells its type, its signature and what it does', () => {
    const options = complete('', 0, scope)!.options
    expect(options.find(({ label }) => label === 'Due')).toMatchObject({ kind: 'field', detail: 'a date' })
    expect(options.find(({ label }) => label === 'Region')).toMatchObject({
      kind: 'field',
      detail: 'an option',
    })
    expect(options.find(({ label }) => label === 'round')).toMatchObject({
      kind: 'function',
      detail: 'round(number, digits?)',
      description: 'Rounds to so many digits behind the point, half away from zero.',
    })
  })
})

describe('behind a value', () => {
  test.each(['{Budget} |', '1 |', '(1 + 2) |', '"a" |', 'today() |', '{Budget}|'])(
    '%s there are operators',
    (text) => {
      const { labels, replaced } = at(text)!
      expect(labels.slice(0, 4)).toEqual(['and', 'or', 'in', 'has'])
      expect(labels).not.toContain('Budget')
      expect(replaced).toBe('')
    },
  )

  test('a word typed there is an operator', () => {
    expect(at('{Budget} > 1 an|')).toEqual({ replaced: 'an', labels: ['and'] })
    expect(at('{Budget} > 1 and|')).toEqual({ replaced: 'and', labels: ['and'] })
  })
})

describe('within braces', () => {
  test('there are fields', () => {
    expect(at('{|')!.labels).toHaveLength(sampleFields.length)
    expect(at('{re|')).toEqual({ replaced: '{re', labels: ['Region'] })
    expect(at('1 + {Bu|dget} * 2')).toEqual({ replaced: '{Budget}', labels: ['Budget'] })
    expect(at('{at|')!.labels).toEqual(['Seen at'])
  })

  test('what follows an open brace stays', () => {
    expect(taken('{Bu| > 3')).toBe('{Budget} > 3')
  })
})

describe('beside a choice field', () => {
  test.each([
    ['{Region} = |', ''],
    ['{Region} != |', ''],
    ['{Region} in [|', ''],
    ['{Region} in ["EU", |', ''],
    ['1 = 1 and {region} = |', ''],
    ['if({Region} = |', ''],
    ['| = {Region}', ''],
  ])('%s its options come first', (text) => {
    expect(at(text)!.labels.slice(0, 4)).toEqual(['EU', 'UK', 'Asia & "others"', 'Name'])
  })

  test.each([
    ['{Region} = "|', '"'],
    ['{Region} = "|"', '""'],
    ['{Region} in ["EU", "|"]', '""'],
    ['"|" = {Region}', '""'],
  ])('%s there are only its options', (text, replaced) => {
    expect(at(text)).toEqual({ replaced, labels: ['EU', 'UK', 'Asia & "others"'] })
  })

  test('they are found by a part and put there in quotes', () => {
    expect(at('{Region} = "oth|')).toEqual({ replaced: '"oth', labels: [] })
    expect(at('{Region} = "asi|')!.labels).toEqual(['Asia & "others"'])
    expect(taken('{Region} = "asi|"')).toBe('{Region} = "Asia & \\"others\\""')
    expect(taken('{Stage} = |')).toBe('{Stage} = "Open"')
  })

  test('not so beside other fields', () => {
    expect(at('{Name} = |')!.labels[0]).toBe('Name')
    expect(at('{Region} = {Name} and {Name} = |')!.labels[0]).toBe('Name')
  })
})

describe('where there is nothing to complete', () => {
  test.each(['"a|"', '{Name} = "a|', '12|', '1 -- bu|', '{Budget} -- {bu|', "'a|"])('%s', (text) => {
    expect(at(text)).toBe(null)
  })

  test('a comment ends with its line', () => {
    expect(at('1 + -- note\nbu|')!.labels).toEqual(['Budget'])
    expect(at('"--" & na|')!.labels).toEqual(['Name', 'person_name'])
  })
})

describe('completion', () => {
  const pieces = fc.constantFrom(
    '{Region}',
    '=',
    '"',
    '"EU"',
    '[',
    ']',
    '(',
    ')',
    ',',
    ' ',
    '{',
    'if',
    'and',
    '1',
    '\\',
    '--',
    '\n',
    '😀',
    'x',
  )
  const anyText = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''))

  test('never falls over what is half written', () => {
    const law = fc.property(anyText, fc.nat(40), (text, offset) => {
      const position = Math.min(offset, text.length)
      const completion = complete(text, position, scope)
      if (!completion) return
      expect(completion.from).toBeLessThanOrEqual(position)
      expect(completion.to).toBeGreaterThanOrEqual(position)
      expect(completion.to).toBeLessThanOrEqual(text.length)
    })
    fc.assert(law, { numRuns: 300 })
  })

  test('offers only what can be read there', () => {
    for (const { kind, insert } of complete('', 0, scope)!.options) {
      if (kind === 'function' || insert === 'not') continue
      expect(parseExpression(insert, scope)).toMatchObject({ ok: true })
    }
  })
})

describe('a field that some roles do not see', () => {
  const fields = sampleFields.map((field) =>
    field.name === 'Region' || field.name === 'Budget' ? { ...field, hidden: true as const } : field,
  )
  const labelsAt = (marked: string) => {
    const completion = complete(marked.replace('|', ''), marked.indexOf('|'), { fields })
    return completion?.options.map(({ label }) => label) ?? []
  }

  test('is not offered, nor are its options', () => {
    for (const text of ['|', '{|', 'Bud|', '{Reg|', '{Region} = |', '{Region} = "E|']) {
      const labels = labelsAt(text)
      expect(['Region', 'Budget', 'UK'].filter((label) => labels.includes(label))).toEqual([])
    }
    expect(labelsAt('{|')).toContain('Count')
    expect(labelsAt('{Stage} = |')).toContain('Open')
  })

  test('is refused where it is typed, with the reason', () => {
    const read = parseExpression('{Count} > 1 and {budget} > 2', { fields })
    expect(read.ok || read.error).toEqual([
      {
        code: 'closed_field',
        message: 'No condition can look at “Budget”: some roles do not see it. Let every role see it first.',
        from: 16,
        to: 24,
      },
    ])
    expect(parseExpression('{Region} = "UK"', { fields })).toMatchObject({
      error: [{ code: 'closed_field' }],
    })
    const near = parseExpression('{Budgt} > 2', { fields })
    expect(near.ok || near.error[0]!.message).not.toContain('Budget')
  })

  test('whose type is being changed is neither', () => {
    const changing = { type: 'text', done: 0, total: 3 }
    const now = sampleFields.map((field) => (field.name === 'Budget' ? { ...field, changing } : field))
    expect(complete('{Bud', 4, { fields: now })?.options).toEqual([])
    const read = parseExpression('{Budget} > 2', { fields: now })
    expect(read.ok || read.error[0]!.message).toContain('its type is being changed')
  })

  test('that is on its way back says so', () => {
    const back = sampleFields.map((field) =>
      field.name === 'Budget' ? { ...field, aside: true as const } : field,
    )
    const read = parseExpression('{Budget} > 2', { fields: back })
    expect(read.ok || read.error[0]!.message).toBe(
      'No condition can look at “Budget” yet: its values are not back in the table. Move them back first.',
    )
  })
})
