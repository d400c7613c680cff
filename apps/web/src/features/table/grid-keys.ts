/** What a key means in the grid. Pure: the grid acts on the answer. */

export interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  /** Control, or Command on a Mac. */
  readonly mod: boolean
  readonly altKey: boolean
}

export interface GridPlace {
  /** −1 is the header, `rowCount` the line that adds a record. */
  readonly row: number
  /** 0 is the first column with the row's number. */
  readonly col: number
}

export interface GridBounds {
  readonly rowCount: number
  /** Columns with the row's number: fields + 1. */
  readonly colCount: number
  readonly page: number
}

export type GridCommand =
  | { readonly kind: 'go'; readonly to: GridPlace }
  | { readonly kind: 'edit'; readonly text: string | null }
  | { readonly kind: 'clear' | 'open' | 'select' | 'undo' | 'redo' | 'add' | 'escape' | 'menu' | 'toggle' }

/** The command of a key at a place; null: the browser's own. */
export function commandOf(press: KeyPress, at: GridPlace, bounds: GridBounds): GridCommand | null {
  const to = placeAfter(press, at, bounds)
  if (to) return { kind: 'go', to }
  if (press.mod) return modCommand(press)
  return plainCommand(press, at, bounds)
}

function modCommand({ key, shiftKey }: KeyPress): GridCommand | null {
  switch (key.toLowerCase()) {
    case 'z':
      return { kind: shiftKey ? 'redo' : 'undo' }
    case 'y':
      return { kind: 'redo' }
    default:
      return null
  }
}

function plainCommand(press: KeyPress, at: GridPlace, bounds: GridBounds): GridCommand | null {
  const { key, shiftKey, altKey } = press
  if (at.row < 0) return null
  if (key === 'Escape') return { kind: 'escape' }
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { kind: 'menu' }
  if (at.row === bounds.rowCount) return key === 'Enter' || key === ' ' ? { kind: 'add' } : null
  switch (key) {
    case 'Enter':
      return shiftKey ? { kind: 'add' } : at.col === 0 ? { kind: 'open' } : { kind: 'edit', text: null }
    case 'F2':
      return at.col === 0 ? null : { kind: 'edit', text: null }
    case 'Delete':
    case 'Backspace':
      return at.col === 0 ? null : { kind: 'clear' }
    case ' ':
      return at.col === 0 || shiftKey ? { kind: 'select' } : { kind: 'toggle' }
    default:
      // One character, counted as people do; composed input begins with its own events.
      return at.col > 0 && !altKey && [...key].length === 1 ? { kind: 'edit', text: key } : null
  }
}

/** Where a key of movement leads; null for other keys. */
export function placeAfter(press: KeyPress, at: GridPlace, bounds: GridBounds): GridPlace | null {
  const { rowCount, colCount, page } = bounds
  const { key, mod, shiftKey } = press
  const row = (next: number) => ({ row: Math.max(-1, Math.min(rowCount, next)), col: at.col })
  const col = (next: number) => ({ row: at.row, col: Math.max(0, Math.min(colCount - 1, next)) })
  switch (key) {
    case 'ArrowUp':
      return row(mod ? 0 : at.row - 1)
    case 'ArrowDown':
      return row(mod ? Math.max(0, rowCount - 1) : at.row + 1)
    case 'ArrowLeft':
      return col(mod ? Math.min(at.col, 1) : at.col - 1)
    case 'ArrowRight':
      return col(mod ? colCount - 1 : at.col + 1)
    case 'PageUp':
      return { row: Math.max(0, at.row - page), col: at.col }
    case 'PageDown':
      return { row: Math.max(0, Math.min(rowCount - 1, at.row + page)), col: at.col }
    case 'Home':
      return mod ? { row: 0, col: Math.min(1, colCount - 1) } : col(1)
    case 'End':
      return mod ? { row: Math.max(0, rowCount - 1), col: colCount - 1 } : col(colCount - 1)
    case 'Tab':
      return afterTab(shiftKey ? -1 : 1, at, bounds)
    default:
      return null
  }
}

/** Tab goes on in the row and to the next one; at the very ends it leaves the grid. */
function afterTab(by: number, at: GridPlace, { rowCount, colCount }: GridBounds): GridPlace | null {
  if (at.row < 0 || at.row >= rowCount) return null
  const next = at.col + by
  if (next >= 1 && next < colCount) return { row: at.row, col: next }
  const row = at.row + by
  if (row < 0 || row >= rowCount) return null
  return { row, col: by > 0 ? 1 : colCount - 1 }
}
