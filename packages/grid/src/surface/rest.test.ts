import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Rest } from './rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('comes after what was noted last, once', () => {
  const run = vi.fn<() => void>()
  const rest = new Rest(100, run)
  for (let at = 0; at < 10; at += 1) {
    rest.note()
    vi.advanceTimersByTime(60)
  }
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(45)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(1)
})

it('comes again after the next, and never when it was stopped', () => {
  const run = vi.fn<() => void>()
  const rest = new Rest(100, run)
  rest.note()
  vi.advanceTimersByTime(200)
  rest.note()
  vi.advanceTimersByTime(200)
  expect(run).toHaveBeenCalledTimes(2)
  rest.note()
  rest.stop()
  vi.advanceTimersByTime(200)
  expect(run).toHaveBeenCalledTimes(2)
})
