/** Between the toolbar and the records: quick filters of the view, and what its colours mean. */
import { X } from 'lucide-react'
import { ColorLegend } from '../../../lib/color/ColorLegend.tsx'
import { Button } from '../../../ui/Button.tsx'
import { shownColors } from '../color/shown-colors.ts'
import { useTable } from '../table-context.ts'
import { QuickFilter } from './QuickFilter.tsx'
import { useView } from './table-view.ts'

export function ViewBar() {
  const { table } = useTable()
  const { config, kind, picked, clearPicked } = useView()
  const fields = config.quick.flatMap((id) => table.fields.find((field) => field.id === id) ?? [])
  const colors = shownColors(config.colors, kind)
  if (fields.length === 0 && colors.length === 0) return null
  return (
    <div className="scroll-thin flex h-10 shrink-0 items-center gap-4 overflow-x-auto border-b border-line bg-page px-3 coarse:h-15">
      {fields.length > 0 && (
        <fieldset aria-label="Quick filters" className="flex shrink-0 items-center gap-1.5">
          {fields.map((field) => (
            <QuickFilter key={field.id} field={field} />
          ))}
          {Object.keys(picked).length > 0 && (
            <Button size="sm" variant="ghost" icon={<X aria-hidden />} onPress={clearPicked}>
              Clear
            </Button>
          )}
        </fieldset>
      )}
      {colors.length > 0 && (
        <ColorLegend
          colors={colors.map(({ id, name, hue, paints }) => ({
            key: id,
            name,
            hue,
            field: table.fields.find((field) => field.id === paints)?.name,
          }))}
        />
      )}
    </div>
  )
}
