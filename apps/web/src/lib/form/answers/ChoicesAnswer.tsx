import { isOptionSet, type OptionId, optionSet } from '@plinth/domain'
import { Check } from 'lucide-react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Chip } from '../../../ui/Chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { type AnswerProps, answerNames } from './answer-props.ts'
import { rowClass } from './ChoiceAnswer.tsx'

/** Any number of some options. */
export function ChoicesAnswer(props: AnswerProps) {
  const { question, value, onValue } = props
  const { 'aria-invalid': _, ...names } = answerNames(props)
  return (
    <CheckboxGroup
      {...names}
      isInvalid={props.isInvalid}
      value={isOptionSet(value) ? [...value] : []}
      onChange={(ids) => onValue(optionSet(ids as OptionId[]))}
      className="scroll-thin flex max-h-96 flex-col gap-1.5 overflow-y-auto p-0.5"
    >
      {(question.field.options.options ?? []).map(({ id, label, hue }) => (
        <AriaCheckbox key={id} value={id} className={cx('group/check', rowClass)}>
          <span className="grid size-4 shrink-0 place-items-center rounded-[4px] border border-line-control bg-surface text-on-accent group-selected/check:border-accent group-selected/check:bg-accent forced-colors:group-selected/check:bg-[Highlight]">
            <Check
              aria-hidden
              className="size-3 opacity-0 group-selected/check:opacity-100"
              strokeWidth={3}
            />
          </span>
          <Chip hue={hue} className="text-sm!">
            {label}
          </Chip>
        </AriaCheckbox>
      ))}
    </CheckboxGroup>
  )
}
