/** Two tables to be linked, and somebody who sees only some records of one of them. */
import { signInPerson, signUpPerson } from '@plinth/backend/testing'
import {
  type Backend,
  type BaseId,
  type FieldId,
  type MutationId,
  type RecordId,
  type RoleId,
  type Table,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { ada, type DemoJourney } from '../demo-journey.ts'
import { must } from '../target.ts'

export const dora = { name: 'Dora Lind', email: 'dora@example.org', password: 'four unrelated words' }

export interface Linked {
  readonly movies: Table
  readonly studios: Table
}

/** Runs some calls as the owner. */
export async function asAda<T>(journey: DemoJourney, work: (backend: Backend) => Promise<T>): Promise<T> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const answer = await work(backend)
  await backend.dispose()
  return answer
}

export function furnishLinks(journey: DemoJourney): Promise<Linked> {
  return asAda(journey, async (backend) => ({
    movies: await tableOf(backend, journey.base, 'Movies', ['Title', 'Note'], ['Heat', 'Ronin', 'Solaris']),
    studios: await tableOf(
      backend,
      journey.base,
      'Studios',
      ['Name', 'City'],
      ['Regency', 'Mosfilm', 'Ealing'],
    ),
  }))
}

async function tableOf(
  { bases, rows }: Backend,
  base: BaseId,
  name: string,
  names: readonly string[],
  records: readonly string[],
): Promise<Table> {
  const fields = names.map((one) => ({
    id: uuidV7() as FieldId,
    name: one,
    type: 'text' as const,
    options: {},
  }))
  const table = must(await bases.createTable(base, { id: uuidV7() as TableId, name, fields }))
  const [first, second] = fields
  const mutations = records.map((text) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: table.id,
    record: uuidV7() as RecordId,
    values: { [first!.id]: text, [second!.id]: `${name} ${text}` },
  }))
  must(await rows.apply({ mutations, atomic: true }))
  return table
}

/** Dora reads all movies, and of the studios those that are called like this. */
export async function restrictDora(journey: DemoJourney, linked: Linked, name: string): Promise<void> {
  const person = await signUpPerson(journey.world.project, dora)
  const role = uuidV7() as RoleId
  await asAda(journey, async ({ roles, workspaces }) => {
    const { base } = journey
    must(await roles.save(base, role, { name: 'Archive' }))
    const rule = { call: '=', args: [{ field: linked.studios.fields[0]!.id }, { text: name }] }
    must(await roles.setGrant(role, linked.studios.id, 'read', { scope: 'rules', rule }))
    must(await roles.setGrant(role, linked.movies.id, 'read', { scope: 'all' }))
    must(await roles.setGrant(role, linked.movies.id, 'update', { scope: 'all' }))
    const [workspace] = must(await workspaces.session()).workspaces
    const invited = await workspaces.invite({
      workspace: workspace!.id,
      role: 'guest',
      base,
      baseRole: null,
      customRole: role,
      email: null,
    })
    must(await person.backend.workspaces.acceptInvitation(must(invited).token))
  })
  await person.backend.dispose()
}
