/** Options of a field, or people; `me` is whoever looks. */
import { ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import type { Selection } from 'react-aria-components/ListBox'
import { Chip } from '../../../ui/Chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { stableHue } from '../../../ui/stable-hue.ts'
import { useTable } from '../table-context.ts'
import type { ValueProps } from './ConditionValue.tsx'
import { fieldChoices, selectedIds } from './field-choices.ts'
import { comparesList } from './filter-words.ts'

export function ChoiceValue({ field, condition, onChange }: ValueProps) {
  const { values } = useTable()
  const isMany = comparesList(field.type, condition.operator)
  const choices = fieldChoices(field, values.people ?? [])
  const { value } = condition
  const chosen = Array.isArray(value)
    ? (value as readonly string[])
    : typeof value === 'string'
      ? [value]
      : []
  const shown = choices.filter(({ id }) => chosen.includes(id))
  const choose = (keys: Selection) => {
    const ids = selectedIds(choices, keys)
    if (isMany) onChange(ids.length > 0 ? ids : undefined)
    else onChange(ids[0])
  }
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={`Value of ${field.name}: ${shown.map(({ label }) => label).join(', ') || 'nothing yet'}`}
        className={cx(
          inputClass,
          'flex h-auto min-h-8 min-w-40 flex-1 cursor-default flex-wrap items-center gap-1 py-1 pr-2 text-left focus-visible:border-focus focus-visible:ring-focus',
        )}
      >
        {shown.map(({ id, label, hue }) => (
          <Chip key={id} hue={hue ?? (id === 'me' ? 'teal' : stableHue(id))}>
            {label}
          </Chip>
        ))}
        {shown.length === 0 && <span className="text-ink-faint">Choose…</span>}
        <ChevronDown aria-hidden className="ml-auto size-4 shrink-0 text-ink-muted" />
      </AriaButton>
      <Menu
        aria-label={field.name}
        selectionMode={isMany ? 'multiple' : 'single'}
        selectedKeys={chosen}
        onSelectionChange={choose}
        className="max-h-80"
      >
        {choices.map(({ id, label }) => (
          <MenuItem key={id} id={id}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
