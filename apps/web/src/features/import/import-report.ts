/** The list of all that could not be taken over as it stands, kept as lines of CSV. */
import { byteOrderMark, csvRecord } from '@plinth/domain'
import type { ReportEntry } from './row-chunks.ts'

/** Characters that wait before they are handed to the browser, which may keep them on the disk. */
const mostWaiting = 250_000

export class ImportReport {
  private readonly parts: Blob[] = []
  private waiting = ''
  private readonly columns = new Map<string, number>()
  private entries = 0

  add(entries: readonly ReportEntry[]): void {
    for (const { line, column, raw, why } of entries) {
      this.waiting += csvRecord([String(line), column, raw, why])
      this.columns.set(column, (this.columns.get(column) ?? 0) + 1)
    }
    this.entries += entries.length
    if (this.waiting.length < mostWaiting) return
    this.parts.push(new Blob([this.waiting]))
    this.waiting = ''
  }

  get count(): number {
    return this.entries
  }

  /** Entries by the name of the field, most first; the empty name stands for whole records. */
  byColumn(): readonly (readonly [column: string, count: number])[] {
    return [...this.columns].sort((a, b) => b[1] - a[1])
  }

  /** A CSV file: line, field, value, reason. */
  toParts(): readonly BlobPart[] {
    return [byteOrderMark + csvRecord(['line', 'field', 'value', 'why']), ...this.parts, this.waiting]
  }
}
