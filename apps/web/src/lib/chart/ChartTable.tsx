import type { ChartModel } from './chart-model.ts'

/** The figures of a chart as rows; with series a column for each. */
export function ChartTable({ model, name, label }: { model: ChartModel; name: string; label: string }) {
  const { points, series, title, whole } = model
  const head = 'sticky top-0 border-b border-line bg-surface px-3 py-2 font-medium text-ink-muted'
  return (
    <section
      aria-label={`${label} as a table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      className="scroll-thin min-h-0 flex-1 overflow-auto rounded-control border border-line outline-none focus-visible:ring-focus-inset"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th scope="col" className={`${head} left-0 z-10 text-left`}>
              {name}
            </th>
            {series.map((one) => (
              <th key={one.id} scope="col" className={`${head} text-right whitespace-nowrap`}>
                {one.name}
              </th>
            ))}
            <th scope="col" className={`${head} text-right whitespace-nowrap`}>
              {series.length > 0 ? 'All' : title}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.id} className="hover:bg-hover">
              <th
                scope="row"
                className="max-w-72 truncate border-b border-line px-3 py-1.5 text-left font-normal"
              >
                {point.name}
              </th>
              {point.parts.map((part, n) => (
                <td
                  key={series[n]!.id}
                  className="tabular border-b border-line px-3 py-1.5 text-right text-ink-soft"
                >
                  {part.count === 0 ? '' : part.text}
                </td>
              ))}
              <td className="tabular border-b border-line px-3 py-1.5 text-right font-medium">
                {point.text}
              </td>
            </tr>
          ))}
        </tbody>
        {whole && (
          <tfoot>
            <tr>
              <th scope="row" className="px-3 py-2 text-left font-medium">
                All records
              </th>
              <td colSpan={series.length + 1} className="tabular px-3 py-2 text-right font-semibold">
                {whole.text}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
