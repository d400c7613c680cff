import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, type FieldTexts, inputClass, invalidBy } from './Field.tsx'
import { firstFocus } from './first-focus.ts'
import { type Option, OptionList } from './ListBox.tsx'
import { FloatingSurface } from './Popover.tsx'

export interface SelectProps<Id extends string> extends FieldTexts {
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (value: Id) => void
  placeholder?: string
  name?: string
  isDisabled?: boolean
  isRequired?: boolean
  disabledIds?: readonly Id[]
  /** `quiet` has no border until hovered: for tables and toolbars. */
  look?: 'field' | 'quiet'
  /** See `firstFocus`. */
  autoFocus?: boolean
  className?: string
}

/** Chooses one of few; for many with typing see `ComboBox`. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { options, value, onChange, look = 'field', className, disabledIds, placeholder } = props
  const { label, isLabelHidden, labelEnd, description, errorMessage } = props
  return (
    <AriaSelect
      value={value}
      onChange={(key) => onChange(key as Id)}
      {...invalidBy({ errorMessage })}
      isDisabled={props.isDisabled ?? false}
      isRequired={props.isRequired ?? false}
      {...(props.autoFocus ? firstFocus : {})}
      {...(props.name ? { name: props.name } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(disabledIds ? { disabledKeys: disabledIds } : {})}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <FieldLabel {...{ label, isLabelHidden: isLabelHidden ?? false, labelEnd }} />
      <AriaButton
        className={cx(
          inputClass,
          'flex cursor-default items-center gap-2 pr-2 text-left focus-visible:border-focus focus-visible:ring-focus',
          look === 'quiet' &&
            'border-transparent bg-transparent coarse:text-sm! hovered:bg-hover disabled:border-transparent disabled:bg-transparent',
        )}
      >
        <SelectValue className="flex min-w-0 flex-1 items-center gap-2 truncate placeholder-shown:text-ink-faint [&_[slot=description]]:hidden [&_svg]:size-4">
          {({ defaultChildren, isPlaceholder }) =>
            selectedContent(options, value) ?? (isPlaceholder ? placeholder : defaultChildren)
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </AriaButton>
      <FieldNotes {...{ description, errorMessage }} />
      <FloatingSurface className="min-w-(--trigger-width) max-w-80">
        <OptionList items={options} />
      </FloatingSurface>
    </AriaSelect>
  )
}

function selectedContent(options: readonly Option[], value: string | null): ReactNode {
  const option = options.find((candidate) => candidate.id === value)
  if (!option) return null
  return (
    <>
      {option.icon && <span className="shrink-0 text-ink-muted">{option.icon}</span>}
      <span className="truncate">{option.label}</span>
    </>
  )
}
