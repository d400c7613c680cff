/** People and records that a form gives by itself, as far as whoever fills it in can be shown them. Pure. */
import {
  type AskedSection,
  type CellValue,
  type Field,
  type FieldId,
  type FormSettings,
  isLinkChange,
  type RecordId,
  type TableId,
  type WrittenValue,
} from '@plinth/domain'
import type { RecordChoice } from '../../../lib/records/record-choice.ts'

/** Records that a question links by itself. */
export interface OwnRecords {
  readonly field: FieldId
  readonly target: TableId
  readonly ids: readonly RecordId[]
}

export const recordsIn = (value: WrittenValue | undefined): readonly RecordId[] =>
  value !== undefined && isLinkChange(value) ? (value.link ?? []) : []

/** The records that a form links by itself, by its questions. */
export function ownRecords({ sections = [] }: FormSettings, fields: readonly Field[]): readonly OwnRecords[] {
  const links = new Map(fields.flatMap((field) => (field.type === 'link' ? [[field.id, field]] : [])))
  return sections.flatMap(({ questions }) =>
    questions.flatMap(({ field, value }) => {
      const target = links.get(field)?.options.target
      const ids = recordsIn(value)
      return target && ids.length > 0 ? [{ field, target, ids }] : []
    }),
  )
}

export const asLinks = (choices: readonly RecordChoice[]): CellValue =>
  choices.length === 0
    ? null
    : { count: choices.length, items: choices.map(({ item, label }) => [item[0], label] as const) }

/**
 * What is asked, with the records that it links by itself as they are called, and without people who are gone. What cannot be shown the
 * database gives all the same, as far as it can be given.
 */
export function withOwnAnswers<F extends Field>(
  sections: readonly AskedSection<F>[],
  links: ReadonlyMap<FieldId, CellValue>,
  people: readonly { readonly id: string }[] | undefined,
): readonly AskedSection<F>[] {
  const isGone = (person: CellValue) => people !== undefined && !people.some(({ id }) => id === person)
  return sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const { id, type } = question.field
      if (type === 'link') return { ...question, value: links.get(id) ?? null }
      return type === 'person' && isGone(question.value) ? { ...question, value: null } : question
    }),
  }))
}
