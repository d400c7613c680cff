import type { FieldId, LinkItem, RecordId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldLinks, isLinkEdit, type LinkEdit, linkEdit, linksTo } from './link-edit.ts'
import { type Edited, inOrder, type Made } from './links-within.ts'
import type { OwnValues } from './own-mutation.ts'
import { nameField } from './testing/fake-backend.ts'
import { idOf, openSession } from './testing/open-session.ts'

const after = 'after' as FieldId
const count = 6
const newId = (no: number) => `new ${no}` as RecordId
const item = (id: RecordId): LinkItem => [id, `called ${id}`]
const links = (id: RecordId) => linksTo([item(id)])
const anyTargets = fc.uniqueArray(fc.nat(count * 2 - 1), { maxLength: 4 })
/** The first half of all numbers are stored records, the rest new ones. */
const idAt = (no: number) => (no < count ? idOf(no) : newId(no - count))
const linking = (targets: readonly number[]) => linksTo(targets.map((no) => item(idAt(no))))

const editOf = (record: RecordId, targets: readonly number[]): Edited | null => {
  const edit = linkEdit(null, linking(targets))
  const base = edit && { link: edit.unlink, unlink: edit.link }
  return (
    edit && { record, values: { [after]: edit, [nameField]: 'x' }, base: { [after]: base, [nameField]: 'y' } }
  )
}

/** Does one change after the other, as the server does: what links nobody is refused. */
function done(changes: readonly { record: RecordId; values: OwnValues }[]) {
  const records = new Map(
    Array.from({ length: count }, (_, no) => [idOf(no), {} as Record<FieldId, unknown>]),
  )
  for (const { record, values } of changes) {
    const row = records.get(record) ?? {}
    records.set(record, row)
    for (const [field, value] of Object.entries(values) as [FieldId, OwnValues[FieldId]][]) {
      const edit = isLinkEdit(value) ? value : linkEdit(null, value)
      const lost = edit?.link.find(([id]) => !records.has(id))
      if (lost) throw new Error(`links ${lost[0]} before it is there`)
      row[field] = isLinkEdit(value) ? foldLinks(row[field] as null, [value]) : value
    }
  }
  return records
}

describe('links to records of the same step', () => {
  it('are set when these are there, and come to what was asked for', () => {
    const anyInserts = fc.array(anyTargets, { maxLength: count })
    const anyEdits = fc.array(anyTargets, { maxLength: count })
    fc.assert(
      fc.property(anyInserts, anyEdits, (targets, changed) => {
        const within = (list: readonly number[]) => list.filter((no) => no < count + targets.length)
        const made = targets.map((list, no): Made => {
          return { record: newId(no), values: { [nameField]: `n${no}`, [after]: linking(within(list)) } }
        })
        const edited = changed.flatMap((list, no) => editOf(idOf(no), within(list)) ?? [])
        const { edits, inserts, later } = inOrder(edited, made)
        const records = done([...edits, ...inserts, ...later])
        for (const { record, values } of made) {
          expect(records.get(record)?.[after] ?? linksTo([])).toEqual(values[after])
        }
        for (const { record, values } of edited) {
          const { link } = values[after] as LinkEdit
          expect(records.get(record)).toEqual({ [after]: linksTo(link), [nameField]: 'x' })
        }
      }),
    )
  })

  it('come in one change with their record where they need not wait', () => {
    const made = [[], [count], [count + 1]].map((targets, no) => {
      return { record: newId(no), values: { [after]: linking(targets) } }
    })
    expect(inOrder([], made)).toEqual({ edits: [], inserts: made, later: [] })
  })

  it('are shown at once, stored whole, taken back together and made again', async () => {
    const { clock, backend, session, value } = await openSession({ count: 30 })
    const ids = [newId(1), newId(2)]
    const added = [
      { [nameField]: 'one', [after]: links(ids[1]!) },
      { [nameField]: 'two', [after]: links(ids[0]!) },
    ]
    const wanted = [{ record: idOf(0), values: { [nameField]: 'zero', [after]: links(ids[1]!) } }]
    expect(session.editMany(wanted, added, ids)).toEqual(ids)
    const stored = () => [idOf(0), ...ids].map((id) => backend.get(id)?.values[after] ?? null)
    const all = [ids[1]!, ids[1]!, ids[0]!]
    const linked = () => stored().map((one) => (one as { items: LinkItem[] } | null)?.items[0]?.[0])
    expect([idOf(0), ...ids].map((id) => value(id, after))).toMatchObject(
      all.map((id) => ({ items: [[id, `called ${id}`]] })),
    )
    await clock.advance(100)
    expect(linked()).toEqual(all)
    session.undo()
    await clock.advance(100)
    expect(backend.get(ids[0]!)).toBeUndefined()
    expect(backend.get(idOf(0))?.values).toMatchObject({ [nameField]: 'row 0', [after]: null })
    session.redo()
    await clock.advance(100)
    expect(linked()).toEqual(all)
  })
})
