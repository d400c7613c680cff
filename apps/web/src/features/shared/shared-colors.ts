/** The colours of a link's records: which paints a record, and which its values. */
import type { SharedColor, SharedPage } from '@plinth/domain'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { LegendEntry } from '../../lib/color/ColorLegend.tsx'
import { seenInKind } from '../../lib/color/color-words.ts'
import type { SharedRow } from './shared-kinds.ts'

export interface SharedPaint {
  readonly row: SharedColor | null
  /** By the places of fields. */
  readonly cells: ReadonlyMap<number, SharedColor>
}

export type PaintOf = (row: SharedRow) => SharedPaint

const unpainted: SharedPaint = { row: null, cells: new Map() }
const nothing: PaintOf = () => unpainted

const Context = createContext<PaintOf>(nothing)
export const SharedPaintProvider = Context.Provider
export const useSharedPaint = (): PaintOf => useContext(Context)

export const seenColors = ({ colors = [], layout }: SharedPage): readonly SharedColor[] =>
  seenInKind(colors, layout?.kind)

export const legendOf = (page: SharedPage): readonly LegendEntry[] =>
  seenColors(page).map(({ name, hue, paints }, at) => ({
    key: String(at),
    name,
    hue,
    field: paints === 'row' ? undefined : page.fields[paints]?.name,
  }))

type CreatePainter = typeof import('./shared-painter.ts').createSharedPainter

/** How records are painted; the expression language is loaded where there are rules. */
export function usePainter(page: SharedPage): PaintOf {
  const [create, setCreate] = useState<CreatePainter | null>(null)
  const isNeeded = seenColors(page).length > 0
  useEffect(() => {
    if (!isNeeded) return
    void import('./shared-painter.ts').then(({ createSharedPainter }) => setCreate(() => createSharedPainter))
  }, [isNeeded])
  return useMemo(() => {
    const paint = create?.(page, seenColors(page))
    if (!paint) return nothing
    // A row is asked about by each of its cells.
    const known = new WeakMap<SharedRow, SharedPaint>()
    return (row) => {
      const before = known.get(row)
      if (before) return before
      const painted = paint(row)
      known.set(row, painted)
      return painted
    }
  }, [create, page])
}
