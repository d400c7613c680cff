import type { RecordId, TableId } from '@plinth/domain'
import { beforeEach, expect, it, vi } from 'vitest'
import { forgetRecentLinks, recentLinks, rememberLink } from './recent-links.ts'

const films = 'films' as TableId
const record = (name: string) => name as RecordId

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
})

it('keeps the last five of each table, each once, the last one first', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) rememberLink(films, record(name))
  rememberLink('people' as TableId, record('p'))
  expect(recentLinks(films)).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(recentLinks('people' as TableId)).toEqual(['p'])
})

it('forgets the tables that were linked longest ago', () => {
  rememberLink(films, record('a'))
  for (let n = 0; n < 30; n += 1) rememberLink(`t${n}` as TableId, record('x'))
  expect(recentLinks(films)).toEqual([])
})

it('is empty where storage is refused or holds something else', () => {
  localStorage.setItem('plinth.recent-links', '[["films", 5], 7, {}]')
  expect(recentLinks(films)).toEqual([])
  localStorage.setItem('plinth.recent-links', '{')
  expect(recentLinks(films)).toEqual([])
  rememberLink(films, record('a'))
  forgetRecentLinks()
  expect(recentLinks(films)).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  rememberLink(films, record('a'))
  expect(recentLinks(films)).toEqual([])
})
