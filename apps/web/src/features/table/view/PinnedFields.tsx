/** Which fields of a view are offered as filters above its records. */
import { isQuick, limits } from '@plinth/domain'
import { Plus, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { useView } from './table-view.ts'

export function PinnedFields() {
  const { table } = useTable()
  const { config, change } = useView()
  const { quick } = config
  const pinned = quick.flatMap((id) => table.fields.find((field) => field.id === id) ?? [])
  const free = table.fields.filter((field) => isQuick(field) && !quick.includes(field.id))
  if (pinned.length === 0 && free.length === 0) return null
  return (
    <section aria-labelledby="quick-filters" className="flex flex-col gap-1.5 border-t border-line pt-2">
      <h3 id="quick-filters" className="px-1 text-sm font-medium">
        Quick filters
      </h3>
      <p className="px-1 text-xs text-ink-muted">
        Fields above the records. Everybody picks values there without changing the view.
      </p>
      <ul className="flex flex-wrap items-center gap-1.5 empty:hidden">
        {pinned.map((field) => (
          <li
            key={field.id}
            className="flex h-7 items-center gap-1.5 rounded-full border border-line-strong pl-2.5 text-sm coarse:h-11 [&_svg]:size-3.5"
          >
            <FieldIcon type={field.type} />
            {field.name}
            <AriaButton
              aria-label={`Take ${field.name} away`}
              onPress={() => change({ quick: quick.filter((id) => id !== field.id) })}
              className="grid size-7 place-items-center rounded-full text-ink-muted outline-none hovered:text-ink focus-visible:ring-focus coarse:size-11"
            >
              <X aria-hidden />
            </AriaButton>
          </li>
        ))}
      </ul>
      {free.length > 0 && quick.length < limits.quickFiltersPerView && (
        <MenuTrigger>
          <Button size="sm" variant="ghost" icon={<Plus aria-hidden />} className="self-start">
            Add a quick filter
          </Button>
          <Menu aria-label="Fields" className="max-h-80">
            {free.map(({ id, name, type }) => (
              <MenuItem
                key={id}
                icon={<FieldIcon type={type} />}
                onAction={() => change({ quick: [...quick, id] })}
              >
                {name}
              </MenuItem>
            ))}
          </Menu>
        </MenuTrigger>
      )}
    </section>
  )
}
