/** The colours of a link's records: which paints a record, and which its values. */
import type { SharedColor, SharedPage } from '@plinth/domain'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { LegendEntry } from '../../lib/color/ColorLegend.tsx'
import { seenInKind } from '../../lib/color/color-words.ts'
import type { SharedRow } from './shared-kinds.ts'

/** What a colour means, and which it is. */
export type SharedTint = Pick<SharedColor, 'name' | 'hue'>

export interface SharedPaint {
  readonly row: SharedTint | null
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

/** So many options are told of the choice that colours. */
const mostOptions = 12

/** Rules first, which paint before the choice does. */
export const legendOf = (page: SharedPage): readonly LegendEntry[] => [
  ...seenColors(page).map(({ name, hue, paints }, at) => ({
    key: String(at),
    name,
    hue,
    field: paints === 'row' ? undefined : page.fields[paints]?.name,
  })),
  ...optionsOf(page)
    .slice(0, mostOptions)
    .map(({ id, label, hue }) => ({ key: `option ${id}`, name: label, hue })),
]

const colorPlaceOf = ({ layout }: SharedPage): number | undefined =>
  layout?.kind === 'calendar' || layout?.kind === 'timeline' ? layout.color : undefined

const optionsOf = (page: SharedPage) => page.fields[colorPlaceOf(page) ?? -1]?.options.options ?? []

/** The colour of a record by the choice of its calendar or timeline; as for members, a calendar has one for those without. */
export function tintsOf(page: SharedPage): (row: SharedRow) => SharedTint | null {
  const place = colorPlaceOf(page)
  const field = page.fields[place ?? -1]
  if (place === undefined || !field) return () => null
  const tints = new Map(optionsOf(page).map(({ id, label, hue }) => [id as unknown, { name: label, hue }]))
  const without: SharedTint | null =
    page.layout?.kind === 'calendar' ? { name: `No ${field.name}`, hue: 'stone' } : null
  return (row) => tints.get(row[place]) ?? without
}

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
    const byRules = create?.(page, seenColors(page)) ?? nothing
    if (byRules === nothing && colorPlaceOf(page) === undefined) return nothing
    const tint = tintsOf(page)
    const paint: PaintOf = (row) => {
      const painted = byRules(row)
      return painted.row ? painted : { ...painted, row: tint(row) }
    }
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
