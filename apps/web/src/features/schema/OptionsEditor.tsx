import { type Hue, hues, limits, type OptionId, type SelectOption } from '@plinth/domain'
import { ArrowDown, ArrowUp, GripVertical, Plus, X } from 'lucide-react'
import type { ClipboardEvent, ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { capital } from '../../lib/capital.ts'
import { countOf } from '../../lib/count-of.ts'
import { dropMarkClass } from '../../lib/drop-mark.ts'
import { newOption } from '../../lib/new-option.ts'
import { type ReorderItem, useReorder } from '../../lib/use-reorder.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { type DraftProblem, moveOption } from './field-draft.ts'
import { pastedOptions } from './option-lines.ts'

export interface OptionsEditorProps {
  isOfStates?: boolean
  options: readonly SelectOption[]
  onChange: (options: readonly SelectOption[]) => void
  /** The one that has just come: the focus goes into its name. */
  entered: OptionId | null
  onEnter: (option: OptionId) => void
  problem: DraftProblem | null
}

/** The options of a single select, in the order in which people see and sort them. */
export function OptionsEditor(props: OptionsEditorProps) {
  const { isOfStates = false, options, onChange, entered, onEnter, problem } = props
  const word = isOfStates ? 'state' : 'option'
  const replace = (at: number, change: Partial<SelectOption>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...change } : option)))
  const add = (at: number) => {
    const option = newOption(options)
    onEnter(option.id)
    onChange(options.toSpliced(at, 0, option))
  }
  const paste = (at: number, event: ClipboardEvent<HTMLInputElement>) => {
    const place = { at, isReplaced: isAllReplaced(event.currentTarget) }
    const pasted = pastedOptions(options, place, event.clipboardData.getData('text/plain'))
    if (!pasted) return
    event.preventDefault()
    onEnter(pasted.last)
    onChange(pasted.options)
    if (pasted.left > 0) toast.info(noRoom(pasted.left, word))
  }
  const move = (from: number, to: number) => onChange(moveOption(options, from, to))
  const reorder = useReorder('vertical', options.length, move)
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{isOfStates ? 'States' : 'Options'}</legend>
      {options.map((option, at) => (
        <OptionLine key={option.id} item={reorder(at)}>
          <HueMenu hue={option.hue} label={option.label} onChange={(hue) => replace(at, { hue })} />
          <TextField
            label={`${isOfStates ? 'State' : 'Option'} ${at + 1}`}
            isLabelHidden
            className="flex-1"
            value={option.label}
            onChange={(label) => replace(at, { label })}
            maxLength={limits.optionLength}
            {...(option.id === entered ? firstFocus : {})}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return event.continuePropagation()
              event.preventDefault()
              if (options.length < limits.optionsPerField) add(at + 1)
            }}
            onPaste={(event) => paste(at, event as ClipboardEvent<HTMLInputElement>)}
            {...(problem?.place === 'option' && problem.option === option.id
              ? { errorMessage: problem.text }
              : {})}
          />
          <IconButton
            label={`Move ${option.label || word} up`}
            size="md"
            icon={<ArrowUp aria-hidden />}
            isDisabled={at === 0}
            onPress={() => move(at, at - 1)}
          />
          <IconButton
            label={`Move ${option.label || word} down`}
            size="md"
            className="-ml-1.5"
            icon={<ArrowDown aria-hidden />}
            isDisabled={at === options.length - 1}
            onPress={() => move(at, at + 1)}
          />
          <IconButton
            label={`Remove ${option.label || word}`}
            size="md"
            className="-ml-1.5"
            icon={<X aria-hidden />}
            data-remove
            onPress={({ target }) => {
              focusBeside(target)
              onChange(options.toSpliced(at, 1))
            }}
          />
        </OptionLine>
      ))}
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          data-add
          isDisabled={options.length >= limits.optionsPerField}
          onPress={() => add(options.length)}
        >
          {isOfStates ? 'Add a state' : 'Add an option'}
        </Button>
      </div>
    </fieldset>
  )
}

/** Does what is pasted take the place of all that stands in the box? */
const isAllReplaced = ({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean =>
  value.slice(0, selectionStart ?? 0).trim() === '' && value.slice(selectionEnd ?? value.length).trim() === ''

const noRoom = (left: number, word: string): string =>
  `${capital(countOf(left, 'line'))} found no room: a field has ${limits.optionsPerField} ${word}s at most.`

const removeIn = (line: Element | null | undefined) => line?.querySelector<HTMLElement>('[data-remove]')

/** Before a line goes with the focus in it: the focus goes to what removes the next, else the previous one, else to what adds one. */
function focusBeside(remove: Element): void {
  const line = remove.closest('[data-option]')
  const place =
    removeIn(line?.nextElementSibling) ??
    removeIn(line?.previousElementSibling) ??
    line?.parentElement?.querySelector<HTMLElement>('[data-add]')
  place?.focus()
}

/** What stands in a line, behind what it is dragged by; the buttons in it move it by keys and by touch. */
function OptionLine({ item, children }: { item: ReorderItem; children: ReactNode }) {
  return (
    <div
      {...item.dropProps}
      data-option
      className={cx('relative flex items-start gap-1.5', dropMarkClass(item.mark, 'cards'))}
    >
      <span
        {...item.dragProps}
        aria-hidden
        className="-mr-1.5 grid h-8 cursor-grab place-items-center text-ink-faint coarse:hidden"
      >
        <GripVertical className="size-4" />
      </span>
      {children}
    </div>
  )
}

function HueMenu({ hue, label, onChange }: { hue: Hue; label: string; onChange: (hue: Hue) => void }) {
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={`Colour of ${label || 'the option'}: ${hue}`}
        data-hue={hue}
        className="grid size-8 shrink-0 place-items-center rounded-control outline-none hovered:bg-hover focus-visible:ring-focus coarse:size-11"
      >
        <span className="size-4.5 rounded-[5px] bg-chip-tint shadow-[inset_0_0_0_1px_var(--chip-dot)] forced-colors:border" />
      </AriaButton>
      <Menu
        className="min-w-36"
        selectionMode="single"
        selectedKeys={[hue]}
        onSelectionChange={(keys) => {
          const chosen = hues.find((one) => keys !== 'all' && keys.has(one))
          if (chosen) onChange(chosen)
        }}
      >
        {hues.map((one) => (
          <MenuItem
            key={one}
            id={one}
            icon={
              <span
                data-hue={one}
                className="block size-4 rounded-[4px] bg-chip-tint shadow-[inset_0_0_0_1px_var(--chip-dot)]"
              />
            }
          >
            {capital(one)}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
