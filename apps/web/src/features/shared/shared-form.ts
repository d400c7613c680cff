/** A form as a link tells it, in the shape in which forms are filled in. Pure. */
import {
  type AppError,
  type AskedSection,
  type CellValue,
  type FormField,
  isOptionSet,
  type SharedForm,
  type SharedQuestion,
} from '@plinth/domain'
import { describeError } from '../../lib/describe-error.ts'

const fieldOf = ({ field, label, type, options }: SharedQuestion): FormField => ({
  id: field,
  name: label,
  type,
  options,
})

export function sectionsOfShared({ sections }: SharedForm): readonly AskedSection[] {
  return sections.map(({ title = '', text = '', when, questions }, at) => ({
    id: `${at}`,
    title,
    text,
    ...(when === undefined ? {} : { when }),
    questions: questions.map((question) => ({
      field: fieldOf(question),
      label: question.label,
      help: question.help ?? '',
      // What is not shown has what the form says.
      isRequired: question.isRequired && question.isHidden !== true,
      isHidden: question.isHidden ?? false,
      ...(question.when === undefined ? {} : { when: question.when }),
      value: plainValue(question.value),
    })),
  }))
}

/** What of a form's own values can be shown: records that it links are nobody's to see. */
function plainValue(value: CellValue | undefined): CellValue {
  if (value === undefined || value === null) return null
  return typeof value !== 'object' || isOptionSet(value) ? value : null
}

/** A refusal in words for people outside, who know nobody in the base. */
export function wordsForVisitors(error: AppError): string {
  const { seconds } = error.details ?? {}
  if (error.code === 'form_busy' && seconds !== undefined) {
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    return `This form takes no more answers for the moment. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  }
  if (error.code === 'rule_violated') return 'The answers do not suit each other as the form needs it.'
  if (error.code === 'offline') return 'You are offline.'
  return describeError(error).text
}
