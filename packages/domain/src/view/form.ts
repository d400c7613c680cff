/**
 * What a form asks, of whom has given these answers so far (docs/decisions/0051-forms.md). A form that nobody has set up asks for all
 * fields that can be asked for, in the table's order. A question is asked where its condition and that of its section are true for the
 * answers to what is asked before it; what is not asked is neither required nor sent.
 */
import { type AppError, appError } from '../errors.ts'
import type { FieldShape, ValueContext } from '../field-types/field-type.ts'
import { isLinkChange } from '../field-types/link.ts'
import { fieldTypes } from '../field-types/registry.ts'
import type { FieldId } from '../ids.ts'
import type { CellValue } from '../rows.ts'
import { ruleProblem } from '../rules/field-rules.ts'
import type { Field } from '../schema.ts'
import {
  type ConditionTree,
  type FormQuestion,
  type FormSection,
  type FormSettings,
  fitForm,
  isAskable,
} from './form-settings.ts'

/** What of a field a form needs to know. */
export type FormField = FieldShape &
  Pick<
    Field,
    | 'id'
    | 'name'
    | 'type'
    | 'rules'
    | 'description'
    | 'access'
    | 'changing'
    | 'onRead'
    | 'formula'
    | 'rollup'
    | 'hidden'
    | 'aside'
  >

export type Answers = Readonly<Record<FieldId, CellValue>>

/** Is a condition true for these answers? */
export type Holds = (when: ConditionTree, answers: Answers) => boolean

export interface AskedQuestion<F extends FormField = FormField> {
  readonly field: F
  readonly label: string
  /** Empty: none. */
  readonly help: string
  readonly isRequired: boolean
  readonly isHidden: boolean
  /** Absent: always. Null: never, as its condition is lost. */
  readonly when?: ConditionTree | null
  /** Before somebody answers. */
  readonly value: CellValue
}

export interface AskedSection<F extends FormField = FormField> {
  readonly id: string
  /** Empty: none, as of the text. */
  readonly title: string
  readonly text: string
  /** As of a question. */
  readonly when?: ConditionTree | null
  readonly questions: readonly AskedQuestion<F>[]
}

/** The section of a form that nobody has set up. */
const onlySection = 'all'

/** Can this person answer it, at this time? */
export const isAnswerable = (field: FormField): boolean =>
  isAskable(field) && field.access !== 'read' && field.changing === undefined

/** The sections of a form as they are kept, or what they would be. */
export function sectionsOfForm(
  { sections }: FormSettings,
  fields: readonly FormField[],
): readonly FormSection[] {
  if (sections) return sections
  return [{ id: onlySection, questions: fields.filter(isAnswerable).map(({ id }) => ({ field: id })) }]
}

/**
 * All that a form may ask of this person, whatever the answers. Fields that they cannot answer are as those that are gone: neither asked
 * for, nor looked at by conditions.
 */
export function formOf<F extends FormField>(
  settings: FormSettings,
  fields: readonly F[],
): readonly AskedSection<F>[] {
  const answerable = new Map(fields.filter(isAnswerable).map((field) => [field.id, field]))
  const fitted = fitForm(settings, [...answerable.values()])
  return sectionsOfForm(fitted, fields).map(({ id, title = '', text = '', when, questions }) => ({
    id,
    title,
    text,
    ...(when === undefined ? {} : { when }),
    questions: questions.map((question) => asked(question, answerable.get(question.field)!)),
  }))
}

function asked<F extends FormField>(question: FormQuestion, field: F): AskedQuestion<F> {
  const { label, help, isRequired = false, isHidden = false, when, value } = question
  return {
    field,
    label: label?.trim() || field.name,
    help: help ?? field.description ?? '',
    // What is not shown the form does not require; the field may.
    isRequired: (isRequired && !isHidden) || field.rules?.required === true,
    isHidden,
    ...(when === undefined ? {} : { when }),
    // Which records a form links by itself the database knows alone.
    value: value === undefined || isLinkChange(value) ? null : value,
  }
}

/** What is asked of whoever has given these answers: sections without a question are there where they say something. */
export function askedNow<F extends FormField>(
  sections: readonly AskedSection<F>[],
  answers: Answers,
  holds: Holds,
): readonly AskedSection<F>[] {
  const known: Record<FieldId, CellValue> = {}
  const isAsked = ({ when }: { when?: ConditionTree | null }) =>
    when === undefined || (when !== null && holds(when, known))
  return sections.flatMap((section) => {
    if (!isAsked(section)) return []
    const questions = section.questions.filter((question) => {
      if (!isAsked(question)) return false
      known[question.field.id] = answers[question.field.id] ?? null
      return true
    })
    return questions.length > 0 || section.title !== '' || section.text !== ''
      ? [{ ...section, questions }]
      : []
  })
}

/** The steps in which it is asked: a section each that shows something, or one with all of them. */
export function stepsOf<F extends FormField>(
  pace: FormSettings['pace'],
  asked: readonly AskedSection<F>[],
): readonly (readonly AskedSection<F>[])[] {
  if (pace !== 'steps') return [asked]
  const shown = asked.filter(
    ({ title, text, questions }) =>
      title !== '' || text !== '' || questions.some(({ isHidden }) => !isHidden),
  )
  return shown.length > 0 ? shown.map((section) => [section]) : [asked]
}

const isEmptyAnswer = ({ type }: FormField, value: CellValue): boolean =>
  fieldTypes[type].isEmpty(value) || (type === 'checkbox' && value !== true)

/** What stands in the way of sending these answers, by field; `unread`: texts that are no value of their field. */
export function problemsOf(
  asked: readonly AskedSection[],
  answers: Answers,
  unread: Readonly<Record<FieldId, string>>,
  context: ValueContext,
): ReadonlyMap<FieldId, AppError> {
  const problems = asked.flatMap(({ questions }) =>
    questions.flatMap(({ field, isRequired }): [FieldId, AppError][] => {
      const text = unread[field.id]
      const problem =
        text === undefined
          ? problemOf(field, isRequired, answers[field.id] ?? null, context)
          : textProblem(field, text, context)
      return problem ? [[field.id, problem]] : []
    }),
  )
  return new Map(problems)
}

function problemOf(
  field: FormField,
  isRequired: boolean,
  value: CellValue,
  context: ValueContext,
): AppError | null {
  if (isRequired && isEmptyAnswer(field, value))
    return appError('value_required', {
      message: field.type === 'checkbox' ? 'Tick this to go on.' : 'Please answer this.',
      details: { field: field.id },
    })
  return ruleProblem(field, value, context)
}

function textProblem(field: FormField, text: string, context: ValueContext): AppError | null {
  const read = fieldTypes[field.type].parseText(text, field, context)
  return read.ok ? null : read.error
}

/**
 * What is sent: the answers to what is asked. An empty one is sent where there was something at the beginning, else it says nothing: what
 * the form or the field have by themselves comes into its place.
 */
export function answersToSend(
  asked: readonly AskedSection[],
  answers: Answers,
  first: Answers,
): Record<FieldId, CellValue> {
  const given = asked.flatMap(({ questions }) =>
    questions.flatMap(({ field }): [FieldId, CellValue][] => {
      const value = answers[field.id] ?? null
      if (!fieldTypes[field.type].isEmpty(value)) return [[field.id, value]]
      return (first[field.id] ?? null) === null || field.type === 'status' ? [] : [[field.id, null]]
    }),
  )
  return Object.fromEntries(given)
}

/** What a form begins with: what the address says, else the form, else the field. */
export function firstAnswers(
  sections: readonly AskedSection[],
  given: Answers,
  defaults: Answers,
): Record<FieldId, CellValue> {
  const entries = sections.flatMap(({ questions }) =>
    questions.flatMap(({ field, value }) => {
      const first = given[field.id] ?? value ?? defaults[field.id] ?? null
      return first === null ? [] : [[field.id, first] as const]
    }),
  )
  return Object.fromEntries(entries)
}

export interface Prefill {
  readonly answers: Answers
  readonly hidden: ReadonlySet<FieldId>
}

const prefillKey = /^(prefill|hide)_(.+)$/s

/**
 * What an address says of the answers: `prefill_<field>` as the field reads text, `hide_<field>` that it is not shown. Fields are named by
 * their label in the form, their name or their id, without regard to case; what names none, or is no value of it, says nothing.
 */
export function readPrefill(
  params: Iterable<readonly [string, string]>,
  sections: readonly AskedSection[],
  context: ValueContext,
): Prefill {
  const questions = sections.flatMap((section) => section.questions)
  const find = (name: string) => {
    const sought = name.trim().toLowerCase()
    const by = (nameOf: (question: AskedQuestion) => string) =>
      questions.find((question) => nameOf(question).toLowerCase() === sought)
    return by(({ field }) => field.id) ?? by(({ field }) => field.name) ?? by(({ label }) => label)
  }
  const answers: Record<FieldId, CellValue> = {}
  const hidden = new Set<FieldId>()
  for (const [key, text] of params) {
    const [, kind, name = ''] = prefillKey.exec(key) ?? []
    const field = kind ? find(name)?.field : undefined
    if (!field) continue
    const read = fieldTypes[field.type].parseText(text, field, context)
    if (kind === 'hide') {
      if (text !== 'false' && text !== '0') hidden.add(field.id)
    } else if (read.ok && read.value !== null && ruleProblem(field, read.value, context) === null)
      answers[field.id] = read.value
  }
  return { answers, hidden }
}

/** Not shown are those that the form or the address hides, unless an answer is required and there is none. */
export function withHidden<F extends FormField>(
  sections: readonly AskedSection<F>[],
  hidden: ReadonlySet<FieldId>,
  first: Answers,
): readonly AskedSection<F>[] {
  return sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const { field, isRequired } = question
      const isLacking = isRequired && isEmptyAnswer(field, first[field.id] ?? null)
      return { ...question, isHidden: (question.isHidden || hidden.has(field.id)) && !isLacking }
    }),
  }))
}
