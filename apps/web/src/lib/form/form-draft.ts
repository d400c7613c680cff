/**
 * What somebody has begun to fill in, kept in this browser until it is sent: a reload loses nothing. Files are not kept; they are chosen
 * again. What does not suit the form any more is left out when it is read.
 */
import {
  type Answers,
  type AskedSection,
  type CellValue,
  type FieldId,
  fieldTypes,
  isLinks,
  type RecordId,
  uuidV7,
} from '@plinth/domain'

export interface FormDraft {
  /** Of what is sent: sent twice, it is there once. */
  readonly id: RecordId
  readonly answers: Answers
  /** Texts that are no value of their field. */
  readonly unread: Readonly<Record<FieldId, string>>
}

export const newDraft = (answers: Answers): FormDraft => ({
  id: uuidV7() as RecordId,
  answers,
  unread: {},
})

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null: nothing was begun, or nothing of it is left. */
export function readDraft(store: Store, key: string, sections: readonly AskedSection[]): FormDraft | null {
  const draft = parsed(attempt(() => store.getItem(key)))
  if (!isObject(draft) || typeof draft['id'] !== 'string') return null
  const fields = sections.flatMap(({ questions }) => questions.map(({ field }) => field))
  const given = isObject(draft['answers']) ? draft['answers'] : {}
  const texts = isObject(draft['unread']) ? draft['unread'] : {}
  const answers = fields.flatMap((field) => {
    const value = given[field.id] as CellValue | undefined
    if (value === undefined || value === null || field.type === 'attachment') return []
    if (field.type === 'link' && !isWholeLinks(value)) return []
    const checked = fieldTypes[field.type].validate(value, field)
    return checked.ok && checked.value !== null ? [[field.id, checked.value] as const] : []
  })
  const unread = fields.flatMap(({ id }) => (typeof texts[id] === 'string' ? [[id, texts[id]] as const] : []))
  if (answers.length + unread.length === 0) return null
  return {
    id: draft['id'] as RecordId,
    answers: Object.fromEntries(answers),
    unread: Object.fromEntries(unread) as Record<FieldId, string>,
  }
}

const isWholeLinks = (value: CellValue): boolean => isLinks(value) && Array.isArray(value.items)

/** False: this browser keeps nothing. */
export function keepDraft(store: Store, key: string, draft: FormDraft): boolean {
  return (
    attempt(() => {
      store.setItem(key, JSON.stringify(draft))
      return true
    }) ?? false
  )
}

export function dropDraft(store: Store, key: string): void {
  attempt(() => store.removeItem(key))
}

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    // Storage is refused or full: the form works all the same, and what is typed ends with the page.
    return null
  }
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
