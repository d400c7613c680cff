import { describe, expect, test } from 'vitest'
import { checkAst, parseExpression } from '../expression.ts'
import { sampleFields as fields } from '../testing/sample-fields.ts'
import type { Ast } from '../tree/ast.ts'
import type { Type } from '../types/type.ts'

const region = fields[9]!.id
const stage = fields[10]!.id

function typeOf(text: string): Type {
  const parsed = parseExpression(text, { fields })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  return parsed.value.type
}

describe('types', () => {
  test.each([
    ['1 + 2', { kind: 'number' }],
    ['{Name} & "x"', { kind: 'text' }],
    ['{E-mail}', { kind: 'text' }],
    ['{Count} / 2', { kind: 'number' }],
    ['{Done}', { kind: 'boolean' }],
    ['{Due}', { kind: 'date' }],
    ['{Seen at}', { kind: 'datetime' }],
    ['{Region}', { kind: 'option', field: region }],
    ['{Files}', { kind: 'attachments' }],
    ['{Assignee}', { kind: 'person' }],
    ['empty', { kind: 'empty' }],
    ['[]', { kind: 'empty' }],
    ['[empty, empty]', { kind: 'empty' }],
    ['[1, empty]', { kind: 'list', of: { kind: 'number' } }],
    ['[{Region}, "EU"]', { kind: 'list', of: { kind: 'option', field: region } }],
    ['if({Done}, empty, 1)', { kind: 'number' }],
    ['if({Done}, empty, empty)', { kind: 'empty' }],
    ['first(split("a b", " "))', { kind: 'text' }],
    ['{Seen at} - days(1)', { kind: 'datetime' }],
    ['{Seen at} - {Seen at}', { kind: 'duration' }],
    ['{Due} - {Due}', { kind: 'duration' }],
    ['{Seen at} - empty', { kind: 'datetime' }],
    ['empty - empty', { kind: 'number' }],
    ['empty - {Due}', { kind: 'duration' }],
    ['min({Due}, empty)', { kind: 'date' }],
    ['min([{Due}])', { kind: 'date' }],
    ['-days(1)', { kind: 'duration' }],
    ['2 * days(1)', { kind: 'duration' }],
    ['days(1) / hours(1)', { kind: 'number' }],
  ])('of %s', (text, type) => {
    expect(typeOf(text)).toEqual(type)
  })
})

function problemOf(text: string, expects?: Type): readonly [string, string, string] {
  const parsed = parseExpression(text, expects ? { fields, expects } : { fields })
  if (parsed.ok) throw new Error(`no problem in ${text}`)
  const { code, from, to, message } = parsed.error[0]!
  return [code, text.slice(from, to), message]
}

describe('a wrong type is told with a remedy', () => {
  test.each([
    ['1 + "5"', '"5"', 'Beside “+” there must be a number, but this is text. Write 5 without quotes.'],
    ['{Name} * 2', '{Name}', 'number() reads a text as a number.'],
    ['{Name} + {Name}', '{Name}', 'Write & to join texts; number() reads a text as a number.'],
    ['{Due} + 1', '{Due}', 'add_days() goes so many days on, or back.'],
    [
      'left(5, 2)',
      '5',
      'The first value of left() must be text, but this is a number. text() writes it as text.',
    ],
    ['left("a", "b")', '"b"', 'The second value of left() must be a number'],
    ['concat("a", "b", {Due})', '{Due}', 'The third value of concat() must be text, but this is a date.'],
    ['{Due} > "2024-01-01"', '"2024-01-01"', 'Write to_date("2024-01-01").'],
    ['{Due} > "soon"', '"soon"', 'to_date() reads a text as a date.'],
    ['{Seen at} > {Due}', '{Due}', 'datetime_of() makes a date with time of it.'],
    [
      'add_days({Seen at}, 1)',
      '{Seen at}',
      'must be a date, but this is a date with time. date_of() gives its day.',
    ],
    ['{Seen at} + 1', '1', 'must be a duration, but this is a number. days(), hours()'],
    ['{Due} + 1', '{Due}', 'Beside “+” there must be a number or a duration or a date with time'],
    ['days(1) * days(1)', 'days(1)', 'must be a number, but this is a duration. in_days()'],
    ['not {Name}', '{Name}', 'Compare it with something, or ask is_filled().'],
    ['{Done} and 1', '1', 'Beside “and” there must be true or false, but this is a number.'],
    ['{Done} = "true"', '"true"', 'Write true without quotes.'],
    ['1 in 2', '2', 'must be a list of numbers, but this is a number.'],
    ['count(1)', '1', 'must be a list or attachments, but this is a number. Write the values in brackets'],
    ['{Files} = empty', '{Files}', 'Ask is_empty(), is_filled() or count().'],
    ['{Region} = {Stage}', '{Stage}', 'Only options of the same field compare.'],
    ['{Region} > "EU"', '{Region}', 'Options compare with =, != and in only.'],
    ['{Region} & "x"', '{Region}', 'but this is an option of {Region}. text() gives what it is called.'],
    ['text({Region})', '{Region}', 'Only formulas read what options are called.'],
    [
      'person_name({Assignee}) = "Ada"',
      'person_name({Assignee})',
      'Only formulas read what people are called.',
    ],
    ['join({Labels}, ", ")', '{Labels}', 'Only formulas read what options are called.'],
    [
      'text({Labels})',
      '{Labels}',
      'or an option, but this is a list of options of {Labels}. join() makes one',
    ],
    [
      'number({Region})',
      '{Region}',
      'must be text, but this is an option of {Region}. text() gives what it is called.',
    ],
    ['{Labels} = "EU"', '"EU"', 'Write {Labels} has "EU".'],
    ['{Labels} != "EU"', '"EU"', 'Write not {Labels} has "EU".'],
    ['{Labels} = {Region}', '{Region}', 'Only options of the same field compare.'],
    ['split({Name}, " ") = "a"', '"a"', 'Write split({Name}, " ") has "a".'],
    ['"a" = split({Name}, " ")', 'split({Name}, " ")', 'Write split({Name}, " ") has "a".'],
    [
      '{Assignee} = "Ada"',
      '"Ada"',
      'must be a person, but this is text. A name is no person: compare with me(), or with another field of people.',
    ],
    [
      '{Done} < true',
      '{Done}',
      'a number, text, a date, a date with time or a duration, but this is true or false',
    ],
    ['-"a"', '"a"', 'Beside “-” there must be a number or a duration'],
    ['if(1, 2, 3)', '1', 'The first value of if() must be true or false'],
    ['if(true, 2, "a")', '"a"', 'The third value of if() must be a number'],
  ])('%s: at %j', (text, marked, sentence) => {
    const [code, mark, message] = problemOf(text)
    expect([code, mark]).toEqual(['argument_type', marked])
    expect(message).toContain(sentence)
  })

  test.each([
    ['left("a")', 'Write left(text, count); here there is one.'],
    ['today(1, 2)', 'Write today(); here there are 2.'],
    ['min()', 'Write min(value, …); here there are none.'],
    ['ifs(true)', 'Write ifs(condition, value, …, otherwise?); here there is one.'],
  ])('%s has the wrong number of values', (text, sentence) => {
    expect(problemOf(text)).toEqual(['argument_count', text, sentence])
  })

  test.each([
    ['[1, "a"]', '"a"', 'A list holds values of one type: the first is a number, this is text.'],
    ['[[1]]', '[1]', 'A list holds single values only, no lists and no attachments.'],
    ['[{Files}]', '{Files}', 'A list holds single values only'],
  ])('%s is no list', (text, marked, sentence) => {
    const [code, mark, message] = problemOf(text)
    expect([code, mark]).toEqual(['list_type', marked])
    expect(message).toContain(sentence)
  })

  test('of the whole', () => {
    const condition: Type = { kind: 'boolean' }
    expect(problemOf('1 + 1', condition)).toEqual([
      'result_type',
      '1 + 1',
      'This must be true or false, but it is a number. Compare it with something, or ask is_filled().',
    ])
    expect(parseExpression('empty', { fields, expects: condition }).ok).toBe(true)
    expect(parseExpression('{Done}', { fields, expects: condition }).ok).toBe(true)
  })
})

const astOf = (text: string): Ast => {
  const parsed = parseExpression(text, { fields })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  return parsed.value.ast
}

describe('labels beside a choice field', () => {
  const eu: Ast = { option: 'o10x0' as never, field: region }
  test.each([
    ['{Region} = "EU"', { call: '=', args: [{ field: region }, eu] }],
    ['"EU" != {Region}', { call: '!=', args: [eu, { field: region }] }],
    ['{Region} = "eu "', { call: '=', args: [{ field: region }, eu] }],
    ['{Region} in ["EU", empty]', { call: 'in', args: [{ field: region }, { list: [eu, { empty: true }] }] }],
    ['first_filled({Region}, "EU")', { call: 'first_filled', args: [{ field: region }, eu] }],
    ['["EU", {Region}]', { list: [eu, { field: region }] }],
  ])('%s', (text, expected) => {
    expect(astOf(text)).toEqual(expected)
  })

  test('are found within if, lists and functions that pass their argument on', () => {
    const chosen = astOf('{Region} = if({Done}, "EU", first(["EU", "UK"]))')
    expect(JSON.stringify(chosen)).not.toContain('"text"')
  })

  test('go with the field that they stand beside', () => {
    expect(astOf('{Stage} = "EU"')).toEqual({
      call: '=',
      args: [{ field: stage }, { option: 'o11x1', field: stage }],
    })
  })

  test('stay text where no choice field is near', () => {
    expect(astOf('{Name} = "EU"')).toEqual({ call: '=', args: [{ field: fields[0]!.id }, { text: 'EU' }] })
    expect(astOf('if({Region} = "EU", "EU", "none")')).toMatchObject({
      args: [{}, { text: 'EU' }, { text: 'none' }],
    })
  })

  test('are told when there is no such option', () => {
    expect(problemOf('{Region} = "Uk2"')).toEqual([
      'unknown_option',
      '"Uk2"',
      '“Uk2” is not an option of {Region}. Did you mean “UK”? There are: “EU”, “UK”, “Asia & "others"”.',
    ])
    expect(problemOf('{Region} in ["EU", "Moon"]')[1]).toBe('"Moon"')
  })

  test('are not made of computed text', () => {
    expect(problemOf('{Region} = {Name}')[2]).toContain('must be an option of {Region}, but this is text.')
    expect(problemOf('{Region} = "E" & "U"')[2]).toContain('must be an option of {Region}')
  })

  test('are listed up to twelve', () => {
    const options = Array.from({ length: 15 }, (_, index) => ({
      id: `o${index}` as never,
      label: `L${index}`,
    }))
    const many = [{ ...fields[9]!, options: { options } }]
    const parsed = parseExpression('{Region} = "Something"', { fields: many })
    expect(!parsed.ok && parsed.error[0]!.message).toMatch(/“L11” and 3 more\.$/)
  })
})

const problems = (ast: Ast): readonly string[] => {
  const checked = checkAst(ast, { fields })
  return checked.ok ? [] : checked.error.map(({ code, from, to }) => `${code} ${from}–${to}`)
}

describe('a tree given as it is', () => {
  test('has its problems at the places of its printed text', () => {
    const wrong: Ast = { call: '+', args: [{ number: 1 }, { text: 'a' }] }
    expect(problems(wrong)).toEqual(['argument_type 4–7'])
  })

  test.each([
    ['a field that is gone', { field: 'gone' as never }, 'unknown_field 0–6'],
    ['an option that is gone', { option: 'gone' as never, field: region }, 'unknown_option 0–6'],
    [
      'an option of a field that is gone',
      { option: 'a' as never, field: 'gone' as never },
      'unknown_field 0–3',
    ],
    ['an unknown function', { call: 'IF', args: [] }, 'unknown_function 0–4'],
    ['an operator with one side', { call: '+', args: [{ number: 1 }] }, 'argument_count 0–4'],
    [
      'a label that was not resolved',
      { call: '=', args: [{ field: region }, { text: 'Nope' }] },
      'unknown_option 11–17',
    ],
  ] as const)('with %s', (_, ast, problem) => {
    expect(problems(ast as Ast)).toEqual([problem])
  })

  test('looks at no field whose values stand aside', () => {
    const aside = fields.map((field) => (field.id === region ? { ...field, aside: true as const } : field))
    const ast: Ast = { call: 'is_empty', args: [{ field: region }] }
    const checked = checkAst(ast, { fields: aside })
    expect(checked.ok ? [] : checked.error.map(({ code, from, to }) => [code, from, to])).toEqual([
      ['closed_field', 9, 17],
    ])
  })

  test('may have options that stand alone', () => {
    expect(problems({ call: 'is_empty', args: [{ option: 'o10x0' as never, field: region }] })).toEqual([])
  })
})
