/** A filter above the records: what is picked, and a list to pick from. */
import type { Field, RecordId } from '@plinth/domain'
import { ChevronDown } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { cx } from '../../../ui/cx.ts'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { selectedIds } from './field-choices.ts'
import { LinkedRecords, useLinkedRecords } from './LinkedRecords.tsx'
import { isSingle, pickedIds, quickChoices, valueOfIds } from './quick-words.ts'
import { useView } from './table-view.ts'

export function QuickFilter({ field }: { field: Field }) {
  return field.type === 'link' ? <LinkedFilter field={field} /> : <ChoiceFilter field={field} />
}

function ChoiceFilter({ field }: { field: Field }) {
  const { values } = useTable()
  const { picked, pick } = useView()
  const choices = quickChoices(field, values.people ?? [])
  const ids = pickedIds(picked[field.id])
  const shown = choices.filter(({ id }) => ids.includes(id)).map(({ label }) => label)
  return (
    <MenuTrigger>
      <FilterChip field={field} words={shown} onClear={() => pick(field.id, null)} />
      <Menu
        aria-label={field.name}
        selectionMode={isSingle(field) ? 'single' : 'multiple'}
        selectedKeys={ids}
        onSelectionChange={(keys) => pick(field.id, valueOfIds(field, selectedIds(choices, keys)))}
        className="max-h-80"
      >
        {choices.map(({ id, label, hue }) => (
          <MenuItem key={id} id={id} {...(hue ? { icon: <Dot hue={hue} /> } : {})}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}

function Dot({ hue }: { hue: string }) {
  return <span data-hue={hue} className="block size-2.5 rounded-full bg-chip-dot" />
}

function LinkedFilter({ field }: { field: Field }) {
  const { picked, pick } = useView()
  const linked = useLinkedRecords(field, pickedIds(picked[field.id]) as readonly RecordId[])
  const { chosen, named, button, setOpen } = linked
  return (
    <>
      <FilterChip
        ref={button}
        field={field}
        words={named.length > 0 ? named.map(({ label }) => label) : chosen.map(() => '…')}
        onClear={() => pick(field.id, null)}
        onPress={() => setOpen(true)}
      />
      <LinkedRecords
        label={field.name}
        linked={linked}
        onChange={(next) => pick(field.id, next.length > 0 ? next : null)}
      />
    </>
  )
}

/** Delete or Backspace on it takes back what is picked. */
function FilterChip({
  ref,
  field,
  words,
  onClear,
  onPress,
}: {
  ref?: React.Ref<HTMLButtonElement>
  field: Field
  words: readonly string[]
  onClear: () => void
  onPress?: () => void
}): ReactNode {
  const isOn = words.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOn || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    event.stopPropagation()
    onClear()
  }
  return (
    // The key is pressed on the button in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span onKeyDownCapture={onKeyDown} className="contents">
      <AriaButton
        {...(ref ? { ref } : {})}
        {...(onPress ? { onPress, 'aria-haspopup': 'dialog' as const } : {})}
        aria-label={`${field.name}: ${isOn ? words.join(', ') : 'any'}`}
        className={cx(
          'flex h-7 max-w-64 shrink-0 cursor-default items-center gap-1.5 rounded-full border px-2.5 text-sm outline-none select-none focus-visible:ring-focus coarse:h-11 coarse:px-4 [&_svg]:size-3.5 [&_svg]:shrink-0',
          isOn
            ? 'border-accent-line bg-accent-tint text-accent-text'
            : 'border-line-strong bg-surface text-ink-soft hovered:bg-hover',
        )}
      >
        <FieldIcon type={field.type} />
        <span className="min-w-0 truncate">
          {field.name}
          {isOn && <span className="font-medium">{`: ${words.join(', ')}`}</span>}
        </span>
        <ChevronDown aria-hidden className="opacity-70" />
      </AriaButton>
    </span>
  )
}
