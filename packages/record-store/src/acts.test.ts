import { describe, expect, it } from 'vitest'
import { nameField } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'
import type { Act } from './undo-stack.ts'

const noted = (log: string[], name: string, more: Partial<Act> = {}): Act => ({
  back: async () => log.push(`-${name}`) > 0,
  again: async () => log.push(`+${name}`) > 0,
  ...more,
})

describe('steps that are no change of records', () => {
  it('are taken back and made again in the order of what was done, among edits', async () => {
    const { session, clock, value } = await openSession()
    const log: string[] = []
    session.noteAct(noted(log, 'hide'))
    session.edit(idOf(0), { [nameField]: 'edited' })
    session.noteAct(noted(log, 'sort'))
    session.undo()
    await clock.advance(100)
    expect([log, value(idOf(0), nameField)]).toEqual([['-sort'], 'edited'])
    session.undo()
    session.undo()
    await clock.advance(100)
    expect([log, value(idOf(0), nameField)]).toEqual([['-sort', '-hide'], 'row 0'])
    expect(session.canUndo()).toBe(false)
    session.redo()
    await clock.advance(100)
    expect([log, session.canRedo()]).toEqual([['-sort', '-hide', '+hide'], true])
  })

  it('wait for one another', async () => {
    const { session, clock } = await openSession()
    const log: string[] = []
    const slow = async () => {
      await clock.wait(50)
      return log.push('-second') > 0
    }
    session.noteAct(noted(log, 'first'))
    session.noteAct(noted(log, 'second', { back: slow }))
    session.undo()
    session.undo()
    await clock.advance(200)
    expect(log).toEqual(['-second', '-first'])
  })

  it('leave the stack when they cannot be taken back, and whatever breaks is such a case', async () => {
    const { session, clock } = await openSession()
    const log: string[] = []
    session.noteAct(noted(log, 'older'))
    session.noteAct(noted(log, 'changed since', { back: async () => false }))
    session.noteAct(noted(log, 'broken', { back: () => Promise.reject(new Error('no line')) }))
    session.undo()
    session.undo()
    await clock.advance(100)
    expect([session.canUndo(), session.canRedo()]).toEqual([true, false])
    session.undo()
    await clock.advance(100)
    expect(log).toEqual(['-older'])
  })

  it('are one where they follow one another in a series, and not after a while', async () => {
    const { session, clock } = await openSession()
    const log: string[] = []
    for (const name of ['a', 'ab', 'abc']) session.noteAct(noted(log, name, { series: 'filter' }))
    await clock.advance(5_000)
    session.noteAct(noted(log, 'later', { series: 'filter' }))
    session.noteAct(noted(log, 'other', { series: 'sort' }))
    for (let no = 0; no < 3; no += 1) session.undo()
    await clock.advance(100)
    expect(log).toEqual(['-other', '-later', '-a'])
    session.redo()
    await clock.advance(100)
    expect(log.at(-1)).toBe('+abc')
  })
})
