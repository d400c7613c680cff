import type { ChartRequest, ChartShape, Field, ViewConfig } from '@plinth/domain'
import { mostKeys } from '../../../lib/chart/most-keys.ts'

/** What a chart of some of the records of a table asks of the database. */
export function chartRequest(
  table: ChartRequest['query']['table'],
  shape: ChartShape<Field>,
  { filter, search }: { filter: ViewConfig['filter']; search: string },
  isTable: boolean,
): ChartRequest {
  const { by, split, figure, of, order } = shape
  const direction = order === 'figure' ? 'desc' : 'asc'
  const groups = [
    ...(by ? [{ field: by.id, direction } as const] : []),
    ...(split ? [{ field: split.id, direction: 'asc' } as const] : []),
  ]
  const units = [...(by ? [shape.byUnit] : []), ...(split ? [shape.splitUnit] : [])]
  return {
    query: {
      table,
      sorts: [],
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
      ...(groups.length > 0 ? { groups } : {}),
    },
    chart: {
      figure,
      field: of?.id ?? null,
      units,
      by: order,
      take: mostKeys(shape, isTable),
      totals: true,
    },
  }
}
