/** The columns of the view that is looked at, and how wide they are. */
import type { Field } from '@plinth/domain'
import { useMemo } from 'react'
import { withoutText } from '../../lib/text-size.ts'
import { clampWidth, setColumnWidth, setDraggedWidth, useColumnWidths } from './column-widths.ts'
import { layOutColumns } from './columns.ts'
import { useTable } from './table-context.ts'
import { useView } from './view/table-view.ts'
import { shownFields } from './view/view-params.ts'

export function useColumns() {
  const { table } = useTable()
  const { config } = useView()
  const widths = useColumnWidths(table.id, config.widths)
  return useMemo(
    () => layOutColumns(shownFields(table.fields, config), widths),
    [table.fields, config, widths],
  )
}

/** Makes a column wider or narrower, as many pixels as it has on the screen: in the view where there is a saved one, else on this device. */
export function useResize() {
  const { table } = useTable()
  const { saved, config, change } = useView()
  return {
    /** While the edge is dragged. */
    drag: (field: Field, width: number) => setDraggedWidth(table.id, field.id, withoutText(width)),
    set(field: Field, width: number) {
      setDraggedWidth(table.id, null, 0)
      const own = clampWidth(withoutText(width))
      if (saved) change({ widths: { ...config.widths, [field.id]: own } })
      else setColumnWidth(table.id, field.id, own)
    },
  }
}
