import type { OptionId, SelectOption } from '@plinth/domain'
import { Check, Search } from 'lucide-react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { Chip } from '../../ui/Chip.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { itemClass } from '../../ui/ListBox.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { FloatingEditorProps } from './editor.ts'
import { saveCell } from './save-cell.ts'
import { useTable } from './table-context.ts'

const emptyId = ''

/** The options of a field, found by typing. */
export function SelectEditor({ row, field, initialText, anchor, onClose }: FloatingEditorProps) {
  const { session } = useTable()
  const { contains } = useFilter({ sensitivity: 'base' })
  const value = row.values[field.id] ?? null
  const options = field.options.options ?? []
  const choose = (id: string) => {
    saveCell(session, row, field, id === emptyId ? null : (id as OptionId))
    onClose('stay')
  }
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      className="w-64"
      onOpenChange={() => onClose('stay')}
    >
      <Autocomplete filter={contains} defaultInputValue={initialText ?? ''}>
        <SearchField
          {...firstFocus}
          aria-label={`Find an option of ${field.name}`}
          className="relative block border-b border-line p-1.5"
        >
          <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint" />
          <Input
            placeholder="Find an option"
            className="h-8 w-full rounded-control bg-surface pr-2 pl-8 text-sm outline-none placeholder:text-ink-faint focus-visible:ring-focus-inset coarse:h-11 coarse:text-[1rem] [&::-webkit-search-cancel-button]:hidden"
          />
        </SearchField>
        <ListBox
          aria-label={field.name}
          selectionMode="single"
          selectedKeys={typeof value === 'string' ? [value] : []}
          onAction={(key) => choose(String(key))}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys]
            choose(key === undefined ? emptyId : String(key))
          }}
          renderEmptyState={() => <p className="px-2 py-1.5 text-sm text-ink-muted">No such option</p>}
          className="scroll-thin max-h-72 overflow-auto p-1 outline-none"
        >
          {options.map((option) => (
            <OptionItem key={option.id} option={option} />
          ))}
          {value !== null && (
            <ListBoxItem
              id="-"
              textValue="Leave empty"
              className={itemClass}
              onAction={() => choose(emptyId)}
            >
              <span className="text-ink-muted">Leave empty</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Popover>
  )
}

function OptionItem({ option }: { option: SelectOption }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} className={itemClass}>
      {({ isSelected }) => (
        <>
          <span className="flex min-w-0 flex-1">
            <Chip hue={option.hue}>{option.label}</Chip>
          </span>
          {isSelected && <Check aria-hidden className="text-accent-text" />}
        </>
      )}
    </ListBoxItem>
  )
}
