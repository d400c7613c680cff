/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native select can neither be searched nor show chips */
import { type CellValue, isOptionSet } from '@plinth/domain'
import { Check, Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { itemClass } from '../../ui/ListBox.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { type Choice, findChoices } from './choices.ts'
import type { AfterEdit, FloatingEditorProps } from './editor.ts'

export interface ChoicePopoverProps extends FloatingEditorProps {
  readonly choices: readonly Choice[]
  readonly value: CellValue
  /** What the search asks for: "Find an option". */
  readonly prompt: string
  readonly nothingFound: string
  /** A cell that must have a value offers no emptying. */
  readonly mayClear?: boolean
  /** Several may be chosen: the list stays open, and each choice is made or taken back at once. */
  readonly isMany?: boolean
  /** Makes a choice of a text that is none yet; absent: nobody makes any here. */
  readonly onMake?: ((label: string, after: AfterEdit) => void) | undefined
  onChoose(id: string | null, after: AfterEdit): void
}

const make = (label: string): Choice => ({
  id: null,
  label,
  makes: label,
  content: (
    <span className="flex min-w-0 items-center gap-1.5">
      <Plus aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <span className="truncate">Create “{label}”</span>
    </span>
  ),
})

/** Of a field that has none yet. */
export const noOptions = (mayMake: boolean) =>
  mayMake ? 'No options yet. Type one to create it.' : 'No options yet.'

const isCalled = ({ label }: Choice, text: string) => label.toLowerCase() === text.toLowerCase()

const clear: Choice = {
  id: null,
  label: 'Leave empty',
  content: <span className="text-ink-muted">Leave empty</span>,
}

/** A list below a cell, searched by typing. What cannot be chosen stands there with its reason. */
export function ChoicePopover(props: ChoicePopoverProps) {
  const { field, anchor, onClose } = props
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      className="scroll-thin w-64 overflow-y-auto"
      onOpenChange={() => onClose('stay')}
    >
      <ChoiceSearch {...props} />
    </Popover>
  )
}

function ChoiceSearch(props: ChoicePopoverProps) {
  const { field, value, initialText, prompt, nothingFound, mayClear = true, isMany = false } = props
  const { onChoose, onMake, onClose } = props
  const [text, setText] = useState(initialText ?? '')
  const [at, setAt] = useState<number | null>(null)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const choices = useMemo(() => {
    const all = mayClear && value !== null ? [...props.choices, clear] : props.choices
    const found = findChoices(all, text)
    const name = text.trim()
    return onMake && name !== '' && !all.some((choice) => isCalled(choice, name))
      ? [...found, make(name)]
      : found
  }, [props.choices, mayClear, value, text, onMake])
  const isChosen = ({ id }: Choice) =>
    id !== null && (isOptionSet(value) ? value.some((one) => one === id) : id === value)
  const present = isMany ? -1 : choices.findIndex(isChosen)
  // Without a move of one's own the cursor is on the first hit, or on the present value.
  const active = Math.min(at ?? (text === '' ? Math.max(0, present) : 0), choices.length - 1)

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const choose = (choice: Choice | undefined, after: AfterEdit) => {
    if (!choice || choice.refusal !== undefined) return
    if (choice.makes !== undefined) onMake?.(choice.makes, after)
    else onChoose(choice.id, after)
    if (!isMany) return
    setText('')
    // What was chosen stays where the next look is.
    setAt(text === '' ? active : null)
  }
  /** Of one choice, takes it along; of several, what was typed for. */
  const leave = (after: AfterEdit) => {
    if (!isMany || text !== '') choose(choices[active], after)
    if (isMany) onClose(after)
  }
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
    else if (event.key === 'Enter') choose(choices[active], 'stay')
    else if (event.key === 'Tab') leave(event.shiftKey ? 'left' : 'right')
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative border-b border-line p-1.5">
        <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint" />
        <input
          {...firstFocus}
          role="combobox"
          aria-label={`${prompt} of ${field.name}`}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={prompt}
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
        aria-multiselectable={isMany || undefined}
        className="scroll-thin max-h-72 overflow-auto p-1"
      >
        {choices.map((choice, index) => (
          <div
            key={choice.id ?? choice.makes ?? ''}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(choice)}
            aria-disabled={choice.refusal !== undefined || undefined}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(choice, 'stay')}
            onKeyDown={onKeyDown}
            className={cx(itemClass, index === active && 'bg-hover ring-focus-inset')}
          >
            <span className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
              <span className={cx('flex max-w-full', choice.refusal !== undefined && 'opacity-60')}>
                {choice.content}
              </span>
              {choice.refusal !== undefined && (
                <span className="text-xs text-ink-muted">{choice.refusal}</span>
              )}
            </span>
            {isChosen(choice) && <Check aria-hidden className="text-accent-text" />}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="px-3 pb-2.5 text-sm text-ink-muted">{nothingFound}</p>}
    </>
  )
}
