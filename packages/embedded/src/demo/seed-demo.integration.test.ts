import type { SupabaseBackend } from '@plinth/backend'
import { mailboxIn, type Project, signInPerson } from '@plinth/backend/testing'
import { type MutationId, type Result, type Table, uuidV7, type ViewQuery, viewKinds } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestBackend, type TestBackend } from '../testing.ts'
import { releaseOf } from './catalogue.ts'
import { type Film, numberOf, readFilms, textOf } from './films.ts'
import { demoBaseNames, demoPeople, seedDemo } from './seed-demo.ts'
import { shots, films as studioFilms } from './studio-plan.ts'

let embedded: TestBackend
let project: Project

beforeAll(async () => {
  embedded = await startTestBackend()
  const { url, publishableKey, dataDir } = embedded
  project = { url, publishableKey, newestMail: mailboxIn(dataDir) }
  await seedDemo(project, demoBaseNames)
}, 300_000)
afterAll(() => embedded.stop())

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const countThings = async () => {
  const [row] = await embedded.admin`
    select (select count(*) from plinth.base) as bases, (select count(*) from plinth."table") as tables,
      (select count(*) from auth.users) as people, (select count(*) from storage.objects) as objects,
      (select count(*) from plinth_private.change_log) as changes`
  return row
}

describe('the demo', () => {
  it('lets its three people sign in with the printed passwords, each with their role', async () => {
    const roles: string[] = []
    for (const { name, email, password } of demoPeople) {
      const { backend } = await signInPerson(project, { email, password })
      const session = value(await backend.workspaces.session())
      roles.push(`${name}: ${session.workspaces.map((one) => one.bases.map(({ role }) => role)).join()}`)
      await backend.dispose()
    }
    expect(roles).toEqual([
      'Ada Berg: creator,creator,creator',
      'Ben Okafor: editor,editor,editor',
      'Cem Aydın: viewer,viewer,viewer',
    ])
  })

  it('has its three tables full, and files that can be read', async () => {
    const { backend } = await signInPerson(project, demoPeople[2]!)
    const [workspace] = value(await backend.workspaces.session()).workspaces
    const { base, tables } = value(await backend.bases.schema(workspace!.bases[0]!.id))
    expect(base.name).toBe('Programme')
    const totals: Record<string, number> = {}
    for (const table of tables) {
      totals[table.name] = value(await backend.rows.stats({ table: table.id, sorts: [] }, 'exact')).total
    }
    expect(totals).toEqual({ Films: 3_201, Airports: 3_376, Tasks: 12 })
    const files = await filesOf(backend, tables.find(({ name }) => name === 'Tasks')!)
    expect(files.map(({ name }) => name)).toEqual([
      'poster-a.png',
      'poster-b.png',
      'rights-request.txt',
      'cover.png',
    ])
    for (const { key, thumbKey, bytes } of files) {
      expect(value(await backend.files.download(key)).size).toBe(bytes)
      expect(thumbKey === null || value(await backend.files.download(thumbKey)).size > 0).toBe(true)
    }
    await backend.dispose()
  })

  it('keeps the budgets of films from viewers', async () => {
    const seenBy: Record<string, boolean> = {}
    for (const { name, email, password } of demoPeople) {
      const { backend } = await signInPerson(project, { email, password })
      const [workspace] = value(await backend.workspaces.session()).workspaces
      const { tables } = value(await backend.bases.schema(workspace!.bases[0]!.id))
      const { fields } = tables.find((table) => table.name === 'Films')!
      seenBy[name] = fields.some((field) => field.name === 'Budget')
      await backend.dispose()
    }
    expect(seenBy).toEqual({ 'Ada Berg': true, 'Ben Okafor': true, 'Cem Aydın': false })
  })

  it('has a catalogue whose figures are those of the films that are linked', async () => {
    const { backend } = await signInPerson(project, demoPeople[2]!)
    const [workspace] = value(await backend.workspaces.session()).workspaces
    const { base, tables } = value(await backend.bases.schema(workspace!.bases[1]!.id))
    expect(base.name).toBe('Catalogue')
    const named = (name: string) => tables.find((table) => table.name === name)!
    const films = await readFilms()
    const [people, studios] = ['Director', 'Distributor'].map((key) => byMaker(films, key))
    expect(await figuresOf(backend, named('People'))).toEqual(people)
    expect(await figuresOf(backend, named('Studios'))).toEqual(studios)
    expect(named('Films').views.map(({ name }) => name)).toEqual([
      'All films',
      'Best rated',
      'By genre',
      'Better than its studio',
      'Releases',
      'Films a year',
      'Gross by genre',
      'IMDb by genre',
      'For whom',
      'Overview',
    ])
    expect(named('Films').layout?.sections.map(({ name }) => name)).toEqual([
      '',
      'Made by',
      'Ratings',
      'Box office',
    ])
    await backend.dispose()
  })

  it('compares films of the catalogue with their studio', async () => {
    const { backend } = await signInPerson(project, demoPeople[0]!)
    const [workspace] = value(await backend.workspaces.session()).workspaces
    const { tables } = value(await backend.bases.schema(workspace!.bases[1]!.id))
    const { id: table, fields } = tables.find(({ name }) => name === 'Films')!
    const of = (name: string) => fields.find((field) => field.name === name)!.id
    const filter = { join: 'and', items: [{ field: of('Title'), operator: 'is', value: 'Memento' }] } as const
    const { rows } = value(await backend.rows.window(firstRows({ table, sorts: [], filter })))
    const [average, above, earned] = ['Studio average', 'Above its studio', 'Earned per dollar'].map((name) =>
      Number(rows[0]!.values[of(name)]),
    )
    expect(average).toBeGreaterThan(5)
    expect(above).toBeCloseTo(8.7 - average!, 9)
    expect(earned).toBeCloseTo(39_665_950 / 5_000_000, 9)
    await backend.dispose()
  })

  it('has a studio with views of every kind, whose figures fit its records', async () => {
    const { backend } = await signInPerson(project, demoPeople[0]!)
    const { tables, named } = await studioOf(backend)
    const kinds = new Set(tables.flatMap(({ views }) => views.map(({ kind }) => kind)))
    expect([...kinds].toSorted()).toEqual(viewKinds.toSorted())
    const films = named('Films')
    const of = (name: string) => films.fields.find((field) => field.name === name)!.id
    const { rows } = value(await backend.rows.window(firstRows({ table: films.id, sorts: [] })))
    const found = rows.map(({ values }) => [
      values[of('Title')],
      values[of('Shots in all')],
      values[of('Approved')],
    ])
    expect(found).toEqual(
      studioFilms.map(({ title }) => {
        const of = shots.filter(({ film }) => film.title === title)
        return [title, of.length, of.filter(({ state }) => state === 'Approved').length]
      }),
    )
    await backend.dispose()
  })

  it('lets nobody approve a shot that they have submitted, but somebody else, and writes down when', async () => {
    const [ada, ben] = [
      await signInPerson(project, demoPeople[0]!),
      await signInPerson(project, demoPeople[1]!),
    ]
    const table = (await studioOf(ada.backend)).named('Shots')
    const status = table.fields.find(({ name }) => name === 'Status')!
    const state = (label: string) => status.options.options!.find((one) => one.label === label)!.id
    const filter = {
      join: 'and',
      items: [{ field: status.id, operator: 'is', value: state('In progress') }],
    } as const
    const { rows } = value(await ada.backend.rows.window(firstRows({ table: table.id, sorts: [], filter })))
    const move = async (backend: SupabaseBackend, from: string, to: string) => {
      const values = { [status.id]: state(to) }
      const mutation = {
        id: uuidV7() as MutationId,
        kind: 'update',
        table: table.id,
        record: rows[0]!.id,
        values,
        base: { [status.id]: state(from) },
      } as const
      const [done] = value(await backend.rows.apply({ mutations: [mutation], atomic: false }))
      return done!.status === 'error' ? done!.error.code : done!.status
    }
    expect(await move(ben.backend, 'In progress', 'In review')).toBe('ok')
    expect(await move(ben.backend, 'In review', 'Approved')).toBe('transition_refused')
    expect(await move(ada.backend, 'In review', 'Approved')).toBe('ok')
    const { rows: after } = value(await ada.backend.rows.window(firstRows({ table: table.id, sorts: [] })))
    const day = table.fields.find(({ name }) => name === 'Approved on')!.id
    expect(after.find(({ id }) => id === rows[0]!.id)!.values[day]).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    for (const { backend } of [ada, ben]) await backend.dispose()
  })

  it('changes nothing when it is made again', async () => {
    const counts = await countThings()
    await seedDemo(project, demoBaseNames)
    expect(await countThings()).toEqual(counts)
  })

  it('makes what was half made again, and nothing else', async () => {
    const { bases: count, tables: made } = (await countThings())!
    await embedded.admin`update plinth.base set name = 'Catalogue (being made)' where name = 'Catalogue'`
    const programme = await embedded.admin`select id, created_at from plinth.base where name = 'Programme'`
    await seedDemo(project, demoBaseNames)
    expect(await countThings()).toMatchObject({ bases: count, tables: made })
    expect(await embedded.admin`select id, created_at from plinth.base where name = 'Programme'`).toEqual(
      programme,
    )
  })
})

async function studioOf(backend: SupabaseBackend) {
  const [workspace] = value(await backend.workspaces.session()).workspaces
  const { base, tables } = value(await backend.bases.schema(workspace!.bases[2]!.id))
  expect(base.name).toBe('Studio')
  return { tables, named: (name: string) => tables.find((table) => table.name === name)! }
}

type Figures = Readonly<Record<string, readonly unknown[]>>

/** What the file says of those who made the films: how many, their average, their sum, the first and the last. */
function byMaker(films: readonly Film[], key: string): Figures {
  const makers = new Map<string, Film[]>()
  for (const film of films) {
    const name = textOf(film, key)
    if (name !== null) makers.set(name, [...(makers.get(name) ?? []), film])
  }
  const figures = [...makers].map(([name, made]) => {
    const ratings = made.map((film) => numberOf(film, 'IMDB Rating')).filter((rating) => rating !== null)
    const dates = made
      .map(releaseOf)
      .filter((date) => date !== null)
      .toSorted()
    const grosses = made.map((film) => numberOf(film, 'Worldwide Gross') ?? 0)
    const average = ratings.length === 0 ? null : sum(ratings) / ratings.length
    return [name, [made.length, rounded(average), sum(grosses) * 100, dates[0] ?? null, dates.at(-1) ?? null]]
  })
  return Object.fromEntries(figures)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const rounded = (number: number | null) => (number === null ? null : Number(number.toFixed(9)))

async function figuresOf(backend: SupabaseBackend, { id: table, fields }: Table): Promise<Figures> {
  const of = (name: string) => fields.find((field) => field.name === name)!.id
  const { rows } = value(await backend.rows.window(firstRows({ table, sorts: [] })))
  return Object.fromEntries(
    rows.map(({ values }) => [
      values[of('Name')],
      ['Number of films', 'Average IMDb', 'Gross of all films', 'First film', 'Latest film'].map((name) =>
        name === 'Average IMDb' ? rounded(values[of(name)] as number | null) : values[of(name)],
      ),
    ]),
  )
}

const firstRows = (query: ViewQuery) =>
  ({ query, anchor: null, direction: 'forward', skip: 0, take: 1_000 }) as const

async function filesOf(backend: SupabaseBackend, table: Table) {
  const { rows } = value(await backend.rows.window(firstRows({ table: table.id, sorts: [] })))
  const field = table.fields.find(({ type }) => type === 'attachment')!.id
  return rows.flatMap((row) => {
    const cell = row.values[field]
    return Array.isArray(cell) ? cell : []
  })
}
