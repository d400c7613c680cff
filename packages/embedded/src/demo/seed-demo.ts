/**
 * The furnished base of `npm start -- --demo`: three people and a base with three tables, made as these people through the public
 * API, so that everything in it went the way of real data. Running it again changes nothing; a half-made base (the process
 * was killed) is made again.
 */
import type { SupabaseBackend } from '@plinth/backend'
import { type Newcomer, type Person, type Project, signInPerson, signUpPerson } from '@plinth/backend/testing'
import type { BaseId, BaseRole, Result, TableId, WorkspaceId } from '@plinth/domain'
import { seedAirports } from './airports.ts'
import { seedFilms } from './films.ts'
import { made } from './made.ts'
import { seedTasks } from './tasks.ts'

export interface DemoPerson {
  name: string
  email: string
  password: string
  role: string
}

const workspace = '01990000-0000-7000-8000-0000000d0001' as WorkspaceId
const base = '01990000-0000-7000-8000-0000000d0002' as BaseId
const workspaceName = 'Northlight Cinema'
const baseName = 'Programme'
/** A base of this name was not finished: nobody has worked in it yet. */
const unfinishedName = 'Programme (being made)'

/** Known passwords: the demo is for one's own machine. */
const ada: Newcomer = { name: 'Ada Berg', email: 'ada@example.org', password: 'demo-owner-ada' }
const ben: Newcomer = { name: 'Ben Okafor', email: 'ben@example.org', password: 'demo-editor-ben' }
const cem: Newcomer = { name: 'Cem Aydın', email: 'cem@example.org', password: 'demo-viewer-cem' }

export const demoPeople: readonly DemoPerson[] = [
  { ...ada, role: 'owner' },
  { ...ben, role: 'editor' },
  { ...cem, role: 'viewer' },
]

/** Answers the people with their passwords, to be printed. Throws when the project refuses a step. */
export async function seedDemo(project: Project): Promise<readonly DemoPerson[]> {
  // The first account of a project owns the installation: Ada comes first.
  const owner = await enter(project, ada)
  const editor = await enter(project, ben)
  const viewer = await enter(project, cem)
  try {
    if (!(await isFurnished(owner))) await furnish(owner, editor, viewer)
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

async function isFurnished({ backend }: Person): Promise<boolean> {
  const { workspaces } = made('session', await backend.workspaces.session())
  const found = workspaces.find(({ id }) => id === workspace)
  const unfinished = found?.bases.find(({ name, tables }) => name === unfinishedName || tables.length === 0)
  if (unfinished !== undefined) {
    made('removal of the half-made base', await backend.bases.delete(unfinished.id, unfinished.name))
    return false
  }
  // A workspace without any base: either just made, or its owner removed the demo and wants it back.
  return found !== undefined && found.bases.length > 0
}

async function furnish(owner: Person, editor: Person, viewer: Person): Promise<void> {
  const { backend } = owner
  const { workspaces } = made('session', await backend.workspaces.session())
  if (!workspaces.some(({ id }) => id === workspace)) {
    made('workspace', await backend.workspaces.create({ id: workspace, name: workspaceName }))
  }
  const settings = { hue: 'indigo', timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  // Made under its own name, which the names of its relations are taken from, and set aside until it is furnished.
  made('base', await backend.bases.create({ id: base, workspace, name: baseName, ...settings }))
  made('name while being made', await backend.bases.update(base, { name: unfinishedName }))
  await join(backend, editor, 'editor')
  await join(backend, viewer, 'viewer')
  await hideBudgets(backend, await seedFilms(backend, base))
  await seedAirports(backend, base)
  await seedTasks({ owner: backend, editor: editor.backend }, base)
  made('name of the base', await backend.bases.update(base, { name: baseName }))
}

/** What films have cost is not for viewers. */
async function hideBudgets({ bases, roles }: SupabaseBackend, films: TableId): Promise<void> {
  const { tables } = made('schema', await bases.schema(base))
  const budget = tables.find(({ id }) => id === films)?.fields.find(({ name }) => name === 'Budget')
  const viewer = made('roles', await roles.list(base)).find(({ kind }) => kind === 'viewer')
  if (!budget || !viewer) throw new Error('demo: no field Budget, or no role for viewers')
  made('hidden budget', await roles.setFieldGrant(viewer.id, budget.id, 'hidden'))
}

/** Invitation by link, as people do it; somebody who is in the workspace already only gets the role. */
async function join(owner: SupabaseBackend, who: Person, role: BaseRole): Promise<void> {
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
