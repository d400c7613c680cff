import { type ImportPlan, planImport, uuidV7 } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { type FileProfile, noChoices } from './file-format.ts'
import { profileFile } from './file-reader.ts'
import { type RowChunk, rowChunks } from './row-chunks.ts'

const context = { locale: 'en-US', timeZone: 'UTC' }
const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + text.length * 2)
  bytes.set([0xff, 0xfe])
  for (let i = 0; i < text.length; i++) {
    bytes[2 + i * 2] = text.charCodeAt(i) & 0xff
    bytes[3 + i * 2] = text.charCodeAt(i) >> 8
  }
  return bytes
}

async function profile(content: BlobPart, name = 'a.csv', choices = noChoices) {
  return profileFile({ file: new Blob([content]), name, choices, context })
}
async function profiled(content: BlobPart, name = 'a.csv', choices = noChoices): Promise<FileProfile> {
  const result = await profile(content, name, choices)
  if (!result.ok) throw new Error(result.error.hint ?? result.error.message)
  return result.value
}

async function convert(content: BlobPart, name = 'a.csv'): Promise<RowChunk[]> {
  const { format, table } = await profiled(content, name)
  // The fields in the order of the file.
  const { columns } = planImport(table, {}, uuidV7, 0)
  const plan: ImportPlan = {
    columns,
    width: table.columns.length,
    allowsShortRows: format.kind === 'json',
    ...context,
  }
  const chunks: RowChunk[] = []
  for await (const chunk of rowChunks(new Blob([content]), format, plan)) chunks.push(chunk)
  return chunks
}

describe('profileFile', () => {
  it('finds out encoding, separator and header', async () => {
    const { format, table } = await profiled(utf16('Größe;Straße\r\n1,5;Öl\r\n2,5;Ähre\r\n'))
    expect(format).toMatchObject({ encoding: 'utf-16le', hasHeader: true, dialect: { separator: ';' } })
    expect(table.columns.map(({ name, inference }) => [name, inference.choice])).toEqual([
      ['Größe', { type: 'number', mark: ',' }],
      ['Straße', { type: 'text' }],
    ])
  })

  it('reads windows-1252 when the bytes are no UTF-8', async () => {
    const { format, table } = await profiled(new Uint8Array([110, 97, 109, 101, 10, 0x5a, 0xfc, 0x80, 10]))
    expect(format.encoding).toBe('windows-1252')
    expect(table.preview).toEqual([['Zü€']])
  })

  it('follows what the person chose', async () => {
    const choices = { ...noChoices, separator: ';', hasHeader: false }
    const { format, table } = await profiled('a,b\n1,2\n', 'a.csv', choices)
    expect(format).toMatchObject({ dialect: { separator: ';' }, hasHeader: false })
    expect(table.preview).toEqual([['a,b'], ['1,2']])
  })

  it('takes the separator that Excel names in a first line, which is no record', async () => {
    const { format, table } = await profiled('sep=;\r\na,x;b\r\n1;2\r\n')
    expect(format).toMatchObject({ dialect: { separator: ';' }, hasHeader: true })
    expect(table).toMatchObject({ rows: 1, preview: [['1', '2']] })
    const [chunk] = await convert('sep=;\r\na,x;b\r\n1;2\r\n')
    expect(chunk!.rows.map(([, ...values]) => values)).toEqual([[1, 2]])
  })

  it('sees JSON by its name or by its look', async () => {
    expect((await profiled('[{"a": 1}]', 'x.json')).format.kind).toBe('json')
    expect((await profiled('{"a": 1}\n{"a": 2}\n', 'x.txt')).format.kind).toBe('json')
    expect((await profiled('a,b\n1,2\n', 'x.txt')).format.kind).toBe('csv')
  })

  it.each([
    ['', 'a.csv', 'file_empty'],
    ['name,age\n', 'a.csv', 'file_empty'],
    ['\n\n\n', 'a.csv', 'file_empty'],
    ['[]', 'a.json', 'file_empty'],
    ['[{"a": ]', 'a.json', 'file_unreadable'],
    ['PK\u0003\u0004\u0000\u0000', 'a.xlsx', 'file_unreadable'],
  ])('tells clearly what is wrong with %j', async (content, name, code) => {
    const choices = content.startsWith('name') ? { ...noChoices, hasHeader: true } : noChoices
    expect(await profile(content, name, choices)).toMatchObject({ ok: false, error: { code } })
  })

  it('counts blank lines and quotes that are not well-formed', async () => {
    const answer = await profiled('a,b\n\n1,"x"y\n2,z\n')
    expect(answer).toMatchObject({ blankLines: 1, oddities: 1, firstOddity: { line: 3 } })
  })
})

describe('rowChunks', () => {
  it('cuts rows into chunks of at most 5,000 in the order of the file, with rising ids', async () => {
    const lines = Array.from({ length: 12_001 }, (_, index) => `${index},n${index}`)
    const chunks = await convert(`id,name\n${lines.join('\n')}\n`)
    expect(chunks.map(({ chunk, rows }) => [chunk, rows.length])).toEqual([
      [0, 5000],
      [1, 5000],
      [2, 2001],
    ])
    const rows = chunks.flatMap((chunk) => chunk.rows)
    expect(rows.map((row) => row[1])).toEqual(lines.map((_, index) => index))
    const ids = rows.map(([id]) => id)
    expect(ids.toSorted()).toEqual(ids)
  })

  it('closes a chunk early when its texts are long', async () => {
    const lines = Array.from({ length: 100 }, () => 'x'.repeat(90_000))
    const chunks = await convert(`name\n${lines.join('\n')}\n`)
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.flatMap(({ rows }) => rows).length).toBe(100)
  })

  it('keeps a row whose value does not fit, leaves the cell empty and reports line, field and text', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => `${index},x`)
    numbers[7] = 'n/a\0,x'
    const [chunk] = await convert(`amount,note\n${numbers.join('\n')}\n5,x,extra\n6\n`, 'a.csv').then(
      (all) => all,
    )
    expect(chunk!.rows.length).toBe(302)
    const [record, amount, note] = chunk!.rows[7]!
    expect(amount).toBeNull()
    expect(note).toBe(true)
    expect(chunk!.misfits).toEqual([{ record, field: expect.any(String), line: 9, raw: 'n/a␀' }])
    expect(chunk!.report).toEqual([
      { line: 9, column: 'amount', raw: 'n/a\0', why: expect.stringContaining('left empty') },
      { line: 302, column: '', raw: 'extra', why: 'has more cells than there are columns' },
      { line: 303, column: '', raw: '', why: 'lacks 1 cell at its end' },
    ])
  })

  it('keeps a remark that comes after the last full chunk', async () => {
    const list = [...Array.from({ length: 5_000 }, (_, index) => ({ a: index })), 'stray']
    const chunks = await convert(JSON.stringify(list), 'a.json')
    expect(chunks.map(({ rows, report }) => [rows.length, report.length])).toEqual([
      [5_000, 0],
      [0, 1],
    ])
  })

  it('reads JSON rows with missing keys as empty cells', async () => {
    const [chunk] = await convert('[{"a": 1, "b": "x"}, {"b": "y"}, 7]', 'a.json')
    expect(chunk!.rows.map(([, ...values]) => values)).toEqual([
      [1, 'x'],
      [null, 'y'],
    ])
    expect(chunk!.report).toEqual([{ line: 1, column: '', raw: '7', why: 'is no object and was left out' }])
  })
})
