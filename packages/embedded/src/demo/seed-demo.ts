/**
 * What `npm start -- --demo` furnishes: three people, a base with three tables, a catalogue of films with links and rollups, and a studio
 * with views of every kind, made as these people through the public API, so that everything in it went the way of real data. Running it again changes nothing; a
 * half-made base (the process was killed) is made again.
 */
import type { SupabaseBackend } from '@plinth/backend'
import { type Newcomer, type Person, type Project, signInPerson, signUpPerson } from '@plinth/backend/testing'
import type { BaseId, BaseRole, Hue, Result, TableId, WorkspaceId } from '@plinth/domain'
import { seedAirports } from './airports.ts'
import { seedCatalogue } from './catalogue.ts'
import { seedFilms } from './films.ts'
import { made } from './made.ts'
import { seedStudio } from './studio.ts'
import { seedTasks } from './tasks.ts'

export interface DemoPerson {
  name: string
  email: string
  password: string
  role: string
}

const workspace = '01990000-0000-7000-8000-0000000d0001' as WorkspaceId
const workspaceName = 'Northlight Cinema'

interface DemoBase {
  readonly id: BaseId
  readonly name: string
  readonly hue: Hue
}
const programme: DemoBase = {
  id: '01990000-0000-7000-8000-0000000d0002' as BaseId,
  name: 'Programme',
  hue: 'indigo',
}
const catalogue: DemoBase = {
  id: '01990000-0000-7000-8000-0000000d0003' as BaseId,
  name: 'Catalogue',
  hue: 'amber',
}
const studio: DemoBase = {
  id: '01990000-0000-7000-8000-0000000d0004' as BaseId,
  name: 'Studio',
  hue: 'teal',
}
const bases = { programme, catalogue, studio } as const
export type DemoBaseName = keyof typeof bases
export const demoBaseNames = Object.keys(bases) as readonly DemoBaseName[]
/** A base whose name ends like this was not finished: nobody has worked in it yet. */
const halfMade = ' (being made)'

/** Known passwords: the demo is for one's own machine. */
const ada: Newcomer = { name: 'Ada Berg', email: 'ada@example.org', password: 'demo-owner-ada' }
const ben: Newcomer = { name: 'Ben Okafor', email: 'ben@example.org', password: 'demo-editor-ben' }
const cem: Newcomer = { name: 'Cem Aydın', email: 'cem@example.org', password: 'demo-viewer-cem' }

export const demoPeople: readonly DemoPerson[] = [
  { ...ada, role: 'owner' },
  { ...ben, role: 'editor' },
  { ...cem, role: 'viewer' },
]

/** Answers the people with their passwords, to be printed. Throws when the project refuses a step. The first base is enough for most tests. */
export async function seedDemo(
  project: Project,
  names: readonly DemoBaseName[] = ['programme'],
): Promise<readonly DemoPerson[]> {
  // The first account of a project owns the installation: Ada comes first.
  const owner = await enter(project, ada)
  const editor = await enter(project, ben)
  const viewer = await enter(project, cem)
  try {
    await furnish(
      { owner, editor, viewer },
      names.map((name) => bases[name]),
    )
  } finally {
    for (const person of [owner, editor, viewer]) await person.backend.dispose()
  }
  return demoPeople
}

async function enter(project: Project, who: Newcomer): Promise<Person> {
  try {
    return await signInPerson(project, who)
  } catch {
    // No such account yet; were it another reason, signing up says it.
    return signUpPerson(project, who)
  }
}

interface People {
  readonly owner: Person
  readonly editor: Person
  readonly viewer: Person
}

const fillings: Readonly<Record<BaseId, (people: People) => Promise<void>>> = {
  [programme.id]: fillProgramme,
  [catalogue.id]: ({ owner }) => seedCatalogue(owner.backend, catalogue.id),
  [studio.id]: ({ owner }) => seedStudio(owner.backend, studio.id),
}

async function furnish(people: People, wanted: readonly DemoBase[]): Promise<void> {
  const missing = await missingBases(people.owner, wanted)
  // All are begun before one is finished: whatever stops this, the next start finds what is not done.
  for (const base of missing) await begin(people, base)
  for (const { id, name } of missing) {
    await fillings[id]!(people)
    made(`name of ${name}`, await people.owner.backend.bases.update(id, { name }))
  }
}

/** The bases that are to be made: what is half-made goes. */
async function missingBases({ backend }: Person, wanted: readonly DemoBase[]): Promise<readonly DemoBase[]> {
  const { workspaces } = made('session', await backend.workspaces.session())
  const found = workspaces.find(({ id }) => id === workspace)
  if (found === undefined) {
    made('workspace', await backend.workspaces.create({ id: workspace, name: workspaceName }))
    return wanted
  }
  const standing = ({ id }: DemoBase) => found.bases.find((one) => one.id === id)
  const half = wanted.filter((base) => {
    const there = standing(base)
    return there !== undefined && (there.tables.length === 0 || there.name.endsWith(halfMade))
  })
  for (const base of half) {
    made('removal of a half-made base', await backend.bases.delete(base.id, standing(base)!.name))
  }
  // A workspace without any base: either just made, or its owner removed the demo and wants it back.
  const isUnfinished = half.length > 0 || found.bases.length === 0
  return isUnfinished ? wanted.filter((base) => half.includes(base) || standing(base) === undefined) : []
}

async function begin({ owner, editor, viewer }: People, { id, name, hue }: DemoBase): Promise<void> {
  const { bases } = owner.backend
  const settings = { hue, timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  // Made under its own name, which the names of its relations are taken from, and set aside until it is furnished.
  made(`base ${name}`, await bases.create({ id, workspace, name, ...settings }))
  made('name while being made', await bases.update(id, { name: `${name}${halfMade}` }))
  await join(owner.backend, id, editor, 'editor')
  await join(owner.backend, id, viewer, 'viewer')
}

async function fillProgramme({ owner, editor }: People): Promise<void> {
  const { backend } = owner
  await hideBudgets(backend, await seedFilms(backend, programme.id))
  await seedAirports(backend, programme.id)
  await seedTasks({ owner: backend, editor: editor.backend }, programme.id)
}

/** What films have cost is not for viewers. */
async function hideBudgets({ bases, roles }: SupabaseBackend, films: TableId): Promise<void> {
  const { tables } = made('schema', await bases.schema(programme.id))
  const budget = tables.find(({ id }) => id === films)?.fields.find(({ name }) => name === 'Budget')
  const viewer = made('roles', await roles.list(programme.id)).find(({ kind }) => kind === 'viewer')
  if (!budget || !viewer) throw new Error('demo: no field Budget, or no role for viewers')
  made('hidden budget', await roles.setFieldGrant(viewer.id, budget.id, 'hidden'))
}

/** Invitation by link, as people do it; somebody who is in the workspace already only gets the role. */
async function join(owner: SupabaseBackend, base: BaseId, who: Person, role: BaseRole): Promise<void> {
  const members = made('members', await owner.workspaces.members(workspace))
  if (members.some(({ id }) => id === who.userId)) {
    made(`role of ${who.email}`, await owner.bases.setRole(base, who.userId, role))
    return
  }
  const invitation: Result<{ token: string }> = await owner.workspaces.invite({
    workspace,
    role: 'member',
    base,
    baseRole: role,
    email: who.email,
  })
  const { token } = made(`invitation of ${who.email}`, invitation)
  made(`joining of ${who.email}`, await who.backend.workspaces.acceptInvitation(token))
}
