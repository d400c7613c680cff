import { describe, expect, test } from 'vitest'
import { valueOfText } from '../testing/value-of-text.ts'

const notes = '{Notes {long\\\\wide\\}}'
const long = (text: string) => ({ 'Notes {long\\wide}': text })

describe('length and parts of texts count characters', () => {
  test.each([
    ['length("abc")', 3],
    ['length("")', 0],
    ['length("😀")', 1],
    ['length("e\u0301")', 2],
    ['length("👩‍👧")', 3],
    ['left("😀bc", 1)', '😀'],
    ['left("abc", 10)', 'abc'],
    ['left("abc", 0)', null],
    ['left("abc", -1)', null],
    ['left("abc", 1.9)', 'a'],
    ['left("abc", 1e308)', 'abc'],
    ['left("abc", empty)', null],
    ['right("ab😀", 2)', 'b😀'],
    ['right("abc", 10)', 'abc'],
    ['right("abc", 0)', null],
    ['right("abc", -5)', null],
    ['mid("abcdef", 2, 3)', 'bcd'],
    ['mid("abcdef", 0, 2)', 'ab'],
    ['mid("abcdef", -5, 2)', 'ab'],
    ['mid("abcdef", 5, 10)', 'ef'],
    ['mid("abcdef", 7, 1)', null],
    ['mid("abcdef", 2, -1)', null],
    ['mid("a😀c", 2, 1)', '😀'],
    ['mid("abc", 1e308, 1e308)', null],
    ['reverse("a😀c")', 'c😀a'],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('letters', () => {
  test.each([
    ['upper("straße ﬃ é")', 'STRASSE FFI É'],
    ['upper("i ı")', 'I I'],
    ['lower("ÀÉ İ")', 'àé i\u0307'],
    ['lower("ΌΔΟΣ ΣΑΣ.")', 'όδος σας.'],
    ['upper("")', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('that grow over the limit leave nothing', () => {
    expect(valueOfText(`upper(${notes})`, long('ß'.repeat(50_000)))).toHaveLength(100_000)
    expect(valueOfText(`upper(${notes})`, long('ß'.repeat(50_001)))).toBe(null)
  })
})

describe('trim', () => {
  test.each([
    ['trim("  a b  ")', 'a b'],
    ['trim("\\t\\r\\n a")', 'a'],
    ['trim("\u00a0a\u00a0")', '\u00a0a\u00a0'],
    ['trim("   ")', null],
  ])('%s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('is quick with many blanks in the middle', () => {
    expect(valueOfText(`length(trim(${notes}))`, long(`a${' '.repeat(99_998)}b`))).toBe(100_000)
  })
})

describe('searching', () => {
  test.each([
    ['find("abcabc", "c")', 3],
    ['find("😀b", "b")', 2],
    ['find("abc", "x")', 0],
    ['find("abc", "")', null],
    ['find("", "a")', null],
    ['contains("abc", "bc")', true],
    ['contains("abc", "BC")', false],
    ['contains("abc", "")', true],
    ['contains("", "")', true],
    ['contains("", "a")', false],
    ['starts_with("abc", "ab")', true],
    ['starts_with("abc", "bc")', false],
    ['starts_with(empty, empty)', true],
    ['ends_with("abc", "bc")', true],
    ['ends_with("abc", "ab")', false],
    ['ends_with("abc", empty)', true],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('replace', () => {
  test.each([
    ['replace("aaa", "aa", "b")', 'ba'],
    ['replace("abc", "b", "")', 'ac'],
    ['replace("abc", "b", empty)', 'ac'],
    ['replace("abc", "", "x")', 'abc'],
    ['replace("", "a", "x")', null],
    ['replace("a.c", ".", "$&")', 'a$&c'],
    ['replace("aa", "a", "")', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('is empty rather than longer than a text may be', () => {
    const everywhere = `replace(${notes}, "x", ${notes})`
    expect(valueOfText(everywhere, long('x'.repeat(100_000)))).toBe(null)
    expect(valueOfText(everywhere, long('x'.repeat(300)))).toHaveLength(90_000)
    expect(valueOfText(everywhere, long('x'.repeat(317)))).toBe(null)
  })
})

describe('padding', () => {
  test.each([
    ['pad_start("7", 3, "0")', '007'],
    ['pad_start("abc", 8, "12")', '12121abc'],
    ['pad_start("abc", 2, "0")', 'abc'],
    ['pad_start("abc", -2, "0")', 'abc'],
    ['pad_start("7", 2.9, "0")', '07'],
    ['pad_start("", 3, "0")', null],
    ['pad_start("7", 3, "")', null],
    ['pad_end("abc", 8, "12")', 'abc12121'],
    ['pad_end("😀", 3, "👩b")', '😀👩b'],
    ['length(pad_end("a", 1e308, "b"))', 1000],
    ['length(pad_start("a", 1001, "bc"))', 1000],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('pieces', () => {
  test.each([
    ['part("a-b-c", "-", 1)', 'a'],
    ['part("a-b-c", "-", 3.9)', 'c'],
    ['part("a-b-c", "-", 0)', null],
    ['part("a-b-c", "-", -1)', null],
    ['part("a-b-c", "-", 1e308)', null],
    ['part("a--c", "-", 2)', null],
    ['part("abc", "-", 1)', 'abc'],
    ['part("abc", "", 1)', null],
    ['split("a-b", "-")', ['a', 'b']],
    ['split("-a--b-", "-")', ['a', 'b']],
    ['split("--", "-")', null],
    ['split("abc", "")', null],
    ['concat("a", empty, "b")', 'ab'],
    ['concat(empty)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toEqual(value)
  })
})

describe('numbers as text', () => {
  test.each([
    ['number("12")', 12],
    ['number("+12.50")', 12.5],
    ['number("-0")', 0],
    ['number("\\t 7\\n")', 7],
    ['number("007")', 7],
    ['number(".5")', null],
    ['number("5.")', null],
    ['number("1e3")', null],
    ['number("1 000")', null],
    ['number("- 1")', null],
    ['number("١")', null],
    ['number("")', null],
    [`number("${'9'.repeat(100)}")`, 1e100],
    [`number("${'9'.repeat(101)}")`, null],
    [`is_number("${'9'.repeat(101)}")`, false],
    ['is_number("12")', true],
    ['is_number(empty)', false],
    ['text(0.1 + 0.2)', '0.30000000000000004'],
    ['text(1e-7)', '0.0000001'],
    ['text(-1.5e-10)', '-0.00000000015'],
    ['text(1e21)', '1000000000000000000000'],
    ['text(1e23)', '99999999999999990000000'],
    ['text(-0)', '0'],
    ['text(100)', '100'],
    ['length(text(5e-324))', 326],
    ['length(text(1.7976931348623157e308))', 309],
    ['text(true)', 'true'],
    ['text({Region})', null],
    ['text({Done})', null],
    ['text(date(2024, 2, 9))', '2024-02-09'],
    ['text(datetime_of(date(2024, 2, 9), 7, 5))', '2024-02-09 07:05'],
    ['text(datetime_of(date(2024, 2, 9), 23, 59) + seconds(59.999))', '2024-02-09 23:59'],
    ['text(datetime_of(date(1, 1, 2), 0, 0))', '0001-01-02 00:00'],
    ['text(datetime_of(date(9999, 12, 31), 23, 59) + minutes(1))', null],
    ['text({Seen at})', null],
    ['text(hours(1) + minutes(5) + seconds(9))', '1:05:09'],
    ['text(hours(100))', '100:00:00'],
    ['text(-minutes(90))', '-1:30:00'],
    ['text(seconds(0.4))', '0:00:00'],
    ['text(-seconds(0.4))', '0:00:00'],
    ['text(seconds(59.5))', '0:01:00'],
    ['text(-seconds(59.5))', '-0:00:59'],
    ['text(seconds(9007199254740991))', '2501999792983:36:31'],
    ['text(seconds(9007199254740993))', null],
    ['text({Length})', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('what an option is called', () => {
  const cells = { Region: 'o10x2', Stage: 'o11x1', Labels: ['o23x0', 'o23x2'] } as never

  test.each([
    ['text({Region})', 'Asia & "others"'],
    ['text({Region}) & ": " & text({Stage})', 'Asia & "others": EU'],
    ['text(if({Stage} = "EU", "UK", {Region}))', 'UK'],
    ['text(first({Labels}))', 'EU'],
    ['length(text({State}))', 0],
    ['join({Labels}, " / ")', 'EU / a, "b"'],
    ['join(append({Labels}, "Late"), ", ")', 'EU, Late, a, "b"'],
    ['join(without({Labels}, ["EU", "a, \\"b\\""]), ", ")', null],
  ])('%s', (text, value) => {
    expect(valueOfText(text, cells)).toBe(value)
  })

  test('that is gone is nothing', () => {
    expect(valueOfText('text({Region})', { Region: 'gone' } as never)).toBe(null)
    expect(valueOfText('join({Labels}, ",")', { Labels: ['gone', 'o23x1'] } as never)).toBe('Late')
  })
})
