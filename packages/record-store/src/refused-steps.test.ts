import { appError, type FieldId, type MutationId, type MutationResult, type RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import type { OwnMutation, OwnValues } from './own-mutation.ts'
import { toldTogether } from './refused-steps.ts'
import { nameField, rankField, table } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'

const seat = 'seat' as FieldId
const update = (no: number, values: OwnValues): OwnMutation => ({
  id: `m${no}` as MutationId,
  kind: 'update',
  table,
  record: idOf(no),
  values,
  base: {},
})
const takes = (no: number, one: string) =>
  update(no, { [seat]: { link: [[one as RecordId, one]], unlink: [] } })
const refused = (no: number, code: 'batch_refused' | 'link_taken' | 'value_invalid'): MutationResult => ({
  id: `m${no}` as MutationId,
  status: 'error',
  error: appError(code),
})
const detailsOf = (results: readonly MutationResult[]) =>
  results.map((result) => (result.status === 'error' ? result.error.details : null))

describe('a step that was refused', () => {
  it('tells those that were refused with another which one that is', () => {
    const both = [update(0, { [nameField]: 'a' }), update(1, { [nameField]: 'b' })]
    const told = toldTogether(both, [refused(0, 'batch_refused'), refused(1, 'value_invalid')])
    expect(detailsOf(told)).toEqual([
      { step: 'm0', inTheWay: { record: idOf(1), field: nameField } },
      undefined,
    ])
  })

  it('names no field where several were written and none is told', () => {
    const both = [update(0, { [nameField]: 'a' }), update(1, { [nameField]: 'b', [rankField]: 1 })]
    const told = toldTogether(both, [refused(0, 'batch_refused'), refused(1, 'value_invalid')])
    expect(detailsOf(told)[0]).toEqual({ step: 'm0', inTheWay: { record: idOf(1) } })
  })

  it('tells of a record that it links twice where else that is', () => {
    const answers = [refused(0, 'batch_refused'), refused(1, 'batch_refused'), refused(2, 'link_taken')]
    const told = toldTogether([takes(0, 's1'), takes(1, 's2'), takes(2, 's1')], answers)
    expect(detailsOf(told)[2]).toEqual({ inTheWay: { record: idOf(0), field: seat } })
    expect(told[2]).toMatchObject({ error: { message: expect.stringContaining('The same change links') } })
    const alone = toldTogether([takes(0, 's3'), takes(1, 's2'), takes(2, 's1')], answers)
    expect(detailsOf(alone)[2]).toBeUndefined()
  })
})

describe('what was refused with another change only', () => {
  const renames = [0, 1, 2, 3].map((no) => ({ record: idOf(no), values: { [nameField]: `new ${no}` } }))
  const open = async () => {
    const opened = await openSession({ count: 30 })
    const { backend, clock, session } = opened
    backend.refuse = ({ record }) => (record === idOf(2) ? appError('value_invalid') : null)
    const [made] = session.editMany(renames, [{ [nameField]: 'made' }])
    await clock.advance(100)
    return { ...opened, made: made! }
  }

  it('is counted, and tried again together from any of its cells, without what is in the way', async () => {
    const { backend, clock, session, made } = await open()
    expect(session.togetherWith(session.store.get(idOf(3))!.problems.get(nameField)!.error)).toBe(4)
    session.retryCell(idOf(3), nameField)
    await clock.advance(100)
    const names = [0, 1, 2, 3].map((no) => backend.get(idOf(no))?.values[nameField])
    expect(names).toEqual(['new 0', 'new 1', 'row 2', 'new 3'])
    expect(backend.get(made)?.values[nameField]).toBe('made')
    expect(session.store.get(idOf(2))?.problems.has(nameField)).toBe(true)
    expect(session.store.get(idOf(0))?.problems.size).toBe(0)
    session.undo()
    await clock.advance(100)
    expect(backend.get(idOf(3))?.values[nameField]).toBe('row 3')
    expect(backend.get(made)).toBeUndefined()
  })

  it('is tried again together from a new record too', async () => {
    const { backend, clock, session, made } = await open()
    session.retryRecord(made)
    await clock.advance(100)
    expect(backend.get(made)?.values[nameField]).toBe('made')
    expect(backend.get(idOf(0))?.values[nameField]).toBe('new 0')
  })

  it('is not tried again where it was dismissed, or changed since', async () => {
    const { backend, clock, session } = await open()
    session.dismissCell(idOf(0), nameField)
    session.edit(idOf(1), { [nameField]: 'other' })
    await clock.advance(100)
    session.retryCell(idOf(3), nameField)
    await clock.advance(100)
    const names = [0, 1, 3].map((no) => backend.get(idOf(no))?.values[nameField])
    expect(names).toEqual(['row 0', 'other', 'new 3'])
  })

  it('stays where it is when what was in the way is tried again', async () => {
    const { backend, clock, session } = await open()
    session.retryCell(idOf(2), nameField)
    await clock.advance(100)
    expect(session.store.get(idOf(0))?.problems.has(nameField)).toBe(true)
    expect(backend.get(idOf(0))?.values[nameField]).toBe('row 0')
  })
})
