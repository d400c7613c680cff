/** How many keys of a chart are asked for: as many as its picture has room for; a table has more. */
import type { ChartShape } from '@plinth/domain'

const mostBars = 24
const mostSlices = 8
const mostPoints = 500
const mostRows = 1000

type Shape = ChartShape<unknown>

/** Is there no picture of it? */
export function isAlwaysTable({ type, figure, by }: Shape): boolean {
  const isOfTimes = figure === 'earliest' || figure === 'latest'
  return type === 'table' || type === 'pivot' || (isOfTimes && by !== null)
}

export function mostKeys({ type, byUnit, order }: Shape, isTable: boolean): number {
  if (isTable) return mostRows
  if (type === 'pie') return mostSlices
  return byUnit !== null && order === 'key' ? mostPoints : mostBars
}
