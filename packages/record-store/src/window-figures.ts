/** What a window tells of its rows as a whole: its groups, where it has some, and figures of all records. */
import type { FieldId, RowsApi, Seq, SummaryKind, ViewQuery } from '@plinth/domain'
import type { Clock } from './clock.ts'
import { WindowGroups } from './window-groups.ts'
import { WindowSummary } from './window-summary.ts'

export interface WindowFiguresOptions {
  readonly query: ViewQuery
  readonly rows: Pick<RowsApi, 'groups' | 'summary'>
  readonly clock: Clock
  noteAnswer(seq: Seq): void
}

export class WindowFigures {
  /** Null: the rows are not grouped. */
  readonly groups: WindowGroups | null
  readonly summary: WindowSummary

  constructor(options: WindowFiguresOptions) {
    this.groups = (options.query.groups ?? []).length > 0 ? new WindowGroups(options) : null
    this.summary = new WindowSummary(options)
  }

  carryFrom({ groups, summary }: WindowFigures): void {
    if (groups) this.groups?.carryFrom(groups)
    this.summary.carryFrom(summary)
  }

  open(): void {
    this.groups?.open()
  }

  close(): void {
    this.groups?.close()
    this.summary.close()
  }

  /** Figures of fields, in the order of the columns. */
  set(figures: Readonly<Record<FieldId, SummaryKind>>): void {
    this.groups?.setFigures(figures)
    this.summary.set(figures)
  }

  /** Asks at once for what could not be worked out. */
  retry(): void {
    this.groups?.retry()
    this.summary.retry()
  }

  /** `fields`: whose values changed, null: any; `moves`: rows came, went or moved. */
  noteChange(fields: readonly FieldId[] | null, moves: boolean, seq: Seq | null, ms: number): void {
    if (moves || this.groups?.hasFiguresOf(fields)) this.groups?.noteChange(seq, ms)
    if (moves || this.summary.hasFiguresOf(fields)) this.summary.noteChange(seq, ms)
  }
}
