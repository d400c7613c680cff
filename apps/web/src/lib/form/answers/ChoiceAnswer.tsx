import { ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { OptionList } from '../../../ui/ListBox.tsx'
import { FloatingSurface } from '../../../ui/Popover.tsx'
import { type AnswerProps, answerNames } from './answer-props.ts'

/** So many are told side by side; more are in a list that opens. */
const mostShown = 8

/** Chosen where there is to be no answer. */
const none = ''

export const rowClass =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3 py-1.5 text-base text-ink select-none hovered:bg-hover selected:border-accent selected:bg-accent-tint focus-visible:ring-focus coarse:min-h-11'

/** One of some options. */
export function ChoiceAnswer(props: AnswerProps) {
  const { question, value, onValue } = props
  const { options = [] } = question.field.options
  const mayClear = !question.isRequired && question.field.type !== 'status'
  if (options.length > mostShown) return <ChoiceList {...props} mayClear={mayClear} />
  const { 'aria-invalid': _, ...names } = answerNames(props)
  return (
    <>
      <RadioGroup
        {...names}
        isInvalid={props.isInvalid}
        isRequired={question.isRequired}
        value={typeof value === 'string' ? value : null}
        onChange={onValue}
        className="flex flex-col gap-1.5"
      >
        {options.map(({ id, label, hue }) => (
          <Radio key={id} value={id} className={cx('group/radio', rowClass)}>
            <span className="grid size-4 shrink-0 place-items-center rounded-full border border-line-control bg-surface group-selected/radio:border-[5px] group-selected/radio:border-accent forced-colors:group-selected/radio:border-[Highlight]" />
            <Chip hue={hue} className="text-sm!">
              {label}
            </Chip>
          </Radio>
        ))}
      </RadioGroup>
      {mayClear && value !== null && (
        <Button size="sm" variant="ghost" className="-ml-2 self-start" onPress={() => onValue(null)}>
          Clear the answer
        </Button>
      )}
    </>
  )
}

function ChoiceList(props: AnswerProps & { mayClear: boolean }) {
  const { question, value, onValue, mayClear } = props
  const { options = [] } = question.field.options
  const chosen = options.find(({ id }) => id === value)
  const items = [
    ...(mayClear ? [{ id: none, label: 'No answer' }] : []),
    ...options.map(({ id, label }) => ({ id: id as string, label })),
  ]
  const { 'aria-invalid': _, ...names } = answerNames(props)
  return (
    <AriaSelect
      {...names}
      isInvalid={props.isInvalid}
      value={chosen?.id ?? null}
      onChange={(key) => onValue(key === none ? null : (key as string))}
    >
      <AriaButton
        className={cx(
          inputClass,
          'flex h-9 max-w-100 cursor-default items-center gap-2 pr-2 text-left text-base! focus-visible:border-focus focus-visible:ring-focus',
          props.isInvalid && 'border-danger-text!',
        )}
      >
        <SelectValue className="min-w-0 flex-1 truncate">
          {chosen ? (
            <Chip hue={chosen.hue} className="text-sm!">
              {chosen.label}
            </Chip>
          ) : (
            <span className="text-ink-faint">Choose one</span>
          )}
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </AriaButton>
      <FloatingSurface className="min-w-(--trigger-width) max-w-80">
        <OptionList items={items} />
      </FloatingSurface>
    </AriaSelect>
  )
}
