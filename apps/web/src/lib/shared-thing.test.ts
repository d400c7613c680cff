import {
  emptyViewConfig,
  type Field,
  type FieldId,
  type RecordId,
  type Table,
  type TableId,
  type View,
  type ViewId,
} from '@plinth/domain'
import { expect, test } from 'vitest'
import { sharedThing } from './shared-thing.ts'

const field = (name: string, type: Field['type']) =>
  ({ id: name as FieldId, name, type, options: {} }) as unknown as Field
const view = {
  id: 'v' as ViewId,
  name: 'Open',
  config: { ...emptyViewConfig, hidden: ['Notes' as FieldId] },
} as unknown as View
const table = {
  id: 't' as TableId,
  name: 'Tasks',
  views: [view],
  fields: [
    field('Name', 'text'),
    field('Notes', 'text'),
    field('Who', 'person'),
    field('Made by', 'created_by'),
    field('Files', 'attachment'),
  ],
} as unknown as Table

test('a view is shared with the fields that it shows, without people and files', () => {
  expect(sharedThing({ tables: [table] }, { table: table.id, view: view.id })).toMatchObject({
    name: 'Open',
    target: { view: 'v' },
    shown: ['Name'],
  })
})

test('a record is shared with all fields but people and files', () => {
  const record = 'r' as RecordId
  expect(sharedThing({ tables: [table] }, { table: table.id, record })).toMatchObject({
    name: 'Shared record',
    target: { record: 'r' },
    shown: ['Name', 'Notes'],
  })
})

test('lookups of people are people, also where they are texts, and files of linked records are not offered', () => {
  const target = {
    id: 'o' as TableId,
    name: 'Others',
    views: [],
    fields: [field('Lead', 'person')],
  } as unknown as Table
  const lookup = (name: string, type: Field['type'], read: string) =>
    ({
      ...field(name, type),
      onRead: true,
      rollup: { link: 'Links', function: 'unique', field: read },
    }) as unknown as Field
  const own = {
    ...table,
    fields: [
      field('Name', 'text'),
      { ...field('Links', 'link'), options: { target: target.id } },
      lookup('Leads', 'long_text', 'Lead'),
      lookup('Their files', 'attachment', 'Files'),
    ],
  } as unknown as Table
  const thing = sharedThing({ tables: [own, target] }, { table: own.id, view: view.id })
  expect(thing?.shown).toEqual(['Name', 'Links'])
  expect(thing?.offered.map(({ field: { name }, namesPeople }) => [name, namesPeople])).toEqual([
    ['Name', false],
    ['Links', false],
    ['Leads', true],
  ])
})

test('what is gone is not shared', () => {
  expect(sharedThing({ tables: [] }, { table: table.id, view: view.id })).toBeNull()
  expect(sharedThing({ tables: [table] }, { table: table.id, view: 'x' as ViewId })).toBeNull()
  expect(sharedThing({ tables: [table] }, null)).toBeNull()
})

const chart = (id: string, by: string, of: Table): View =>
  ({
    id,
    name: id,
    kind: 'chart',
    config: { ...emptyViewConfig, settings: { by: by as FieldId } },
    table: of.id,
  }) as unknown as View

test('a chart is shared with the fields that it tells of, and nothing else', () => {
  const charted = { ...table, views: [chart('c', 'Name', table)] }
  expect(sharedThing({ tables: [charted] }, { table: table.id, view: 'c' as ViewId })).toMatchObject({
    isOfCharts: true,
    offered: [{ field: { id: 'Name' }, table: null }],
    shown: ['Name'],
  })
  const ofPeople = { ...table, views: [chart('c', 'Who', table)] }
  expect(sharedThing({ tables: [ofPeople] }, { table: table.id, view: 'c' as ViewId })).toMatchObject({
    offered: [{ field: { id: 'Who' } }],
    shown: [],
  })
})

test('a dashboard is shared with the fields of its charts, those of other tables by their names', () => {
  const other = { ...table, id: 'u', name: 'Films', fields: [field('Year', 'integer')] } as unknown as Table
  const films = { ...other, views: [chart('f', 'Year', other)] }
  const tiles = ['c', 'f', 'gone'].map((view) => ({ view, width: 'half' }))
  const dashboard = {
    id: 'd',
    name: 'Overview',
    kind: 'dashboard',
    config: { ...emptyViewConfig, settings: { tiles } },
  } as unknown as View
  const own = { ...table, views: [chart('c', 'Name', table), dashboard] }
  expect(sharedThing({ tables: [own, films] }, { table: table.id, view: 'd' as ViewId })).toMatchObject({
    name: 'Overview',
    offered: [
      { field: { id: 'Name' }, table: null },
      { field: { id: 'Year' }, table: 'Films' },
    ],
    shown: ['Name', 'Year'],
  })
})

test('charts by linked records need their names, those by how many there are need none', () => {
  const made = (isSingle: boolean) => {
    const link = { ...field('Studio', 'link'), options: isSingle ? { single: true } : {} }
    const chart = { ...view, kind: 'chart', config: { ...view.config, settings: { by: link.id } } }
    const charted = { ...table, fields: [...table.fields, link], views: [chart] } as unknown as Table
    return sharedThing({ tables: [charted] }, { table: table.id, view: view.id })
  }
  expect(made(true)).toMatchObject({ isOfCharts: true, isByLinked: true })
  expect(made(false)).toMatchObject({ isOfCharts: true, isByLinked: false })
  expect(sharedThing({ tables: [table] }, { table: table.id, view: view.id })?.isByLinked).toBe(false)
})
