import {
  type Backend,
  type Field,
  type FieldId,
  type FilterCondition,
  type MutationBatch,
  ok,
  type RecordId,
  type Table,
  type TableId,
  type WindowRequest,
} from '@plinth/domain'
import { expect, it } from 'vitest'
import { LinkedColumns } from './linked-columns.ts'
import type { RowChunk } from './row-chunks.ts'

const name = { id: 'name', name: 'Name', type: 'text', options: {} } as Field
const people = {
  id: 'people' as TableId,
  name: 'People',
  fields: [name],
  access: { create: 'all' },
} as unknown as Table
const home = { table: 'other' as TableId, keyPlace: null }
const stored = ['Cid, Jr.', 'Ann', 'Bo'].map((value, no) => {
  return { id: `00000000-0000-7000-8000-00000000000${no}` as RecordId, ver: 1, values: { [name.id]: value } }
})

/** Links what the cells of a column say; answers the records of each row, the report, and what was made. */
async function linked(cells: readonly string[], { single = false, isMaking = false }) {
  const made: unknown[] = []
  const rows = {
    window: async ({ query }: WindowRequest) => {
      const items = (query.filter?.items ?? []) as FilterCondition[]
      const found = stored.filter((row) => items.some(({ value }) => row.values[name.id] === value))
      return ok({ rows: found, firstKey: null, lastKey: null, atSeq: '1', atEnd: true })
    },
    byId: async () => ok({ rows: [], atSeq: '1' }),
    apply: async ({ mutations }: MutationBatch) => {
      made.push(...mutations.map((one) => 'values' in one && one.values[name.id]))
      return ok(mutations.map(({ id }) => ({ id, status: 'ok' })))
    },
  } as unknown as Backend['rows']
  const field = {
    id: 'links' as FieldId,
    name: 'Links',
    type: 'link',
    options: { target: people.id, single },
  } as Field
  const columns = new LinkedColumns([{ field, place: 0, target: people, isMaking }], home, {
    rows,
    values: { locale: 'en-GB', timeZone: 'UTC' },
  })
  const chunk: RowChunk = {
    chunk: 0,
    rows: cells.map((cell, at) => [`row ${at}` as RecordId, cell]),
    lines: cells.map((_, at) => at + 2),
    misfits: [],
    report: [],
  }
  const answer = await columns.link(chunk)
  if (!answer.ok) throw new Error(answer.error.code)
  const links = (answer.value.links ?? []).map(({ values }) => values[field.id]?.link?.length)
  return { links, report: answer.value.report.map(({ line, why }) => [line, why]), made }
}

it('a name with commas is one name where a record is called so, else a list', async () => {
  expect(await linked(['Cid, Jr.', 'Ann, Bo', '"Cid, Jr.", Ann', ''], {})).toEqual({
    links: [1, 2, 2],
    report: [],
    made: [],
  })
})

it('makes no record of the parts of a name that somebody has, and one of each that nobody has', async () => {
  const { links, made } = await linked(['Cid, Jr.', 'Eve, Ann', 'Eve'], { isMaking: true })
  expect(links).toEqual([1, 2, 1])
  expect(made).toEqual(['Eve'])
})

it('of a field for one record a cell is one name, whatever commas it has', async () => {
  const { links, report, made } = await linked(['Cid, Jr.', 'Ann, Bo'], { single: true })
  expect(links).toEqual([1])
  expect(report).toEqual([[3, 'no record of “People” is called “Ann, Bo”; nothing was linked']])
  expect(made).toEqual([])
})
