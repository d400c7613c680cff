/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native select can neither be searched nor hold records */
import type { RecordId, Table } from '@plinth/domain'
import { Check, Plus, Search, TriangleAlert } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../../ui/cx.ts'
import { intoSight } from '../../ui/into-sight.ts'
import { itemClass } from '../../ui/ListBox.tsx'
import type { RecordChoice } from './record-choice.ts'

export interface RecordPickerProps {
  readonly target: Pick<Table, 'name'>
  readonly text: string
  onText(text: string): void
  readonly choices: readonly RecordChoice[]
  /** The server's answer for this text is here. */
  readonly isAnswered: boolean
  readonly error: Error | null
  readonly isMany: boolean
  isChosen(id: RecordId): boolean
  /** Why no more can be chosen, only taken out. */
  readonly full?: string | null
  /** Why what was chosen last did not happen. */
  readonly refusal?: string | null
  /** What an empty list says; when absent: that the table has no records. */
  readonly nothing?: string
  onChoose(choice: RecordChoice): void
  /** Absent: no record can be made of the text. */
  readonly onCreate?: (() => void) | undefined
  /** Of an empty search: Backspace. */
  onTakeOut?(): void
  /** False: the focus goes where Tab leads. */
  onTab?(isBack: boolean): boolean
  readonly input: RefObject<HTMLInputElement | null>
}

/** Records of a table, found by typing and chosen in a list. */
export function RecordPicker(props: RecordPickerProps) {
  const {
    target,
    text,
    onText,
    choices,
    isAnswered,
    error,
    isMany,
    isChosen,
    onChoose,
    onCreate,
    full = null,
    refusal = null,
  } = props
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const lines = choices.length + (onCreate ? 1 : 0)
  // What was typed is done with: nothing of the list that comes up is chosen by a second Enter.
  const [typed, setTyped] = useState(text)
  const active = text === typed ? Math.min(at, lines - 1) : -1
  const goTo = (index: number) => {
    setTyped(text)
    setAt(index)
  }
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const { held, wasAnswered } = useHeldHeight(isAnswered)
  // Not as it comes up: within another list it would count as outside of that, and close it.
  const { input } = props
  useEffect(() => input.current?.focus(), [input])
  // Enter was pressed for what the database is still looking for.
  const isAwaited = useRef(false)
  const choose = (index: number) => {
    const choice = choices[index]
    if (choice) onChoose(choice)
    else if (lines === 0 && !isAnswered) isAwaited.current = true
    else if (index === choices.length) onCreate?.()
  }
  const takeFound = useEffectEvent(() => {
    const [first] = choices
    if (isAwaited.current && first) onChoose(first)
    isAwaited.current = false
  })
  useEffect(() => {
    if (isAnswered) takeFound()
  }, [isAnswered])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: Math.max(active, 0) - 1 }
    const to = steps[event.key]
    if (to !== undefined) goTo((to + lines) % Math.max(1, lines))
    else if (event.key === 'Enter') choose(active)
    else if (event.key === 'Tab') {
      if (!props.onTab?.(event.shiftKey)) return
    } else if (event.key === 'Backspace' && text === '') props.onTakeOut?.()
    else return
    event.preventDefault()
  }
  const lineProps = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    tabIndex: -1,
    onPointerMove: () => goTo(index),
    onClick: () => choose(index),
    onKeyDown,
    className: cx(itemClass, 'aria-disabled:text-ink-faint', index === active && 'bg-hover ring-focus-inset'),
  })
  return (
    <>
      <div className="relative border-b border-line p-1.5">
        <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint" />
        <input
          ref={input}
          role="combobox"
          aria-label={`Find a record of ${target.name}`}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={`Find in ${target.name}`}
          value={text}
          onChange={(event) => {
            onText(event.target.value)
            setTyped(event.target.value)
            setAt(0)
            isAwaited.current = false
          }}
          onKeyDown={onKeyDown}
          className="h-8 w-full rounded-control bg-surface pr-2 pl-8 text-sm outline-none placeholder:text-ink-faint focus-visible:ring-focus-inset coarse:h-11 coarse:text-[1rem]"
        />
      </div>
      <div ref={held} className={cx(!wasAnswered && 'min-h-[min(18rem,45vh)]')}>
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={`Records of ${target.name}`}
          aria-multiselectable={isMany}
          aria-busy={!isAnswered}
          className="scroll-thin max-h-[min(18rem,45vh)] overflow-auto p-1 empty:hidden"
        >
          {choices.map((choice, index) => (
            <div
              key={choice.item[0]}
              {...lineProps(index)}
              aria-selected={isChosen(choice.item[0])}
              aria-disabled={(full !== null || choice.taken !== undefined) && !isChosen(choice.item[0])}
            >
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate">{choice.label}</span>
                {noteOf(choice, isChosen) !== '' && (
                  <span className="truncate text-xs text-ink-muted">{noteOf(choice, isChosen)}</span>
                )}
              </span>
              {isChosen(choice.item[0]) && <Check aria-hidden className="text-accent-text" />}
            </div>
          ))}
          {onCreate && (
            <div {...lineProps(choices.length)} aria-selected={false}>
              <Plus aria-hidden className="text-ink-muted" />
              <span className="truncate">Create “{text.trim()}”</span>
            </div>
          )}
        </div>
        {refusal !== null && (
          <p
            ref={intoSight}
            role="alert"
            className="flex items-start gap-1.5 border-t border-line px-3 py-2 text-sm text-danger-text"
          >
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 break-words">{refusal}</span>
          </p>
        )}
        {full !== null && (
          <p className={cx('px-3 py-2 text-sm text-ink-muted', lines > 0 && 'border-t border-line')}>
            {full}
          </p>
        )}
        {lines === 0 && full === null && (
          <p className="px-3 py-2.5 text-sm text-ink-muted">
            {error?.message ??
              nothingText(isAnswered, text, props.nothing ?? `${target.name} has no records yet`, target)}
          </p>
        )}
      </div>
    </>
  )
}

/**
 * What floats beside its button takes the other side as soon as it would fit there: so it gets no lower than it was, and has its full
 * height until it is known how much there is to show.
 */
function useHeldHeight(isAnswered: boolean) {
  const held = useRef<HTMLDivElement>(null)
  const [wasAnswered, setWasAnswered] = useState(isAnswered)
  if (isAnswered && !wasAnswered) setWasAnswered(true)
  useLayoutEffect(() => {
    const part = held.current
    if (part && wasAnswered) part.style.minHeight = `${part.offsetHeight}px`
  })
  return { held, wasAnswered }
}

function noteOf({ item, note, taken }: RecordChoice, isChosen: RecordPickerProps['isChosen']): string {
  return isChosen(item[0]) ? note : (taken ?? note)
}

function nothingText(
  isAnswered: boolean,
  text: string,
  nothing: string,
  target: Pick<Table, 'name'>,
): string {
  if (!isAnswered) return 'Looking…'
  return text.trim() === '' ? nothing : `Nothing in ${target.name} matches this`
}
