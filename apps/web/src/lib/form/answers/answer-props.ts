import type { AskedQuestion, CellValue } from '@plinth/domain'

/** What an answer of any type is given, and what it tells. */
export interface AnswerProps {
  readonly question: AskedQuestion
  readonly value: CellValue
  /** Typed, and no value of the field. */
  readonly unread: string | undefined
  readonly files: readonly File[]
  readonly labelId: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  onValue(value: CellValue): void
  /** `value`: what the text says; undefined where it is no value of the field. */
  onText(text: string, value: CellValue | undefined): void
  onFiles(files: readonly File[]): void
}

/** What assistive technology is told of the element that is answered by. */
export const answerNames = ({ labelId, describedBy, isInvalid }: AnswerProps) => ({
  'aria-labelledby': labelId,
  ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  ...(isInvalid ? { 'aria-invalid': true as const } : {}),
})
