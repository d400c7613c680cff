import { type CellValue, type Field, type FieldId, formOf, type RecordId, type UserId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { asLinks, ownRecords, withOwnAnswers } from './own-answers.ts'

const id = (name: string) => name as FieldId
const field = (name: string, type: Field['type'], options = {}) =>
  ({ id: id(name), name, type, options }) as unknown as Field
const fields = [
  field('firm', 'link', { target: 'firms' }),
  field('helper', 'person'),
  field('name', 'text'),
  field('plain', 'link', { target: 'firms' }),
]
const [a, b] = ['a', 'b'] as unknown as [RecordId, RecordId]
const ben = 'ben' as UserId
const form = {
  sections: [
    {
      id: 's',
      questions: [
        { field: id('firm'), value: { link: [a, b] } },
        { field: id('helper'), value: ben },
        { field: id('name'), value: 'N' },
        { field: id('plain') },
        { field: id('gone'), value: { link: [a] } },
      ],
    },
  ],
}
const valuesOf = (links: ReadonlyMap<FieldId, CellValue>, people?: readonly { id: string }[]) =>
  withOwnAnswers(formOf(form, fields), links, people)[0]!.questions.map(({ value }) => value)

describe('what a form gives by itself', () => {
  it('names the records of its links', () => {
    expect(ownRecords(form, fields)).toEqual([{ field: 'firm', target: 'firms', ids: [a, b] }])
    expect(ownRecords({}, fields)).toEqual([])
  })

  it('is shown as far as it is known, and people who are gone are not', () => {
    const links = new Map([[id('firm'), asLinks([{ item: [b, 'raw'], label: 'B', note: '' }])]])
    expect(valuesOf(links)).toEqual([{ count: 1, items: [[b, 'B']] }, ben, 'N', null])
    expect(valuesOf(links, [{ id: 'ada' }])).toEqual([{ count: 1, items: [[b, 'B']] }, null, 'N', null])
    expect(valuesOf(new Map(), [{ id: ben }])).toEqual([null, ben, 'N', null])
    expect(asLinks([])).toBeNull()
  })
})
