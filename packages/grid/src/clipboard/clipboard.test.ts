import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excelFixture } from './fixtures/excel.ts'
import { googleSheetsFixture } from './fixtures/google-sheets.ts'
import { libreOfficeFixture } from './fixtures/libre-office.ts'
import { readClipboard } from './read-clipboard.ts'
import { writeClipboard } from './write-clipboard.ts'

const lines = (text: string) => readClipboard({ text, html: null })
const table = (html: string) => readClipboard({ text: 'plain', html })

/** Any text, and often signs that mean something to one of the two formats. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .array(
      fc.constantFrom('"', '\t', '\n', '\r', ' ', '\u00a0', '<', '&', 'amp;', '<br>', '</td>', 'a', '\f'),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)
const anyCells = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(anyText, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  )

describe('what is written', () => {
  it('is read back the same from its table and from its text', () => {
    fc.assert(
      fc.property(anyCells, fc.boolean(), (cells, isText) => {
        const { text, html } = writeClipboard(cells, new Set(isText ? [0] : []))
        expect(readClipboard({ text: '', html })).toEqual(cells)
        expect(lines(text)).toEqual(cells)
      }),
      { numRuns: 500 },
    )
  })

  it('quotes as Excel does, and only where it must', () => {
    const { text } = writeClipboard([
      ['a\tb', 'say "hi"', '"quoted"'],
      ['two\nlines', '', ' '],
    ])
    expect(text).toBe('"a\tb"\tsay "hi"\t"""quoted"""\n"two\nlines"\t\t ')
  })

  it('keeps texts texts for Excel, and line breaks in their cell', () => {
    const { html } = writeClipboard([['=1+1', '00123\n<b>']], new Set([0]))
    expect(html).toBe(
      `<meta charset="utf-8"><table><tr><td style="white-space:pre-wrap;mso-number-format:'\\@'">=1+1</td><td style="white-space:pre-wrap">00123<br style="mso-data-placement:same-cell">&lt;b&gt;</td></tr></table>`,
    )
  })
})

describe('other programs', () => {
  it.each([
    ['Excel', excelFixture],
    ['Google Sheets', googleSheetsFixture],
    ['LibreOffice', libreOfficeFixture],
  ])('%s: the table is read as it is shown', (_, { text, html, cells }) => {
    expect(readClipboard({ text, html })).toEqual(cells)
  })

  it('Excel: the text alone says the same', () => {
    expect(lines(excelFixture.text)).toEqual(excelFixture.cells)
  })
})

describe('plain text', () => {
  it.each([
    ['', [['']]],
    ['a', [['a']]],
    ['a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
    ['a\tb\n', [['a', 'b']]],
    ['a\n\n', [['a'], ['']]],
    ['\t', [['', '']]],
    ['"a\nb"\tc', [['a\nb', 'c']]],
    ['"a"b\tc', [['ab', 'c']]],
    ['"never closed\tb\n"c"', [['never closed\tb\nc"']]],
    ['say "hi"\t"', [['say "hi"', '"']]],
    ['5"\t6"', [['5"', '6"']]],
  ])('%j is %j', (text, cells) => {
    expect(lines(text)).toEqual(cells)
  })
})

describe('a table', () => {
  it.each([
    ['<p>no table</p>', [['plain']]],
    ['before <table><tr><td>a</table>', [['plain']]],
    ['<table></table>', [['plain']]],
    [
      '<table><tr><th>a<td>b<tr><td>c</table>',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['<table><tr><td><p>a</p><p>b</p></td></tr></table>', [['a\nb']]],
    ['<table><tr><td>a<script>x</script ><style>y</style>b<!-- <td> --></table>', [['ab']]],
    ['<table><tr><td>&lt;td&gt; &#65;&#x42;&unknown; &amp;amp;</table>', [['<td> AB&unknown; &amp;']]],
    ['<table><tr><td>&#0;&#xd800;&#99999999;</table>', [['\ufffd\ufffd\ufffd']]],
    [
      '<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c</table>',
      [
        ['a', '', 'b'],
        ['', '', 'c'],
      ],
    ],
    ['<table><tr><td>a<table><tr><td>b<td>c</table>d<td>e</table>', [['a\nb c\nd', 'e']]],
    ['<table><tr hidden><td>a<tr><td style="display: none">b<td>c</table>', [['c']]],
    ["<table><tr><td title='>' class=x>1 < 2</table>", [['1 < 2']]],
    ['<table><tr><td data-sheets-value="{broken">a</table>', [['a']]],
    ['<table><tr><td>  a \n b&nbsp;  <br> c</td></tr></table>', [['a b \nc']]],
  ])('%j is %j', (html, cells) => {
    expect(table(html)).toEqual(cells)
  })

  it('never fails, whatever the page is', () => {
    const piece = fc.constantFrom(
      '<table>',
      '<tr>',
      '<td',
      '<td>',
      '</td>',
      ' colspan=3',
      ' rowspan="2"',
      '>',
      '<',
      '"',
      "'",
      '=',
      '&',
      '&#',
      ';',
      '<!--',
      '-->',
      '<style>',
      '</style>',
      'text',
      ' ',
      '\n',
      '<br>',
      '/',
      '<p>',
      '<!--StartFragment-->',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const cells = table(pieces.join(''))
        expect(cells.length).toBeGreaterThan(0)
        expect(new Set(cells.map((row) => row.length)).size).toBe(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('that asks for more cells than can be is left for the text', () => {
    const wide = '<td colspan=1000 rowspan=60000>'.repeat(5000)
    expect(table(`<table><tr>${wide}${'<tr>'.repeat(50_000)}</table>`)).toEqual([['plain']])
  })

  it.each([
    ['tags never closed', '<td '.repeat(200_000)],
    ['quotes never closed', '<td a="'.repeat(100_000)],
    ['comments never closed', '<!--'.repeat(200_000)],
    ['styles never closed', '<style>'.repeat(100_000)],
    ['references', '&#'.repeat(300_000)],
    ['signs', '<'.repeat(300_000)],
    ['spaces', `<td>${' '.repeat(300_000)}x`],
  ])('takes time in proportion to its length: %s', (_, html) => {
    const page = `<table><tr><td>${html}`
    const started = performance.now()
    table(page)
    // Quadratic work on as many signs takes minutes.
    expect(performance.now() - started).toBeLessThan(30_000)
  })
})
