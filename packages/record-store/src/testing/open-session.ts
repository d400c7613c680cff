/** A table of a hundred rows in memory, opened as the app opens it. */
import type { FieldId, RecordId, Row, Sort, ViewQuery } from '@plinth/domain'
import { memoryOutboxStorage, type OutboxStorage } from '../outbox-storage.ts'
import { RowStores } from '../row-stores.ts'
import { memoryUndecidedStorage } from '../undecided-storage.ts'
import { FakeBackend, nameField, rankField, table } from './fake-backend.ts'
import { FakeClock } from './fake-clock.ts'

const sizes = { block: 10, cache: 4, span: 5 }
export const idOf = (no: number) => `018f-${String(no).padStart(6, '0')}` as RecordId
export const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, no) => ({
    id: idOf(no),
    ver: 1,
    values: { [nameField]: `row ${no}`, [rankField]: no },
  }))
export const byRank: readonly Sort[] = [{ field: rankField, direction: 'asc' }]

interface Setup {
  count?: number
  sorts?: readonly Sort[]
  query?: Partial<ViewQuery>
  storage?: OutboxStorage
  backend?: FakeBackend
  clock?: FakeClock
}

export async function openSession({
  count = 100,
  sorts = [],
  query = {},
  storage = memoryOutboxStorage(),
  ...given
}: Setup = {}) {
  const clock = given.clock ?? new FakeClock()
  const backend = given.backend ?? new FakeBackend(clock)
  if (!given.backend) backend.seed(rowsOf(count))
  const stores = new RowStores({ ...backend, clock, storage, undecided: memoryUndecidedStorage(), sizes })
  const session = stores.enter(table)
  session.listen(1)
  const window = session.enterWindow({ table, sorts, ...query })
  window.setViewport(0, 9)
  await stores.restore()
  await clock.advance(100)
  const look = (first: number, last: number) => {
    window.setViewport(first, last)
    return clock.advance(100)
  }
  return { clock, backend, stores, session, window, look, value: valueIn(session) }
}

const valueIn =
  (session: { store: { get(id: RecordId): { values: Readonly<Record<FieldId, unknown>> } | null } }) =>
  (id: RecordId, field: FieldId) =>
    session.store.get(id)?.values[field]
