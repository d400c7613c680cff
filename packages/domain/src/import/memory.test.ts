/// <reference types="node" />
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { ColumnProfiler } from './column-profile.ts'
import { compileConverter } from './convert.ts'
import { shapeContext } from './plan.ts'

const context = shapeContext('en', 'UTC')
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heldNow(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Megabytes that are still held after values cut from many large texts were used. */
function heldAfter<T>(pieces: number, use: (value: string, no: number) => T): number {
  const before = heldNow()
  for (let no = 0; no < pieces; no++) {
    const instant = new Date(Date.UTC(2024, 0, 1, 0, no)).toISOString()
    const piece = `${instant},${'x'.repeat(65_000)}${no}`
    // As a reader of files does: the value is a part of the piece.
    use(piece.split(',')[0]!, no)
  }
  return heldNow() - before
}

describe('what is kept of a long file', () => {
  it('does not keep the pieces of the file that its values were cut from', () => {
    const profiler = new ColumnProfiler(context)
    expect(heldAfter(400, (value, no) => profiler.add(value, no))).toBeLessThan(5)
    expect(profiler.evidence().distinct).toHaveLength(400)
    const convert = compileConverter({ type: 'datetime', order: 'mdy' }, [], context)
    expect(heldAfter(400, convert)).toBeLessThan(5)
    expect(convert('2024-01-01T00:01:00.000Z')).toBe('2024-01-01T00:01:00.000Z')
  })
})
