import {
  appError,
  type Backend,
  type BaseId,
  err,
  type Field,
  type FieldId,
  type FieldTypeName,
  ok,
  type Result,
  type TableId,
  type TypeChangeStep,
} from '@plinth/domain'
import type { Act, TableSession } from '@plinth/record-store'
import { toast } from 'sonner'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openForSteps } from './table-steps.ts'
import { noteTypeChange } from './type-steps.ts'

const table = 'table' as TableId
const id = 'field' as FieldId
const old = (n: number) => `old ${n}` as FieldId

const fieldOf = (type: FieldTypeName, more: Partial<Field> = {}): Field => ({
  id,
  name: 'Effort',
  type,
  options: {},
  column: 'effort',
  position: 1,
  ...more,
})

/** A server with one field, whose type goes back with the old values that it has last made. */
class Server {
  field: Field
  readonly calls: string[] = []
  /** Answers that come before the change is done. */
  early: Result<TypeChangeStep>[] = []
  made = 1
  /** Of the field once it is back. */
  rules: Field['rules'] & object = {}

  constructor(field: Field) {
    this.field = field
  }

  readonly bases = {
    schema: async () => ok({ tables: [{ id: table, fields: [this.field] }] }),
    changeTypeBack: async (_: FieldId, type: FieldTypeName, kept: FieldId) => {
      this.calls.push(`${type} from ${kept}`)
      const early = this.early.shift()
      if (early) return early
      if (kept !== old(this.made)) return err(appError('values_gone'))
      this.made += 1
      this.field = fieldOf(type, { rules: this.rules })
      return ok({ done: 1, total: 1, field: this.field, table, kept: old(this.made) })
    },
  } as unknown as Backend['bases']
}

const said = () => toast.getToasts().map((one) => ('title' in one ? String(one.title) : ''))

describe('a change of type', () => {
  let server: Server
  let act: Act
  const refreshBase = vi.fn<() => Promise<boolean>>(async () => true)

  beforeEach(() => {
    // Messages go in the next frame.
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
    for (const one of toast.getToasts()) toast.dismiss(one.id)
    refreshBase.mockClear()
    server = new Server(fieldOf('integer'))
    const session = { table, noteAct: (noted: Act) => (act = noted) } as unknown as TableSession
    openForSteps(session)
    const scope = { bases: server.bases, cache: { refreshBase }, base: 'base' as BaseId, table }
    noteTypeChange(scope, fieldOf('text'), { field: server.field, kept: old(1) })
  })

  it('goes back and on, each time with the values that the one before kept', async () => {
    expect([await act.back(), await act.again(), await act.back()]).toEqual([true, true, true])
    expect(server.calls).toEqual(['text from old 1', 'integer from old 2', 'text from old 3'])
    expect(server.field.type).toBe('text')
    expect(said()).toContain('“Effort” is of type text again.')
  })

  it('says where goes what was written in place of what nobody writes', async () => {
    const scope = { bases: server.bases, cache: { refreshBase }, base: 'base' as BaseId, table }
    noteTypeChange(scope, fieldOf('autonumber'), { field: server.field, kept: old(1) })
    expect(await act.back()).toBe(true)
    const [told] = toast.getToasts()
    expect(told).toMatchObject({
      title: '“Effort” is of type autonumber again.',
      description: 'Its values are back. What was changed since is in the trash of the base.',
    })
  })

  it('is called until the field is there, and says meanwhile that it is on its way', async () => {
    const step: TypeChangeStep = { done: 1, total: 3, field: null, table: null, kept: null }
    server.early = [ok({ ...step, done: 0 }), ok(step), ok({ ...step, done: 2 })]
    const told: string[][] = []
    refreshBase.mockImplementation(async () => told.push(said()) > 0)
    expect(await act.back()).toBe(true)
    expect(server.calls).toHaveLength(4)
    expect(told).toEqual([
      expect.arrayContaining(['“Effort” becomes of type text again']),
      expect.arrayContaining(['“Effort” becomes of type text again']),
    ])
    expect(said()).toEqual(['“Effort” is of type text again.'])
  })

  it('waits while the table is busy', async () => {
    vi.useFakeTimers()
    server.early = [err(appError('busy')), err(appError('busy'))]
    const done = act.back()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await done).toBe(true)
    expect(server.calls).toHaveLength(3)
    vi.useRealTimers()
  })

  it.each<[string, Partial<Field>]>([
    ['type', { type: 'number' }],
    ['options', { options: { max: 3 } as Field['options'] }],
    ['default', { default: { kind: 'value', value: 7 } }],
    ['rules', { rules: { required: true } }],
    ['type once more, which is under way', { changing: { type: 'date', done: 0, total: 9 } }],
  ])('stays as it is where somebody changed the field’s %s since', async (_, changes) => {
    server.field = { ...server.field, ...changes }
    expect(await act.back()).toBe(false)
    expect([server.calls, said()]).toEqual([[], ['“Effort” was changed since']])
  })

  it('goes back all the same where the field has another name, and another note', async () => {
    server.field = { ...server.field, name: 'Work', description: 'In days', rules: { newOnly: [] } }
    expect(await act.back()).toBe(true)
  })

  it('stays as it is where the old values are gone, and says so', async () => {
    server.made = 7
    expect(await act.back()).toBe(false)
    expect(said()).toEqual([appError('values_gone').message])
  })

  it('says when values that were there need not be unique any more', async () => {
    const scope = { bases: server.bases, cache: { refreshBase }, base: 'base' as BaseId, table }
    const before = fieldOf('text', { rules: { unique: true } })
    server.rules = { unique: true, newOnly: ['unique'] }
    noteTypeChange(scope, before, { field: server.field, kept: old(1) })
    await act.back()
    const [one] = toast.getToasts()
    expect(one).toMatchObject({
      description: expect.stringContaining('only new and changed values must be unique'),
    })
  })
})
