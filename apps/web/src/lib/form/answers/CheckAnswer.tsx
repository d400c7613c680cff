import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type AnswerProps, answerNames } from './answer-props.ts'

export function CheckAnswer(props: AnswerProps) {
  const { value, isInvalid, onValue } = props
  const { 'aria-invalid': _, ...names } = answerNames(props)
  return (
    <Checkbox
      {...names}
      isInvalid={isInvalid}
      isSelected={value === true}
      onChange={onValue}
      className="min-h-9 self-start text-base!"
    >
      <span aria-hidden>Yes</span>
    </Checkbox>
  )
}
