import type { ChangeEvent, FieldId, LinkItem, LiveApi, RecordId, TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { linksTo } from './link-edit.ts'
import { LinkedNames } from './linked-names.ts'
import { RecordStore } from './record-store.ts'
import { FakeClock } from './testing/fake-clock.ts'

const studios = 'studios' as TableId
const name = 'name' as FieldId
const studio = 'studio' as FieldId
const item = (id: string): LinkItem => [id as RecordId, id]

function following() {
  const [clock, store] = [new FakeClock(), new RecordStore()]
  const told: RecordId[][] = []
  const ordered: FieldId[][] = []
  const topics = new Map<string, Parameters<LiveApi['table']>[2]>()
  const live: Pick<LiveApi, 'table'> = {
    table(table, epoch, handlers) {
      topics.set(`${table} ${epoch}`, handlers)
      return { close: () => topics.delete(`${table} ${epoch}`) }
    },
  }
  store.retain(['a', 'b', 'c', 'd'] as RecordId[])
  store.upsert(
    [
      { id: 'a' as RecordId, ver: 1, values: { [studio]: linksTo([item('s1'), item('s2')]) } },
      { id: 'b' as RecordId, ver: 1, values: { [studio]: linksTo([item('s2')]) } },
      { id: 'c' as RecordId, ver: 1, values: { [studio]: null } },
      // Linked to what the reader does not read.
      { id: 'd' as RecordId, ver: 1, values: { [studio]: { count: 1, items: [] } } },
    ],
    store.ticket(),
  )
  const names = new LinkedNames({
    live,
    clock,
    store,
    onRenamed: (ids) => told.push([...ids]),
    onOrder: (links) => ordered.push([...links]),
  })
  names.follow(1, [{ table: studios, label: name }])
  const tell = async (event: ChangeEvent) => {
    topics.get('studios 1')?.onEvent(event)
    await clock.advance(1_000)
  }
  return { clock, names, topics, told, ordered, tell }
}
const renamed = (...ids: string[]): ChangeEvent => ({
  op: 'update',
  seq: '7',
  items: ids.map((id) => [id as RecordId, 2] as const),
  fields: [name],
})

describe('the names of linked records', () => {
  it('are fetched again where a record is shown that was renamed, once for what comes together', async () => {
    const { topics, told, tell } = following()
    topics.get('studios 1')?.onEvent(renamed('s2'))
    await tell(renamed('s1'))
    expect(told).toEqual([['a', 'b']])
    await tell(renamed('s1'))
    expect(told.at(-1)).toEqual(['a'])
  })

  it('are fetched with all records that have links where something changed that is computed from on read', async () => {
    const { names, told, tell } = following()
    const reads = ['rank' as FieldId]
    names.follow(1, [
      { table: studios, label: name, reads },
      { table: studios, label: name },
    ])
    await tell({ ...renamed('s9'), fields: reads } as ChangeEvent)
    expect(told.at(-1)).toEqual(['a', 'b', 'd'])
    await tell({ ...renamed('s1'), fields: ['other' as FieldId] } as ChangeEvent)
    expect(told).toHaveLength(1)
    await tell(renamed('s1'))
    expect(told.at(-1)).toEqual(['a'])
  })

  it('are told with the fields whose order they are, whether a record here shows one or not', async () => {
    const { names, told, ordered, tell } = following()
    await tell(renamed('s9'))
    expect(ordered).toEqual([])
    const other = 'other studio' as FieldId
    names.follow(1, [
      { table: studios, label: name, link: studio },
      { table: studios, label: name, link: other },
      { table: 'people' as TableId, label: name, link: 'director' as FieldId },
    ])
    await tell({ ...renamed('s1'), fields: ['rank' as FieldId] } as ChangeEvent)
    expect(ordered).toEqual([])
    await tell(renamed('s9'))
    await tell({ op: 'bulk', seq: '9' })
    expect(ordered).toEqual([
      [studio, other],
      [studio, other],
    ])
    expect(told).toEqual([['a', 'b', 'd']])
  })

  it('stay where another field changed, or records that nobody shows', async () => {
    const { told, tell } = following()
    await tell({ ...renamed('s1'), fields: ['other' as FieldId] } as ChangeEvent)
    await tell(renamed('s9'))
    expect(told).toEqual([])
  })

  it('are fetched again in all records that show any, where it is not told which have changed', async () => {
    const { told, tell } = following()
    await tell({ op: 'bulk', seq: '8' })
    expect(told).toEqual([['a', 'b', 'd']])
  })

  it('are fetched again after a gap, and not at the first connection', async () => {
    const { clock, topics, told } = following()
    const handlers = topics.get('studios 1')!
    handlers.onState('live')
    await clock.advance(1_000)
    expect(told).toEqual([])
    handlers.onState('lost')
    handlers.onState('live')
    await clock.advance(1_000)
    expect(told).toEqual([['a', 'b', 'd']])
  })

  it('are followed on the topics of the epoch, and of tables that are linked still', () => {
    const { names, topics } = following()
    names.follow(2, [{ table: studios, label: name }])
    expect([...topics.keys()]).toEqual(['studios 2'])
    names.follow(2, [])
    expect([...topics.keys()]).toEqual([])
  })
})
