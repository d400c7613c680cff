import {
  type Backend,
  type FilterCondition,
  isLinks,
  ok,
  type RecordId,
  type Row,
  type Table,
  type TableId,
  type WindowRequest,
} from '@plinth/domain'
import { linksTo } from '@plinth/record-store'
import { describe, expect, it } from 'vitest'
import { labelFieldsOf } from '../../../lib/label-field.ts'
import { changesOf, type IncomingCell } from '../grid/pasted-values.ts'
import { fieldOf, rowOf } from '../grid/testing.ts'
import { withLinks } from './pasted-links.ts'

const title = fieldOf('title', 'text')
const films = { id: 'films' as TableId, name: 'Films', fields: [title] } as unknown as Table
const cast = fieldOf('cast', 'link', { target: films.id })
const other = fieldOf('other', 'link', { target: films.id })
const values = { locale: 'en-US', timeZone: 'UTC', labelFieldOf: labelFieldsOf([films]) }
const stored = ['Heat', 'heat', 'Ronin', 'Twin', 'Twin'].map((name, no): Row => {
  return { id: `r${no}` as RecordId, ver: 1, values: { [title.id]: name } }
})

/** Answers as the database does: without regard to case. */
function lookup() {
  const requests: WindowRequest[] = []
  const rows = {
    window: async (request: WindowRequest) => {
      requests.push(request)
      const items = (request.query.filter?.items ?? []) as FilterCondition[]
      const sought = items.map(({ value }) => String(value).toUpperCase())
      const found = stored.filter((row) => sought.includes(String(row.values[title.id]).toUpperCase()))
      return ok({ rows: found, firstKey: null, lastKey: null, atSeq: '1', atEnd: true })
    },
  } as unknown as Backend['rows']
  return { requests, rows, values, tableOf: (id: TableId) => (id === films.id ? films : undefined) }
}
const cell = (text: string, field = cast): IncomingCell => ({ target: rowOf('a'), field, incoming: { text } })
async function judged(cells: readonly IncomingCell[], scope = lookup()) {
  const found = await withLinks(cells, scope)
  if (!found.ok) throw new Error(found.error.code)
  return changesOf(found.value, { values, isFixed: () => false })
}

describe('names pasted into links', () => {
  it('become the records that are called exactly so, asked for once', async () => {
    const scope = lookup()
    const { edits, refused } = await judged([cell('Heat, Ronin'), cell('Heat', other)], scope)
    expect(refused).toEqual([])
    expect(edits[0]?.values[cast.id]).toEqual(
      linksTo([
        [stored[0]!.id, 'Heat'],
        [stored[2]!.id, 'Ronin'],
      ]),
    )
    expect(isLinks(edits[0]?.values[other.id] as never)).toBe(true)
    expect(scope.requests).toHaveLength(1)
  })

  it('are refused where no record or more than one is called so, and nothing is made', async () => {
    const { edits, refused } = await judged([cell('Solaris'), cell('Twin', other)])
    expect(edits).toEqual([])
    expect(refused.map(({ error }) => error.hint)).toEqual([
      'No record of “Films” is called “Solaris”.',
      'Several records of “Films” are called “Twin”. Choose one from the list.',
    ])
  })

  it('empty the cell where there are none', async () => {
    const { edits } = await judged([cell('')])
    expect(edits[0]?.values[cast.id]).toBeNull()
  })

  it('of another field of the same table are records already', async () => {
    const scope = lookup()
    const value = linksTo([[stored[2]!.id, 'Ronin']])
    const incoming = { value, from: other }
    const { edits } = await judged([{ target: rowOf('a'), field: cast, incoming }], scope)
    expect(edits[0]?.values[cast.id]).toEqual(value)
    expect(scope.requests).toEqual([])
  })
})

describe('a cell of links', () => {
  it('takes one record where it holds one', async () => {
    const single = fieldOf('cast', 'link', { target: films.id, single: true })
    const { refused } = await judged([cell('Heat, Ronin', single)])
    expect(refused[0]?.error.hint).toBe('This field links one record at most.')
  })

  it('is not overwritten with more records than are told', async () => {
    const target = rowOf('a', { [cast.id]: { count: 21, items: [] } })
    const { refused, edits } = await judged([{ target, field: cast, incoming: { value: null } }])
    expect([edits.length, refused.length]).toEqual([0, 1])
  })
})
