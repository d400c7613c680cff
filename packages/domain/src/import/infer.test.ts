import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceKey } from './column-choice.ts'
import { ColumnProfiler } from './column-profile.ts'
import { compileConverter, misfit } from './convert.ts'
import { inferColumn, type ReadingHabits } from './infer.ts'
import { optionsFor, shapeContext } from './plan.ts'

const context = shapeContext('en-US', 'Europe/Berlin')
const habits: ReadingHabits = { mark: '.', order: 'mdy' }

function evidenceOf(cells: readonly string[]) {
  const profiler = new ColumnProfiler(context)
  cells.forEach((cell, index) => profiler.add(cell, index + 2))
  return profiler.evidence()
}
const infer = (cells: readonly string[], use = habits) => inferColumn(evidenceOf(cells), use)
const keyOf = (cells: readonly string[], use = habits) => choiceKey(infer(cells, use).choice)
const unitOf = (cells: string[]) => optionsFor({ type: 'duration' }, evidenceOf(cells)).unit
const repeat = (cells: readonly string[], times: number) => Array.from({ length: times }, () => cells).flat()
const labels = (count: number) => Array.from({ length: count }, (_, index) => `Option ${index}`)
const misfitsOf = (cells: readonly string[]) =>
  new Map(infer(cells).candidates.map(({ key, misfits }) => [key, misfits]))

describe('inferColumn', () => {
  it.each<[string, string[]]>([
    ['integer:.', ['1', '-20', '', '9007199254740991']],
    ['integer:.', ['1,000', '12,345,678', '5']],
    ['integer:.', ['0', '1', '1']],
    ['number:.', ['1.5', '2', '-0.25', '1e-7']],
    ['number:,', ['1,5', '2', '-0,25']],
    ['number:,', ['1.234,50', '12']],
    ['number:.', ['1,234.50', '12']],
    ['text', ['02', '11']],
    ['text', ['+4930123', '+4930124']],
    ['text', ['9007199254740993', '1']],
    ['text', ['12345678901234567890', '1']],
    ['text', ['12E3', '13E4']],
    ['text', ['1.5', '1,5']],
    ['checkbox', ['true', 'FALSE', '']],
    ['checkbox', ['yes', 'no']],
    ['checkbox', ['x', '', 'X']],
    ['text', ['NO', 'NO']],
    ['date:mdy', ['2024-01-31', '1998-06-12']],
    ['date:mdy', ['Jun 12 1998', 'Aug 07 1998']],
    ['date:dmy', ['31/01/2024', '01/02/2024']],
    ['date:mdy', ['01/31/2024', '01/02/2024']],
    ['date:mdy', ['01/02/2024']],
    ['date:dmy', ['01.02.2024']],
    ['text', ['31/01/2024', '01/31/2024']],
    ['text', ['2023-02-29', '2023-02-28']],
    ['datetime:mdy', ['2024-01-31T08:30:00Z', '2024-01-31 09:00']],
    ['text', ['2024-01-31T08:30:00Z', '2024-01-31']],
    ['currency:.', ['$1.50', '2', '-$0.25']],
    ['currency:.', ['USD 1,234.50', '12']],
    ['currency:,', ['1.234,50 €', '12,5 €']],
    ['currency:.', ['¥1200', '¥5']],
    ['text', ['$1.5055', '$2']],
    ['email', ['a@b.c', ' d@e.f ']],
    ['url', ['https://a.b', 'HTTP://c.d/e']],
    ['text', ['10.4.11', '10.5.0']],
    ['text', ['', '  ']],
    ['long_text', ['a\nb']],
    ['long_text', ['x'.repeat(501)]],
    ['single_select', repeat(['PPL', 'PPLA', ''], 20)],
    ['multi_select', repeat(['Drama', 'Drama, War', 'War', 'Drama,Comedy'], 5)],
    // Names with a comma in them are no lists.
    ['single_select', repeat(['Vienna, Austria', 'Graz, Austria', 'Linz'], 25)],
  ])('reads a column as %s', (key, cells) => {
    expect(keyOf(cells)).toBe(key)
  })

  it('suggests a select for at most 50 values, at most one in twenty rows', () => {
    expect(keyOf(repeat(labels(50), 20))).toBe('single_select')
    expect(keyOf(repeat(labels(51), 20))).toBe('text')
    expect(keyOf(repeat(labels(50), 19))).toBe('text')
    const wide = infer(repeat(labels(500), 2)).candidates.map(({ key }) => key)
    expect(wide).toContain('single_select')
    expect(infer(labels(501)).candidates.map(({ key }) => key)).not.toContain('single_select')
  })

  it('allows one misfit in two hundred values and names the first', () => {
    const dates = Array.from(
      { length: 3198 },
      (_, index) => `2024-01-${String((index % 28) + 1).padStart(2, '0')}`,
    )
    const { choice, reason } = infer([...dates, 'TBD', 'soon', 'TBD'])
    expect(choice.type).toBe('date')
    expect(reason).toBe(
      '3 of 3,201 values are not dates (the first: “TBD” in line 3,200); they would be left empty.',
    )
    expect(keyOf([...dates.slice(0, 198), 'TBD'])).toBe('text')
  })

  it('says why', () => {
    const numbers = Array.from({ length: 1200 }, (_, index) => String(index))
    expect(infer(numbers).reason).toBe('All 1,200 values are whole numbers.')
    expect(infer([...numbers, '']).reason).toBe('All 1,200 values are whole numbers; 1 cell is empty.')
    expect(infer(['02', '03']).reason).toBe('“02” in line 2 would become 2 as a number, so this stays text.')
    expect(infer(['2024-01-31T08:30:00.123456Z', '2024-01-31T08:30:00Z']).reason).toBe(
      'Both values are dates with a time. Times are kept to the millisecond.',
    )
    expect(infer(['1']).reason).toBe('The only value is a whole number.')
    expect(infer(['01/02/2024', '03/04/2024']).reason).toContain('cannot be told apart')
  })

  it('says what texts could be too, where the same texts are something else as often', () => {
    expect(infer(['1:30', '13:45']).reason).toBe('Up to 5 characters. All of them could be Duration too.')
    expect(infer(['Ada', 'Grace']).reason).toBe('Up to 5 characters.')
  })

  it('makes one option of labels that differ in spaces alone', () => {
    const { options } = optionsFor({ type: 'multi_select' }, evidenceOf(['" A", A', 'A,B', '" ", B']))
    expect(options?.map(({ label }) => label)).toEqual(['A', 'B'])
  })

  it('makes a duration that shows seconds where a text names some', () => {
    expect(unitOf(['1:30', '0:00:45'])).toBe('second')
    expect(unitOf(['2 h', '45 s'])).toBe('second')
    expect(unitOf(['1:30:00', '2 h'])).toBeUndefined()
  })

  it('follows the habit of the file where marks and orders are open', () => {
    expect(keyOf(['1,234', '2,345'])).toBe('integer:.')
    expect(keyOf(['1,234', '2,345'], { mark: ',', order: 'dmy' })).toBe('number:,')
    expect(keyOf(['01/02/2024'], { mark: ',', order: 'dmy' })).toBe('date:dmy')
    // Both readings are offered.
    expect(infer(['1,234']).candidates.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['integer:.', 'number:.', 'number:,']),
    )
  })
})

const cell = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '007',
    '1,234',
    '1.234',
    '1.234,5',
    '12E3',
    '1e-9',
    '-5',
    '+5',
    '.5',
    'true',
    'x',
    'No',
  ),
  fc.constantFrom(
    '2024-02-29',
    '2023-02-29',
    '1/2/2024',
    '13/2/2024',
    'Jun 12 1998',
    '3 March 99',
    '1.2.24',
    '01.02.24',
  ),
  fc.constantFrom(
    '2024-03-31 02:30',
    '2024-06-01T10:00Z',
    '1/2/2024 3:04 PM',
    '1/13/2024 3:04:05.678 am +02:00',
  ),
  fc.constantFrom(
    'a@b.c',
    'https://a.b/c',
    'http://',
    'two\nlines',
    'nul\0',
    '\ud800',
    'Ünï',
    '9007199254740993',
  ),
  fc.constantFrom(
    '0.12345678901234567890',
    '1'.repeat(400),
    'y'.repeat(2001),
    '12:30',
    'May 5, 2020 12:00 p.m.',
  ),
  fc.constantFrom('$1,234.50', '1.234,5 €', 'USD 7', '-¥12', '€1.505', '12.345', 'GBP', '$', '5 kr'),
  fc.string({ maxLength: 12 }),
  fc.double().map(String),
  fc.integer().map(String),
)

describe('counts of misfits', () => {
  it('are exactly the values that the conversion leaves empty, for every candidate', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), (cells) => {
        const evidence = evidenceOf(cells)
        for (const candidate of inferColumn(evidence, habits).candidates) {
          const { options = [] } = optionsFor(candidate.choice, evidence)
          const convert = compileConverter(candidate.choice, options, context)
          const filled = cells.filter((raw) => raw.trim() !== '')
          expect(filled.filter((raw) => convert(raw) === misfit).length).toBe(candidate.misfits)
        }
      }),
      { numRuns: 2000 },
    )
  }, 30_000)

  it('never fall when a value is added', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 20 }), cell, (cells, more) => {
        const [before, after] = [misfitsOf(cells), misfitsOf([...cells, more])]
        for (const [key, count] of before) expect(after.get(key) ?? Infinity).toBeGreaterThanOrEqual(count)
      }),
      { numRuns: 500 },
    )
  })

  it('take no text that is no amount for a word on the decimal mark', () => {
    const cells = ['http://', '12E3', ':,0']
    expect([...misfitsOf(cells).keys()].sort()).toEqual([...misfitsOf(cells.toReversed()).keys()].sort())
  })

  it('have the suggestion among them, whatever is usual', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { maxLength: 20 }),
        fc.constantFrom('.' as const, ',' as const),
        fc.constantFrom('dmy' as const, 'mdy' as const),
        (cells, mark, order) => {
          const { choice, candidates } = infer(cells, { mark, order })
          expect(candidates.map(({ key }) => key)).toContain(choiceKey(choice))
        },
      ),
      { numRuns: 500 },
    )
    expect(infer(['1972-05-13']).candidates.map(({ key }) => key)).toContain('date:mdy')
  })

  it('do not depend on the order of the values', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 20 }), (cells) => {
        expect(new Map([...misfitsOf(cells.toReversed())].sort())).toEqual(
          new Map([...misfitsOf(cells)].sort()),
        )
      }),
      { numRuns: 500 },
    )
  })
})
