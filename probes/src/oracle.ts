/**
 * Who may what, said a second time: plain functions over the model, from docs/security.md, with nothing of the database's
 * code in them. Whatever a probe is answered is compared with this.
 */
import type { RecordAction, Scope, UserId } from '@plinth/domain'
import { contextOf, evaluate, type Situation } from '@plinth/expression'
import {
  type BaseModel,
  basesOf,
  type FieldModel,
  grantKey,
  type Person,
  type RecordModel,
  type RoleModel,
  type TableModel,
  type WorkspaceModel,
  type World,
} from './model.ts'

type Standing = 'creator' | 'editor' | 'commenter' | 'viewer' | 'custom'

/** What somebody is in a base; null: nothing. */
export function standingOf(base: BaseModel, person: Person): Standing | null {
  const inWorkspace = person === null ? undefined : base.workspace.members.get(person)
  if (person === null || inWorkspace === undefined) return null
  if (inWorkspace === 'owner') return 'creator'
  return base.builtIn.get(person) ?? (base.roles.some(({ holders }) => holders.has(person)) ? 'custom' : null)
}

export const isCreator = (base: BaseModel, person: Person) => standingOf(base, person) === 'creator'

/** The roles whose grants somebody has. */
export function rolesOf(base: BaseModel, person: Person): readonly RoleModel[] {
  const standing = standingOf(base, person)
  if (person === null || standing === null) return []
  return base.roles.filter(({ kind, holders }) => kind === base.builtIn.get(person) || holders.has(person))
}

/** What a role gives in a table. */
export function scopeOfRole(role: RoleModel, table: TableModel, action: RecordAction): Scope {
  const grant = role.grants.get(grantKey(table, action))
  if (grant) return grant.scope
  if (role.kind === 'editor') return 'all'
  return action === 'read' && role.kind !== 'custom' ? 'all' : 'none'
}

/** How much of a table somebody may read, create, change or delete. */
export function scopeOf(table: TableModel, person: Person, action: RecordAction): Scope {
  if (table.isDeleted) return 'none'
  if (isCreator(table.base, person)) return 'all'
  const roles = rolesOf(table.base, person)
  if (roles.every((role) => scopeOfRole(role, table, 'read') === 'none')) return 'none'
  const scopes = roles.map((role) => scopeOfRole(role, table, action))
  return scopes.includes('all') ? 'all' : scopes.includes('rules') ? 'rules' : 'none'
}

/** Is the table there for this person? */
export const sees = (table: TableModel, person: Person) => scopeOf(table, person, 'read') !== 'none'

/** What a role gives of a field: as its grant says, else as much as it gives in the table. */
export function accessOfRole(role: RoleModel, table: TableModel, field: FieldModel): 'read' | 'write' | null {
  const granted = role.fieldGrants.get(field.id)
  if (granted) return granted === 'hidden' ? null : granted
  const gives = (action: RecordAction) => scopeOfRole(role, table, action) !== 'none'
  if (gives('create') || gives('update')) return 'write'
  return gives('read') ? 'read' : null
}

/** Does a role have the field hidden? */
export const isHidden = ({ base }: TableModel, field: FieldModel) =>
  base.roles.some(({ fieldGrants }) => fieldGrants.get(field.id) === 'hidden')

/** Is this field of the table there for them? A hidden one is for those to whom one of their roles gives it. */
export function seesField(table: TableModel, field: FieldModel, person: Person): boolean {
  if (!sees(table, person)) return false
  if (!isHidden(table, field) || isCreator(table.base, person)) return true
  return rolesOf(table.base, person).some((role) => accessOfRole(role, table, field) !== null)
}

/** Creators are told what is in the trash: tables, and fields of tables that are not. */
export const isTrashTold = (table: TableModel, person: Person, field?: FieldModel) =>
  isCreator(table.base, person) && (field ? table.trash.some((one) => one.field === field) : true)

export const seenFields = (table: TableModel, person: Person) =>
  table.fields.filter((field) => seesField(table, field, person))

export function situationOf(base: BaseModel, person: Person): Situation {
  const standing = standingOf(base, person)
  const role = standing === 'custom' ? null : standing
  const held = base.roles.filter(({ holders }) => person !== null && holders.has(person))
  return {
    now: Date.now(),
    timeZone: base.timeZone,
    me: person as UserId | null,
    role,
    roles: [...(role === null ? [] : [role]), ...held.map(({ name }) => name)],
  }
}

/** May somebody do this with this record? Who may not read it may do nothing with it. */
export function reaches(
  table: TableModel,
  person: Person,
  action: RecordAction,
  record: RecordModel,
): boolean {
  if (table.isDeleted) return false
  if (isCreator(table.base, person)) return true
  const byRole = (role: RoleModel): boolean => {
    const scope = scopeOfRole(role, table, action)
    if (scope !== 'rules') return scope === 'all'
    const rule = role.grants.get(grantKey(table, action))!.rule!
    const context = contextOf(table.fields, record.cells, situationOf(table.base, person))
    return evaluate(rule, context) === true
  }
  if (!rolesOf(table.base, person).some(byRole)) return false
  return action === 'read' || reaches(table, person, 'read', record)
}

/** May somebody read the files that a record has in a field? */
export const readsFiles = (table: TableModel, person: Person, record: RecordModel, field: FieldModel) =>
  table.fields.includes(field) && seesField(table, field, person) && reaches(table, person, 'read', record)

/** May somebody comment on what they read of a table? */
export function mayComment(table: TableModel, person: Person): boolean {
  const standing = standingOf(table.base, person)
  const isCommenter = standing === 'creator' || standing === 'editor' || standing === 'commenter'
  const adds = (action: RecordAction) => scopeOf(table, person, action) !== 'none'
  return sees(table, person) && (isCommenter || adds('create') || adds('update'))
}

/** Does a grant that lets this person change the record as it is also let them give it away? */
export function handsOver(table: TableModel, person: Person, record: RecordModel): boolean {
  return rolesOf(table.base, person).some((role) => {
    const grant = role.grants.get(grantKey(table, 'update'))
    if (!grant?.handsOver) return false
    const context = contextOf(table.fields, record.cells, situationOf(table.base, person))
    return grant.rule === null || evaluate(grant.rule, context) === true
  })
}

/** Does a lock keep this person from changing the record as it is? */
export function isLocked(table: TableModel, person: Person, record: RecordModel): boolean {
  const { base, locks } = table
  const held = rolesOf(base, person)
  return locks.some(({ rule, creators, roles }) => {
    if ((creators && isCreator(base, person)) || held.some(({ id }) => roles.has(id))) return false
    return evaluate(rule, contextOf(table.fields, record.cells, situationOf(base, person))) === true
  })
}

/** May somebody change or delete the record as it is? */
export const mayTouch = (
  table: TableModel,
  person: Person,
  action: 'update' | 'delete',
  record: RecordModel,
): boolean => reaches(table, person, action, record) && !isLocked(table, person, record)

/** May somebody write this field, in the records that they reach? */
export function mayWrite(table: TableModel, field: FieldModel, person: Person): boolean {
  const { base } = table
  if (field.computes) return false
  const isKept = base.roles.some(({ fieldGrants }) => (fieldGrants.get(field.id) ?? 'write') !== 'write')
  if (!isKept || isCreator(base, person)) return true
  return rolesOf(base, person).some((role) => accessOfRole(role, table, field) === 'write')
}

/** The records that somebody reaches, by id: the order of a view without sorts. */
export function reached(table: TableModel, person: Person, action: RecordAction): RecordModel[] {
  return [...table.records.values()]
    .filter((record) => reaches(table, person, action, record))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Why nothing may be done with a record; null when it may. The codes are those of docs/errors.md. */
export function refusalOf(
  table: TableModel,
  person: Person,
  action: 'update' | 'delete',
  record: RecordModel | undefined,
): 'not_found' | 'read_only' | 'record_locked' | 'rule_refused' | null {
  if (!sees(table, person)) return 'not_found'
  if (scopeOf(table, person, action) === 'none') return 'read_only'
  if (!record || !reaches(table, person, 'read', record)) return 'not_found'
  if (isLocked(table, person, record)) return 'record_locked'
  return reaches(table, person, action, record) ? null : 'rule_refused'
}

/** Who is seen in a workspace: everybody; by guests those who share a base with them, and the owners. */
export function fellowsOf(workspace: WorkspaceModel, person: Person): Set<string> {
  const role = person === null ? undefined : workspace.members.get(person)
  if (person === null || role === undefined) return new Set()
  if (role !== 'guest') return new Set(workspace.members.keys())
  const shared = workspace.bases.filter((base) => standingOf(base, person) !== null)
  const seen = [...workspace.members].filter(
    ([other, itsRole]) =>
      shared.length > 0 && (itsRole === 'owner' || shared.some((base) => inBase(base, other))),
  )
  return new Set([person, ...seen.map(([other]) => other)])
}

/** Is somebody among the people of a base by a role of their own? */
export const inBase = (base: BaseModel, person: string) =>
  base.builtIn.has(person) || base.roles.some(({ holders }) => holders.has(person))

/** Everybody whose name somebody sees. */
export function colleaguesOf(world: World, person: Person): Set<string> {
  if (person === null) return new Set()
  return new Set([person, ...world.workspaces.flatMap((one) => [...fellowsOf(one, person)])])
}

export const shownBases = (world: World, person: Person) =>
  basesOf(world).filter((base) => standingOf(base, person) !== null)
