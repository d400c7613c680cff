import type { BaseId, OptionId } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fieldOf,
  makeTable,
  newId,
  refusal,
  settings,
  startWorld,
  value,
  type World,
} from './integration-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('a base', () => {
  it('is made, changed and deleted by its creator', async () => {
    const id = newId<BaseId>()
    const { bases } = world.owner.backend
    value(await bases.create({ id, workspace: world.workspace, name: 'Second', ...settings }))
    value(await bases.update(id, { name: 'Second one', hue: 'pink', weekStart: 7 }))
    expect(value(await bases.schema(id)).base).toMatchObject({
      name: 'Second one',
      hue: 'pink',
      weekStart: 7,
    })
    expect(refusal(await bases.update(id, { timeZone: 'Mars/Olympus' }))).toBe('invalid_input')
    expect(refusal(await bases.delete(id, 'Second'))).toBe('confirm_mismatch')
    value(await bases.delete(id, 'Second one'))
    expect(refusal(await bases.schema(id))).toBe('not_found')
  })

  it('refuses to be shaped by others, and does not exist for outsiders', async () => {
    expect(refusal(await world.editor.backend.bases.update(world.base, { name: 'Taken' }))).toBe('forbidden')
    expect(refusal(await world.viewer.backend.bases.delete(world.base, 'Base'))).toBe('forbidden')
    expect(refusal(await world.outsider.backend.bases.schema(world.base))).toBe('not_found')
    expect(refusal(await world.outsider.backend.bases.members(world.base))).toBe('not_found')
    const foreign = { id: newId<BaseId>(), workspace: world.workspace, name: 'Foreign', ...settings }
    expect(refusal(await world.outsider.backend.bases.create(foreign))).toBe('not_found')
  })

  it('tells who is in it and lets its creator change roles', async () => {
    const { bases } = world.owner.backend
    const roles = async () =>
      value(await bases.members(world.base))
        .map(({ email, role }) => `${email} ${role}`)
        .sort()
    expect(await roles()).toEqual([
      'edda@example.org editor',
      'olga@example.org creator',
      'vito@example.org viewer',
    ])
    value(await bases.setRole(world.base, world.viewer.userId, 'editor'))
    expect(await roles()).toContain('vito@example.org editor')
    const before = value(await bases.schema(world.base)).accessEpoch
    value(await bases.setRole(world.base, world.viewer.userId, null))
    expect(refusal(await world.viewer.backend.bases.schema(world.base))).toBe('not_found')
    // Who lost a right must not hear the topics any more.
    expect(value(await bases.schema(world.base)).accessEpoch).toBeGreaterThan(before)
    value(await bases.setRole(world.base, world.viewer.userId, 'viewer'))
    expect(
      refusal(await world.editor.backend.bases.setRole(world.base, world.editor.userId, 'creator')),
    ).toBe('forbidden')
  })
})

describe('a table', () => {
  it('is made with fields of every type, renamed and deleted', async () => {
    const option = { id: 'a1' as OptionId, label: 'One', hue: 'red' } as const
    const fields = [
      fieldOf('Name', 'text'),
      fieldOf('Long', 'long_text'),
      fieldOf('Whole', 'integer'),
      fieldOf('Number', 'number', { decimals: 2 }),
      fieldOf('Check', 'checkbox'),
      fieldOf('Date', 'date'),
      fieldOf('Time', 'datetime'),
      fieldOf('Pick', 'single_select', { options: [option] }),
      fieldOf('Mail', 'email'),
      fieldOf('Site', 'url'),
      fieldOf('Files', 'attachment'),
    ]
    const table = await makeTable(world, 'Everything', fields)
    expect(table.fields.map(({ id, name, type, options }) => ({ id, name, type, options }))).toEqual(fields)
    const { bases } = world.owner.backend
    value(await bases.updateTable(table.id, { name: 'All types' }))
    expect(refusal(await world.editor.backend.bases.updateTable(table.id, { name: 'Taken' }))).toBe(
      'forbidden',
    )
    expect(refusal(await bases.createTable(world.base, { id: table.id, name: 'Again', fields }))).toBe(
      'invalid_input',
    )
    value(await bases.deleteTable(table.id))
    expect(refusal(await bases.emptyTrash(world.base, table.id, 'Everything'))).toBe('confirm_mismatch')
    value(await bases.emptyTrash(world.base, table.id, 'All types'))
    expect(value(await bases.schema(world.base)).tables).toEqual([])
  })

  it('gets, changes and loses fields', async () => {
    const table = await makeTable(world, 'Fields', [fieldOf('Name', 'text')])
    const { bases } = world.owner.backend
    const made = value(await bases.createField(table.id, fieldOf('Amount', 'number', { decimals: 1 })))
    expect(value(await bases.updateField(made.id, { name: 'Sum', options: { decimals: 3 } }))).toMatchObject({
      name: 'Sum',
      options: { decimals: 3 },
      column: made.column,
    })
    expect(refusal(await bases.updateField(made.id, { name: '' }))).toBe('name_required')
    for (const who of [world.editor, world.viewer]) {
      expect(refusal(await who.backend.bases.createField(table.id, fieldOf('No', 'text')))).toBe('forbidden')
      expect(refusal(await who.backend.bases.deleteField(made.id))).toBe('forbidden')
    }
    expect(refusal(await world.outsider.backend.bases.deleteField(made.id))).toBe('not_found')
    value(await bases.deleteField(made.id))
    expect(
      value(await bases.schema(world.base)).tables.find(({ id }) => id === table.id)?.fields,
    ).toHaveLength(1)
  })
})
