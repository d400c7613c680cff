import type { LinkItem, RecordId } from '@plinth/domain'
import { linksTo, type RowView, type TableSession } from '@plinth/record-store'
import { describe, expect, it } from 'vitest'
import type { RecordChoice } from '../../../lib/records/record-choice.ts'
import { fieldOf, rowOf } from '../grid/testing.ts'
import { isNewName, leftOut, offered } from './link-choices.ts'
import { saveLinks, toggledLink } from './save-links.ts'

const item = (id: string): LinkItem => [id as RecordId, id]
const choice = (label: string, note = ''): RecordChoice => ({ item: item(label), label, note })
const heat = choice('Heat', '1995')
const ronin = choice('Ronin')
const labels = (choices: readonly RecordChoice[]) => choices.map(({ label }) => label)

describe('the list of a link', () => {
  it('begins with what was linked when it was opened, and has each record once', () => {
    const known = { linked: [ronin], recent: [], found: [heat, ronin], foundText: '' }
    expect(labels(offered(known, ''))).toEqual(['Ronin', 'Heat'])
  })

  it('goes on with what was linked lately', () => {
    const lately = choice('Solaris')
    const known = { linked: [ronin], recent: [lately, ronin], found: [heat, lately], foundText: '' }
    expect(labels(offered(known, ''))).toEqual(['Ronin', 'Solaris', 'Heat'])
    expect(labels(offered(known, 'sol'))).toEqual(['Solaris'])
  })

  it('is what the server found for a text', () => {
    const known = { linked: [ronin], recent: [], found: [heat], foundText: 'mann' }
    expect(labels(offered(known, 'mann'))).toEqual(['Heat'])
  })

  it('is what of it is here and holds the text until the server has answered', () => {
    const known = { linked: [ronin], recent: [], found: [heat, choice('Héat 2')], foundText: '' }
    expect(labels(offered(known, 'heat'))).toEqual(['Heat', 'Héat 2'])
    expect(labels(offered(known, '1995'))).toEqual(['Heat'])
  })

  it('offers to make a record unless one of this name is there', () => {
    expect([isNewName([heat], 'Hea'), isNewName([heat], ' heat '), isNewName([heat], ' ')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('names those that are called so and are left out by a condition', () => {
    const excluded = { ...ronin, taken: 'Does not match the condition of this field' }
    expect(leftOut([heat, ronin, choice('Ronin 2')], [], ' ronin')).toEqual([excluded])
    expect(leftOut([ronin], [ronin], 'Ronin')).toEqual([])
  })
})

describe('a chosen record', () => {
  const [many, single] = [{ options: {} }, { options: { single: true as const } }]

  it('is linked, or taken out where it is linked', () => {
    expect(toggledLink(many, [item('a')], item('b'), false)).toEqual({ link: [item('b')], unlink: [] })
    expect(toggledLink(many, [item('a')], item('a'), true)).toEqual({ link: [], unlink: [item('a')] })
  })

  it('takes the place of the one that is there, where a cell holds one', () => {
    expect(toggledLink(single, [item('a')], item('b'), false)).toEqual({
      link: [item('b')],
      unlink: [item('a')],
    })
  })

  it('goes into a refused new record as all that the cell holds then', () => {
    const field = fieldOf('Cast', 'link')
    const row: RowView = { ...rowOf('r', { [field.id]: linksTo([item('a')]) }), state: 'refused' }
    const tried: unknown[] = []
    const session = { retryRecord: (...args: unknown[]) => tried.push(args) } as unknown as TableSession
    saveLinks(session, row, field, { link: [item('b')], unlink: [item('a')] })
    expect(tried).toEqual([[row.id, { [field.id]: linksTo([item('b')]) }]])
  })
})
