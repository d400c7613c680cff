import type { FieldId, LinkChange, MutationId, RecordId, Table, ViewQuery } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRecord, fieldOf, makeTable, newId, startWorld, value, type World } from './integration-world.ts'
import type { Person } from './testing.ts'

let world: World
let films: Table
let people: Table
const [cast, roles] = [newId<FieldId>(), newId<FieldId>()]
let alien: RecordId
let ada: RecordId
let secret: RecordId

/** The viewer does not read one of the two people. */
beforeAll(async () => {
  world = await startWorld()
  const { bases, roles: rights } = world.owner.backend
  films = await makeTable(world, 'Films', [fieldOf('Title', 'text')])
  people = await makeTable(world, 'People', [fieldOf('Name', 'text')])
  const options = { target: people.id, pair: { id: roles, name: 'Roles' } }
  const definition = { id: cast, name: 'Actors', type: 'link', options } as const
  value(await bases.createField(films.id, definition))
  const name = people.fields[0]!.id
  ada = await addRecord(world.editor, people, { [name]: 'Ada' })
  secret = await addRecord(world.editor, people, { [name]: 'Secret' })
  alien = await addRecord(world.editor, films, { [films.fields[0]!.id]: 'Alien' })
  const viewer = value(await rights.list(world.base)).find(({ kind }) => kind === 'viewer')!.id
  const rule = { call: '=', args: [{ field: name }, { text: 'Ada' }] } as never
  value(await rights.setGrant(viewer, people.id, 'read', { scope: 'rules', rule }))
})
afterAll(() => world?.stop())

/** What the route of a users' table answers, as any client asks it. */
async function route({ email, password }: Person, path: string): Promise<Record<string, unknown>[]> {
  const { url, publishableKey: apikey } = world.project
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const headers = { apikey, authorization: `Bearer ${token}`, 'accept-profile': 'data' }
  const answer = await fetch(`${url}/rest/v1/${path}`, { headers })
  return (await answer.json()) as Record<string, unknown>[]
}

async function change(links: LinkChange) {
  const mutation = {
    id: newId<MutationId>(),
    kind: 'update',
    table: films.id,
    record: alien,
    values: { [cast]: links },
    base: { [cast]: null },
  } as const
  return value(await world.editor.backend.rows.apply({ mutations: [mutation], atomic: false }))
}

const windowOf = (query: ViewQuery) =>
  ({ query, anchor: null, direction: 'forward', skip: 0, take: 10 }) as const
const read = async ({ backend }: Person) =>
  value(await backend.rows.window(windowOf({ table: films.id, sorts: [] }))).rows[0]!.values[cast]
const names = (rows: Record<string, unknown>[]) =>
  (rows[0]!['people'] as { name: string }[]).map(({ name }) => name).toSorted()

describe('links', () => {
  test('are told with their field, and in cells as far as their reader reads them', async () => {
    const schema = value(await world.viewer.backend.bases.schema(world.base))
    const field = schema.tables.flatMap(({ fields }) => fields).find(({ id }) => id === cast)
    expect(field).toMatchObject({ type: 'link', options: { target: people.id, pair: roles } })
    expect(await change({ link: [secret, ada] })).toMatchObject([{ status: 'ok', ver: 2 }])
    expect(await read(world.editor)).toEqual({
      count: 2,
      items: [
        [secret, 'Secret'],
        [ada, 'Ada'],
      ],
    })
    expect(await read(world.viewer)).toEqual({ count: 2, items: [[ada, 'Ada']] })
  })

  test('are what a query of the other table asks for', async () => {
    const query = { table: people.id, sorts: [], linkedTo: { field: cast, record: alien } }
    const answer = value(await world.viewer.backend.rows.window(windowOf(query)))
    expect(answer.rows.map(({ id }) => id)).toEqual([ada])
  })

  test('embed one table in the other on the routes, under the policies of both', async () => {
    const select = `${films.relation}?select=title,actors,people:${people.relation}(name)`
    expect(names(await route(world.editor, select))).toEqual(['Ada', 'Secret'])
    expect(names(await route(world.viewer, select))).toEqual(['Ada'])
    expect(await route(world.viewer, select)).toMatchObject([{ title: 'Alien', actors: 2 }])
    expect(await route(world.outsider, select)).toEqual([])
  })
})

describe('a deletion', () => {
  test('tells what goes along, takes it along, and is taken back with it', async () => {
    const { bases, rows } = world.owner.backend
    const scenes = await makeTable(world, 'Scenes', [fieldOf('Name', 'text')])
    const film = newId<FieldId>()
    const options = { target: films.id, single: true, onDelete: 'delete' } as const
    const made = value(await bases.createField(scenes.id, { id: film, name: 'Film', type: 'link', options }))
    expect(made.options).toEqual(options)
    const link = { [scenes.fields[0]!.id]: 'First', [film]: { link: [alien] } }
    const insert = { id: newId<MutationId>(), kind: 'insert', table: scenes.id, values: link } as const
    value(await rows.apply({ mutations: [{ ...insert, record: newId<RecordId>() }], atomic: true }))
    expect(value(await rows.previewDeletion(films.id, [alien]))).toEqual({
      along: [{ table: scenes.id, count: 1 }],
      linked: [{ table: people.id, count: 2, keeps: false }],
    })
    expect(value(await world.viewer.backend.rows.previewDeletion(films.id, [alien]))).toEqual({
      along: [],
      linked: [],
    })
    const count = async () => value(await rows.stats({ table: scenes.id, sorts: [] }, 'exact')).total
    const deletion = newId<MutationId>()
    const about = { table: films.id, record: alien }
    const gone = await rows.apply({ mutations: [{ ...about, id: deletion, kind: 'delete' }], atomic: false })
    expect(value(gone)).toMatchObject([{ status: 'ok' }])
    expect(await count()).toBe(0)
    const values = { [films.fields[0]!.id]: 'Alien' }
    const back = { ...about, id: newId<MutationId>(), kind: 'insert', values, undoes: deletion } as const
    expect(value(await rows.apply({ mutations: [back], atomic: true }))).toMatchObject([{ status: 'ok' }])
    expect(await count()).toBe(1)
  })
})

test('a field says how many records are linked at most, and which', async () => {
  const { bases } = world.owner.backend
  const name = people.fields[0]!.id
  const accepts = { call: '=', args: [{ field: name }, { text: 'Ada' }] }
  const id = newId<FieldId>()
  const options = { target: people.id, limit: 2, accepts } as const
  const made = value(await bases.createField(films.id, { id, name: 'Leads', type: 'link', options }))
  expect(made.options).toEqual({ target: people.id, limit: 2 })
  expect(value(await bases.linkAccepts(id))).toEqual(accepts)
  expect(value(await bases.countUnfitLinks(id, { limit: 2, accepts: null }))).toEqual({ over: 0, refused: 0 })
  const query: ViewQuery = { table: people.id, sorts: [], linkable: { field: id, record: alien } }
  const { rows } = value(await world.owner.backend.rows.window(windowOf(query)))
  expect(rows.map((row) => row.id)).toEqual([ada])
  const changed = value(await bases.updateField(id, { options: { target: people.id, accepts: null } }))
  expect(changed.options).toEqual({ target: people.id })
  expect(value(await bases.linkAccepts(id))).toBeNull()
})
