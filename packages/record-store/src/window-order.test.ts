import type { FieldId, RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { nameField, rankField, table } from './testing/fake-backend.ts'
import { WindowOrder } from './window-order.ts'

const created = new WindowOrder({ table, sorts: [] })
const ranked = new WindowOrder({ table, sorts: [{ field: rankField, direction: 'desc' }] })
const items = (...ids: string[]) => ids.map((id) => [id as RecordId, 1] as const)

describe('WindowOrder', () => {
  it('is moved by values of the fields that it sorts by, and by no others', () => {
    expect(ranked.dependsOn([rankField])).toBe(true)
    expect(ranked.dependsOn([nameField])).toBe(false)
    expect(created.dependsOn([rankField])).toBe(false)
  })

  it('takes a change of unknown fields for one that can move rows, but never in creation order', () => {
    expect(ranked.dependsOn(null)).toBe(true)
    expect(ranked.dependsOn([nameField as FieldId])).toBe(false)
    expect(created.dependsOn(null)).toBe(false)
  })

  it('knows in creation order where a change begins', () => {
    const event = { op: 'insert', seq: '1', items: items('c', 'a', 'b'), fields: null } as const
    expect(created.firstMoved(event)).toBe('a')
    expect(ranked.firstMoved(event)).toBeNull()
    expect(created.firstMoved({ op: 'bulk', seq: '1', count: 9 })).toBeNull()
  })

  it('reads an id from a key only where ids tell about places', () => {
    const anchor = { index: 3, key: ['a'], asOf: '1', isFirm: true, generation: 1 }
    expect(created.idIn(anchor)).toBe('a')
    expect(created.idIn({ ...anchor, isFirm: false })).toBeNull()
    expect(ranked.idIn({ ...anchor, key: [4, 'a'] })).toBeNull()
  })
})
