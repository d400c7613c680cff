/** A record as the grid paints it. Contents are made when a cell is first painted, and kept as long as the record is the same. */
import type { ColorRule, Field, FieldId, RecordId } from '@plinth/domain'
import type { Paint } from '@plinth/expression'
import type { CellColor, CellContent, CellMark, ColumnKey, GridRow, RowKey, RowMark } from '@plinth/grid'
import type { RowView } from '@plinth/record-store'
import { computationOf } from '../../../lib/computation.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { nameRule } from '../../../lib/rules/broken-rule.ts'
import { useUploads } from '../attachments/uploads.ts'
import type { TableScope } from '../table-context.ts'
import type { WhyEmpty } from '../why-empty.ts'
import { type ContentContext, cellContent } from './cell-contents.ts'

export interface PaintScope
  extends ContentContext,
    Pick<TableScope, 'table' | 'names' | 'lockOf' | 'isReadOnly' | 'paintOf'> {
  readonly fields: ReadonlyMap<FieldId, Field>
  /** Null: it cannot be said, at least not yet. */
  readonly whyEmpty: WhyEmpty | null
}

const empty: CellContent = { kind: 'empty' }

/** A change that is stored within this time is not worth a mark: it would only flicker. */
export const lateMs = 700

export class PaintedRow implements GridRow {
  readonly key: RowKey
  readonly look: GridRow['look']
  readonly mark: RowMark | null
  readonly color: CellColor | null
  readonly #row: RowView
  readonly #scope: PaintScope
  readonly #contents = new Map<ColumnKey, CellContent>()
  readonly #paint: Paint
  readonly #madeAt = performance.now()

  /** `heldBy`: why it stays where it is although it belongs elsewhere, or null. */
  constructor(row: RowView, scope: PaintScope, heldBy: string | null) {
    this.key = row.id as string as RowKey
    this.look = row.state === 'deleting' || row.state === 'gone' ? 'leaving' : 'plain'
    this.#row = row
    this.#scope = scope
    this.mark = markOf(row, scope, heldBy)
    this.#paint = scope.paintOf(row)
    this.color = this.#paint.row && colorOf(this.#paint.row)
  }

  cell(column: ColumnKey): CellContent {
    const known = this.#contents.get(column)
    if (known) return known
    const id = column as string as FieldId
    const field = this.#scope.fields.get(id)
    const content = field ? this.#contentOf(field) : empty
    this.#contents.set(column, content)
    return content
  }

  #contentOf(field: Field): CellContent {
    const { values } = this.#row
    const content = cellContent(field, values[field.id] ?? null, this.#scope)
    if (content.kind !== 'empty' || field.changing || !computationOf(field)) return content
    const why = this.#scope.whyEmpty?.(field, values)
    return why?.error ? { kind: 'error', text: why.error, reason: why.text } : content
  }

  colorOf(column: ColumnKey): CellColor | undefined {
    const rule = this.#paint.cells.get(column as string as FieldId)
    return rule && colorOf(rule)
  }

  markOf(column: ColumnKey): CellMark | undefined {
    const { pending, problems } = this.#row
    const id = column as string as FieldId
    if (this.#scope.fields.get(id)?.type === 'attachment') return uploadMark(this.#row.id, id)
    if (pending.size === 0 && problems.size === 0) return undefined
    const problem = problems.get(id)
    if (problem) return { problem: describeError(problem.error, this.#scope.names).text }
    const isLate = performance.now() - this.#madeAt >= lateMs
    return isLate && pending.has(id) ? { isPending: true } : undefined
  }
}

const colorOf = ({ hue, name }: ColorRule): CellColor => ({ hue, text: name })

/** Files on their way into a cell, and those that did not get there. */
function uploadMark(record: RecordId, field: FieldId): CellMark | undefined {
  const here = useUploads
    .getState()
    .uploads.filter((upload) => upload.record === record && upload.field === field)
  if (here.length === 0) return undefined
  const failed = here.filter(({ state }) => state === 'failed').length
  return failed > 0
    ? { problem: `${failed === 1 ? 'One file' : `${failed} files`} not uploaded` }
    : { isPending: true }
}

function markOf(row: RowView, scope: PaintScope, heldBy: string | null): RowMark | null {
  const { table, values, lockOf, isReadOnly } = scope
  if (heldBy !== null) return { kind: 'moving', text: heldBy }
  if (row.state === 'refused') {
    const text = row.problem ? describeError(nameRule(row.problem, table, values, true)).text : 'Not stored'
    return { kind: 'refused', text }
  }
  const lock = isReadOnly ? null : lockOf(row)
  return lock ? { kind: 'locked', text: `Locked by “${lock.name}”` } : null
}
