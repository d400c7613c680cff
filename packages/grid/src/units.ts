/** Branded numbers: a row's place, a column's place and pixels of different origins cannot be mixed. */
declare const brand: unique symbol
type Unit<Name extends string> = number & { readonly [brand]: Name }

/** Place of a row among those shown, from 0. A claim of one moment: never keep it where a `RowKey` will do. */
export type RowIndex = Unit<'RowIndex'>
/** Place of a column among those shown, from 0. */
export type ColumnIndex = Unit<'ColumnIndex'>
/** CSS pixels from the left edge of the view, below the frozen columns' scrolling. */
export type ViewX = Unit<'ViewX'>
/** CSS pixels from the top edge of the body's view. */
export type ViewY = Unit<'ViewY'>
/** CSS pixels from the left edge of the first column. */
export type ContentX = Unit<'ContentX'>
/** CSS pixels from the top of the first line, however far away: up to 2^53. */
export type ContentY = Unit<'ContentY'>

export const rowIndex = (value: number): RowIndex => value as RowIndex
export const columnIndex = (value: number): ColumnIndex => value as ColumnIndex
export const viewX = (value: number): ViewX => value as ViewX
export const viewY = (value: number): ViewY => value as ViewY
export const contentX = (value: number): ContentX => value as ContentX
export const contentY = (value: number): ContentY => value as ContentY
