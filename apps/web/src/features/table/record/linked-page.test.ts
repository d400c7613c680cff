import type { Field, FieldId, LinkItem, LinkValue, RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { linkedColumns, linkedPage } from './linked-page.ts'

const items = (count: number): LinkItem[] =>
  Array.from({ length: count }, (_, no) => [`r${no}` as RecordId, `Name ${no}`])
const value = (count: number, told = Math.min(count, 20)): LinkValue => ({ count, items: items(told) })

describe('linkedPage', () => {
  it('has nothing of an empty cell', () => {
    expect(linkedPage(null, 3, null)).toMatchObject({ items: [], pages: 1, restricted: 0 })
  })

  it('shows what the cell tells, ten at a time', () => {
    expect(linkedPage(value(14), 0, null)).toMatchObject({ pages: 2, readable: 14, restricted: 0 })
    expect(linkedPage(value(14), 1, null).items).toEqual(items(14).slice(10))
  })

  it('counts those that are not to be read', () => {
    expect(linkedPage(value(5, 3), 0, null)).toMatchObject({ readable: 3, restricted: 2 })
  })

  it('asks for the records of a cell that does not tell them all', () => {
    expect(linkedPage(value(34), 1, null)).toMatchObject({ items: null, pages: 4, restricted: 0 })
    expect(linkedPage(value(34), 9, 31)).toMatchObject({ items: null, page: 3, pages: 4, restricted: 3 })
    expect(linkedPage({ ...value(2), isPartial: true }, 0, null).items).toBeNull()
  })

  it('goes back to the last page when records are taken out', () => {
    expect(linkedPage(value(10), 1, null)).toMatchObject({ page: 0, pages: 1 })
  })
})

it('shows the first few fields behind the name that can be read at a glance', () => {
  const types = ['text', 'long_text', 'integer', 'link', 'date', 'attachment', 'email', 'url'] as const
  const fields = types.map((type) => ({ id: type, type }) as unknown as Field)
  expect(linkedColumns({ fields }).map(({ type }) => type)).toEqual(['integer', 'date', 'email'])
})

it('shows what the layout says, but for the name and what is not there', () => {
  const fields = (['text', 'link', 'url'] as const).map((type) => ({ id: type, type }) as unknown as Field)
  const columns = ['url', 'gone', 'text', 'link'] as FieldId[]
  expect(linkedColumns({ fields }, columns).map(({ type }) => type)).toEqual(['url', 'link'])
  expect(linkedColumns({ fields }, [])).toEqual([])
})
