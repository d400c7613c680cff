import type { Field, FieldId, LinkItem, OptionId, RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { cellOfGroup, textOfGroup } from './group-value.ts'

const field = (type: Field['type'], options: Field['options'] = {}): Field => ({
  id: 'f' as FieldId,
  name: 'Field',
  type,
  options,
  column: 'f',
  position: 0,
})
const values = { locale: 'en-GB', timeZone: 'Europe/Vienna' }
const studio: LinkItem = ['s' as RecordId, 'Mosfilm']

describe('what the records of a group hold', () => {
  it('is a set of options where it is told by their ids', () => {
    expect(cellOfGroup(field('multi_select'), 'a b', null)).toEqual(['a', 'b'] as OptionId[])
    expect(cellOfGroup(field('multi_select'), null, null)).toBeNull()
  })

  it('is the linked record, or one that may not be read', () => {
    const link = field('link', { single: true })
    expect(cellOfGroup(link, 's', studio)).toEqual({ count: 1, items: [studio] })
    expect(cellOfGroup(link, 's', null)).toEqual({ count: 1, items: [] })
    expect(cellOfGroup(link, null, null)).toBeNull()
  })

  it('is the value itself of other types', () => {
    expect(cellOfGroup(field('text'), 'a b', null)).toBe('a b')
    expect(cellOfGroup(field('checkbox'), false, null)).toBe(false)
  })
})

describe('what a group is called by no value', () => {
  it('is a day of moments, and how many files or linked records there are', () => {
    expect(textOfGroup(field('datetime'), '2026-11-29', values)).toBe('29 Nov 2026')
    expect(textOfGroup(field('attachment'), 1, values)).toBe('1 file')
    expect(textOfGroup(field('link'), 1_200, values)).toBe('1,200 linked')
  })

  it('is nothing of what has a value, or none', () => {
    expect(textOfGroup(field('number'), 3, values)).toBeNull()
    expect(textOfGroup(field('link', { single: true }), 's', values)).toBeNull()
    expect(textOfGroup(field('attachment'), null, values)).toBeNull()
  })
})
