/** What a view of kind `form` asks, and what is said when it has been sent (docs/decisions/0051-forms.md). */
import { isComputedField } from '../field-types/traits.ts'
import { isUrl } from '../field-types/url.ts'
import type { FieldId } from '../ids.ts'
import { limits } from '../limits.ts'
import type { WrittenValue } from '../rows.ts'
import type { Field } from '../schema.ts'
import { fieldsOfTree } from './tree-fields.ts'

/** An expression's tree, as it travels (docs/expressions.md): over answers, true or false. */
export type ConditionTree = unknown

export interface FormQuestion {
  readonly field: FieldId
  /** Instead of the field's name. */
  readonly label?: string
  /** Below the label. */
  readonly help?: string
  /** Beside what the field itself requires; only where the question is asked. */
  readonly isRequired?: boolean
  /**
   * Asked where this is true for the answers before it; absent: always. Null: it looked at a field that is gone, or that the reader does
   * not see, so the question is not asked until it has another condition, or none.
   */
  readonly when?: ConditionTree | null
  /** What the answer is before somebody gives one; an address may say something else. */
  readonly value?: WrittenValue
  /** Not shown: its value is what the form or the address says. */
  readonly isHidden?: boolean
}

export interface FormSection {
  /** Within the form, made by who edits it: 1–40 characters of `[A-Za-z0-9_-]`. */
  readonly id: string
  readonly title?: string
  /** Markdown. */
  readonly text?: string
  /** Its questions are asked where this is true for the answers before it. Null: as of a question. */
  readonly when?: ConditionTree | null
  readonly questions: readonly FormQuestion[]
}

export const formPaces = ['page', 'steps'] as const
export type FormPace = (typeof formPaces)[number]

export interface FormSettings {
  /** Instead of the view's name. */
  readonly title?: string
  /** Markdown. */
  readonly intro?: string
  /** All on one page, or a section at a time. */
  readonly pace?: FormPace
  /** Absent: one section that asks for all fields that can be asked for. Each field is asked for once. */
  readonly sections?: readonly FormSection[]
  /** On the button. */
  readonly submitLabel?: string
  /** Markdown, once it is sent. */
  readonly thanks?: string
  /** https address that is opened instead. */
  readonly redirect?: string
  /** Offers to send another one. */
  readonly allowsAnother?: boolean
}

type AskedField = Pick<Field, 'id' | 'type' | 'formula' | 'rollup' | 'onRead'>
type Loose = Readonly<Record<string, unknown>>

/** Fields that a form can ask for: those that are not computed. */
export const isAskable = (field: Omit<AskedField, 'id'>): boolean =>
  !isComputedField(field) && field.onRead !== true

/** Settings of a form as far as they suit the fields: questions about others are left out, and conditions that look at others lost. */
export function fitForm(raw: unknown, fields: readonly AskedField[]): FormSettings {
  const given = isLoose(raw) ? raw : {}
  const known = new Map(fields.filter(isAskable).map((field) => [field.id as string, field.id]))
  return {
    ...texts(given, { title: 'formLabelLength', intro: 'formTextLength', submitLabel: 'nameLength' }),
    ...texts(given, { thanks: 'formTextLength' }),
    ...(isRedirect(given['redirect']) ? { redirect: given['redirect'] } : {}),
    ...flags(given, ['allowsAnother']),
    ...(isPace(given['pace']) ? { pace: given['pace'] } : {}),
    ...(Array.isArray(given['sections']) ? { sections: fitSections(given['sections'], known) } : {}),
  }
}

type KnownFields = ReadonlyMap<string, FieldId>

function fitSections(raw: readonly unknown[], known: KnownFields): FormSection[] {
  const asked = new Set<FieldId>()
  return raw
    .filter(isLoose)
    .slice(0, limits.sectionsPerForm)
    .map((section, at) => ({
      id: typeof section['id'] === 'string' ? section['id'] : `s${at + 1}`,
      ...texts(section, { title: 'formLabelLength', text: 'formTextLength' }),
      ...condition(section, known),
      questions: listOf(section['questions']).flatMap((question) => fitQuestion(question, known, asked)),
    }))
}

function fitQuestion(raw: unknown, known: KnownFields, asked: Set<FieldId>): FormQuestion[] {
  const given = isLoose(raw) ? raw : {}
  const field = typeof given['field'] === 'string' ? known.get(given['field']) : undefined
  if (field === undefined || asked.has(field)) return []
  asked.add(field)
  return [
    {
      field,
      ...texts(given, { label: 'formLabelLength', help: 'descriptionLength' }),
      ...flags(given, ['isRequired', 'isHidden']),
      ...condition(given, known),
      ...(Object.hasOwn(given, 'value') ? { value: given['value'] as WrittenValue } : {}),
    },
  ]
}

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** An address of a view may hold anything: nothing but https is opened. */
export const isRedirect = (value: unknown): value is string =>
  typeof value === 'string' && isUrl(value) && /^https:/i.test(value)
const isPace = (value: unknown): value is FormPace => (formPaces as readonly unknown[]).includes(value)

/** Those of these texts that are there and not too long. */
function texts<K extends string>(
  given: Loose,
  lengths: Readonly<Record<K, keyof typeof limits>>,
): { [Key in K]?: string } {
  const kept = (Object.keys(lengths) as K[]).flatMap((key) => {
    const text = given[key]
    return typeof text === 'string' && [...text].length <= limits[lengths[key]] ? [[key, text] as const] : []
  })
  return Object.fromEntries(kept) as { [Key in K]?: string }
}

function flags<K extends string>(given: Loose, keys: readonly K[]): { [Key in K]?: boolean } {
  const kept = keys.flatMap((key) => {
    const flag = given[key]
    return typeof flag === 'boolean' ? [[key, flag] as const] : []
  })
  return Object.fromEntries(kept) as { [Key in K]?: boolean }
}

function condition(given: Loose, known: KnownFields): { when?: ConditionTree | null } {
  if (!Object.hasOwn(given, 'when')) return {}
  const tree = given['when']
  return { when: isLoose(tree) && fieldsOfTree(tree).every((id) => known.has(id)) ? tree : null }
}
