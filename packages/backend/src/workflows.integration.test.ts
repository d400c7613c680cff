/** Workflows through the whole stack: transitions are set and read, and a record tells where it may go. */
import type { FieldId, OptionId, RecordId, RoleId, Table, Transition, TransitionId } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'

let world: World
let table: Table
let record: RecordId
let editors: RoleId
const [draft, review, done] = ['draft', 'review', 'done'] as OptionId[] as [OptionId, OptionId, OptionId]
beforeAll(async () => {
  world = await startWorld()
  const options = [draft, review, done].map((id) => ({ id, label: id, hue: 'blue' as const }))
  table = await makeTable(world, 'Orders', [
    fieldOf('Name', 'text'),
    fieldOf('Amount', 'integer'),
    fieldOf('State', 'status', { options, initial: draft }),
  ])
  record = await addRecord(world.editor, table, { [idOf('Name')]: 'one' })
  const roles = value(await world.owner.backend.roles.list(world.base))
  editors = roles.find(({ kind }) => kind === 'editor')!.id
})
afterAll(() => world?.stop())

const idOf = (name: string): FieldId => table.fields.find((field) => field.name === name)!.id
const step = (from: OptionId | null, to: OptionId, more: Partial<Transition> = {}): Transition => ({
  id: newId<TransitionId>(),
  name: `To ${to}`,
  from,
  to,
  roles: null,
  guard: null,
  requires: [],
  fourEyes: false,
  ...more,
})
const movesOf = (who: World['editor']) => who.backend.workflows.movesOf(table.id, idOf('State'), record)

async function move(from: OptionId, to: OptionId) {
  const [result] = value(
    await world.editor.backend.rows.apply({
      atomic: false,
      mutations: [
        {
          id: newId(),
          kind: 'update',
          table: table.id,
          record,
          values: { [idOf('State')]: to },
          base: { [idOf('State')]: from },
        },
      ],
    }),
  )
  return result!
}

describe('a field of states', () => {
  it('without transitions lets any state follow any', async () => {
    expect(value(await world.owner.backend.workflows.transitions(idOf('State')))).toEqual([])
    expect(value(await movesOf(world.editor))).toEqual({
      state: draft,
      bound: false,
      moves: [review, done].map((to) => ({ to, refusal: null })),
    })
  })

  it('keeps its transitions as they were sent, in their order', async () => {
    const { workflows } = world.owner.backend
    const guard = { call: '>', args: [{ field: idOf('Amount') }, { number: 10 }] }
    const sent = [
      step(draft, review, { requires: [idOf('Amount')] }),
      step(review, done, { guard, fourEyes: true, roles: [editors] }),
      step(null, draft, { roles: ['creator'] }),
    ]
    value(await workflows.save(idOf('State'), sent))
    expect(value(await workflows.transitions(idOf('State')))).toEqual(sent)
  })

  it('tells where a record may go, and why not elsewhere', async () => {
    const told = value(await movesOf(world.editor))
    expect(told).toEqual({
      state: draft,
      bound: true,
      moves: [
        { to: review, refusal: { rule: 'required', fields: [idOf('Amount')] } },
        { to: done, refusal: { rule: 'no_transition' } },
      ],
    })
    const reader = value(await movesOf(world.viewer))
    expect(reader.moves.map(({ refusal: why }) => why?.rule)).toEqual(['read_only', 'read_only'])
  })

  it('refuses a step with its rule, and takes it when nothing is in the way', async () => {
    expect(await move(draft, done)).toMatchObject({
      status: 'error',
      error: { code: 'transition_refused', details: { field: idOf('State'), rule: 'no_transition' } },
    })
    await world.sql`update ${world.sql(`data.${table.relation}`)} set amount = 50 where id = ${record}`
    expect(await move(draft, review)).toMatchObject({ status: 'ok' })
    const { moves } = value(await movesOf(world.editor))
    expect(moves.find(({ to }) => to === done)!.refusal).toEqual({
      rule: 'four_eyes',
      roles: [{ id: editors, kind: 'editor', name: 'editor' }],
    })
    expect(moves.find(({ to }) => to === draft)!.refusal).toMatchObject({ rule: 'role' })
  })
})

it('nobody but creators reads or writes transitions, and strangers find no record', async () => {
  for (const [person, code] of [
    [world.editor, 'forbidden'],
    [world.viewer, 'forbidden'],
    [world.outsider, 'not_found'],
  ] as const) {
    expect(refusal(await person.backend.workflows.transitions(idOf('State')))).toBe(code)
    expect(refusal(await person.backend.workflows.save(idOf('State'), []))).toBe(code)
  }
  expect(refusal(await movesOf(world.outsider))).toBe('not_found')
  const { workflows } = world.owner.backend
  expect(refusal(await workflows.save(idOf('Name'), []))).toBe('invalid_input')
  expect(refusal(await workflows.save(idOf('State'), [step(draft, draft)]))).toBe('invalid_input')
})
