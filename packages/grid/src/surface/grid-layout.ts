/** How the grid is laid out: what its owner decides, and what follows from it. */
import { ColumnLayout } from '../geometry/column-layout.ts'
import { LineLayout } from '../geometry/line-layout.ts'
import type { GridColumn, GridSource } from '../model/grid-source.ts'

export interface GridLayout {
  readonly columns: readonly GridColumn[]
  /** How many of the first columns stay while the others scroll. */
  readonly frozen: number
  readonly rowHeight: number
  readonly gutterWidth: number
  /** Heights of what sticks above and below the body, inside the scroller. */
  readonly headerHeight: number
  readonly footerHeight: number
  /** Of headings of groups: a little higher than the lowest row, so that groups part. */
  readonly groupHeight: number
  /** Of the line that adds a row; 0 where rows cannot be added. */
  readonly addRowHeight: number
  /** What the line that adds a row says. */
  readonly addRowLabel: string
  /** Room right of the last column. */
  readonly trailingWidth: number
}

const defaultLayout: GridLayout = {
  columns: [],
  frozen: 0,
  rowHeight: 32,
  gutterWidth: 64,
  headerHeight: 0,
  footerHeight: 0,
  groupHeight: 40,
  addRowHeight: 0,
  addRowLabel: 'New record',
  trailingWidth: 0,
}

/** Columns and lines for a layout and what is fed; kept while neither changed. */
export class Layouts {
  #layout = defaultLayout
  #columns = columnsOf(defaultLayout)
  #lines = linesOf(defaultLayout, null)

  get layout(): GridLayout {
    return this.#layout
  }

  get columns(): ColumnLayout {
    return this.#columns
  }

  get lines(): LineLayout {
    return this.#lines
  }

  setLayout(layout: GridLayout, source: GridSource | null): void {
    this.#layout = layout
    this.#columns = columnsOf(layout)
    this.#lines = linesOf(layout, source)
  }

  setSource(source: GridSource): void {
    const { groups, rowCount } = this.#lines
    if (rowCount === source.rowCount && groups === source.groups) return
    this.#lines = linesOf(this.#layout, source)
  }
}

function columnsOf({ columns, frozen, gutterWidth, trailingWidth }: GridLayout): ColumnLayout {
  return new ColumnLayout({ columns, frozen, gutterWidth, trailingWidth })
}

function linesOf(
  { rowHeight, groupHeight, addRowHeight }: GridLayout,
  source: GridSource | null,
): LineLayout {
  return new LineLayout({
    rowCount: source?.rowCount ?? 0,
    rowHeight,
    groups: source?.groups ?? [],
    headingHeight: groupHeight,
    addRowHeight: Math.min(addRowHeight, rowHeight),
  })
}
