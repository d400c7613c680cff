import type { Hue } from '@plinth/domain'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import type { Selection } from 'react-aria-components/ListBox'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { inputClass } from '../../ui/Field.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'

export interface Choice<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly hue?: Hue
}

/** Several of a list, in the order of the list. */
export function ManyChoice<Id extends string>(props: {
  label: string
  placeholder: string
  choices: readonly Choice<Id>[]
  chosen: readonly Id[]
  onChange: (chosen: readonly Id[]) => void
}) {
  const { label, placeholder, choices, chosen, onChange } = props
  const id = useId()
  const shown = choices.filter((one) => chosen.includes(one.id))
  const choose = (keys: Selection) =>
    onChange(choices.flatMap((one) => (keys === 'all' || keys.has(one.id) ? [one.id] : [])))
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <MenuTrigger>
        <AriaButton
          aria-label={`${label}: ${shown.map((one) => one.label).join(', ') || 'nothing yet'}`}
          className={cx(
            inputClass,
            'flex h-auto min-h-8 cursor-default flex-wrap items-center gap-1 py-1 pr-2 text-left focus-visible:border-focus focus-visible:ring-focus coarse:h-auto coarse:min-h-11',
          )}
        >
          {shown.map((one) => (
            <Chip key={one.id} hue={one.hue ?? 'stone'}>
              {one.label}
            </Chip>
          ))}
          {shown.length === 0 && (
            <span className="text-ink-faint">{choices.length > 0 ? placeholder : 'There are none'}</span>
          )}
          <ChevronDown aria-hidden className="ml-auto size-4 shrink-0 text-ink-muted" />
        </AriaButton>
        <Menu
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={choose}
          className="max-h-80"
          renderEmptyState={() => <p className="px-2 py-1.5 text-sm text-ink-muted">There are none.</p>}
        >
          {choices.map((one) => (
            <MenuItem key={one.id} id={one.id}>
              {one.label}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
    </div>
  )
}
