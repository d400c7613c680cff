/** What is known of the workspaces that are probed: all that the oracle asks, and where a probe finds it. */
import type {
  BaseRole,
  CellValue,
  FieldId,
  FieldOptions,
  FieldRules,
  FieldTypeName,
  RecordAction,
  RoleKind,
  Scope,
  WorkspaceRole,
} from '@plinth/domain'
import type { CheckedExpression } from '@plinth/expression'

export const actions: readonly RecordAction[] = ['read', 'create', 'update', 'delete']

/** An account's id; null is who has none that counts. */
export type Person = string | null

export type Cells = Record<FieldId, CellValue>

export interface FieldModel {
  readonly id: FieldId
  readonly name: string
  readonly type: FieldTypeName
  readonly options: FieldOptions
  readonly column: string
  /** What its value is computed from: nobody writes it. */
  readonly computes?: CheckedExpression
  /** It is drawn so that its values stand nowhere else, and no rule reads it: it may be hidden. */
  readonly isPrivate: boolean
  /** The relation in which it stands while a role has it hidden, and until it has been brought back. */
  side: string | null
  /** Its type is being changed: nobody writes it. */
  isChanging: boolean
  rules: FieldRules
  /** Of a field of states; without any it is a list of options. */
  transitions: readonly TransitionModel[]
}

/** A step from one state (null: any) to another. */
export interface TransitionModel {
  readonly id: string
  readonly from: string | null
  readonly to: string
  /** Ids of roles, or `creator`; null: whoever may change the record. */
  readonly roles: readonly string[] | null
  readonly guard: CheckedExpression | null
  /** Fields that must be filled. */
  readonly requires: readonly FieldId[]
  readonly fourEyes: boolean
}

export interface RecordModel {
  readonly id: string
  cells: Cells
  /** Who brought it into its state, by the field of states. */
  readonly movers: Map<string, Person>
}

/** What every record is from when it is made or one of these fields changes. */
export interface TableRuleModel {
  readonly id: string
  readonly rule: CheckedExpression
}

/** While it holds for a record, nobody changes or deletes that but those whom the lock names. */
export interface LockModel {
  readonly id: string
  readonly rule: CheckedExpression
  readonly creators: boolean
  /** Ids of roles. */
  readonly roles: ReadonlySet<string>
}

export interface ViewModel {
  readonly id: string
  /** Where records were moved: beside which one, and how far. */
  readonly places: ReadonlyMap<string, readonly [record: string, at: number]>
}

/** A field of links. Both fields of a link share the pairs. */
export interface LinkField {
  readonly id: string
  readonly column: string
  /** Which of each pair is a record of the field's table. */
  readonly end: 0 | 1
  readonly target: TableModel
  readonly relation: string
  /** In the order in which they were linked; some of records that are gone. */
  readonly pairs: (readonly [string, string])[]
  /** Of one record at most so many; null: as many as one likes. */
  limit: number | null
  /** Linked records meet it when they are linked; null: any may be. */
  accepts: CheckedExpression | null
}

/** A field that is computed when it is read. */
export interface LateModel {
  readonly id: string
  readonly name: string
  readonly isNumber: boolean
  /** The table whose linked records it reads; null: none. */
  readonly target: TableModel | null
  readonly filter: CheckedExpression | null
  /** Fields of its own table, and of that one, which it reads, through others too. */
  readonly reads: readonly FieldModel[]
  /** Those of its own table. */
  readonly own: ReadonlySet<FieldModel>
  readonly value: (record: RecordModel, person: Person) => CellValue
}

export interface CommentModel {
  readonly id: string
  /** Of a record that may be gone. */
  readonly record: string
  readonly author: string
}

export interface AutomationModel {
  readonly id: string
  readonly name: string
}

/** What an automation has told somebody of a record, which may be gone. */
export interface NoticeModel {
  readonly person: string
  readonly record: string
  readonly message: string
}

export interface TableModel {
  readonly id: string
  readonly name: string
  readonly relation: string
  readonly base: BaseModel
  /** It is in the trash, and nobody's. */
  isDeleted: boolean
  fields: readonly FieldModel[]
  /** Beside those: they have no values. */
  readonly links: LinkField[]
  readonly late: LateModel[]
  /** Fields of it that are in the trash, with their places; their values wait in the records. */
  readonly trash: { readonly field: FieldModel; readonly at: number }[]
  readonly records: Map<string, RecordModel>
  /** A shared view in which some of the records were put in order by hand; null: the table has none. */
  view: ViewModel | null
  readonly locks: LockModel[]
  readonly rules: TableRuleModel[]
  readonly comments: CommentModel[]
  readonly automations: AutomationModel[]
  readonly notices: NoticeModel[]
  /** Somebody has laid out its records. */
  isLaidOut: boolean
}

export interface Grant {
  readonly scope: Scope
  /** For scope `rules`. */
  readonly rule: CheckedExpression | null
  /** Of a grant on changes: they may take a record out of one's own reach. */
  readonly handsOver?: boolean
}

export interface RoleModel {
  readonly id: string
  readonly kind: RoleKind
  readonly name: string
  /** By `grantKey`. */
  readonly grants: Map<string, Grant>
  /** By the id of a field: rights that differ from those in the table. */
  readonly fieldGrants: Map<string, 'hidden' | 'read' | 'write'>
  /** Of custom roles; who holds a built-in one stands in the base. */
  readonly holders: Set<string>
}

export interface BaseModel {
  readonly id: string
  readonly name: string
  timeZone: string
  readonly workspace: WorkspaceModel
  readonly tables: TableModel[]
  readonly roles: RoleModel[]
  readonly builtIn: Map<string, BaseRole>
  /** Who was in it once, and may have left: what they made keeps their name. */
  readonly former: Set<string>
}

export interface WorkspaceModel {
  readonly id: string
  readonly name: string
  readonly members: Map<string, WorkspaceRole>
  readonly bases: BaseModel[]
}

export interface World {
  readonly seed: number
  /** The first is the one that is probed most; the others belong to strangers. */
  readonly workspaces: readonly WorkspaceModel[]
}

export const grantKey = (table: { readonly id: string }, action: RecordAction) => `${table.id} ${action}`

export const basesOf = ({ workspaces }: World) => workspaces.flatMap(({ bases }) => bases)
export const tablesOf = (world: World) => basesOf(world).flatMap(({ tables }) => tables)

/** The field whose value names its record: no two are alike. */
export const secretOf = (table: TableModel): FieldModel => table.fields[0]!

/** Does a rule of any kind, or a formula, look at the field? */
/** Fields of links of any table of the base that lead to a table. */
const linksTo = (target: TableModel): readonly LinkField[] =>
  target.base.tables.flatMap(({ links }) => links.filter((link) => link.target === target))

export function isRead(table: TableModel, field: FieldModel): boolean {
  const reads = (rule: CheckedExpression | null) => rule?.fields.has(field.id) === true
  const grants = table.base.roles.flatMap((role) =>
    actions.map((action) => role.grants.get(grantKey(table, action))?.rule ?? null),
  )
  const transitions = table.fields.flatMap((one) => one.transitions)
  return (
    grants.some(reads) ||
    table.locks.some(({ rule }) => reads(rule)) ||
    table.rules.some(({ rule }) => reads(rule)) ||
    transitions.some(({ guard, requires }) => reads(guard) || requires.includes(field.id)) ||
    table.fields.some(({ computes = null }) => reads(computes)) ||
    linksTo(table).some(({ accepts }) => reads(accepts))
  )
}

export const liveTables = ({ tables }: BaseModel) => tables.filter(({ isDeleted }) => !isDeleted)

/** The fields whose columns everybody has who reads the table. */
export const openFields = ({ fields }: TableModel) => fields.filter(({ side }) => side === null)

/** The fields that are hidden from some. */
export const sidesOf = ({ fields }: TableModel) => fields.filter(({ side }) => side !== null)

/** The fields that rules may look at. */
export const ruleFields = ({ fields }: TableModel) =>
  fields.filter(
    ({ side, isPrivate, isChanging, computes }) => side === null && !isPrivate && !isChanging && !computes,
  )

/** The field whose values some worlds bind by rules that many a value breaks. */
export const boundField = ({ fields }: TableModel): FieldModel =>
  fields.find(({ type }) => type === 'integer')!

export const attachmentField = (table: TableModel): FieldModel | undefined =>
  table.fields.find(({ type }) => type === 'attachment')

/** The same record with other cells. */
export const changed = (record: RecordModel, cells: Cells): RecordModel => ({
  ...record,
  cells: { ...record.cells, ...cells },
})
