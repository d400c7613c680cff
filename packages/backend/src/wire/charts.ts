/** Figures of charts on the wire: lists of short lists. */
import * as v from 'valibot'
import { linkItems } from '../row-decoder.ts'

const chartKey = v.union([v.string(), v.number(), v.boolean(), v.null()])
const chartFigure = v.union([v.number(), v.string(), v.null()])

export const chartFrame = {
  keys: v.array(
    v.pipe(
      v.tuple([chartKey, v.number(), chartFigure]),
      v.transform(([key, count, value]) => ({ key, count, value })),
    ),
  ),
  keyCount: v.number(),
  series: v.array(chartKey),
  seriesCount: v.number(),
  cells: v.array(
    v.pipe(
      v.tuple([v.number(), v.number(), v.number(), chartFigure]),
      v.transform(([at, series, count, value]) => ({ at, series, count, value })),
    ),
  ),
  whole: v.nullable(
    v.pipe(
      v.tuple([v.number(), chartFigure]),
      v.transform(([count, value]) => ({ count, value })),
    ),
  ),
  linked: v.exactOptional(linkItems),
}
