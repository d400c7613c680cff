/** Patterns of text: the database and the browser read the same ones, and the same texts match. */
import { parsePattern, phonePattern } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.db.stop())

const pieces = [
  'a',
  'b',
  'z',
  'A',
  '7',
  '_',
  '-',
  ' ',
  'ä',
  'ß',
  '🙂',
  '\n',
  '\t',
  '\u00a0',
  '/',
  ',',
  '"',
  "'",
  '%',
  '.',
  '^',
  '$',
  '(',
  ')',
  '[',
  '[^',
  ']',
  '{',
  '}',
  '|',
  '?',
  '*',
  '+',
  '\\',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '\\S',
  '\\.',
  '\\-',
  '\\]',
  '\\[',
  '\\n',
  '\\b',
  '\\1',
  '{2}',
  '{0}',
  '{1,3}',
  '{0,}',
  '{,2}',
  '{3,1}',
  '{256}',
  '{1,255}',
  '(?:',
  '(?=',
  '[a-z]',
  '[z-a]',
  '[a-',
  '-z]',
  '[:alpha:]',
]
const characters = [
  'a',
  'b',
  'z',
  'A',
  '7',
  '_',
  '-',
  ' ',
  'ä',
  '🙂',
  '\n',
  '\t',
  '\u00a0',
  '.',
  '[',
  '\\',
  '٣',
  '\u2028',
]

/** Mostly well-formed ones. */
const grown = fc.letrec<{ branch: string; atom: string; pattern: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(
      'a',
      'b',
      'ä',
      '🙂',
      '.',
      '\\d',
      '\\W',
      '\\s',
      '\\.',
      '[a-z]',
      '[^ab]',
      '[\\d_-]',
      '[🙂-🙃ä]',
      '\\\\',
      '[^\\s]',
    ),
    tie('pattern').map((inner) => `(${inner})`),
  ),
  branch: fc
    .array(
      fc.tuple(
        tie('atom'),
        fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,3}', '{0,2}', '{2,}', '{0}'),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => parts.flat().join('')),
  pattern: fc.array(tie('branch'), { minLength: 1, maxLength: 2 }).map((branches) => branches.join('|')),
})).pattern
const wild = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))
const texts = fc.array(
  fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((parts) => parts.join('')),
  {
    minLength: 6,
    maxLength: 6,
  },
)

const samples = fc.sample(fc.tuple(fc.oneof(grown, grown, wild), texts), 1_200)
const known: [string, string[]][] = [
  ['[A-Z]{2}-\\d+', ['AB-1', 'AB-', 'xAB-1', 'AB-1\n', 'AB-٣']],
  ['a|b', ['a', 'b', 'ab', '']],
  ['.', ['\n', '🙂', '', 'ab', '\u2028']],
  ['[]]', [']']],
  ['[\\]]', [']']],
  ['(a*)*', ['', 'aaaa', 'b']],
  ['(a|aa)+b', ['a'.repeat(60), `${'a'.repeat(60)}b`]],
  ['((a{0,31}){0,31})', ['a'.repeat(900), 'a'.repeat(962)]],
  [`${'('.repeat(19)}a${')'.repeat(19)}`, ['a']],
  [`${'('.repeat(20)}a${')'.repeat(20)}`, ['a']],
  ['a{255}{2}', []],
  ['(a{255}){3}', ['a'.repeat(765)]],
  ['(a{255}){4}', []],
  ['(a{250}){4}', ['a'.repeat(1000)]],
  ['x'.repeat(200), ['x'.repeat(200)]],
  ['x'.repeat(201), []],
  ['🙂'.repeat(200), ['🙂'.repeat(200)]],
  ['^a$', ['a']],
  ['', ['']],
]

test('the database and the browser agree on which patterns there are and what they match', async () => {
  const all = [...known, ...samples]
  const asked = await h.db.sql<{ compiled: boolean; found: boolean[] | null }[]>`
    select c.sql is not null as compiled,
      case when c.sql is not null then array(select t.value #>> '{}' collate "C" ~ c.sql
        from jsonb_array_elements(s.value -> 1) with ordinality as t order by t.ordinality) end as found
    from jsonb_array_elements(${JSON.stringify(all)}::text::jsonb) with ordinality as s
    cross join lateral (select plinth_private.compile_pattern(s.value ->> 0) as sql offset 0) as c order by s.ordinality`
  let patterns = 0
  let matches = 0
  for (const [n, [source, candidates]] of all.entries()) {
    const pattern = parsePattern(source)
    const mine = pattern && candidates.map((text) => pattern.matches(text))
    expect([source, candidates, mine]).toEqual([source, candidates, asked[n]!.found])
    if (pattern) patterns += 1
    matches += mine?.filter(Boolean).length ?? 0
  }
  // The comparison would be worth nothing if hardly anything were a pattern, or matched.
  expect(patterns).toBeGreaterThan(400)
  expect(matches).toBeGreaterThan(200)
})

test('no pattern takes the database long', async () => {
  const hard = [
    '(a|aa)*b',
    '(a*)*b',
    '(.*a){20}',
    '(a?){250}a{250}',
    '(a|b|ab)*c',
    '(\\w+\\s?)*$'.slice(0, -1),
    '(.?.?.?){80}x',
  ]
  await h.db.sql`set statement_timeout = '5s'`
  for (const source of hard) {
    const pattern = parsePattern(source)
    for (const text of ['a'.repeat(2_000), `${'a '.repeat(999)}!`]) {
      const [row] = await h.db
        .sql`select ${text} collate "C" ~ plinth_private.compile_pattern(${source}) as found`
      expect([source, row!['found']]).toEqual([source, pattern?.matches(text)])
    }
  }
  await h.db.sql`reset statement_timeout`
})

test('phone numbers are found by both', async () => {
  const pattern = parsePattern(phonePattern.text)
  const char = fc.constantFrom('0', '1', '5', '9', ' ', '+', '(', ')', '-', '.', '/', 'x', 'ext', '+43 1 234')
  const texts = fc.sample(
    fc.array(char, { maxLength: 12 }).map((chars) => chars.join('')),
    { numRuns: 8_000, seed: 7 },
  )
  const rows = await h.db.sql`
    select u.text collate "C" ~ plinth_private.compile_pattern(${phonePattern.text}) as found
    from unnest(${texts}::text[]) with ordinality as u (text, n) order by u.n`
  const mine = texts.map((text) => pattern?.matches(text))
  expect(rows.map((row) => row['found'] as boolean)).toEqual(mine)
  expect(mine.filter(Boolean).length).toBeGreaterThan(100)
})
