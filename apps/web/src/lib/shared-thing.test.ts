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

test('what is gone is not shared', () => {
  expect(sharedThing({ tables: [] }, { table: table.id, view: view.id })).toBeNull()
  expect(sharedThing({ tables: [table] }, { table: table.id, view: 'x' as ViewId })).toBeNull()
  expect(sharedThing({ tables: [table] }, null)).toBeNull()
})
