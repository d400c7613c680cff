import { useCalendar } from './calendar-context.ts'

/** So many stand whole on a phone. */
const mostWhole = 6

/** What the colours say. */
export function Legend() {
  const { color, records, colorOf } = useCalendar()
  if (!color) return null
  const colors = records.map(colorOf).filter((one) => one?.isRule === false)
  const shown = new Set(colors.map((one) => one?.label))
  const options = (color.options.options ?? []).filter(({ label }) => shown.has(label))
  if (options.length === 0) return null
  return (
    <div className="flex min-h-8 shrink-0 gap-x-4 border-b border-line bg-page px-4 py-1.5 text-xs">
      <span className="shrink-0 text-ink-muted">{color.name}</span>
      <ul
        aria-label={`Colours by ${color.name}`}
        // As many as may be more than there is room for are scrolled, by keys too.
        {...(options.length > mostWhole ? { tabIndex: 0 } : {})}
        className="scroll-thin flex max-h-13 min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 overflow-y-auto outline-none focus-visible:ring-focus"
      >
        {options.map(({ id, label, hue }) => (
          <li key={id} data-hue={hue} className="flex items-center gap-1.5 whitespace-nowrap text-ink-soft">
            <span aria-hidden className="size-2 rounded-full bg-chip-dot" />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
