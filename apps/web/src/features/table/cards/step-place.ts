/** Where keys lead among cards that stand side by side in rows, or lines below each other. Pure. */

export interface CardRows {
  readonly count: number
  /** Side by side; 1: a list. */
  readonly columns: number
  /** Rows that a page is. */
  readonly pageRows: number
}

export type CardStep =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'row-start'
  | 'row-end'
  | 'first'
  | 'last'
  | 'page-up'
  | 'page-down'

/** The place to which a step leads; at an edge the same one. */
export function stepFrom(place: number, step: CardStep, { count, columns, pageRows }: CardRows): number {
  const last = Math.max(0, count - 1)
  const column = place % columns
  const byRows = (rows: number): number => {
    const row = Math.floor(place / columns) + rows
    const lastRow = Math.floor(last / columns)
    return Math.min(Math.max(0, Math.min(row, lastRow)) * columns + column, last)
  }
  switch (step) {
    case 'left':
      return Math.max(0, place - 1)
    case 'right':
      return Math.min(last, place + 1)
    case 'up':
      return byRows(-1)
    case 'down':
      return byRows(1)
    case 'row-start':
      return place - column
    case 'row-end':
      return Math.min(place - column + columns - 1, last)
    case 'first':
      return 0
    case 'last':
      return last
    case 'page-up':
      return byRows(-pageRows)
    case 'page-down':
      return byRows(pageRows)
  }
}

interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

const keys: Readonly<Record<string, CardStep>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'page-up',
  PageDown: 'page-down',
}
const farKeys: Readonly<Record<string, CardStep>> = { Home: 'first', End: 'last' }
/** In a list nothing lies beside a line, so the ends are those of the list; letters as in other lists of this kind. */
const listKeys: Readonly<Record<string, CardStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  k: 'up',
  j: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'page-up',
  PageDown: 'page-down',
}

/** What a key asks for; null: something else. */
export function stepOfKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Pressed,
  isList: boolean,
): CardStep | null {
  if (altKey || shiftKey) return null
  if (ctrlKey || metaKey) return farKeys[key] ?? null
  return (isList ? listKeys : keys)[key] ?? null
}
