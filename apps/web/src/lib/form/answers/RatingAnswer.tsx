import { mostOfRating } from '@plinth/domain'
import { RatingInput } from '../../../ui/RatingInput.tsx'
import type { AnswerProps } from './answer-props.ts'

export function RatingAnswer({ question, value, labelId, describedBy, onValue }: AnswerProps) {
  return (
    <RatingInput
      max={mostOfRating(question.field)}
      value={Number(value ?? 0)}
      labelId={labelId}
      describedBy={describedBy}
      onChange={onValue}
    />
  )
}
