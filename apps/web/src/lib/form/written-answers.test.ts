import type { Answers, CellValue, RecordId } from '@plinth/domain'
import { expect, it } from 'vitest'
import { writtenAnswers } from './written-answers.ts'

it('says of links what is to be linked, and of all else the value', () => {
  const links: CellValue = {
    count: 2,
    items: [
      ['a' as RecordId, 'A'],
      ['b' as RecordId, null],
    ],
  }
  const answers = { links, set: ['x'], text: 'T', none: null } as unknown as Answers
  expect(writtenAnswers(answers)).toEqual({
    links: { link: ['a', 'b'] },
    set: ['x'],
    text: 'T',
    none: null,
  })
})
