import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldId } from '../ids.ts'
import {
  addSection,
  askFor,
  changeQuestion,
  changeSection,
  dropQuestion,
  dropSection,
  formLines,
  moveQuestion,
  moveSection,
  type Sections,
} from './form-edit.ts'

const id = (name: string) => name as FieldId
const names = (sections: Sections) =>
  sections.map((section) => `${section.id}: ${section.questions.map(({ field }) => field).join(' ')}`.trim())
const two: Sections = [
  { id: 'a', questions: [{ field: id('x') }, { field: id('y') }] },
  { id: 'b', title: 'B', questions: [{ field: id('z') }] },
]

/** Forms with each field once. */
const forms = fc.tuple(fc.shuffledSubarray(['x', 'y', 'z', 'v', 'w']), fc.integer({ min: 1, max: 4 })).map(
  ([fields, count]): Sections =>
    Array.from({ length: count }, (_, at) => ({
      id: `s${at}`,
      questions: fields.filter((_one, place) => place % count === at).map((field) => ({ field: id(field) })),
    })),
)
const fieldsOf = (sections: Sections) =>
  sections.flatMap(({ questions }) => questions.map(({ field }) => field as string))

describe('moving', () => {
  it('takes a question past a heading into another section', () => {
    expect(names(moveQuestion(two, 2, 3))).toEqual(['a: x', 'b: y z'])
    expect(names(moveQuestion(two, 4, 2))).toEqual(['a: x z y', 'b:'])
    expect(names(moveQuestion(two, 4, 0))).toEqual(['a: z x y', 'b:'])
    expect(moveQuestion(two, 3, 1)).toBe(two)
  })

  it('moves sections with what is in them', () => {
    expect(names(moveSection(two, 1, 0))).toEqual(['b: z', 'a: x y'])
    expect(moveSection(two, 1, 2)).toBe(two)
  })

  it('loses nothing, makes nothing, and is taken back by the move the other way', () => {
    fc.assert(
      fc.property(forms, fc.nat(9), fc.nat(9), (sections, from, to) => {
        const moved = moveQuestion(sections, from, to)
        expect(fieldsOf(moved).toSorted()).toEqual(fieldsOf(sections).toSorted())
        expect(moved.map((section) => section.id)).toEqual(sections.map((section) => section.id))
        const place = Math.max(1, Math.min(to, formLines(sections).length - 1))
        const isMoved = moved !== sections
        expect(isMoved ? moveQuestion(moved, place, from) : moved).toEqual(sections)
      }),
    )
  })
})

describe('sections', () => {
  it('leave their questions to the one before, and the first to the one behind it', () => {
    expect(names(dropSection(two, 'b'))).toEqual(['a: x y z'])
    expect(names(dropSection(two, 'a'))).toEqual(['b: x y z'])
    expect(dropSection([two[0]!], 'a')).toEqual([two[0]])
    expect(names(addSection(two, 'c'))).toEqual(['a: x y', 'b: z', 'c:'])
  })

  it('keep the order of all questions when one goes', () => {
    fc.assert(
      fc.property(forms, fc.nat(3), (sections, at) => {
        expect(fieldsOf(dropSection(sections, `s${at}`))).toEqual(fieldsOf(sections))
      }),
    )
  })
})

describe('changes', () => {
  it('ask for a field once, and stop asking for it', () => {
    expect(askFor(two, 'b', id('x'))).toBe(two)
    expect(names(askFor(two, 'a', id('n')))).toEqual(['a: x y n', 'b: z'])
    expect(names(dropQuestion(two, id('x')))).toEqual(['a: y', 'b: z'])
  })

  it('take a part away where it is empty', () => {
    const asked = changeQuestion(two, id('x'), { label: 'Who?', isRequired: true, value: 0 })
    expect(asked[0]!.questions[0]).toEqual({ field: 'x', label: 'Who?', isRequired: true, value: 0 })
    expect(changeQuestion(asked, id('x'), { label: '', isRequired: false, value: null })).toEqual(two)
    expect(changeSection(two, 'b', { title: '', text: 'T' })[1]).toEqual({
      id: 'b',
      text: 'T',
      questions: two[1]!.questions,
    })
  })
})
