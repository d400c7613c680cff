import { mentionLink, type UserId } from '@plinth/domain'
import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import MarkdownView from './MarkdownView.tsx'
import { plainText } from './plain-text.ts'

const plain = (text: string) => plainText(text, ({ name }) => name)

test.each([
  ['one line\nanother', 'one line\nanother'],
  ['**a** _b_ ~~c~~ `d`', 'a b c d'],
  ['# Title\n\nText', 'Title\nText'],
  ['- a\n- b', '• a\n• b'],
  ['- a\n  - b', '• a\n• b'],
  ['3. a\n4. b', '3. a\n4. b'],
  ['- [x] done\n- [ ] not', '☑ done\n☐ not'],
  ['> said', 'said'],
  ['[web](https://example.org) and ![a tree](x.png)', 'web and a tree'],
  ['| a | b |\n| - | - |\n| c | d |', 'a · b\nc · d'],
  ['```\nlet x = 1\n```', 'let x = 1'],
  ['a\n\n---\n\nb', 'a\nb'],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
  ['a < b & <i>c</i>', 'a < b & <i>c</i>'],
  [String.raw`\*not\*`, '*not*'],
  ['', ''],
])('%j reads %j', (text, expected) => {
  expect(plain(text)).toBe(expected)
})

test('whoever is mentioned stands there by name', () => {
  const person = '01990000-0000-7000-8000-00000000000a' as UserId
  const text = `**Ask** ${mentionLink({ person, name: 'Ada *B*' })}`
  expect(plain(text)).toBe('Ask @Ada *B*')
  expect(plainText(text, () => 'Ada C')).toBe('Ask @Ada C')
})

test('of a long text there is as much as a cell has room for', () => {
  expect(plain('word '.repeat(20_000)).length).toBeLessThan(1_010)
})

const letters = (text: string) => text.replaceAll(/<[^>]*>/g, '').replaceAll(/[\s•☑☐\d.]/g, '')
const decoded = (html: string) =>
  html
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

test('there is what the record shows, whatever was written', () => {
  const piece = fc.constantFrom(
    'a',
    'b c',
    '**',
    '*',
    '_',
    '~~',
    '`',
    '\n',
    '\n\n',
    '# ',
    '> ',
    '1. ',
    '[x](y)',
  )
  const law = fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
    const text = pieces.join('')
    const view = createElement(MarkdownView, { text, label: 'Notes', showMention: ({ name }) => `@${name}` })
    const html = renderToStaticMarkup(view).replaceAll(/<[^>]*>/g, '')
    expect(letters(plain(text))).toBe(letters(decoded(html)))
  })
  fc.assert(law, { numRuns: 500 })
})
