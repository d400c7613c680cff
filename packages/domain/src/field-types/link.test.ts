import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordId, TableId } from '../ids.ts'
import { limits } from '../limits.ts'
import type { CellValue, LinkItem, LinkValue } from '../rows.ts'
import { textFinder } from '../view/text-finder.ts'
import type { LabelField } from './field-type.ts'
import { integer } from './integer.ts'
import { link, restrictedLinks } from './link.ts'
import { joinLabels, splitLabels } from './link-text.ts'
import { text } from './text.ts'

const films = 'films' as TableId
const field = { options: { target: films } }
const item = (value: CellValue, no = 0): LinkItem => [`r${no}` as RecordId, value]
const of = (...items: LinkItem[]): LinkValue => ({ count: items.length, items })
const contextOf = (label?: LabelField) => ({ locale: 'de-DE', timeZone: 'UTC', labelFieldOf: () => label })
const byName = contextOf({ type: text, shape: { options: {} } })
const byNumber = contextOf({ type: integer, shape: { options: {} } })

describe('a cell of links', () => {
  it('reads as the names of its records, each written as its own table writes it', () => {
    expect(link.formatText(of(item('Heat'), item('Ronin', 1)), field, byName)).toBe('Heat, Ronin')
    expect(link.formatText(of(item(1200)), field, byNumber)).toBe('1.200')
    expect(link.toExport(of(item(1200)), field, byNumber)).toBe('1200')
  })

  it('is copied as names that a paste finds again; that of a cell for one record needs no quotes', () => {
    const names = of(item('Me, Myself'), item('Heat', 1))
    expect(link.editText(names, field, byName)).toBe('"Me, Myself", Heat')
    const single = { options: { ...field.options, single: true as const } }
    expect(link.editText(of(item('Me, Myself')), single, byName)).toBe('Me, Myself')
    expect(link.toExport(of(item('Me, Myself')), single, byName)).toBe('Me, Myself')
  })

  it('names records without a name, and none that may not be read', () => {
    expect(link.formatText(of(item(null)), field, byName)).toBe('Unnamed record')
    expect(link.formatText({ count: 3, items: [item('Heat')] }, field, byName)).toBe('Heat')
    expect(link.formatText({ count: 3, items: [] }, field, contextOf())).toBe('')
  })

  it('is empty where nothing is linked, and not where all that is linked is restricted', () => {
    expect([null, of()].map(link.isEmpty)).toEqual([true, true])
    expect(link.isEmpty({ count: 1, items: [] })).toBe(false)
  })

  it('tells how many records are restricted only where all others are told', () => {
    expect(restrictedLinks({ count: 3, items: [item('Heat')] })).toBe(2)
    expect(restrictedLinks({ count: 3, items: [item('Heat')], isPartial: true })).toBe(0)
    expect(restrictedLinks({ count: limits.linksPerCell + 1, items: [item('Heat')] })).toBe(0)
  })

  it('holds a text where one of the names does', () => {
    const finds = textFinder('hea', byName)
    expect(finds({ type: 'link', ...field }, of(item('Ronin'), item('Heat', 1)))).toBe(true)
    expect(finds({ type: 'link', ...field }, of(item('Ronin')))).toBe(false)
    expect(textFinder('r0', byName)({ type: 'link', ...field }, of(item('Ronin')))).toBe(false)
  })
})

describe('names as one text', () => {
  const names = fc.uniqueArray(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name === name.trim()),
    { maxLength: 5 },
  )

  it('are read again as they were', () => {
    fc.assert(
      fc.property(names, (labels) => {
        expect(splitLabels(joinLabels(labels))).toEqual(labels)
      }),
    )
  })

  it('are a list with commas, in which those with a comma stand in quotes', () => {
    expect(joinLabels(['Heat', 'Me, Myself'])).toBe('Heat, "Me, Myself"')
    expect(splitLabels(' Heat ,Ronin,, Heat')).toEqual(['Heat', 'Ronin'])
  })

  it('are taken from any text, and a quote in the middle is one', () => {
    fc.assert(
      fc.property(fc.string(), (any) => {
        expect(splitLabels(any).every((label) => label !== '')).toBe(true)
      }),
    )
    expect(splitLabels('7" single')).toEqual(['7" single'])
  })
})
