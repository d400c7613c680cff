/**
 * What a whole column of a file holds, gathered cell by cell with flat memory: a count per shape and, up to a limit, the
 * different values.
 */
import { limits } from '../limits.ts'
import { ownText } from './own-text.ts'
import { type ShapeContext, shapeOf } from './value-shape.ts'

export interface CellExample {
  readonly line: number
  readonly raw: string
}

export interface ShapeCount {
  readonly shape: number
  readonly count: number
  /** The first cell of this shape. */
  readonly first: CellExample
}

/** The evidence about one column. */
export interface ColumnEvidence {
  /** Cells that are not empty (spaces alone are empty). */
  readonly filled: number
  readonly empty: number
  readonly shapes: readonly ShapeCount[]
  /** Trimmed values with their counts, in order of appearance; null when there are more than a select can have. */
  readonly distinct: readonly { readonly label: string; readonly count: number }[] | null
  /** UTF-16 units of the longest cell. */
  readonly longest: number
}

export class ColumnProfiler {
  private filled = 0
  private empty = 0
  private longest = 0
  private readonly shapes = new Map<number, { count: number; first: CellExample }>()
  private distinct: Map<string, number> | null = new Map()
  private lastRaw = ''
  private lastShape = 0
  private readonly context: ShapeContext

  constructor(context: ShapeContext) {
    this.context = context
  }

  add(raw: string, line: number): void {
    const text = raw.trim()
    if (text === '') {
      this.empty++
      return
    }
    this.filled++
    if (raw.length > this.longest) this.longest = raw.length
    if (raw !== this.lastRaw) {
      this.lastRaw = raw
      this.lastShape = shapeOf(raw, this.context)
    }
    const known = this.shapes.get(this.lastShape)
    if (known) known.count++
    else this.shapes.set(this.lastShape, { count: 1, first: { line, raw: ownText(raw) } })
    if (this.distinct) this.countValue(this.distinct, text)
  }

  private countValue(distinct: Map<string, number>, text: string): void {
    const count = distinct.get(text)
    if (count === undefined && distinct.size >= limits.optionsPerField) this.distinct = null
    else if (count === undefined) distinct.set(ownText(text), 1)
    else distinct.set(text, count + 1)
  }

  /** Counts cells that records were too short to have. */
  addEmpty(count: number): void {
    this.empty += count
  }

  evidence(): ColumnEvidence {
    return {
      filled: this.filled,
      empty: this.empty,
      longest: this.longest,
      shapes: [...this.shapes].map(([shape, { count, first }]) => ({ shape, count, first })),
      distinct: this.distinct && [...this.distinct].map(([label, count]) => ({ label, count })),
    }
  }
}
