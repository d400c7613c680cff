/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native select can neither be searched nor show chips */
import type { Field, OptionId, SelectOption } from '@plinth/domain'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { itemClass } from '../../ui/ListBox.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { AfterEdit, FloatingEditorProps } from './editor.ts'
import { saveCell } from './save-cell.ts'
import { useTable } from './table-context.ts'

interface Choice {
  /** null: leave empty. */
  readonly option: SelectOption | null
}

/** The options of a field, found by typing. */
export function SelectEditor({ row, field, initialText, anchor, onClose }: FloatingEditorProps) {
  const { session } = useTable()
  const value = row.values[field.id] ?? null
  const [seen] = useState(value)
  const choose = (option: SelectOption | null, after: AfterEdit) => {
    saveCell(session, row, field, option ? (option.id as OptionId) : null, seen)
    onClose(after)
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
      <OptionSearch field={field} value={value} initialText={initialText ?? ''} onChoose={choose} />
    </Popover>
  )
}

function OptionSearch(props: {
  field: Field
  value: unknown
  initialText: string
  onChoose: (option: SelectOption | null, after: AfterEdit) => void
}) {
  const { field, value, initialText, onChoose } = props
  const [text, setText] = useState(initialText)
  const [at, setAt] = useState<number | null>(null)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const choices = useMemo(() => findChoices(field, text, value !== null), [field, text, value])
  const present = choices.findIndex(({ option }) => option !== null && option.id === value)
  // Without a move of one's own the cursor is on the first hit, or on the present value.
  const active = Math.min(at ?? (text === '' ? Math.max(0, present) : 0), choices.length - 1)

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: choices.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) setAt((to + choices.length) % Math.max(1, choices.length))
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const choice = choices[active]
      const after = event.key === 'Enter' ? 'stay' : event.shiftKey ? 'left' : 'right'
      if (choice) onChoose(choice.option, after)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative border-b border-line p-1.5">
        <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint" />
        <input
          {...firstFocus}
          role="combobox"
          aria-label={`Find an option of ${field.name}`}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? `${listId}-${active}` : undefined}
          placeholder="Find an option"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(null)
          }}
          onKeyDown={onKeyDown}
          className="h-8 w-full rounded-control bg-surface pr-2 pl-8 text-sm outline-none placeholder:text-ink-faint focus-visible:ring-focus-inset coarse:h-11 coarse:text-[1rem]"
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={field.name}
        className="scroll-thin max-h-72 overflow-auto p-1"
      >
        {choices.map(({ option }, index) => (
          <div
            key={option?.id ?? ''}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option !== null && option.id === value}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(option, 'stay')}
            onKeyDown={onKeyDown}
            className={cx(itemClass, index === active && 'bg-hover ring-focus-inset')}
          >
            <span className="flex min-w-0 flex-1">
              {option ? (
                <Chip hue={option.hue}>{option.label}</Chip>
              ) : (
                <span className="text-ink-muted">Leave empty</span>
              )}
            </span>
            {option !== null && option.id === value && <Check aria-hidden className="text-accent-text" />}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="px-3 pb-2.5 text-sm text-ink-muted">No such option</p>}
    </>
  )
}

/** Options whose label contains the text, whatever its case and accents; an empty text finds all. */
export function findChoices(field: Pick<Field, 'options'>, text: string, mayClear: boolean): Choice[] {
  const sought = fold(text.trim())
  const found = (field.options.options ?? []).filter((option) => fold(option.label).includes(sought))
  const choices = found.map((option): Choice => ({ option }))
  return sought === '' && mayClear ? [...choices, { option: null }] : choices
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
