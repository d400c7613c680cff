import { type ChangeEvent, type LiveApi, type RecordId, readableMs, type TableId } from '@plinth/domain'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listenToRecords } from './use-linked-events.ts'

const table = 't' as TableId
const [shown, other] = ['a', 'b'] as unknown as [RecordId, RecordId]

function bench() {
  type Handlers = Parameters<LiveApi['table']>[2]
  const heard = { changes: 0, closed: 0, handlers: null as Handlers | null }
  const live: Pick<LiveApi, 'table'> = {
    table(_table, _epoch, handlers) {
      heard.handlers = handlers
      return { close: () => (heard.closed += 1) }
    },
  }
  const stop = listenToRecords(
    live,
    { table, epoch: 1 },
    { isShown: (id) => id === shown, onChange: () => (heard.changes += 1) },
  )
  const tell = (event: Partial<ChangeEvent>) => heard.handlers!.onEvent(event as ChangeEvent)
  const change = (id: RecordId) => tell({ op: 'update', items: [[id, 2]], fields: null })
  return { heard, stop, tell, change, state: (state: 'live' | 'lost') => heard.handlers!.onState(state) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells once of several changes of what is shown, when they can be read', () => {
  const { heard, change } = bench()
  change(shown)
  vi.advanceTimersByTime(readableMs - 1)
  change(shown)
  vi.advanceTimersByTime(readableMs - 1)
  expect(heard.changes).toBe(0)
  vi.advanceTimersByTime(1)
  expect(heard.changes).toBe(1)
})

it('tells nothing of other records, and of everything where they are not named', () => {
  const { heard, change, tell } = bench()
  change(other)
  vi.advanceTimersByTime(readableMs)
  expect(heard.changes).toBe(0)
  tell({ op: 'bulk' })
  vi.advanceTimersByTime(readableMs)
  tell({ op: 'schema' })
  vi.advanceTimersByTime(readableMs)
  expect(heard.changes).toBe(2)
})

it('tells of what may have been missed while the line was lost, and nothing after it was stopped', () => {
  const { heard, change, state, stop } = bench()
  state('live')
  vi.advanceTimersByTime(readableMs)
  expect(heard.changes).toBe(0)
  state('lost')
  state('live')
  vi.advanceTimersByTime(readableMs)
  expect(heard.changes).toBe(1)
  change(shown)
  stop()
  vi.advanceTimersByTime(readableMs)
  expect(heard).toMatchObject({ changes: 1, closed: 1 })
})
