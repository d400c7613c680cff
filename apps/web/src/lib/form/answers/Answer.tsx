import type { AnswerProps } from './answer-props.ts'
import { CheckAnswer } from './CheckAnswer.tsx'
import { ChoiceAnswer } from './ChoiceAnswer.tsx'
import { ChoicesAnswer } from './ChoicesAnswer.tsx'
import { DateAnswer } from './DateAnswer.tsx'
import { FilesAnswer } from './FilesAnswer.tsx'
import { PickedAnswer } from './PickedAnswer.tsx'
import { RatingAnswer } from './RatingAnswer.tsx'
import { TextAnswer } from './TextAnswer.tsx'

/** What a question of a field's type is answered by. */
export function Answer(props: AnswerProps) {
  switch (props.question.field.type) {
    case 'checkbox':
      return <CheckAnswer {...props} />
    case 'single_select':
    case 'status':
      return <ChoiceAnswer {...props} />
    case 'multi_select':
      return <ChoicesAnswer {...props} />
    case 'rating':
      return <RatingAnswer {...props} />
    case 'date':
    case 'datetime':
      return <DateAnswer {...props} />
    case 'link':
    case 'person':
      return <PickedAnswer {...props} />
    case 'attachment':
      return <FilesAnswer {...props} />
    default:
      return <TextAnswer {...props} />
  }
}
