/** For tests of what the grid's owner does with it: choosing as gestures do, and how a selection stays with its rows. */
export { emptySelection, extendRows, extendTo, selectCell, selectRow } from './select/choose.ts'
export { followRows, holdRows } from './select/follow.ts'
export type { GridTable } from './select/place.ts'
export { isCellSelected, isRowSelected } from './select/resolve.ts'
export { columnIndex, rowIndex } from './units.ts'
