/** Conditions that all have to hold, or of which one has to; groups of them within. */
import type { FilterCondition, FilterGroup } from '@plinth/domain'
import { FolderPlus, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import { useTable } from '../table-context.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { newCondition } from './filter-words.ts'

/** Groups within one another that are offered here; the database takes more. */
const deepest = 3

export function FilterGroupEditor({
  group,
  depth,
  onChange,
}: {
  group: FilterGroup
  depth: number
  onChange: (group: FilterGroup) => void
}) {
  const { table } = useTable()
  const box = useRef<HTMLFieldSetElement>(null)
  const { items, join } = group
  const add = (item: FilterCondition | FilterGroup) => {
    onChange({ ...group, items: [...items, item] })
    // On to what was added: by keys one goes straight on.
    requestAnimationFrame(() => {
      const rows = box.current?.querySelectorAll<HTMLElement>(':scope > ul > li')
      rows?.[items.length]?.querySelector('button')?.focus()
    })
  }
  const remove = (at: number) => {
    onChange({ ...group, items: items.toSpliced(at, 1) })
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(':scope > div [data-add]')?.focus())
  }
  const condition = () => {
    const [field] = table.fields
    return field ? newCondition(field) : null
  }
  const addCondition = () => {
    const made = condition()
    if (made) add(made)
  }
  return (
    <fieldset
      ref={box}
      aria-label={depth === 1 ? 'Filter' : 'Group of conditions'}
      className={cx(
        'flex min-w-0 flex-col gap-2',
        depth > 1 && 'rounded-card border border-line bg-sunken/60 p-2',
      )}
    >
      {items.length === 0 && depth === 1 && (
        <p className="px-1 text-sm text-ink-muted">
          All records are shown. Add a condition to see some of them.
        </p>
      )}
      {items.length > 1 && (
        <div className="flex items-center gap-2 text-sm text-ink-muted">
          <Select<FilterGroup['join']>
            label="How conditions are joined"
            isLabelHidden
            options={[
              { id: 'and', label: 'All of these' },
              { id: 'or', label: 'Any of these' },
            ]}
            value={join}
            onChange={(next) => onChange({ ...group, join: next })}
            className="w-36"
          />
          {join === 'and' ? 'have to hold' : 'has to hold'}
        </div>
      )}
      <ul className="flex flex-col gap-2">
        {items.map((item, at) => {
          const replace = (next: FilterCondition | FilterGroup) =>
            onChange({ ...group, items: items.with(at, next) })
          return (
            // Conditions have no names; none is drawn twice at its place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="flex min-w-0 items-start gap-1">
              <div className="min-w-0 flex-1">
                {'items' in item ? (
                  <FilterGroupEditor group={item} depth={depth + 1} onChange={replace} />
                ) : (
                  <ConditionRow condition={item} onChange={replace} />
                )}
              </div>
              <IconButton
                size="xs"
                className="mt-1"
                label={'items' in item ? 'Remove this group' : 'Remove this condition'}
                icon={<X aria-hidden />}
                onPress={() => remove(at)}
              />
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" variant="ghost" icon={<Plus aria-hidden />} onPress={addCondition} data-add>
          Add a condition
        </Button>
        {depth < deepest && (
          <Button
            size="sm"
            variant="ghost"
            icon={<FolderPlus aria-hidden />}
            onPress={() => {
              const made = condition()
              if (made) add({ join: join === 'and' ? 'or' : 'and', items: [made] })
            }}
          >
            Add a group
          </Button>
        )}
      </div>
    </fieldset>
  )
}
