import type { BaseId, WorkspaceUsage } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { basesBySize, levelOf, percentText, sizeOf, strainedOf } from './usage-levels.ts'

describe('levelOf', () => {
  it.each([
    [0, 100, 'fine'],
    [79, 100, 'fine'],
    [80, 100, 'near'],
    [99, 100, 'near'],
    [100, 100, 'full'],
    [140, 100, 'full'],
  ] as const)('calls %i of %i %s', (used, quota, level) => {
    expect(levelOf(used, quota)).toBe(level)
  })

  it('calls a quota of nothing full: nothing can be added', () => {
    expect(levelOf(0, 0)).toBe('full')
  })
})

describe('percentText', () => {
  it.each([
    [0, 1_000, '0 %'],
    [1, 1_000, '< 1 %'],
    [125, 1_000, '12 %'],
    [999, 1_000, '99 %'],
    [1_000, 1_000, '100 %'],
    [1_400, 1_000, '140 %'],
    [0, 0, '100 %'],
  ])('writes %i of %i as %s, and never rounds up to what is not reached', (used, quota, text) => {
    expect(percentText(used, quota)).toBe(text)
  })
})

const line = (id: string | null, fileBytes: number, dataBytes: number) => ({
  ...(id === null ? { id, name: null } : { id: id as BaseId, name: id }),
  tables: 1,
  rows: 1,
  fileBytes,
  dataBytes,
})

describe('basesBySize', () => {
  it('puts the largest first, records and files together', () => {
    const bases = [
      line('small', 1, 2),
      line('large', 10, 90),
      line('files', 50, 1),
    ] as WorkspaceUsage['bases']
    expect(basesBySize(bases).map((base) => base.id)).toEqual(['large', 'files', 'small'])
  })

  it('keeps bases of one size in their order', () => {
    const bases = [line('a', 1, 1), line('b', 2, 0), line('c', 0, 2)] as WorkspaceUsage['bases']
    expect(basesBySize(bases).map((base) => base.id)).toEqual(['a', 'b', 'c'])
  })

  it('leaves what one may not see at the end, whatever its size', () => {
    const bases = [line('small', 1, 1), line(null, 900, 900)] as WorkspaceUsage['bases']
    expect(basesBySize(bases).map((base) => base.id)).toEqual(['small', null])
    expect(sizeOf(basesBySize(bases)[1]!)).toBe(1_800)
  })
})

const usage = (rows: number, fileBytes: number): WorkspaceUsage => ({
  quota: { tables: 10, rows: 100, fileBytes: 1_000 },
  used: { tables: 1, rows, fileBytes, dataBytes: 1 },
  bases: [],
})

describe('strainedOf', () => {
  it('names nothing while there is room', () => {
    expect(strainedOf(usage(10, 10))).toEqual({ full: [], near: [] })
  })

  it('keeps what is used up apart from what soon will be', () => {
    expect(strainedOf(usage(85, 1_000))).toEqual({ full: ['fileBytes'], near: ['rows'] })
  })
})
