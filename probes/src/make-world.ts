/** Makes a random workspace with people in every part, through the calls that the app uses, and the model of it. */
import type {
  Attachment,
  FieldTypeName,
  OptionId,
  PlaceChanges,
  RecordAction,
  RoleKind,
  RuleTree,
  SelectOption,
  Table,
} from '@plinth/domain'
import { hasOptions, rulesOfType } from '@plinth/domain'
import { type Ast, type CheckedExpression, checkAst } from '@plinth/expression'
import type { Canaries } from './canaries.ts'
import { drawnTypes } from './cells.ts'
import { commentAtRandom, layOut } from './comments.ts'
import { updateFaults } from './effects.ts'
import { addFile, withFiles } from './files.ts'
import { drawGrant, setFieldGrant, setGrant, setLock } from './grants.ts'
import type { AccountName, Accounts } from './identities.ts'
import { computeLate } from './late.ts'
import { linkTables } from './links.ts'
import {
  attachmentField,
  type BaseModel,
  boundField,
  type Person,
  type RecordModel,
  ruleFields,
  type TableModel,
  type WorkspaceModel,
  type World,
} from './model.ts'
import { isLocked, isTrashTold, sees, seesField, standingOf } from './oracle.ts'
import { bringPeople } from './people.ts'
import type { Random } from './random.ts'
import { addRecords } from './records.ts'
import { bindStates, boundValues, hideAgain, hideFields, type Trait } from './traits.ts'
import { deleteTable } from './trash.ts'
import { beginTypeChange } from './under-way.ts'
import { setFieldRules, setTableRule, setTransitions, setUnique } from './validation.ts'
import { callOf, isOk, type Project, send } from './wire.ts'

export interface Workshop {
  readonly project: Project
  readonly accounts: Accounts
  readonly canaries: Canaries
  readonly random: Random
  /** The relation beside its table's in which a field stands, as the database has it; null: none. */
  readonly sideOf: (field: string) => Promise<string | null>
}

/** Calls and throws a refusal: for what must go through. */
export async function must<T = unknown>(
  { project, accounts }: Pick<Workshop, 'project' | 'accounts'>,
  who: AccountName,
  name: string,
  args: Record<string, unknown>,
): Promise<T> {
  const token = accounts.identities.find((one) => one.name === who)!.token()
  const answer = await send(project, token, callOf(name, args))
  if (!isOk(answer))
    throw new Error(`${name} as ${who}: ${answer.status} ${answer.text} ${JSON.stringify(args)}`)
  return answer.data as T
}

const zones = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia']
const rowsOf = { first: 40, others: 12 }

/** Who made a record brought it into its state. */
const makersOf = (has: Traits): AccountName[] =>
  has('workflow') ? ['owner', 'creator', 'editor', 'editor with roles'] : ['owner']

type Traits = (trait: Trait) => boolean

export async function makeWorld(shop: Workshop, seed: number, traits: readonly Trait[]): Promise<World> {
  const has: Traits = (trait) => traits.includes(trait)
  const main = await makeWorkspace(shop, 'owner')
  const foreign = await makeWorkspace(shop, 'stranger')
  const world: World = { seed, workspaces: [main, foreign] }
  const base = await makeBase(shop, main, 'owner')
  const other = await makeBase(shop, main, 'owner')
  const strange = await makeBase(shop, foreign, 'stranger')
  await makeRoles(shop, base)
  await bringPeople(shop, base, other)
  const first = await makeTable(shop, base, 'creator', { hasFiles: true, hasStates: has('workflow') })
  const tables = [
    first,
    await makeTable(shop, base, 'owner', {}),
    await makeTable(shop, other, 'creator of another base', { hasFiles: true }),
    await makeTable(shop, strange, 'stranger', { hasFiles: true }),
  ]
  for (const table of tables) {
    const maker = table.base === strange ? 'stranger' : 'owner'
    const once = ruleFields(table)
      .slice(1)
      .filter((field) => rulesOfType(field.type).includes('unique') && field !== boundField(table))
    if (has('bound values') && table === first) await boundValues(shop, table)
    if (shop.random.chance(0.4) && once.length > 0) await setUnique(shop, maker, shop.random.oneOf(once))
    const makers: AccountName[] = table === first ? makersOf(has) : [maker]
    const count = (table === first ? rowsOf.first : rowsOf.others) / makers.length
    for (const who of makers) await addRecords(shop, table, who, count)
    await orderByHand(shop, table, maker)
    await layOut(shop, table, maker)
    await commentAtRandom(shop, table, maker)
  }
  await settleRoutes(shop, tables)
  await linkTables(shop, first, tables[1]!)
  if (has('late bounds')) await boundValues(shop, first)
  if (has('hidden again')) await hideAgain(shop, first)
  if (has('hidden fields')) await hideFields(shop, first)
  for (const table of base.tables) await grantAtRandom(shop, table, has)
  for (const table of base.tables) await ruleAtRandom(shop, table)
  for (const table of base.tables) await computeLate(shop, table)
  if (has('workflow')) await bindStates(shop, first)
  for (const table of tables) {
    if (!attachmentField(table)) continue
    const maker = table.base === strange ? 'stranger' : 'owner'
    const person = shop.accounts.idOf(maker)
    const free = [...table.records.values()].filter(
      (record) => !isLocked(table, person, record) && takesFiles(table, person, record),
    )
    for (const record of shop.random.some(free, 3)) await addFile(shop, table, record, maker)
  }
  const removed = shop.accounts.idOf('removed member')
  await must(shop, 'owner', 'remove_workspace_member', { workspace: main.id, member: removed })
  for (const { builtIn, former } of main.bases) if (builtIn.delete(removed)) former.add(removed)
  main.members.delete(removed)
  if (has('under way')) await beginTypeChange(shop, first)
  if (has('trash')) await deleteTable(shop, tables[1]!)
  return world
}

/** The world goes again, so that the next one has the installation for itself. */
export async function removeWorld(shop: Pick<Workshop, 'project' | 'accounts'>, world: World): Promise<void> {
  for (const [index, { id, name }] of world.workspaces.entries()) {
    const owner = index === 0 ? 'owner' : 'stranger'
    await must(shop, owner, 'delete_workspace', { workspace: id, confirm_name: name })
  }
}

const nameOf = ({ canaries, random }: Workshop) => canaries.draw(random, 'n')

async function makeWorkspace(shop: Workshop, owner: AccountName): Promise<WorkspaceModel> {
  const { canaries, accounts, random } = shop
  const workspace: WorkspaceModel = { id: random.uuid(), name: nameOf(shop), members: new Map(), bases: [] }
  await must(shop, owner, 'create_workspace', { workspace: workspace.id, name: workspace.name })
  workspace.members.set(accounts.idOf(owner), 'owner')
  for (const token of [workspace.id, workspace.name]) {
    canaries.mark(token, 'a workspace', (person) => person !== null && workspace.members.has(person))
  }
  return workspace
}

async function makeBase(shop: Workshop, workspace: WorkspaceModel, maker: AccountName): Promise<BaseModel> {
  const { canaries, accounts, random } = shop
  const timeZone = random.oneOf(zones)
  const base: BaseModel = {
    id: random.uuid(),
    name: nameOf(shop),
    timeZone,
    workspace,
    tables: [],
    roles: [],
    builtIn: new Map([[accounts.idOf(maker), 'creator']]),
    former: new Set(),
  }
  const settings = { hue: 'red', timeZone, locale: 'en', weekStart: 1 }
  await must(shop, maker, 'create_base', {
    base: base.id,
    workspace: workspace.id,
    name: base.name,
    settings,
  })
  workspace.bases.push(base)
  for (const token of [base.id, base.name]) {
    canaries.mark(token, 'a base', (person) => standingOf(base, person) !== null)
  }
  const list = await must<{ id: string; kind: RoleKind; name: string }[]>(shop, maker, 'base_roles', {
    base: base.id,
  })
  for (const role of list) addRole(shop, base, role)
  return base
}

function addRole(shop: Workshop, base: BaseModel, role: { id: string; kind: RoleKind; name: string }): void {
  base.roles.push({ ...role, grants: new Map(), fieldGrants: new Map(), holders: new Set() })
  const tokens = role.kind === 'custom' ? [role.id, role.name] : [role.id]
  for (const token of tokens) {
    shop.canaries.mark(token, 'a role', (person) => standingOf(base, person) !== null)
  }
}

async function makeRoles(shop: Workshop, base: BaseModel): Promise<void> {
  for (let n = 0; n < 3; n++) {
    const role = { id: shop.random.uuid(), kind: 'custom' as const, name: nameOf(shop) }
    await must(shop, 'owner', 'save_role', { base: base.id, role: role.id, changes: { name: role.name } })
    addRole(shop, base, role)
  }
}

const options: readonly SelectOption[] = ['a', 'b', 'c'].map((id) => ({
  id: id as OptionId,
  label: id,
  hue: 'red',
}))

/** What is computed from a secret tells it: whoever is told one of these and not the record knows too much. */
const formulasOver = ([secret, , amount]: readonly { readonly id: string }[]): RuleTree[] => [
  { call: '&', args: [{ field: secret!.id }, { text: '!' }] },
  {
    call: '+',
    args: [
      { call: '*', args: [{ field: amount!.id }, { number: 2 }] },
      { call: 'length', args: [{ field: secret!.id }] },
    ],
  },
]

function checked(tree: RuleTree, fields: Table['fields']): CheckedExpression {
  const result = checkAst(tree as unknown as Ast, { fields })
  if (!result.ok) throw new Error(result.error[0]!.message)
  return result.value
}

async function makeTable(
  shop: Workshop,
  base: BaseModel,
  maker: AccountName,
  { hasFiles = false, hasStates = false },
): Promise<TableModel> {
  const { random, canaries } = shop
  const types: FieldTypeName[] = ['text', 'text', 'integer', 'single_select', ...random.some(drawnTypes, 5)]
  if (random.chance(0.7) || hasStates) types.splice(3, 0, 'status')
  if (hasFiles) types.push('attachment')
  const fields = types.map((type) => ({
    id: random.uuid(),
    name: nameOf(shop),
    type,
    options: hasOptions(type) ? { options } : {},
  }))
  const formulas = formulasOver(fields).map((formula) => ({ id: random.uuid(), name: nameOf(shop), formula }))
  const definition = { id: random.uuid(), name: nameOf(shop), fields: [...fields, ...formulas] }
  const made = await must<Table>(shop, maker, 'create_table', { base: base.id, definition })
  const table: TableModel = {
    id: made.id,
    name: made.name,
    relation: made.relation,
    base,
    isDeleted: false,
    links: [],
    late: [],
    trash: [],
    records: new Map(),
    view: null,
    locks: [],
    comments: [],
    automations: [],
    notices: [],
    isLaidOut: false,
    rules: [],
    fields: made.fields.map(({ id, name, type, options, column, formula }, n) => ({
      ...(formula ? { computes: checked(formula, made.fields) } : {}),
      id,
      name,
      type,
      options,
      column,
      isPrivate: n === 1,
      side: null,
      isChanging: false,
      rules: {},
      transitions: [],
    })),
  }
  base.tables.push(table)
  for (const token of [table.id, table.name]) {
    canaries.mark(token, 'a table', (person) => sees(table, person) || isTrashTold(table, person))
  }
  for (const field of table.fields) {
    // Rules of a table in the trash stand in its grants, for creators: with the ids of its fields, and compiled with its columns.
    const may = (person: Person) =>
      seesField(table, field, person) ||
      isTrashTold(table, person, field) ||
      (table.isDeleted && isTrashTold(table, person))
    for (const token of [field.id, field.name]) canaries.mark(token, 'a field', may)
  }
  return table
}

/** REST knows a new table a moment after it was made. */
export async function settleRoutes(
  { project, accounts }: Workshop,
  tables: readonly Pick<TableModel, 'relation'>[],
): Promise<void> {
  const [owner] = accounts.identities
  for (const { relation } of tables) {
    for (let tries = 0; ; tries++) {
      const headers = { 'accept-profile': 'data' }
      const answer = await send(project, owner!.token(), { path: `/rest/v1/${relation}?limit=0`, headers })
      if (isOk(answer)) break
      if (tries === 100) throw new Error(`no route to ${relation}: ${answer.text}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** A view for all who read the table, with some of its records at other places. */
async function orderByHand(shop: Workshop, table: TableModel, maker: AccountName): Promise<void> {
  const { random, canaries } = shop
  const [view, name] = [random.uuid(), nameOf(shop)]
  const definition = { name, isShared: true, config: {} }
  await must(shop, maker, 'create_view', { table: table.id, view, definition })
  const places = new Map<string, readonly [string, number]>()
  const ids = [...table.records.keys()]
  for (let moves = 1 + random.upTo(4); moves > 0; moves -= 1) {
    const records = random.some(ids, 1 + random.upTo(4))
    const before = random.oneOf([null, ...ids.filter((id) => !records.includes(id))])
    const moved = await must<PlaceChanges>(shop, maker, 'move_records', { view, records, before })
    for (const [id, { to }] of Object.entries(moved)) if (to) places.set(id, to)
  }
  table.view = { id: view, places }
  for (const token of [view, name]) {
    canaries.mark(token, 'a view', (person) => sees(table, person) || isTrashTold(table, person))
  }
}

/** Somewhat more than half of what could be granted is. */
async function grantAtRandom(shop: Workshop, table: TableModel, has: Traits): Promise<void> {
  for (const role of table.base.roles) {
    for (const action of ['read', 'create', 'update', 'delete'] satisfies RecordAction[]) {
      if (shop.random.chance(role.kind === 'custom' ? 0.25 : 0.5)) continue
      const grant = drawGrant(shop, table, action)
      if (has('plain reading') && action === 'read' && grant?.scope === 'rules') continue
      await setGrant(shop, 'creator', { role, table, action, grant })
    }
    if (!has('nothing aside') && shop.random.chance(0.4)) await setFieldGrant(shop, role, table)
  }
  if (shop.random.chance(0.6)) await setLock(shop, table)
}

/** Records are there already: some break a rule that comes. */
async function ruleAtRandom(shop: Workshop, table: TableModel): Promise<void> {
  const { random } = shop
  for (let n = random.upTo(3); n > 0; n--) await setFieldRules(shop, table)
  if (random.chance(0.5)) await setTableRule(shop, table)
  for (const field of table.fields) {
    if (field.type === 'status') await setTransitions(shop, table, field)
  }
}

/** Does no rule of the table stand in the way of a file? */
const takesFiles = (table: TableModel, person: string, record: RecordModel) =>
  updateFaults(table, person, record, withFiles(table, [{ id: '' } as Attachment])).length === 0
