import type { ColorRule } from '@plinth/domain'
import { cx } from '../../ui/cx.ts'

export interface LegendEntry extends Pick<ColorRule, 'name' | 'hue'> {
  readonly key: string
  /** The field whose values it paints; without, the whole record. */
  readonly field?: string | undefined
}

/** What the colours of a view mean. */
export function ColorLegend({ colors, wraps = false }: { colors: readonly LegendEntry[]; wraps?: boolean }) {
  return (
    <ul
      aria-label="Colours"
      className={cx(
        'flex items-center gap-x-4 gap-y-1 text-xs text-ink-soft',
        wraps ? 'flex-wrap' : 'shrink-0',
      )}
    >
      {colors.map(({ key, name, hue, field }) => (
        <li key={key} data-hue={hue} className="flex items-center gap-1.5 whitespace-nowrap">
          <span
            aria-hidden
            className="h-3.5 w-1 rounded-full bg-chip-dot forced-colors:border forced-colors:border-[CanvasText]"
          />
          <span className="max-w-48 truncate" title={name}>
            {name}
          </span>
          {field && <span className="text-ink-muted">{field}</span>}
        </li>
      ))}
    </ul>
  )
}
