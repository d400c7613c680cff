import { describe, expect, it } from 'vitest'
import { ImportReport } from './import-report.ts'
import type { ReportEntry } from './row-chunks.ts'

const entry = (line: number, column = 'count'): ReportEntry => ({
  line,
  column,
  raw: `no, ${line}`,
  why: 'is odd',
})
/** Reading takes the byte order mark away. */
const textOf = (report: ImportReport) => new Blob([...report.toParts()]).text()

describe('ImportReport', () => {
  it('is a CSV file of all entries in their order', async () => {
    const report = new ImportReport()
    report.add([entry(2), entry(3, '')])
    report.add([])
    report.add([entry(9)])
    expect(await textOf(report)).toBe(
      'line,field,value,why\r\n2,count,"no, 2",is odd\r\n3,,"no, 3",is odd\r\n9,count,"no, 9",is odd\r\n',
    )
    expect(report.toParts()[0]).toMatch(/^\ufeff/)
    expect(report.count).toBe(3)
    expect(report.byColumn()).toEqual([
      ['count', 2],
      ['', 1],
    ])
  })

  it('hands what is long to the browser, and loses nothing', async () => {
    const report = new ImportReport()
    const lines = Array.from({ length: 40_000 }, (_, no) => no + 2)
    for (let at = 0; at < lines.length; at += 5_000)
      report.add(lines.slice(at, at + 5_000).map((no) => entry(no)))
    const parts = report.toParts()
    expect(parts.filter((part) => part instanceof Blob).length).toBeGreaterThan(2)
    const inMemory = parts.map((part) => (typeof part === 'string' ? part.length : 0))
    expect(Math.max(...inMemory)).toBeLessThan(250_000)
    const written = (await textOf(report)).trimEnd().split('\r\n').slice(1)
    expect(written.map((line) => Number(line.split(',')[0]))).toEqual(lines)
  })
})
