/** A line above the rows: what is looked for, which match this is, and the ways to the others. */
import { type Field, limits } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { describeError } from '../../../lib/describe-error.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { closeFind, useFindOpen } from './find-open.ts'
import type { FindTarget } from './find-target.ts'
import { matchWords, wrapWords } from './find-words.ts'
import { useFinding } from './use-finding.ts'

interface FindBarProps {
  readonly target: FindTarget | null
  readonly window: RowWindow
  readonly fields: readonly Field[]
}

export function FindBar({ target, ...props }: FindBarProps) {
  const isOpen = useFindOpen((state) => state.isOpen)
  useEffect(() => closeFind, [])
  return isOpen && target ? <OpenFindBar target={target} {...props} /> : null
}

function OpenFindBar({ target, window, fields }: FindBarProps & { target: FindTarget }) {
  const { state, told, text, wish, setText, step, stop } = useFinding({ target, window, fields })
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (wish.by !== 0) return
    const input = bar.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [wish])

  const close = () => {
    closeFind()
    target.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const asked = askedBy(event)
    if (asked === null) return
    event.preventDefault()
    event.stopPropagation()
    if (asked === 'type') bar.current?.querySelector('input')?.select()
    else if (asked === 'leave' && state.isSearching) stop()
    else if (asked === 'leave') close()
    else step(asked)
  }
  const hasMatches = state.known > 0
  const isClosed = (window.query.collapsed?.length ?? 0) > 0
  return (
    <search
      ref={bar}
      aria-label="Find in the table"
      className="flex min-h-10 shrink-0 items-center justify-end border-b border-line bg-page px-3 coarse:min-h-14 max-sm:py-1.5"
    >
      <div
        role="presentation"
        onKeyDownCapture={onKeyDown}
        className="flex min-w-0 items-center gap-1 max-sm:w-full max-sm:flex-wrap"
      >
        {isClosed && (
          <span className="text-xs text-ink-muted max-sm:order-last max-sm:w-full max-sm:px-1">
            Closed groups are not searched.
          </span>
        )}
        <span
          className="tabular px-1 text-xs text-ink-muted max-sm:order-last max-sm:empty:hidden"
          aria-hidden
        >
          {wrapWords(state)}
        </span>
        <TextField
          label="Find in the table"
          isLabelHidden
          placeholder="Find in the table"
          icon={<Search aria-hidden />}
          value={text}
          onChange={setText}
          maxLength={limits.searchLength}
          className="w-56 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 [&_input]:h-7 coarse:[&_input]:h-11"
        />
        <span className="tabular flex min-w-24 items-center gap-1.5 px-1 text-xs text-ink-muted max-sm:order-last">
          {state.isSearching && <Spinner label={null} className="size-3.5" />}
          {state.error ? (
            <span className="text-danger-text">{describeError(state.error).text}</span>
          ) : (
            <span data-testid="find-count">{matchWords(state)}</span>
          )}
        </span>
        <IconButton
          label="Previous match"
          shortcut="Shift+Enter"
          icon={<ChevronUp aria-hidden />}
          isDisabled={!hasMatches}
          onPress={() => step(-1)}
        />
        <IconButton
          label="Next match"
          shortcut="Enter"
          icon={<ChevronDown aria-hidden />}
          isDisabled={!hasMatches}
          onPress={() => step(1)}
        />
        <IconButton label="Close" shortcut="Escape" icon={<X aria-hidden />} onPress={close} />
      </div>
      <output className="sr-only">{state.isSearching ? 'Searching' : told}</output>
    </search>
  )
}

/** What a key in the bar asks for. */
function askedBy(event: KeyboardEvent): 1 | -1 | 'type' | 'leave' | null {
  const { key, shiftKey, altKey } = event
  const isMod = event.ctrlKey || event.metaKey
  if (event.nativeEvent.isComposing || altKey) return null
  if (key === 'Escape') return 'leave'
  const isInput = event.target instanceof HTMLInputElement
  const isNext =
    key === 'F3' || (isMod && key.toLowerCase() === 'g') || (isInput && !isMod && key === 'Enter')
  if (isNext) return shiftKey ? -1 : 1
  return isMod && !shiftKey && key.toLowerCase() === 'f' ? 'type' : null
}
