import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, type FieldTexts, invalidBy } from './Field.tsx'
import type { Option } from './ListBox.tsx'

export interface RadioGroupProps<Id extends string> extends FieldTexts {
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (value: Id) => void
  name?: string
  isDisabled?: boolean
  /** While a choice is on its way: it keeps the focus, which what is disabled loses. */
  isReadOnly?: boolean
  className?: string
}

export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const { options, value, onChange, className } = props
  const { label, isLabelHidden, labelEnd, description, errorMessage } = props
  return (
    <AriaRadioGroup
      value={value}
      onChange={(key) => onChange(key as Id)}
      {...invalidBy({ errorMessage })}
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      {...(props.name ? { name: props.name } : {})}
      className={cx('flex flex-col gap-1.5', className)}
    >
      <FieldLabel {...{ label, isLabelHidden: isLabelHidden ?? false, labelEnd }} />
      {options.map((option) => (
        <RadioRow key={option.id} option={option} />
      ))}
      <FieldNotes {...{ description, errorMessage }} />
    </AriaRadioGroup>
  )
}

function RadioRow({ option }: { option: Option }) {
  return (
    <Radio
      value={option.id}
      className="group/radio flex min-h-6 cursor-default items-start gap-2 py-0.5 text-sm text-ink select-none disabled:text-ink-faint coarse:min-h-11 coarse:items-center"
    >
      <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-control bg-surface transition-[border-width] group-selected/radio:border-[5px] group-selected/radio:border-accent group-focus-visible/radio:ring-focus forced-colors:group-selected/radio:border-[Highlight]" />
      <span className="flex flex-col">
        <span>{option.label}</span>
        {option.description && <span className="text-xs text-ink-muted">{option.description}</span>}
      </span>
    </Radio>
  )
}
