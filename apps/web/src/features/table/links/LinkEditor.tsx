/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native select can neither be searched nor hold records */
import { isLinks, type LinkItem, linkLabel, restrictedLinks, type Table } from '@plinth/domain'
import { Check, Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { firstFocus } from '../../../ui/first-focus.ts'
import { itemClass } from '../../../ui/ListBox.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import type { FloatingEditorProps } from '../editor.ts'
import { useTable } from '../table-context.ts'
import { isNewName, type LinkChoice } from './link-choices.ts'
import { restrictedText } from './link-words.ts'
import { NoteChip, RecordChip } from './RecordChip.tsx'
import { saveLinks, shownLinks, toggledLink } from './save-links.ts'
import { useCreateLinked } from './use-create-linked.ts'
import { useLinkChoices } from './use-link-choices.ts'

/** Records of the target of a link, found by typing, linked and taken out one by one. */
export function LinkEditor(props: FloatingEditorProps) {
  const { field, anchor, onClose } = props
  const target = useTable().tableOf(field.options.target!)
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      className="w-80 max-w-[calc(100vw-1rem)]"
      onOpenChange={() => onClose('stay')}
    >
      {target ? (
        <LinkPicker {...props} target={target} />
      ) : (
        <p className="p-3 text-sm text-ink-muted">
          You may not read the table whose records this field links. Ask a creator of the base.
        </p>
      )}
    </Popover>
  )
}

interface PickerProps extends FloatingEditorProps {
  readonly target: Table
}

function LinkPicker(props: PickerProps) {
  const { row, field, target, initialText, onClose } = props
  const { session } = useTable()
  const [text, setText] = useState(initialText ?? '')
  const [at, setAt] = useState(0)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const { choices, isAnswered, error, isLinked, note } = useLinkChoices(row, field, target, text)
  const create = useCreateLinked(target, text)
  const isNew = create !== null && isAnswered && isNewName(choices, text)
  const lines = choices.length + (isNew ? 1 : 0)
  const active = Math.min(at, lines - 1)
  const shown = shownLinks(row, field)

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const toggle = (item: LinkItem, label: string) => {
    const wasLinked = isLinked(item[0])
    saveLinks(session, row, field, toggledLink(field, shown, item, wasLinked))
    note(item[0], !wasLinked)
    setSaid(`${wasLinked ? 'Unlinked' : 'Linked'} ${label}`)
    if (field.options.single && !wasLinked) return onClose('stay')
    // What is typed next takes the place of what was looked for.
    input.current?.select()
  }
  const make = async () => {
    const made = await create?.()
    if (!made) return
    saveLinks(session, row, field, toggledLink(field, shown, made, false))
    note(made[0], true)
    if (field.options.single) return onClose('stay')
    setSaid(`Created and linked ${text.trim()}`)
    setText('')
    input.current?.focus()
  }
  const choose = (index: number) => {
    const choice = choices[index]
    if (choice) toggle(choice.item, choice.label)
    else if (isNew && index === choices.length) void make()
  }
  const takeOutLast = () => {
    const last = shown.at(-1)
    if (last) toggle(last, labels.get(last[0]) ?? '')
  }
  const { values } = useTable()
  const labels = new Map(shown.map((item) => [item[0], linkLabel(item, field, values)]))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const to = steps[event.key]
    if (to !== undefined) setAt((to + lines) % Math.max(1, lines))
    else if (event.key === 'Enter') choose(active)
    else if (event.key === 'Tab') onClose(event.shiftKey ? 'left' : 'right')
    else if (event.key === 'Backspace' && text === '') takeOutLast()
    else return
    event.preventDefault()
  }
  return (
    <>
      <LinkedNow {...props} labels={labels} onRemove={(item) => toggle(item, labels.get(item[0]) ?? '')} />
      <div className="relative border-b border-line p-1.5">
        <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint" />
        <input
          {...firstFocus}
          ref={input}
          role="combobox"
          aria-label={`Find a record of ${target.name}`}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={lines > 0 ? `${listId}-${active}` : undefined}
          placeholder={`Find in ${target.name}`}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-8 w-full rounded-control bg-surface pr-2 pl-8 text-sm outline-none placeholder:text-ink-faint focus-visible:ring-focus-inset coarse:h-11 coarse:text-[1rem]"
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={`Records of ${target.name}`}
        aria-multiselectable={!field.options.single}
        aria-busy={!isAnswered}
        className="scroll-thin max-h-[min(18rem,45vh)] overflow-auto p-1 empty:hidden"
      >
        {choices.map((choice, index) => (
          <ChoiceLine
            key={choice.item[0]}
            id={`${listId}-${index}`}
            choice={choice}
            isActive={index === active}
            isLinked={isLinked(choice.item[0])}
            onHover={() => setAt(index)}
            onChoose={() => choose(index)}
            onKeyDown={onKeyDown}
          />
        ))}
        {isNew && (
          <div
            id={`${listId}-${choices.length}`}
            role="option"
            tabIndex={-1}
            aria-selected={false}
            onPointerMove={() => setAt(choices.length)}
            onClick={() => void make()}
            onKeyDown={onKeyDown}
            className={cx(itemClass, active === choices.length && 'bg-hover ring-focus-inset')}
          >
            <Plus aria-hidden className="text-ink-muted" />
            <span className="truncate">Create “{text.trim()}”</span>
          </div>
        )}
      </div>
      {lines === 0 && (
        <p className="px-3 py-2.5 text-sm text-ink-muted">
          {error ? error.message : nothingText(isAnswered, text, target)}
        </p>
      )}
      <output className="sr-only">{said}</output>
    </>
  )
}

function nothingText(isAnswered: boolean, text: string, target: Table): string {
  if (!isAnswered) return 'Looking…'
  return text.trim() === '' ? `${target.name} has no records yet` : `Nothing in ${target.name} matches this`
}

function ChoiceLine(props: {
  id: string
  choice: LinkChoice
  isActive: boolean
  isLinked: boolean
  onHover: () => void
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { id, choice, isActive, isLinked, onHover, onChoose, onKeyDown } = props
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isLinked}
      onPointerMove={onHover}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      className={cx(itemClass, isActive && 'bg-hover ring-focus-inset')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{choice.label}</span>
        {choice.note !== '' && <span className="truncate text-xs text-ink-muted">{choice.note}</span>}
      </span>
      {isLinked && <Check aria-hidden className="text-accent-text" />}
    </div>
  )
}

/** The records of the cell as it is now, each to be taken out. */
function LinkedNow({
  row,
  field,
  labels,
  onRemove,
}: PickerProps & { labels: ReadonlyMap<string, string>; onRemove: (item: LinkItem) => void }) {
  const value = row.values[field.id]
  if (!isLinks(value)) return null
  const restricted = restrictedLinks(value)
  const more = value.count - value.items.length - restricted
  return (
    <div className="scroll-thin flex max-h-28 flex-wrap items-center gap-1 overflow-auto border-b border-line p-2">
      {value.items.map((item) => (
        <RecordChip key={item[0]} onRemove={() => onRemove(item)}>
          {labels.get(item[0]) ?? ''}
        </RecordChip>
      ))}
      {restricted > 0 && <NoteChip>{restrictedText(restricted)}</NoteChip>}
      {more > 0 && <span className="px-1 text-xs text-ink-muted">and {more.toLocaleString()} more</span>}
    </div>
  )
}
