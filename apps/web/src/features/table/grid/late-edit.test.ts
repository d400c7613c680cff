import type { RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { LateEdit } from './late-edit.ts'

/** Rows by place, and a cursor; what opened is noted. */
function start() {
  const listeners = new Set<() => void>()
  const rows = new Map<number, RecordId>()
  const here = new Set<string>()
  const opened: [string, string | null][] = []
  const cursor = { row: 7, column: 1 }
  const window = {
    idAt: (row: number) => rows.get(row) ?? null,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const late = new LateEdit(window)
  return {
    cursor,
    late,
    opened,
    listeners,
    type(text: string | null) {
      const { row, column } = cursor
      late.wait(text, {
        row,
        column,
        isHere: (id) => here.has(id),
        isStill: () => cursor.row === row && cursor.column === column,
        onRow: (id, typed) => opened.push([id, typed]),
      })
    },
    come(row: number, id: string, hasValues = true) {
      rows.set(row, id as RecordId)
      if (hasValues) here.add(id)
      for (const listener of listeners) listener()
    },
  }
}

describe('what is typed on a row that is still loading', () => {
  it('opens the editor when the row is here, with all letters', () => {
    const { type, come, opened, listeners } = start()
    for (const letter of 'cat') type(letter)
    come(6, 'above')
    come(7, 'wanted', false)
    expect(opened).toEqual([])
    come(7, 'wanted')
    expect(opened).toEqual([['wanted', 'cat']])
    come(8, 'below')
    expect([opened.length, listeners.size]).toEqual([1, 0])
  })

  it('opens it with what the cell holds where no letter was typed', () => {
    const { type, come, opened } = start()
    type(null)
    come(7, 'wanted')
    expect(opened).toEqual([['wanted', null]])
  })

  it('is forgotten where the cursor has gone on', () => {
    const { type, come, opened, cursor, listeners } = start()
    type('x')
    cursor.row = 8
    come(7, 'wanted')
    cursor.row = 7
    come(7, 'wanted')
    expect([opened, listeners.size]).toEqual([[], 0])
  })

  it('belongs to the cell in which the last letter was typed', () => {
    const { type, come, opened, cursor, listeners } = start()
    type('x')
    cursor.column = 2
    type('y')
    expect(listeners.size).toBe(1)
    come(7, 'wanted')
    expect(opened).toEqual([['wanted', 'y']])
  })

  it('goes on with a space, which alone is none', () => {
    const { type, come, opened, late } = start()
    expect(late.press(true)).toBe(false)
    type('a')
    expect(late.press(true)).toBe(true)
    type('b')
    come(7, 'wanted')
    expect(opened).toEqual([['wanted', 'a b']])
  })

  it('is given up by any other key', () => {
    const { type, come, opened, late } = start()
    type('x')
    expect(late.press(false)).toBe(false)
    come(7, 'wanted')
    expect(opened).toEqual([])
  })
})
