/** Two people, a small table with every kind of floating editor, and a table of a million rows. */
import { type Person, signUpPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type MutationId,
  type RecordId,
  type Table,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import type { World } from '../harness.ts'
import type { Who } from '../steps.ts'
import { must } from '../target.ts'

export const anna: Who = { name: 'Anna Kolb', email: 'anna@example.org', password: 'one unrelated word more' }
export const bela: Who = {
  name: 'Béla Szabó',
  email: 'bela@example.org',
  password: 'two unrelated words more',
}

export const manyRows = 1_000_000

export interface Furnished {
  base: BaseId
  notes: Table
  million: Table
}

const fieldOf = (name: string, type: FieldTypeName): FieldDefinition => ({
  id: uuidV7() as FieldId,
  name,
  type,
  options: {},
})

export async function furnish(world: World): Promise<Furnished> {
  const owner = await signUpPerson(world.project, anna)
  const base = await makeBase(owner)
  await invite(world, owner, base)
  const { bases, rows } = owner.backend
  const notes = must(
    await bases.createTable(base.id, {
      id: uuidV7() as TableId,
      name: 'Notes',
      fields: [
        fieldOf('Title', 'text'),
        fieldOf('Text', 'long_text'),
        fieldOf('Due', 'datetime'),
        fieldOf('Files', 'attachment'),
      ],
    }),
  )
  const title = notes.fields[0]!.id
  const mutations = ['First', 'Second', 'Third'].map((text) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: notes.id,
    record: uuidV7() as RecordId,
    values: { [title]: text },
  }))
  must(await rows.apply({ mutations, atomic: true }))
  const million = must(
    await bases.createTable(base.id, {
      id: uuidV7() as TableId,
      name: 'Million',
      // More than there is room for beside a record that is open.
      fields: [
        fieldOf('Name', 'text'),
        ...['Amount', 'Second', 'Third', 'Fourth', 'Fifth'].map((name) => fieldOf(name, 'integer')),
      ],
    }),
  )
  await fill(world, million)
  await owner.backend.dispose()
  return { base: base.id, notes, million }
}

async function makeBase({ backend }: Person): Promise<{ id: BaseId; workspace: WorkspaceId }> {
  const workspace = uuidV7() as WorkspaceId
  const id = uuidV7() as BaseId
  must(await backend.workspaces.create({ id: workspace, name: 'Studio' }))
  const settings = { hue: 'teal', timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  must(await backend.bases.create({ id, workspace, name: 'Desk', ...settings }))
  return { id, workspace }
}

async function invite(
  world: World,
  { backend }: Person,
  base: { id: BaseId; workspace: WorkspaceId },
): Promise<void> {
  const { token } = must(
    await backend.workspaces.invite({
      workspace: base.workspace,
      role: 'member',
      base: base.id,
      baseRole: 'editor',
      email: bela.email,
    }),
  )
  const guest = await signUpPerson(world.project, bela)
  must(await guest.backend.workspaces.acceptInvitation(token))
  await guest.backend.dispose()
}

/** As the database's owner, triggers off: how the rows came there is not what is tested. Ids rise with `n`. */
async function fill({ backend }: World, table: Table): Promise<void> {
  const [name, ...numbers] = table.fields.map((field) => field.column)
  await backend.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`
      insert into data.${table.relation} (id, ${name}, ${numbers.join(', ')})
      select ('01990000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || lpad(to_hex((n >> 4) & 4095), 3, '0') || '-8'
          || lpad(to_hex(n & 15), 3, '0') || '-' || substr(md5(n::text), 1, 12))::uuid, 'Record ' || n, ${numbers.map(() => 'n').join(', ')}
      from generate_series(1, ${manyRows}) n`)
  })
  await backend.admin.unsafe(`vacuum analyze data.${table.relation}`)
}
