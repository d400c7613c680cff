import type { CellValue, Field } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'

/** Where the cursor goes when an editor closes; `fill`: what was typed goes into all cells that are selected, too. */
export type AfterEdit = 'stay' | 'fill' | 'down' | 'up' | 'left' | 'right' | 'left-by-pointer'

export interface EditorProps {
  readonly row: RowView
  readonly field: Field
  /** What was typed to open it; null: the present value. */
  readonly initialText: string | null
  onClose(after: AfterEdit): void
}

/** An editor that floats below its anchor: a cell or a line of the record panel. */
export interface FloatingEditorProps extends EditorProps {
  readonly anchor: { readonly current: HTMLElement | null }
}

/** Whether a value is edited in a field of many lines: an input of one line would swallow its line breaks. */
export function hasManyLines(field: Pick<Field, 'type'>, value: CellValue): boolean {
  return (
    field.type === 'long_text' || field.type === 'json' || (typeof value === 'string' && /[\r\n]/.test(value))
  )
}
