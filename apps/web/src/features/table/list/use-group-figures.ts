import type { FieldId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { figureNames, figuresShown, figureValue } from '../../../lib/figure-words.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { shownFields } from '../view/view-params.ts'

const never = () => () => undefined

/** What is added up of the records of a group, in words, by the key of the group. */
export function useGroupFigures(window: RowWindow): (group: string) => string {
  const { table, values } = useTable()
  const { config } = useView()
  const kinds = useMemo(
    () =>
      figuresShown(
        config.summaries,
        shownFields(table.fields, config).map((field) => ({ field })),
      ),
    [config, table.fields],
  )
  useEffect(() => window.figures.set(kinds), [window, kinds])
  const { groups } = window.figures
  const known = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot() ?? null)
  const byKey = useMemo(() => new Map((known?.groups ?? []).map((group) => [group.key, group])), [known])
  return (key) => {
    const { count = 0, figures = {} } = byKey.get(key) ?? {}
    const parts = Object.entries(figures).flatMap(([id, value]) => {
      const [field, kind] = [table.fields.find((one) => one.id === id), kinds[id as FieldId]]
      return field && kind ? [`${figureNames[kind]} ${figureValue(kind, value, count, field, values)}`] : []
    })
    return parts.join(' · ')
  }
}
