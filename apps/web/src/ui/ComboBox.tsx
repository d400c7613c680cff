import { ChevronDown } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox, useFilter } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, type FieldTexts, inputClass, invalidBy } from './Field.tsx'
import { type Option, OptionList } from './ListBox.tsx'
import { FloatingSurface } from './Popover.tsx'
import { typedOption } from './typed-option.ts'

export interface ComboBoxProps<Id extends string> extends FieldTexts {
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (value: Id) => void
  placeholder?: string
  isDisabled?: boolean
  isRequired?: boolean
  autoFocus?: boolean
  className?: string
}

/** Chooses one of many by typing; the list is virtualized. What is typed and can only mean one is chosen by Enter and by leaving. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  const { options, value, onChange, className, placeholder } = props
  const { label, isLabelHidden, labelEnd, description, errorMessage } = props
  const { contains } = useFilter({ sensitivity: 'base' })
  /** Takes what the text can only mean; is it settled then? */
  const take = (typed: string): boolean => {
    if (typed.trim() === '' || typed === options.find(({ id }) => id === value)?.label) return true
    const meant = typedOption(options, typed, contains)
    if (meant && meant.id !== value) onChange(meant.id)
    return meant !== undefined
  }
  const takeByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    if (!isEndingKey(event) || input.hasAttribute('aria-activedescendant')) return
    if (take(input.value) || event.key === 'Tab') return
    // The text stays, and the list with what it could mean: to put the former choice in its place would look like an answer.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <AriaComboBox
      defaultItems={options as readonly Option[]}
      value={value}
      onChange={(key) => key !== null && onChange(key as Id)}
      onBlur={({ target }) => target instanceof HTMLInputElement && take(target.value)}
      menuTrigger="focus"
      allowsEmptyCollection
      {...invalidBy({ errorMessage })}
      isDisabled={props.isDisabled ?? false}
      isRequired={props.isRequired ?? false}
      // Set by `firstFocus` alone.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={props.autoFocus ?? false}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <FieldLabel {...{ label, isLabelHidden: isLabelHidden ?? false, labelEnd }} />
      <Group className="relative">
        <Input
          className={cx(inputClass, 'pr-9 coarse:pr-11')}
          {...(placeholder ? { placeholder } : {})}
          onFocus={chooseAnew}
          onKeyDownCapture={takeByKey}
        />
        <AriaButton className="absolute inset-y-1 right-1 grid w-6 place-items-center rounded-[4px] text-ink-muted outline-none hovered:bg-hover coarse:inset-y-0 coarse:right-0 coarse:w-11 coarse:justify-items-end coarse:pr-2">
          <ChevronDown aria-hidden className="size-4" />
        </AriaButton>
      </Group>
      <FieldNotes {...{ description, errorMessage }} />
      <FloatingSurface className="w-(--trigger-width) min-w-60">
        <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: 32, padding: 4 }}>
          <OptionList
            className="max-h-72 p-0"
            renderEmptyState={() => <p className="px-3 py-2 text-sm text-ink-muted">Nothing is called so.</p>}
          />
        </Virtualizer>
      </FloatingSurface>
    </AriaComboBox>
  )
}

/**
 * What is typed takes the place of what was chosen. A press puts its own caret after this, so the text is selected behind it. The list tells
 * the input that it is focused again whenever no option of it is: that is no event of the browser.
 */
function chooseAnew({ currentTarget: input, nativeEvent }: FocusEvent<HTMLInputElement>): void {
  if (nativeEvent.isTrusted) setTimeout(() => document.activeElement === input && input.select())
}

const isEndingKey = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  !nativeEvent.isComposing && (key === 'Enter' || key === 'Tab')
