import type { FieldId, MutationId, RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { type Change, type Step, UndoStack, undoDepth } from './undo-stack.ts'

const field = 'f' as FieldId
const record = 'r' as RecordId
const set = (from: number, to: number): Change => ({
  kind: 'update',
  record,
  values: { [field]: to },
  base: { [field]: from },
})
const step = (no: number): Step => ({
  again: [set(no - 1, no)],
  back: [set(no, no - 1)],
  mutations: [`m${no}` as MutationId],
})

describe('UndoStack', () => {
  it('takes steps back in turn and makes them again', () => {
    const stack = new UndoStack()
    const made: Change[] = []
    const apply = (changes: readonly Change[]) => {
      made.push(...changes)
      return [`n${made.length}` as MutationId]
    }
    stack.push(step(1))
    stack.push(step(2))
    stack.undo(apply)
    stack.undo(apply)
    stack.redo(apply)
    expect(made).toEqual([set(2, 1), set(1, 0), set(0, 1)])
    expect([stack.canUndo, stack.canRedo]).toEqual([true, true])
  })

  it('forgets what was undone when something new is done', () => {
    const stack = new UndoStack()
    stack.push(step(1))
    stack.undo(() => [])
    stack.push(step(2))
    expect(stack.canRedo).toBe(false)
  })

  it('leaves out a step that the server refused, also one made again', () => {
    const stack = new UndoStack()
    stack.push(step(1))
    stack.push(step(2))
    stack.forget('m2' as MutationId)
    stack.undo(() => ['again' as MutationId])
    stack.forget('again' as MutationId)
    expect([stack.canUndo, stack.canRedo]).toEqual([false, false])
  })

  it('says of a record that is made again which deletion that undoes, the last one', () => {
    const stack = new UndoStack()
    const back: Change = { kind: 'insert', record, values: {} }
    const made: Change[] = []
    let no = 0
    const apply = (changes: readonly Change[]) => {
      made.push(...changes)
      no += 1
      return [`n${no}` as MutationId]
    }
    const deletion: Step = {
      again: [{ kind: 'delete', record }],
      back: [back],
      mutations: ['m' as MutationId],
    }
    stack.push(deletion)
    stack.undo(apply)
    stack.redo(apply)
    stack.takeBack(deletion, apply)
    expect(made).toEqual([
      { ...back, undoes: 'm' },
      { kind: 'delete', record },
      { ...back, undoes: 'n2' },
    ])
    // So does who makes a record, takes that back, and makes it again.
    stack.push({ again: [back], back: [{ kind: 'delete', record }], mutations: ['c' as MutationId] })
    stack.undo(apply)
    stack.redo(apply)
    expect(made.slice(3)).toEqual([
      { kind: 'delete', record },
      { ...back, undoes: 'n4' },
    ])
  })

  it('says of links that are made again which change that undoes, and of nothing else', () => {
    const other = ['o' as RecordId, 'Other'] as const
    const links = (link: readonly (typeof other)[], unlink: readonly (typeof other)[]): Change => ({
      kind: 'update',
      record,
      values: { [field]: { link, unlink } },
      base: { [field]: { link: [], unlink: [] } },
    })
    const [linked, unlinked] = [links([other], []), links([], [other])]
    const stack = new UndoStack()
    const made: Change[] = []
    const apply = (changes: readonly Change[]) => {
      made.push(...changes)
      return changes.map((_, at) => `n${made.length - changes.length + at}` as MutationId)
    }
    const [first, second] = [set(1, 2), set(2, 1)]
    const rest = 's' as RecordId
    stack.push({
      again: [unlinked, { ...first, record: rest }],
      back: [linked, { ...second, record: rest }],
      mutations: ['m0' as MutationId, 'm1' as MutationId],
    })
    stack.undo(apply)
    expect(made).toEqual([
      { ...linked, undoes: 'm0' },
      { ...second, record: rest },
    ])
    stack.redo(apply)
    expect(made.slice(2)).toEqual([unlinked, { ...first, record: rest }])
    stack.push({ again: [linked], back: [unlinked], mutations: ['m2' as MutationId] })
    stack.undo(apply)
    stack.redo(apply)
    expect(made.slice(4)).toEqual([unlinked, { ...linked, undoes: 'n4' }])
  })

  it('keeps a limited number of steps', () => {
    const stack = new UndoStack()
    for (let no = 1; no <= undoDepth + 5; no++) stack.push(step(no))
    let count = 0
    while (stack.undo(() => [])) count += 1
    expect(count).toBe(undoDepth)
  })
})
