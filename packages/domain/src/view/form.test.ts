import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldId, OptionId } from '../ids.ts'
import type { CellValue } from '../rows.ts'
import type { FieldTypeName } from '../schema.ts'
import {
  type Answers,
  answersToSend,
  askedNow,
  type FormField,
  firstAnswers,
  formOf,
  isAnswerable,
  problemsOf,
  readPrefill,
  stepsOf,
  withHidden,
} from './form.ts'
import type { FormSection, FormSettings } from './form-settings.ts'

const field = (id: string, type: FieldTypeName, more: Partial<FormField> = {}): FormField => ({
  id: id as FieldId,
  name: id.toUpperCase(),
  type,
  options: {},
  ...more,
})
const colours = [{ id: 'red' as OptionId, label: 'Red', hue: 'red' as const }]
const fields = [
  field('name', 'text', { rules: { required: true, maxLength: 5 }, description: 'As in the passport.' }),
  field('age', 'integer', { rules: { min: 18 } }),
  field('colour', 'single_select', { options: { options: colours } }),
  field('agrees', 'checkbox'),
  field('no', 'autonumber'),
  field('sum', 'integer', { formula: {} }),
  field('kept', 'text', { access: 'read' }),
]
const context = { locale: 'en', timeZone: 'UTC' }
const id = (name: string) => name as FieldId
/** `{ filled: id }` is true where that is answered. */
const holds = (when: unknown, answers: Answers) =>
  (answers[(when as { filled: FieldId }).filled] ?? null) !== null
const filled = (name: string) => ({ filled: id(name) })
const idsOf = (sections: ReturnType<typeof formOf>) =>
  sections.flatMap(({ questions }) => questions.map((question) => question.field.id as string))

describe('formOf', () => {
  it('asks for all that can be asked for where nobody has set it up', () => {
    const [section, ...others] = formOf({}, fields)
    expect(others).toEqual([])
    expect(section!.questions.map(({ field: { id }, isRequired, help }) => [id, isRequired, help])).toEqual([
      ['name', true, 'As in the passport.'],
      ['age', false, ''],
      ['colour', false, ''],
      ['agrees', false, ''],
    ])
  })

  it('asks for a field once, and for none that cannot be asked for, whatever is kept', () => {
    const question = fc.record({ field: fc.constantFrom(...fields.map((one) => one.id), id('gone')) })
    const section = fc.record({ id: fc.string(), questions: fc.array(question) })
    fc.assert(
      fc.property(fc.array(section), (sections) => {
        const asked = idsOf(formOf({ sections }, fields))
        expect(new Set(asked).size).toBe(asked.length)
        const able = fields.filter(isAnswerable).map((one) => one.id as string)
        const named = new Set(
          sections.flatMap(({ questions }) => questions.map((one) => one.field as string)),
        )
        expect(asked.toSorted()).toEqual(able.filter((one) => named.has(one)).toSorted())
      }),
    )
  })
})

const section = (name: string, questions: FormSection['questions'], more: Partial<FormSection> = {}) => ({
  id: name,
  questions,
  ...more,
})

const form = (sections: FormSettings['sections']) => formOf({ sections: sections! }, fields)

const looksAt = (name: string) => ({ call: 'is_empty', args: [{ field: name }] })

describe('a condition', () => {
  it('is lost where it looks at a field that this person may not answer, as in the database', () => {
    const sections = form([
      section('a', [{ field: id('name'), when: looksAt('kept') }, { field: id('age') }]),
      section('b', [{ field: id('colour') }], { when: looksAt('kept') }),
      section('c', [{ field: id('agrees') }], { when: looksAt('age') }),
    ])
    expect(idsOf(askedNow(sections, {}, () => true))).toEqual(['age', 'agrees'])
  })
})

describe('askedNow', () => {
  it('looks at the answers before a question, and only at those that were asked for', () => {
    const sections = form([
      section('a', [
        { field: id('colour'), when: filled('agrees') },
        { field: id('name') },
        { field: id('age'), when: filled('name') },
      ]),
      section('b', [{ field: id('agrees') }], { when: filled('age') }),
    ])
    const answers = { [id('agrees')]: true, [id('age')]: 20, [id('name')]: 'Ada' }
    // The first is asked before what it looks at.
    expect(idsOf(askedNow(sections, answers, holds))).toEqual(['name', 'age', 'agrees'])
    // Whose age is not asked for has none, though one was typed before.
    expect(idsOf(askedNow(sections, { ...answers, [id('name')]: null }, holds))).toEqual(['name'])
  })

  it('sends answers to what is asked alone, and leaves none of these out', () => {
    const when = fc.option(fc.constantFrom('name', 'age', 'colour', 'agrees').map(filled))
    const question = fc.record({ field: fc.constantFrom(...fields.map((one) => one.id)), when })
    const sections = fc.array(fc.record({ id: fc.string(), when, questions: fc.array(question) }))
    const values = fc.dictionary(
      fc.constantFrom('name', 'age', 'colour', 'agrees', 'gone'),
      fc.constantFrom<CellValue>(null, 'x', 1, true),
    )
    fc.assert(
      fc.property(sections, values, (made, answers) => {
        const asked = askedNow(formOf({ sections: made as readonly FormSection[] }, fields), answers, holds)
        const sent = answersToSend(asked, answers, {})
        const ids = idsOf(asked)
        expect(Object.keys(sent).toSorted()).toEqual(
          ids.filter((one) => (answers[one] ?? null) !== null).toSorted(),
        )
        // What is not asked decides nothing: without it the same is asked.
        const known = Object.fromEntries(ids.map((one) => [one, answers[one] ?? null]))
        expect(
          idsOf(askedNow(formOf({ sections: made as readonly FormSection[] }, fields), known, holds)),
        ).toEqual(ids)
      }),
    )
  })

  it('asks nothing whose condition is lost', () => {
    const sections = form([
      section('a', [{ field: id('name'), when: null }, { field: id('age') }]),
      section('b', [{ field: id('agrees') }], { when: null }),
    ])
    expect(idsOf(askedNow(sections, {}, () => true))).toEqual(['age'])
  })

  it('sends that something was taken out which was there at the beginning', () => {
    const asked = form([section('a', [{ field: id('name') }, { field: id('age') }])])
    const first = { [id('name')]: 'Ada', [id('agrees')]: true }
    expect(answersToSend(asked, {}, first)).toEqual({ name: null })
    expect(answersToSend(asked, first, {})).toEqual({ name: 'Ada' })
  })

  it('requires nothing that it does not show, unless the field does', () => {
    const hidden = form([
      section('a', [
        { field: id('age'), isRequired: true, isHidden: true },
        { field: id('name'), isHidden: true },
      ]),
    ])
    expect(hidden[0]!.questions.map(({ isRequired }) => isRequired)).toEqual([false, true])
  })

  it('goes in steps through what shows something', () => {
    const sections = form([
      section('empty', []),
      section('text', [], { text: 'Read this.' }),
      section('hidden', [{ field: id('age'), isHidden: true }]),
      section('name', [{ field: id('name') }]),
    ])
    const asked = askedNow(sections, {}, holds)
    expect(stepsOf('steps', asked).map(([one]) => one!.id)).toEqual(['text', 'name'])
    expect(stepsOf('page', asked)).toEqual([asked])
    expect(stepsOf('steps', [])).toEqual([[]])
  })
})

describe('problemsOf', () => {
  const questions = [
    { field: id('name') },
    { field: id('age') },
    { field: id('agrees'), isRequired: true },
    { field: id('colour') },
  ]
  const asked = formOf({ sections: [section('a', questions)] }, fields)
  const problems = (answers: Answers, unread: Record<FieldId, string> = {}) =>
    Object.fromEntries([...problemsOf(asked, answers, unread, context)].map(([one, { code }]) => [one, code]))

  it('wants what is required, an agreement being one that is ticked', () => {
    expect(problems({ [id('agrees')]: false })).toEqual({ name: 'value_required', agrees: 'value_required' })
    expect(problems({ [id('name')]: 'Ada', [id('agrees')]: true })).toEqual({})
  })

  it('says which rule a value breaks, and that a text is no value', () => {
    const answers = { [id('name')]: 'Far too long', [id('age')]: 17, [id('agrees')]: true }
    expect(problems(answers)).toEqual({ name: 'value_too_long', age: 'value_out_of_range' })
    expect(problems({ ...answers, [id('name')]: 'Ada' }, { [id('age')]: 'old' })).toEqual({
      age: 'value_invalid',
    })
  })
})

describe('what an address says', () => {
  const sections = formOf(
    {
      sections: [
        section('a', [
          { field: id('name'), label: 'Who are you?' },
          { field: id('age') },
          { field: id('colour') },
        ]),
      ],
    },
    fields,
  )
  const read = (query: string) => readPrefill(new URLSearchParams(query), sections, context)

  it('is read as each field reads text, by label, name or id', () => {
    const { answers, hidden } = read('prefill_who are you?=Ada&prefill_AGE=42&prefill_colour=red&hide_Age=1')
    expect(answers).toEqual({ name: 'Ada', age: 42, colour: 'red' })
    expect([...hidden]).toEqual(['age'])
  })

  it('says nothing where it names no question, is no value or breaks a rule', () => {
    const { answers, hidden } = read(
      'prefill_age=4&prefill_Colour=Puce&prefill_no=1&Name=Ada&prefill_=x&hide_age=false',
    )
    expect(answers).toEqual({})
    expect(hidden.size).toBe(0)
  })

  it('comes before what the form says, and that before the default of the field', () => {
    const made = formOf({ sections: [section('a', [{ field: id('name'), value: 'b' }])] }, fields)
    expect(firstAnswers(made, { [id('name')]: 'a' }, { [id('name')]: 'c' })).toEqual({ name: 'a' })
    expect(firstAnswers(made, {}, { [id('name')]: 'c' })).toEqual({ name: 'b' })
    expect(firstAnswers(sections, {}, { [id('name')]: 'c' })).toEqual({ name: 'c' })
  })

  it('shows what is hidden and has to be answered', () => {
    const hidden = new Set([id('name'), id('age')])
    const shown = (first: Answers) =>
      withHidden(sections, hidden, first)[0]!.questions.map(({ isHidden }) => isHidden)
    expect(shown({})).toEqual([false, true, false])
    expect(shown({ [id('name')]: 'Ada' })).toEqual([true, true, false])
  })
})
