// The list belongs to a combobox: a <select> cannot be steered from a text field.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { type Command, useCommandStore } from '../../lib/commands.ts'
import { cx } from '../../ui/cx.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { rankCommands } from './rank-commands.ts'

/** Everything that can be done from here, found by typing. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-40 flex justify-center bg-scrim px-3 pt-[12vh] transition-opacity entering:opacity-0"
    >
      <Modal className="h-fit w-full max-w-140 overflow-hidden rounded-card bg-raised shadow-dialog forced-colors:border">
        <Dialog aria-label="Search and commands" className="outline-none">
          <Palette onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const sources = useCommandStore((state) => state.sources)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  // Never deferred: Enter runs what the text says now, however fast it was typed.
  const commands = useMemo(() => rankCommands([...sources.values()].flat(), query), [sources, query])
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const move = (to: number) => {
    const next = (to + commands.length) % Math.max(1, commands.length)
    setActive(next)
    list.current?.querySelector(`[data-at="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }
    const to = steps[event.key]
    if (to !== undefined) {
      event.preventDefault()
      move(to)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(commands[active])
    }
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <input
          role="combobox"
          aria-label="Search and commands"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          {...(commands[active] ? { 'aria-activedescendant': `${listId}-${active}` } : {})}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          placeholder="Go to a table, or do something"
          spellCheck={false}
          autoComplete="off"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-ink-faint"
          {...firstFocus}
        />
        <span className="coarse:hidden">
          <Kbd keys="Escape" />
        </span>
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Results"
        hidden={commands.length === 0}
        className="scroll-thin max-h-[min(26.25rem,55vh)] overflow-y-auto p-1.5"
      >
        {commands.map((command, at) => (
          <Row
            key={command.id}
            command={command}
            at={at}
            id={`${listId}-${at}`}
            isActive={at === active}
            heading={
              query.trim() === '' && commands[at - 1]?.section !== command.section ? command.section : null
            }
            onHover={() => setActive(at)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {commands.length === 0 && (
        <p className="px-3 py-8 text-center text-sm text-ink-muted">Nothing here is called “{query}”.</p>
      )}
    </>
  )
}

interface RowProps {
  command: Command
  at: number
  id: string
  isActive: boolean
  heading: string | null
  onHover: () => void
  onRun: () => void
}

function Row({ command, at, id, isActive, heading, onHover, onRun }: RowProps) {
  return (
    <>
      {heading && (
        <div role="presentation" className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-ink-muted">
          {heading}
        </div>
      )}
      {/* The keyboard reaches it through the text field above, as the combobox pattern has it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
      <div
        role="option"
        id={id}
        data-at={at}
        aria-selected={isActive}
        onPointerMove={onHover}
        onClick={onRun}
        className={cx(
          'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 text-sm coarse:min-h-11 [&_svg]:size-4',
          isActive && 'bg-hover ring-focus-inset',
        )}
      >
        <span className="grid size-5 shrink-0 place-items-center text-ink-muted">{command.icon}</span>
        <span className="truncate">{command.name}</span>
        {command.context && <span className="truncate text-ink-faint">{command.context}</span>}
        <span className="flex-1" />
        {command.shortcut && <Kbd keys={command.shortcut} />}
      </div>
    </>
  )
}
