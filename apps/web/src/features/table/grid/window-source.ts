/** The rows of a window as the grid asks for them: by place and by identity. */
import type { FieldId, RecordId, SummaryKind } from '@plinth/domain'
import type { GridGroup, GridRow, GridSource, RowIndex, RowKey } from '@plinth/grid'
import type { GroupsSnapshot, HeldReason, RowView, RowWindow, TableSession } from '@plinth/record-store'
import { groupLines } from './group-lines.ts'
import { lateMs, PaintedRow, type PaintScope } from './painted-row.ts'

const asKey = (id: RecordId): RowKey => id as string as RowKey
export const recordOf = (key: RowKey): RecordId => key as string as RecordId

export interface WindowSourceInput {
  readonly window: RowWindow
  readonly session: TableSession
  readonly scope: PaintScope
  /** Names of the fields by which the rows are sorted. */
  readonly sortedBy: string
  /** Which figures the headings of groups tell. */
  readonly kinds: Readonly<Record<FieldId, SummaryKind>>
  /** A change of the row has been on its way for so long that it is worth a mark. */
  onLate(key: RowKey): void
}

interface Painted {
  readonly row: PaintedRow
  readonly held: HeldReason | null
}

/** Made anew when the table, its fields or the people in it change: what was painted for them is forgotten with it. */
export class WindowSource implements GridSource {
  #groups: { readonly of: GroupsSnapshot | null; readonly lines: readonly GridGroup[] } = {
    of: null,
    lines: [],
  }
  readonly #input: WindowSourceInput
  readonly #painted = new WeakMap<RowView, Painted>()

  constructor(input: WindowSourceInput) {
    this.#input = input
  }

  /** The same list while nothing in the groups has changed. */
  get groups(): readonly GridGroup[] {
    const { window, scope, kinds } = this.#input
    const now = window.figures.groups?.snapshot() ?? null
    if (now !== this.#groups.of)
      this.#groups = { of: now, lines: now ? groupLines(window, now, scope, kinds) : [] }
    return this.#groups.lines
  }

  get rowCount(): number {
    return this.#input.window.snapshot().rowCount
  }

  keyAt(row: RowIndex): RowKey | null {
    const id = this.#input.window.idAt(row)
    return id === null ? null : asKey(id)
  }

  indexOf(key: RowKey): RowIndex | null {
    return this.#input.window.indexOf(recordOf(key)) as RowIndex | null
  }

  rowAt(row: RowIndex): GridRow | null {
    const { window, session } = this.#input
    const id = window.idAt(row)
    const view = id === null ? null : session.store.get(id)
    return view ? this.#paint(view) : null
  }

  #paint(view: RowView): PaintedRow {
    const { window, scope, sortedBy, onLate } = this.#input
    const held = window.heldBy(view.id)
    const known = this.#painted.get(view)
    if (known && known.held === held) return known.row
    const row = new PaintedRow(view, scope, held && heldWords(held, sortedBy))
    this.#painted.set(view, { row, held })
    if (view.pending.size > 0) setTimeout(() => onLate(row.key), lateMs + 20)
    return row
  }
}

/** Why a record will leave its place. */
export function heldWords(reason: HeldReason, sortedBy: string): string {
  switch (reason) {
    case 'filter':
      return 'No longer matches the filter: leaves when you leave it'
    case 'group':
      return 'Belongs to another group: moves there when you leave it'
    case 'sort':
      return `Moves to its place when you leave it: sorted by ${sortedBy}`
  }
}
