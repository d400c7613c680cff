/** How a form is put together: each change answers the sections as they are then. A field is asked for once at most. */
import type { FieldId } from '../ids.ts'
import { moved } from '../moved.ts'
import type { FormQuestion, FormSection } from './form-settings.ts'

export type Sections = readonly FormSection[]

/** The headings and questions of a form in one list: what is moved past a heading is in another section. */
export type FormLine =
  | { readonly kind: 'section'; readonly section: Omit<FormSection, 'questions'> }
  | { readonly kind: 'question'; readonly question: FormQuestion }

export function formLines(sections: Sections): readonly FormLine[] {
  return sections.flatMap(({ questions, ...section }): FormLine[] => [
    { kind: 'section', section },
    ...questions.map((question) => ({ kind: 'question', question }) as const),
  ])
}

function sectionsOfLines(lines: readonly FormLine[]): Sections {
  const sections: { section: Omit<FormSection, 'questions'>; questions: FormQuestion[] }[] = []
  for (const line of lines) {
    if (line.kind === 'section') sections.push({ section: line.section, questions: [] })
    else sections.at(-1)?.questions.push(line.question)
  }
  return sections.map(({ section, questions }) => ({ ...section, questions }))
}

/** Moves a question to another place among all lines; the first heading stays first. */
export function moveQuestion(sections: Sections, from: number, to: number): Sections {
  const lines = formLines(sections)
  const line = lines[from]
  if (line?.kind !== 'question') return sections
  const place = Math.max(1, Math.min(to, lines.length - 1))
  return place === from ? sections : sectionsOfLines(moved(lines, from, place))
}

export function moveSection(sections: Sections, from: number, to: number): Sections {
  if (to < 0 || to >= sections.length || from === to) return sections
  return moved(sections, from, to)
}

export function addSection(sections: Sections, id: string): Sections {
  return [...sections, { id, questions: [] }]
}

/** Its questions go into the section before it, or behind the first one; the last section stays. */
export function dropSection(sections: Sections, id: string): Sections {
  const at = sections.findIndex((section) => section.id === id)
  const gone = sections[at]
  if (!gone || sections.length === 1) return sections
  const heir = at === 0 ? 1 : at - 1
  return sections.flatMap((section, place) => {
    if (place === at) return []
    if (place !== heir) return [section]
    const { questions } = section
    return [
      {
        ...section,
        questions: at === 0 ? [...gone.questions, ...questions] : [...questions, ...gone.questions],
      },
    ]
  })
}

type SectionTexts = { readonly [K in 'title' | 'text' | 'when']?: FormSection[K] | undefined }
type QuestionParts = { readonly [K in Exclude<keyof FormQuestion, 'field'>]?: FormQuestion[K] | undefined }

/** Undefined, and an empty text, take a part away. */
export function changeSection(sections: Sections, id: string, changes: SectionTexts): Sections {
  return sections.map((section) => (section.id === id ? merged(section, changes) : section))
}

export function changeQuestion(sections: Sections, field: FieldId, changes: QuestionParts): Sections {
  return sections.map((section) => ({
    ...section,
    questions: section.questions.map((one) => (one.field === field ? merged(one, changes) : one)),
  }))
}

const isThere = ([, value]: [string, unknown]): boolean =>
  value !== undefined && value !== '' && value !== false && value !== null

function merged<T extends object>(whole: T, changes: { readonly [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries({ ...whole, ...changes }).filter(isThere)) as T
}

export function askFor(sections: Sections, section: string, field: FieldId): Sections {
  if (isAskedFor(sections, field)) return sections
  return sections.map((one) =>
    one.id === section ? { ...one, questions: [...one.questions, { field }] } : one,
  )
}

export function dropQuestion(sections: Sections, field: FieldId): Sections {
  return sections.map((section) => ({
    ...section,
    questions: section.questions.filter((question) => question.field !== field),
  }))
}

const isAskedFor = (sections: Sections, field: FieldId): boolean =>
  sections.some(({ questions }) => questions.some((question) => question.field === field))
