/** Records that can be linked once only, among the cells of one change: which cell has each of them. */
import {
  type AppError,
  appError,
  type CellValue,
  type Field,
  isLinks,
  type LinkItem,
  linkLabel,
  type ValueContext,
} from '@plinth/domain'
import { linkedTwiceText } from './link-words.ts'

export class LinkedOnce {
  /** Rows in the view, from 0, by field and record. */
  private readonly rows = new Map<string, number>()

  private readonly values: ValueContext

  constructor(values: ValueContext) {
    this.values = values
  }

  /** A cell that holds a record now, and is to hold it again, keeps it, wherever it stands among the others. */
  keep(
    field: Field,
    now: CellValue | undefined,
    { next, row }: { readonly next: CellValue; readonly row: number },
  ): void {
    const held = new Set(itemsOf(now).map(([id]) => id))
    for (const item of itemsOf(next)) if (held.has(item[0])) this.rows.set(keyOf(field, item), row)
  }

  /** Gives the cell its records; null. Or tells which one another cell has: then it gets none. */
  take(field: Field, value: CellValue, row: number): AppError | null {
    const items = itemsOf(value)
    for (const item of items) {
      const other = this.rows.get(keyOf(field, item))
      if (other === undefined || other === row) continue
      return appError('link_taken', { message: linkedTwiceText(linkLabel(item, field, this.values), other) })
    }
    for (const item of items) this.rows.set(keyOf(field, item), row)
    return null
  }
}

const keyOf = (field: Field, [id]: LinkItem) => `${field.id} ${id}`

const itemsOf = (value: CellValue | undefined): readonly LinkItem[] => (isLinks(value) ? value.items : [])
