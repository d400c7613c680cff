/** The list of all that could not be taken over as it stands, kept as lines of CSV. */
import { byteOrderMark, csvRecord } from '@plinth/domain'
import type { ReportEntry } from './row-chunks.ts'

export class ImportReport {
  private readonly parts: string[] = []
  private readonly columns = new Map<string, number>()
  private entries = 0

  add(entries: readonly ReportEntry[]): void {
    let text = ''
    for (const { line, column, raw, why } of entries) {
      text += csvRecord([String(line), column, raw, why])
      this.columns.set(column, (this.columns.get(column) ?? 0) + 1)
    }
    this.entries += entries.length
    if (text !== '') this.parts.push(text)
  }

  get count(): number {
    return this.entries
  }

  /** Entries by the name of the field, most first; the empty name stands for whole records. */
  byColumn(): readonly (readonly [column: string, count: number])[] {
    return [...this.columns].sort((a, b) => b[1] - a[1])
  }

  /** A CSV file: line, field, value, reason. */
  toParts(): readonly string[] {
    return [byteOrderMark + csvRecord(['line', 'field', 'value', 'why']), ...this.parts]
  }
}
