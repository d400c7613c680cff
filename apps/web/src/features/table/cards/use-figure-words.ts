import type { FieldId, Figures } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useEffect, useMemo } from 'react'
import { figureNames, figuresShown, figureValue } from '../../../lib/figure-words.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'

/** Asks for the figures of the view; answers what is added up of so many records, in words. */
export function useFigureWords(window: RowWindow): (figures: Figures, count: number) => string {
  const { table, values } = useTable()
  const { summaries } = useView().config
  const kinds = useMemo(
    () =>
      figuresShown(
        summaries,
        table.fields.map((field) => ({ field })),
      ),
    [summaries, table.fields],
  )
  useEffect(() => window.figures.set(kinds), [window, kinds])
  return (figures, count) =>
    Object.entries(figures)
      .flatMap(([id, value]) => {
        const [field, kind] = [table.fields.find((one) => one.id === id), kinds[id as FieldId]]
        return field && kind ? [`${figureNames[kind]} ${figureValue(kind, value, count, field, values)}`] : []
      })
      .join(' · ')
}
