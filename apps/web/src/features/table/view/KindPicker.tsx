import { lackedBy, type ViewKind, viewKinds } from '@plinth/domain'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { viewKindWords } from '../../../lib/view-kinds.tsx'
import { FieldLabel } from '../../../ui/Field.tsx'
import { kindViews } from '../kinds/kind-views.ts'
import { useTable } from '../table-context.ts'

const isBuilt = (kind: ViewKind): boolean => kind === 'grid' || kindViews[kind] !== undefined

/** What a new view looks like; what the table's fields do not do for is there, and says what it needs. */
export function KindPicker({ kind, onChange }: { kind: ViewKind; onChange: (kind: ViewKind) => void }) {
  const { table } = useTable()
  return (
    <RadioGroup value={kind} onChange={(key) => onChange(key as ViewKind)} className="flex flex-col gap-1.5">
      <FieldLabel label="Looks like" isLabelHidden={false} labelEnd={undefined} />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {viewKinds.filter(isBuilt).map((one) => {
          const { name, icon: Icon, description, needs } = viewKindWords[one]
          const isLacking = lackedBy(one, table.fields) !== null
          return (
            <Radio
              key={one}
              value={one}
              isDisabled={isLacking}
              className="group/kind flex cursor-default items-start gap-2 rounded-card border border-line bg-surface p-2.5 text-sm text-ink select-none hovered:bg-hover disabled:bg-transparent disabled:text-ink-muted selected:border-accent selected:bg-accent-tint focus-visible:ring-focus"
            >
              <Icon
                aria-hidden
                className="mt-0.5 size-4 shrink-0 text-ink-muted group-selected/kind:text-accent-text"
              />
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">{name}</span>
                <span className="text-xs text-ink-muted group-selected/kind:text-accent-text">
                  {isLacking ? needs : description}
                </span>
              </span>
            </Radio>
          )
        })}
      </div>
    </RadioGroup>
  )
}
