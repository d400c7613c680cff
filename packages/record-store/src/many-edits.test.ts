import { appError } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { nameField, rankField } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'

const renames = (count: number) =>
  Array.from({ length: count }, (_, no) => ({ record: idOf(no), values: { [nameField]: `new ${no}` } }))

describe('many edits as one step', () => {
  it('are shown at once, stored whole, and taken back together', async () => {
    const { clock, backend, session, value } = await openSession({ count: 30 })
    const [added] = session.editMany(renames(5), [{ [nameField]: 'added' }])
    expect(value(idOf(4), nameField)).toBe('new 4')
    expect(value(added!, nameField)).toBe('added')
    await clock.advance(100)
    expect(backend.get(idOf(4))?.values[nameField]).toBe('new 4')
    expect(backend.get(added!)?.values[nameField]).toBe('added')
    session.undo()
    await clock.advance(100)
    expect(backend.get(idOf(4))?.values[nameField]).toBe('row 4')
    expect(backend.get(added!)).toBeUndefined()
    expect(session.canUndo()).toBe(false)
    session.redo()
    await clock.advance(100)
    expect(backend.get(idOf(0))?.values[nameField]).toBe('new 0')
  })

  it('are refused together when one of them is: nothing is stored by halves', async () => {
    const { clock, backend, session } = await openSession({ count: 30 })
    backend.refuse = ({ record }) => (record === idOf(2) ? appError('value_invalid') : null)
    session.editMany(renames(4))
    await clock.advance(100)
    for (const no of [0, 1, 2, 3]) expect(backend.get(idOf(no))?.values[nameField]).toBe(`row ${no}`)
    expect(session.store.get(idOf(0))?.problems.has(nameField)).toBe(true)
    expect(session.canUndo()).toBe(false)
  })

  it('leave no step behind when nothing changes', async () => {
    const { backend, clock, session } = await openSession({ count: 30 })
    session.editMany([{ record: idOf(0), values: { [nameField]: 'row 0', [rankField]: 0 } }])
    await clock.advance(100)
    expect(session.canUndo()).toBe(false)
    expect(backend.stored).toEqual([])
  })
})
