import type { FieldId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { Computed } from './computed.ts'
import { nameField, rankField } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'

/** The name with the rank behind it, computed by the server. */
const label = 'label' as FieldId
const noteField = 'note' as FieldId
const changeOf = (field: FieldId) => ({ kind: 'update', values: { [field]: 1 } }) as const
const sources = new Map([[label, [nameField, rankField]]])

async function openComputed(sorts: Parameters<typeof openSession>[0] = {}) {
  const opened = await openSession({ count: 20, ...sorts })
  opened.backend.computes = (values) => ({ [label]: `${values[nameField]} ${values[rankField]}` })
  opened.session.noteComputed(sources)
  return opened
}

describe('a formula', () => {
  it('is read again after a change of what it is computed from', async () => {
    const { clock, session, value } = await openComputed()
    session.edit(idOf(3), { [nameField]: 'mine' })
    await clock.advance(3_000)
    expect(value(idOf(3), label)).toBe('mine 3')
  })

  it('is read of a record that was made, and of each of many that were changed', async () => {
    const { clock, session, value } = await openComputed()
    const made = session.create({ [nameField]: 'new', [rankField]: 7 })
    session.editMany([3, 4].map((no) => ({ record: idOf(no), values: { [rankField]: 50 } })))
    await clock.advance(3_000)
    expect([made, idOf(3), idOf(4)].map((id) => value(id, label))).toEqual(['new 7', 'row 3 50', 'row 4 50'])
  })

  it('moves its record in an order by it', async () => {
    const { clock, session, window, backend } = await openComputed({
      sorts: [{ field: label, direction: 'asc' }],
    })
    backend.write(
      Array.from({ length: 20 }, (_, no) => ({
        id: idOf(no),
        values: { [nameField]: 'row', [rankField]: no, [label]: `b ${100 + no}` },
      })),
    )
    await clock.advance(3_000)
    backend.computes = () => ({ [label]: 'a' })
    session.edit(idOf(15), { [nameField]: 'first' })
    await clock.advance(3_000)
    expect(window.idAt(0)).toBe(idOf(15))
  })

  it('is not sent when a deleted record is made again', async () => {
    const { clock, session, backend, value } = await openComputed()
    session.edit(idOf(3), { [nameField]: 'mine' })
    await clock.advance(3_000)
    const { takeBack } = session.remove([idOf(3)])
    await clock.advance(3_000)
    backend.refuse = (mutation) =>
      mutation.kind === 'insert' && label in mutation.values
        ? { code: 'field_read_only', message: 'field_read_only' }
        : null
    takeBack()
    await clock.advance(3_000)
    expect(value(idOf(3), label)).toBe('mine 3')
  })
})

describe('what is written', () => {
  it('touches what is computed from it, and holds nothing that is computed', () => {
    const computed = new Computed()
    expect(computed.touchedBy([nameField])).toEqual([nameField])
    computed.set(sources)
    expect(computed.touchedBy([nameField])).toEqual([nameField, label])
    expect(computed.touchedBy([noteField])).toEqual([noteField])
    expect(computed.written({ [nameField]: 'a', [label]: 'a 1' })).toEqual({ [nameField]: 'a' })
  })

  it('touches with every change what tells of changes, and never what is there from the beginning', () => {
    const computed = new Computed()
    computed.set(
      new Map<FieldId, readonly FieldId[] | 'every change'>([
        [label, 'every change'],
        [rankField, []],
      ]),
    )
    expect(computed.touchedBy([noteField])).toEqual([noteField, label])
  })

  it('is followed by a look at the record where the server computes more of it', () => {
    const computed = new Computed()
    const looks = () =>
      [
        { kind: 'insert', values: {} } as const,
        changeOf(nameField),
        changeOf(noteField),
        { kind: 'delete' } as const,
      ].map((mutation) => computed.follows(mutation))
    expect(looks()).toEqual([false, false, false, false])
    computed.set(new Map([[label, []]]))
    expect(looks()).toEqual([true, false, false, false])
    computed.set(sources)
    expect(looks()).toEqual([true, true, false, false])
  })
})
