import type { SharedPage, SummaryKind } from '@plinth/domain'
import { skipToken, useQuery } from '@tanstack/react-query'
import { figureNames, figureValue } from '../../lib/figure-words.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { SharedSource } from './shared-host.ts'
import { fieldLike } from './shared-text.ts'

/** A figure at the foot of its column. */
export interface ShownFigure {
  readonly kind: SummaryKind
  readonly name: string
  /** "…" until it is known, "?" where it could not be had. */
  readonly text: string
}

/** By the places of their fields. */
export type Figures = ReadonlyMap<number, ShownFigure>

/** The figures of a table that a link shows, told beside its records. The records do not wait for them. */
export function useSharedFigures({ backend, token, pass, page }: Omit<SharedSource, 'onShut'>): Figures {
  const { figures = [] } = page
  const query = useQuery({
    // Others once the view asks for others.
    queryKey: ['shared', token, pass, 'figures', figures],
    queryFn: figures.length > 0 ? () => unwrap(backend.shares.figures(token, pass)) : skipToken,
    staleTime: 0,
    gcTime: 0,
  })
  const unknown = query.isError ? '?' : '…'
  return new Map(
    figures.map(({ field, kind }, at) => {
      const value = query.data?.values[at]
      const text =
        query.data && value !== undefined ? textOf(page, field, kind, value, query.data.of) : unknown
      return [field, { kind, name: figureNames[kind], text }]
    }),
  )
}

function textOf(
  page: SharedPage,
  place: number,
  kind: SummaryKind,
  value: string | number | null,
  of: number,
): string {
  const field = page.fields[place]
  return field ? figureValue(kind, value, of, fieldLike(field), page) : ''
}
