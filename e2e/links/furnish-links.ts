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

/** Makes so many movies, each linked to a studio. */
export async function linkMany(journey: DemoJourney, linked: Linked, studio: string, count: number) {
  await asAda(journey, async ({ bases, rows }) => {
    const { tables } = must(await bases.schema(journey.base))
    const { id: table, fields } = tables.find(({ id }) => id === linked.movies.id)!
    const window = { anchor: null, direction: 'forward', skip: 0, take: 100 } as const
    const all = must(await rows.window({ query: { table: linked.studios.id, sorts: [] }, ...window }))
    const [name] = linked.studios.fields
    const target = all.rows.find(({ values }) => values[name!.id] === studio)!.id
    const link = fields.find(({ type }) => type === 'link')!.id
    const mutations = Array.from({ length: count }, (_, no) => ({
      id: uuidV7() as MutationId,
      kind: 'insert' as const,
      table,
      record: uuidV7() as RecordId,
      values: { [fields[0]!.id]: `Reel ${no + 1}`, [link]: { link: [target] } },
    }))
    must(await rows.apply({ mutations, atomic: true }))
  })
}
