export { planPaste } from './clipboard/plan-paste.ts'
export { readClipboard } from './clipboard/read-clipboard.ts'
export { type SeriesValue, seriesOf } from './clipboard/series.ts'
export { writeClipboard } from './clipboard/write-clipboard.ts'
export { type GroupRun, LineLayout } from './geometry/line-layout.ts'
export { ScrollMap } from './geometry/scroll-map.ts'
export { placeAt, yOfPlace } from './geometry/view-place.ts'
export { Grid, type GridCallbacks } from './grid.ts'
export { helpSheet } from './input/help-sheet.ts'
export type { MirrorWords } from './mirror/cell-text.ts'
export type {
  CellColor,
  CellContent,
  CellMark,
  ChipContent,
  FileContent,
  Hue,
  PersonContent,
} from './model/cell-content.ts'
export type { GridCommand } from './model/grid-command.ts'
export type {
  ColumnKey,
  GridColumn,
  GridGroup,
  GridRow,
  GridSource,
  RowKey,
  RowMark,
} from './model/grid-source.ts'
export type { GridHighlights } from './paint/overlay-marks.ts'
export { type ColumnChoice, chosenColumns } from './select/choose-column.ts'
export { type CellPlace, placeOf, type Rectangle } from './select/place.ts'
export {
  boundsOf,
  countCells,
  countRows,
  disjoint,
  rectangles,
  rowSpans,
  selectedColumns,
  selectedRows,
} from './select/resolve.ts'
export { GridSurface } from './surface.ts'
export type { RowIndex } from './units.ts'
