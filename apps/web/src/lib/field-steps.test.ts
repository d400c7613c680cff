import {
  type Backend,
  type BaseId,
  type Field,
  type FieldId,
  type FieldRules,
  ok,
  type TableId,
} from '@plinth/domain'
import type { Act, TableSession } from '@plinth/record-store'
import { toast } from 'sonner'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noteFieldChange } from './field-steps.ts'
import { openForSteps } from './table-steps.ts'

const table = 'table' as TableId
const before: Field = {
  id: 'field' as FieldId,
  name: 'Effort',
  type: 'integer',
  options: {},
  column: 'effort',
  position: 1,
  rules: { min: 1 },
}

/** A server with one field, which keeps what was asked of it. */
class Server {
  field: Field = before
  readonly calls: unknown[] = []
  readonly bases = {
    schema: async () => ok({ tables: [{ id: table, fields: [this.field] }] }),
    updateField: async (_: FieldId, changes: Partial<Field>, ruled?: { rules: FieldRules }) => {
      this.calls.push([changes, ruled])
      this.field = { ...this.field, ...changes, ...(ruled ? { rules: ruled.rules } : {}) }
      return ok(this.field)
    },
  } as unknown as Backend['bases']
}

describe('a change of a field', () => {
  let server: Server
  let act: Act
  const refreshBase = vi.fn<() => Promise<boolean>>(async () => true)

  const changed = (after: Field) => {
    server.field = after
    noteFieldChange(
      { bases: server.bases, cache: { refreshBase }, base: 'base' as BaseId, table },
      before,
      after,
    )
  }

  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
    for (const one of toast.getToasts()) toast.dismiss(one.id)
    server = new Server()
    openForSteps({ table, noteAct: (noted: Act) => (act = noted) } as unknown as TableSession)
  })

  it('is taken back and done again with its rules, and with nothing that was not changed', async () => {
    changed({ ...before, rules: { min: 1, max: 5, newOnly: ['max'] } })
    expect([await act.back(), await act.again()]).toEqual([true, true])
    expect(server.calls).toEqual([
      [{}, { table, rules: { min: 1 }, keep: true }],
      [{}, { table, rules: { min: 1, max: 5 }, keep: true }],
    ])
  })

  it('leaves the rules alone where they are what they were', async () => {
    changed({ ...before, name: 'Work' })
    await act.back()
    expect(server.calls).toEqual([[{ name: 'Effort' }, undefined]])
  })

  it('stays where somebody has changed the rules since, and says so', async () => {
    changed({ ...before, name: 'Work' })
    server.field = { ...server.field, rules: { min: 2 } }
    expect(await act.back()).toBe(false)
    expect(server.calls).toEqual([])
    expect(toast.getToasts()).toMatchObject([{ title: '“Effort” was changed since' }])
  })
})
