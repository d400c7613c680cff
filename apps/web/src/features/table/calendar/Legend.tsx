import { useCalendar } from './calendar-context.ts'

/** What the colours say. */
export function Legend() {
  const { color, records, colorOf } = useCalendar()
  if (!color) return null
  const colors = records.map(colorOf).filter((one) => one?.isRule === false)
  const shown = new Set(colors.map((one) => one?.label))
  const options = (color.options.options ?? []).filter(({ label }) => shown.has(label))
  if (options.length === 0) return null
  return (
    <div className="scroll-thin flex h-8 shrink-0 items-center gap-4 overflow-x-auto border-b border-line bg-page px-4 text-xs">
      <span className="shrink-0 text-ink-muted">{color.name}</span>
      <ul className="flex items-center gap-4">
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
