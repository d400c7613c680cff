import { type Answers, type FormAnswers, isLinks } from '@plinth/domain'

/** Answers as they travel: of links what is to be linked. */
export function writtenAnswers(answers: Answers): FormAnswers {
  const entries = Object.entries(answers).map(([field, value]) => [
    field,
    isLinks(value) ? { link: value.items.map(([id]) => id) } : value,
  ])
  return Object.fromEntries(entries)
}
