import { describe, expect, test } from 'vitest'
import { checkAst } from '../expression.ts'
import { sampleFields } from '../testing/sample-fields.ts'
import { sampleSituation, valueOfText } from '../testing/value-of-text.ts'
import { evaluate } from './evaluate.ts'
import { contextOf } from './evaluation-context.ts'

const idOf = (name: string) => sampleFields.find((field) => field.name === name)!.id

describe('a context of a record', () => {
  const cells = { [idOf('Seen at')]: '2024-01-02T03:04:05.678Z', [idOf('Name')]: '' }
  const context = contextOf(sampleFields, cells, sampleSituation)

  test('gives cells as values', () => {
    expect(context.valueOf(idOf('Seen at'))).toBe(Date.parse('2024-01-02T03:04:05.678Z'))
    expect(context.valueOf(idOf('Name'))).toBe(null)
    expect(context.valueOf(idOf('Budget'))).toBe(null)
    expect(context.valueOf('gone' as never)).toBe(null)
  })

  test('says who asks, when and where', () => {
    expect(context).toMatchObject(sampleSituation)
  })
})

describe('evaluation', () => {
  test('takes cells that break the rules of values for empty', () => {
    const checked = checkAst({ field: idOf('Budget') }, { fields: sampleFields })
    const values = [Number.NaN, Number.POSITIVE_INFINITY, -0, 1].map(
      (value) => checked.ok && evaluate(checked.value, { ...sampleSituation, valueOf: () => value }),
    )
    expect(values).toEqual([null, null, 0, 1])
  })

  test('asks for a field once for each place where it stands', () => {
    const checked = checkAst(
      { call: '+', args: [{ field: idOf('Budget') }, { field: idOf('Budget') }] },
      { fields: sampleFields },
    )
    const asked: string[] = []
    const valueOf = (id: string): number => asked.push(id)
    expect(checked.ok && evaluate(checked.value, { ...sampleSituation, valueOf })).toBe(3)
    expect(asked).toEqual([idOf('Budget'), idOf('Budget')])
  })
})

/** A record as people keep them, and what they ask of it. */
const task = {
  Name: 'Ship the catalogue – Köln',
  'Notes {long\\wide}': 'first draft; second draft;;final',
  'E-mail': 'ann.lee@example.org',
  Count: 12,
  Budget: 1249.995,
  Done: false,
  Due: '2024-07-12',
  'Seen at': '2024-07-05T06:15:00.000Z',
  Region: 'o10x1',
  Stage: 'o11x0',
}

describe('what people write', () => {
  test.each([
    // Validation rules
    ['{Region} in ["EU", "UK"] and ({Budget} > 1000 or is_filled({Assignee}))', true],
    ['is_empty({Due}) or {Due} >= today()', true],
    ['{Stage} != "Done\\\\" or {Done}', true],
    ['between(length({Name}), 1, 80)', true],
    ['ends_with({E-mail}, "@example.org") and not contains({E-mail}, " ")', true],
    ['{Count} = truncate({Count}) and {Count} % 6 = 0', true],
    ['round({Budget}, 2) = {Budget}', false],
    // Row rules and transition guards
    ['{Assignee} = me() or has_role("Reviewer")', true],
    ['my_role() in ["creator", "editor"]', true],
    ['{Stage} = "Open" and {Due} - today() < days(7)', true],
    // Formulas
    ['if(is_empty({Due}), "no date", text(year({Due})))', '2024'],
    ['if({Due} < today(), "late", if({Due} <= add_days(today(), 7), "soon", "later"))', 'soon'],
    ['upper(left({Name}, 1)) & lower(mid({Name}, 2, 3))', 'Ship'],
    ['part({E-mail}, "@", 1)', 'ann.lee'],
    ['join(split(part({E-mail}, "@", 1), "."), " ")', 'ann lee'],
    ['text(round({Budget} * 1.19, 2)) & " €"', '1487.49 €'],
    ['count(split({Notes {long\\\\wide\\}}, ";"))', 3],
    ['last(split({Notes {long\\\\wide\\}}, ";"))', 'final'],
    ['{Budget} / {Count}', 1249.995 / 12],
    ['average({Budget}, empty, 0.005)', 625],
    ['days_between(today(), {Due})', 6],
    ['in_hours(now() - {Seen at})', 58_500.25 / 3600],
    [
      'text(date_of({Seen at})) & " " & pad_start(text(hour({Seen at})), 2, "0") & ":" & text(minute({Seen at}))',
      '2024-07-05 08:15',
    ],
    ['ifs(is_weekend({Due}), "weekend", weekday({Due}) = 5, "Friday", "weekday")', 'Friday'],
    ['"Q" & text(quarter({Due})) & " " & text(year({Due}))', 'Q3 2024'],
    ['end_of_month(add_months({Due}, 1))', '2024-08-31'],
    ['first_filled({Größe}, {E-mail}, "none")', 'ann.lee@example.org'],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text, task)).toBe(value)
  })
})
