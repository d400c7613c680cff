/** What is typed over a cell whose row is not here yet: kept, letter by letter, until the row is here and can be edited with it. */
import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'

type Rows = Pick<RowWindow, 'idAt' | 'subscribe'>

export interface LateEditInput {
  readonly row: number
  readonly column: number
  /** Are the values of a record here? */
  isHere(id: RecordId): boolean
  /** Is the cursor, and the focus with it, where it was typed? */
  isStill(): boolean
  /** The row is here; `text`: all that was typed, null: nothing but the wish to edit. */
  onRow(id: RecordId, text: string | null): void
}

export class LateEdit {
  readonly #rows: Rows
  #waiting: { readonly row: number; readonly column: number; text: string | null } | null = null
  #stop: () => void = () => undefined

  constructor(rows: Rows) {
    this.#rows = rows
  }

  /** Waits for a row; at the place where it waits already, with what is typed as well. */
  wait(text: string | null, input: LateEditInput): void {
    const known = this.#waiting
    if (known?.row === input.row && known.column === input.column) {
      if (text !== null) known.text = (known.text ?? '') + text
      return
    }
    this.drop()
    const waiting = { row: input.row, column: input.column, text }
    this.#waiting = waiting
    this.#stop = this.#rows.subscribe(() => {
      if (!input.isStill()) return this.drop()
      const id = this.#rows.idAt(waiting.row)
      if (id === null || !input.isHere(id)) return
      this.drop()
      input.onRow(id, waiting.text)
    })
  }

  /** Something else than a letter was pressed: a space goes on with the text, all else gives it up. Answers whether it went on. */
  press(isSpace: boolean): boolean {
    if (isSpace && this.#waiting !== null && this.#waiting.text !== null) {
      this.#waiting.text += ' '
      return true
    }
    this.drop()
    return false
  }

  /** What was typed is not wanted any more. */
  drop(): void {
    this.#stop()
    this.#stop = () => undefined
    this.#waiting = null
  }
}
