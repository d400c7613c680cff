/**
 * Records as bars on a line of time, one below the other in the order of the view: those that are seen are loaded, of a million too. The line
 * has no end. Bars are moved and made longer by pointer, finger and key, and arrows lead to what comes after.
 */
import { endOf, type Field, fieldOf, type TimelineScale, withSetting } from '@plinth/domain'
import { useMemo } from 'react'
import { TableDrawing } from '../../../ui/Drawings.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { KindViewProps } from '../kinds/kind-views.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { TimelineBody } from './TimelineBody.tsx'
import type { TimelineFields } from './timeline-context.ts'

/** Where nothing else is said. */
const usualScale: TimelineScale = 'month'

export default function Timeline({ window }: KindViewProps) {
  const { table, values } = useTable()
  const { saved, config, change } = useView()
  const { settings } = config
  const start = fieldOf('start', settings, table.fields)
  const end = endOf('timeline', settings, table.fields)
  const fields = useMemo(
    (): TimelineFields | null =>
      start && { start, end: end?.id === start.id ? null : end, zone: values.timeZone },
    [start, end, values.timeZone],
  )
  if (!fields) {
    return (
      <EmptyState
        className="min-h-0 flex-1 justify-center"
        drawing={<TableDrawing />}
        title="Nothing to lay along a line of time"
      >
        A timeline needs a date, or a date and time. Add one to this table.
      </EmptyState>
    )
  }
  return (
    <TimelineBody
      key={saved?.id}
      window={window}
      fields={fields}
      color={fieldOf('color', settings, table.fields)}
      after={ownLinks(fieldOf('after', settings, table.fields), table.id)}
      scale={settings.scale ?? usualScale}
      onScale={(scale) => change({ settings: withSetting(settings, { scale }) })}
    />
  )
}

/** Arrows lead from record to record of one table. */
const ownLinks = (field: Field | null, table: string): Field | null =>
  field?.options.target === table ? field : null
