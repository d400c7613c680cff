import type { ColorRule } from '@plinth/domain'
import { useTable } from '../table-context.ts'

/** What the colours of the view mean. */
export function ColorLegend({ colors }: { colors: readonly ColorRule[] }) {
  const { table } = useTable()
  const painted = (id: string) => table.fields.find((field) => field.id === id)?.name
  return (
    <ul aria-label="Colours" className="flex shrink-0 items-center gap-4 text-xs text-ink-soft">
      {colors.map(({ id, name, hue, paints }) => (
        <li key={id} data-hue={hue} className="flex items-center gap-1.5 whitespace-nowrap">
          <span
            aria-hidden
            className="h-3.5 w-1 rounded-full bg-chip-dot forced-colors:border forced-colors:border-[CanvasText]"
          />
          <span className="max-w-48 truncate" title={name}>
            {name}
          </span>
          {painted(paints) && <span className="text-ink-muted">{painted(paints)}</span>}
        </li>
      ))}
    </ul>
  )
}
