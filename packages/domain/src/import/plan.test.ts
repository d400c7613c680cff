import { describe, expect, it } from 'vitest'
import type { FieldId, OptionId } from '../ids.ts'
import type { Field, FieldOptions, FieldTypeName } from '../schema.ts'
import {
  choiceFor,
  compileRows,
  countMisfits,
  mapByName,
  planAppend,
  planImport,
  readingsFor,
  shapeContext,
  withNewOptions,
} from './plan.ts'
import { TableProfiler } from './table-profile.ts'

const base = { locale: 'en-US', timeZone: 'UTC' }

function profileOf(records: string[][], hasHeader: boolean | null = null) {
  const profiler = new TableProfiler({
    hasHeader,
    names: null,
    habits: { mark: '.', order: 'mdy' },
    context: shapeContext(base.locale, base.timeZone),
  })
  records.forEach((cells, index) => profiler.add(cells, index + 1))
  return profiler.end()
}
function counter() {
  let next = 0
  return () => `f${next++}`
}
const fieldOf = (name: string, type: FieldTypeName, options: FieldOptions = {}): Field => ({
  id: name as FieldId,
  name,
  type,
  options,
  column: name,
  position: 0,
})

describe('the profile of a table', () => {
  it('makes columns for cells that most records have beyond the names, and counts the others', () => {
    const profile = profileOf(
      [['a', 'b'], ['x', 'y', 'z'], ['x', 'y', 'z'], ['x'], ['1', '2', '3', '4']],
      true,
    )
    expect(profile.columns.map(({ name }) => name)).toEqual(['a', 'b', 'Column 3'])
    expect(profile).toMatchObject({ rows: 4, longRows: 1, shortRows: 1 })
    expect(profile.columns[2]!.evidence).toMatchObject({ filled: 3, empty: 1 })
  })

  it('takes the first record for values when told so', () => {
    const profile = profileOf(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      false,
    )
    expect(profile).toMatchObject({ rows: 2, hasHeader: false })
    expect(profile.columns.map(({ name }) => name)).toEqual(['Column 1', 'Column 2'])
  })
})

describe('planImport', () => {
  const records = [
    ['id', 'price', 'note', ''],
    ['1', '2.50', 'a', ''],
    ['2', '10.00', 'b', ''],
    ['x', '3.25', '', ''],
  ]

  it('follows suggestions and overrides, leaves out blank and skipped columns', () => {
    const profile = profileOf(records, true)
    const { fields, columns } = planImport(
      profile,
      { 0: { choice: { type: 'integer', mark: '.' }, name: ' Number ' }, 2: { isSkipped: true } },
      counter(),
    )
    expect(fields).toEqual([
      { id: 'f0', name: 'Number', type: 'integer', options: {} },
      { id: 'f1', name: 'price', type: 'number', options: { decimals: 2 } },
    ])
    const convert = compileRows({ columns, width: 4, allowsShortRows: false, ...base })
    expect(convert(['1', '2.50', 'a', '']).values).toEqual([1, 2.5])
    expect(convert(['x', '3.25', '', ''])).toMatchObject({
      values: [null, 3.25],
      misfits: [{ raw: 'x', column: { field: 'f0' } }],
    })
  })

  it('hands back cells beyond the columns and counts those that lack', () => {
    const { columns } = planImport(profileOf(records, true), {}, counter())
    const convert = compileRows({ columns, width: 4, allowsShortRows: false, ...base })
    expect(convert(['1', '2', 'a', '', 'more', ''])).toMatchObject({ extra: ['more', ''], missing: 0 })
    expect(convert(['1', '2', 'a', '', ' ', ''])).toMatchObject({ extra: null })
    expect(convert(['1'])).toMatchObject({ values: [1 + '', null, null], missing: 3 })
  })

  it('makes an option for each value of a select', () => {
    const cells = Array.from({ length: 60 }, (_, index) => [index % 2 ? 'open' : 'shut'])
    const { fields, columns } = planImport(profileOf([['state'], ...cells]), {}, counter())
    expect(fields[0]!.options.options!.map(({ id, label }) => [id, label])).toEqual([
      ['o1', 'shut'],
      ['o2', 'open'],
    ])
    const convert = compileRows({ columns, width: 1, allowsShortRows: false, ...base })
    expect(convert([' open']).values).toEqual(['o2'])
  })
})

describe('planAppend', () => {
  const profile = profileOf([
    ['Name', 'due date', 'STATE', 'sum'],
    ['a', '31/12/2024', 'Open', '1,5'],
    ['b', '1/2/2024', 'gone', '2,5'],
  ])
  const state = fieldOf('State', 'single_select', {
    options: [{ id: 'a' as OptionId, label: 'open', hue: 'red' }],
  })
  const fields = [
    fieldOf('name', 'text'),
    fieldOf('Due-Date', 'date'),
    state,
    fieldOf('sum', 'number'),
    fieldOf('files', 'attachment'),
  ]

  it('maps columns to fields by name and reads them the way that fits best', () => {
    const mapping = mapByName(profile, fields)
    expect([...mapping]).toEqual([
      [3, 'sum'],
      [0, 'name'],
      [1, 'Due-Date'],
      [2, 'State'],
    ])
    const columns = planAppend(profile, fields, mapping)
    const convert = compileRows({ columns, width: 4, allowsShortRows: false, ...base })
    expect(convert(['a', '31/12/2024', 'Open', '1,5']).values).toEqual(['a', '2024-12-31', 'a', 1.5])
    expect(convert(['b', '1/2/2024', 'gone', '2,5']).misfits.map(({ raw }) => raw)).toEqual(['gone'])
  })

  it('leaves fields out that may only be read', () => {
    const readOnly = { ...fieldOf('name', 'text'), access: 'read' as const }
    expect([...mapByName(profile, [readOnly, fieldOf('sum', 'number')])]).toEqual([[3, 'sum']])
  })

  it('counts values that are no option of the field', () => {
    const column = profile.columns[2]!
    expect(countMisfits(column, choiceFor('single_select', column)!, state.options.options!)).toBe(1)
  })

  it('fills no attachment', () => {
    expect(choiceFor('attachment', profile.columns[0]!)).toBeNull()
  })
})

describe('reading a column for a field that exists', () => {
  const days = profileOf([['day'], ['03/04/2024'], ['05/06/2024']], true)
  const field = fieldOf('day', 'date')

  it('follows the way that a person has chosen, while it is one of the field’s type', () => {
    const [column] = days.columns
    expect(readingsFor('date', column!).map(({ key }) => key)).toEqual(['date:mdy', 'date:dmy'])
    expect(choiceFor('date', column!)).toEqual({ type: 'date', order: 'mdy' })
    const way = { type: 'date', order: 'dmy' } as const
    const mapping = new Map([[0, field.id]])
    expect(planAppend(days, [field], mapping, new Map([[0, way]]))).toMatchObject([{ choice: way }])
    expect(choiceFor('text', column!, way)).toEqual({ type: 'text' })
  })
})

const column = (...labels: string[]) =>
  profileOf([['kind'], ...labels.map((label) => [label])], true).columns[0]!
const option = (id: string, label: string) => ({ id: id as OptionId, label, hue: 'red' as const })

describe('withNewOptions', () => {
  it('adds the values that are no option yet, once each, behind the others and with ids of their own', () => {
    const options = [option('o2', 'Red'), option('x', 'Green')]
    const next = withNewOptions(column('red', 'Blue', 'Pink', 'Blue'), { type: 'single_select' }, options)
    expect(next.map(({ label }) => label)).toEqual(['Red', 'Green', 'Blue', 'Pink'])
    expect(new Set(next.map(({ id }) => id)).size).toBe(4)
    expect(next.slice(0, 2)).toEqual(options)
  })

  it('passes over what cannot be an option, and answers the same list where nothing is new', () => {
    const options = [option('a', 'Red')]
    expect(
      withNewOptions(
        column('Red', 'red ', 'x'.repeat(201), 'two\nlines'),
        { type: 'single_select' },
        options,
      ),
    ).toBe(options)
  })

  it('adds none where there would be too many', () => {
    const many = Array.from({ length: 499 }, (_, no) => option(`o${no}`, `option ${no}`))
    expect(withNewOptions(column('a', 'b'), { type: 'single_select' }, many)).toBe(many)
    expect(withNewOptions(column('a'), { type: 'single_select' }, many)).toHaveLength(500)
  })
})
