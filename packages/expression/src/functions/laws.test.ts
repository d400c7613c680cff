/** Equations between functions: each side is written as people write it, and both are the same for every record. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate } from '../evaluate/evaluate.ts'
import { contextOf } from '../evaluate/evaluation-context.ts'
import { parseExpression } from '../expression.ts'
import { recordsOf, situations } from '../testing/records.ts'
import { sampleFields } from '../testing/sample-fields.ts'

const records = recordsOf(sampleFields)

/** The condition is true for every record; a condition with an empty side would be no law. */
function expectLaw(text: string): void {
  const parsed = parseExpression(text, { fields: sampleFields, expects: { kind: 'boolean' } })
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error[0]!.message}`)
  const law = fc.property(records, situations, (record, situation) => {
    expect(evaluate(parsed.value, contextOf(sampleFields, record, situation))).toBe(true)
  })
  fc.assert(law, { numRuns: 80 })
}

describe('conditions', () => {
  test.each([
    'not ({Done} and {Budget} > 1) = (not {Done} or not {Budget} > 1)',
    'not ({Done} or {Budget} > 1) = (not {Done} and not {Budget} > 1)',
    'xor({Done}, {Budget} > 1) = (({Done} or {Budget} > 1) and not ({Done} and {Budget} > 1))',
    'if({Done}, {Name}, {E-mail}) = ifs({Done}, {Name}, true, {E-mail})',
    'if({Done}, {Name}) = ifs({Done}, {Name})',
    'if({Done}, {Name}, {E-mail}) = if(not {Done}, {E-mail}, {Name})',
  ])('%s', expectLaw)
})

describe('emptiness', () => {
  test.each([
    'is_empty({Name}) = ({Name} = empty)',
    'is_filled({Due}) = not is_empty({Due})',
    'is_empty({Files}) = (count({Files}) = 0)',
    'first_filled({Name}, {E-mail}) = if(is_empty({Name}), {E-mail}, {Name})',
    'is_empty({Budget} + {Count}) or is_filled({Budget}) and is_filled({Count})',
    'count([{Name}, {E-mail}]) = if(is_filled({Name}), 1, 0) + if(is_filled({E-mail}), 1, 0)',
  ])('%s', expectLaw)
})

describe('order', () => {
  test.each([
    '({Name} != {E-mail}) = not ({Name} = {E-mail})',
    'is_empty({Budget}) or is_empty({Count}) or ({Budget} < {Count}) = not ({Budget} >= {Count})',
    'is_empty({Name}) or is_empty({E-mail}) or ({Name} <= {E-mail}) = ({Name} < {E-mail} or {Name} = {E-mail})',
    '({Budget} < {Count}) = ({Count} > {Budget})',
    'between({Budget}, 0, {Count}) = ({Budget} >= 0 and {Budget} <= {Count})',
    'min({Name}, {E-mail}) = if({Name} <= {E-mail}, {Name}, if({E-mail} < {Name}, {E-mail}, first_filled({Name}, {E-mail})))',
    'max({Budget}, {Count}) = -min(-{Budget}, -{Count})',
    'min([{Budget}, {Count}]) = min({Budget}, {Count})',
    'clamp({Count}, 0, 10) = if(is_filled({Count}), min(max({Count}, 0), 10))',
  ])('%s', expectLaw)
})

describe('numbers', () => {
  test.each([
    'abs({Budget}) = if({Budget} < 0, -{Budget}, {Budget})',
    'abs({Budget}) * sign({Budget}) = {Budget}',
    'is_empty({Budget}) or floor({Budget}) <= {Budget} and {Budget} <= ceiling({Budget})',
    'truncate({Budget}) = if({Budget} < 0, ceiling({Budget}), floor({Budget}))',
    'round_down({Budget}) = truncate({Budget})',
    'abs(round_up({Budget})) = ceiling(abs({Budget}))',
    'round(round({Budget}, 2), 2) = round({Budget}, 2)',
    'round(-{Budget}, 1) = -round({Budget}, 1)',
    'round({Count}, 0) = {Count}',
    'mod({Budget}, 7) = {Budget} % 7',
    'power({Budget}, 2) = {Budget} * {Budget}',
    'power({Budget}, 1) = {Budget}',
    'power({Budget}, -1) = 1 / {Budget}',
    'sum({Budget}, {Count}) = first_filled({Budget}, 0) + first_filled({Count}, 0) or is_empty({Budget} + 1)',
    'is_filled({Count}) = xor(is_even({Count}), is_odd({Count}))',
    'number(text({Count})) = {Count}',
    'length(text({Budget})) > 100 or number(text({Budget})) = {Budget}',
    'is_number(text({Count})) = is_filled({Count})',
  ])('%s', expectLaw)
})

describe('texts', () => {
  test.each([
    'left({Name}, 3) & mid({Name}, 4, 1000) = {Name}',
    'left({Name}, length({Name}) - 2) & right({Name}, 2) = {Name} or length({Name}) < 2',
    'mid({Name}, 1, 2) = left({Name}, 2)',
    'right({Name}, 2) = reverse(left(reverse({Name}), 2))',
    'reverse(reverse({Name})) = {Name}',
    'length({Name} & {E-mail}) = length({Name}) + length({E-mail})',
    'concat({Name}, {E-mail}) = {Name} & {E-mail}',
    'contains({Name}, left({Name}, 1))',
    'contains({Name}, "a") = (first_filled(find({Name}, "a"), 0) > 0)',
    'starts_with({Name} & "!", {Name})',
    'ends_with("!" & {Name}, {Name})',
    'starts_with({Name}, "a") = (left({Name}, 1) = "a")',
    'trim(trim({Name})) = trim({Name})',
    'lower(lower({Name})) = lower({Name})',
    'not contains(replace({Name}, "a", ""), "a")',
    'replace({Name}, "-", "-") = {Name}',
    'join(split({Name}, "-"), "") = replace({Name}, "-", "")',
    'part({Name} & "|x", "|", 2) = "x" or contains({Name}, "|") or is_empty({Name})',
    'length(pad_start({Name}, 10, "ab")) = if(is_filled({Name}), max(10, length({Name})), 0)',
    'ends_with(pad_start({Name}, 10, "ab"), {Name})',
    'pad_end({Name}, 3, "a") = reverse(pad_start(reverse({Name}), 3, "a"))',
  ])('%s', expectLaw)
})

describe('dates', () => {
  test.each([
    'date(year({Due}), month({Due}), day({Due})) = {Due}',
    'to_date(text({Due})) = {Due}',
    'is_empty(add_days({Due}, 40)) or days_between({Due}, add_days({Due}, 40)) = 40',
    'add_days({Due}, days_between({Due}, today())) = today() or is_empty({Due})',
    'in_days({Due} - date(2024, 1, 1)) = days_between(date(2024, 1, 1), {Due})',
    'add_years({Due}, 1) = add_months({Due}, 12)',
    'is_empty(add_months({Due}, 5)) or months_between({Due}, add_months({Due}, 5)) = 5',
    'years_between({Due}, today()) = truncate(months_between({Due}, today()) / 12)',
    'quarter({Due}) = ceiling(month({Due}) / 3)',
    'day_of_year({Due}) = days_between(start_of_year({Due}), {Due}) + 1',
    'day({Due}) = days_between(start_of_month({Due}), {Due}) + 1',
    'weekday(start_of_week({Due})) = 1 or is_empty({Due})',
    'day(add_days(end_of_month({Due}), 1)) = 1 or is_empty(add_days(end_of_month({Due}), 1))',
    'is_weekend({Due}) = (weekday({Due}) in [6, 7])',
    'iso_week({Due}) = iso_week(start_of_week({Due}))',
    'is_empty({Due}) or between(iso_week({Due}), 1, 53)',
  ])('%s', expectLaw)
})

describe('moments', () => {
  test.each([
    'today() = date_of(now())',
    'year({Seen at}) = year(date_of({Seen at}))',
    'weekday({Seen at}) = weekday(date_of({Seen at}))',
    // Where a clock is turned back, the earlier moment is meant; seconds are cut.
    'is_empty(datetime_of(date_of({Seen at}), hour({Seen at}), minute({Seen at}))) or {Seen at} >= datetime_of(date_of({Seen at}), hour({Seen at}), minute({Seen at}))',
    'is_empty({Seen at}) or between(hour({Seen at}), 0, 23) and between(minute({Seen at}), 0, 59)',
    'is_empty({Seen at} + days(1)) or {Seen at} + days(1) - {Seen at} = hours(24)',
    '{Seen at} - minutes(5) = {Seen at} + -minutes(5)',
    'in_seconds(minutes({Count})) = {Count} * 60',
    'days(1) / hours(1) = 24 and hours(2) * 12 = days(1)',
  ])('%s', expectLaw)
})

describe('lists and options', () => {
  test.each([
    '({Name} in [{E-mail}, "a"]) = ([{E-mail}, "a"] has {Name})',
    '({Region} in ["EU", "UK"]) = ({Region} = "EU" or {Region} = "UK")',
    '({Region} in ["EU"]) = has_any([{Region}], ["EU"])',
    'is_empty({Count}) or has_all([1, 2, {Count}], [{Count}, 1])',
    'unique([{Count}, {Count}]) = [{Count}]',
    'unique(unique([{Name}, {E-mail}, {Name}])) = unique([{Name}, {E-mail}, {Name}])',
    'first([{Name}, {E-mail}]) = first_filled({Name}, {E-mail})',
    'last([{Name}, {E-mail}]) = first_filled({E-mail}, {Name})',
    'item([{Name}, "x"], count([{Name}, "x"])) = "x"',
    'sum([{Budget}, {Count}]) = sum({Budget}, {Count})',
    'average([{Count}, {Count}]) = {Count}',
  ])('%s', expectLaw)
})
