/** A base that is there already, for journeys that begin in it. */
import { type Person, signUpPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type CellValue,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type MutationId,
  type OptionId,
  type RecordId,
  type Table,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import type { World } from '../harness.ts'
import { button, field, heading, seen, type Who } from '../steps.ts'
import { must } from '../target.ts'
import type { Keys } from './keys.ts'

export interface Desk {
  workspace: WorkspaceId
  base: BaseId
  table: Table
}

const fieldOf = (name: string, type: FieldTypeName, options: FieldDefinition['options'] = {}) => ({
  id: uuidV7() as FieldId,
  name,
  type,
  options,
})

const moods = [
  { id: 'o1' as OptionId, label: 'Calm', hue: 'teal' },
  { id: 'o2' as OptionId, label: 'Bright', hue: 'amber' },
] as const

export const pieces = ['Gymnopédie', 'Arabesque', 'Nocturne'] as const

/** The workspace Keys with the base Piano, and in it the table Pieces with three records. */
export async function furnishDesk(owner: Person): Promise<Desk> {
  const { workspaces, bases, rows } = owner.backend
  const workspace = uuidV7() as WorkspaceId
  const base = uuidV7() as BaseId
  must(await workspaces.create({ id: workspace, name: 'Keys' }))
  const region = { timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  must(await bases.create({ id: base, workspace, name: 'Piano', hue: 'teal', ...region }))
  const fields = [
    fieldOf('Piece', 'text'),
    fieldOf('Minutes', 'integer'),
    fieldOf('Mood', 'single_select', { options: moods }),
    fieldOf('Played', 'date'),
    fieldOf('Known', 'checkbox'),
    fieldOf('Notes', 'long_text'),
    fieldOf('Scores', 'attachment'),
  ]
  const table = must(await bases.createTable(base, { id: uuidV7() as TableId, name: 'Pieces', fields }))
  const [piece, minutes] = fields
  const mutations = pieces.map((name, at) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: table.id,
    record: uuidV7() as RecordId,
    values: { [piece!.id]: name, [minutes!.id]: at + 3 } as Record<FieldId, CellValue>,
  }))
  must(await rows.apply({ mutations, atomic: true }))
  return { workspace, base, table }
}

/** Signed up through the API, and gone again. */
export async function withPerson<T>(world: World, who: Who, act: (person: Person) => Promise<T>): Promise<T> {
  const person = await signUpPerson(world.project, who)
  const made = await act(person)
  await person.backend.dispose()
  return made
}

export async function signInByKeys(keys: Keys, who: Who): Promise<void> {
  const { see } = keys
  await seen(heading(see, 'Sign in'))
  await keys.typeInto(field(see, 'E-mail'), who.email)
  await keys.typeInto(field(see, 'Password'), who.password)
  await keys.pressOn(button(see, 'Sign in'))
}
