import type { DurationUnit } from './formats/duration-text.ts'
import type { IconName } from './icons.ts'
import type {
  BaseId,
  FieldId,
  LockId,
  OptionId,
  RoleId,
  TableId,
  TableRuleId,
  UserId,
  WorkspaceId,
} from './ids.ts'
import type { RecordLayout } from './record-layout.ts'
import type { Rollup } from './rollups.ts'
import type { View } from './view/view-config.ts'
import type { ViewSection } from './view/view-sections.ts'

export const fieldTypeNames = [
  'text',
  'long_text',
  'integer',
  'number',
  'checkbox',
  'date',
  'datetime',
  'single_select',
  'email',
  'url',
  'attachment',
  'person',
  'status',
  'phone',
  'percent',
  'rating',
  'duration',
  'currency',
  'link',
  'created_time',
  'changed_time',
  'created_by',
  'changed_by',
  'multi_select',
  'autonumber',
  'json',
] as const
export type FieldTypeName = (typeof fieldTypeNames)[number]

/** Can records be found, ordered and summed up by it, as far as its type goes? Not by what is computed when it is read. */
export const isKept = ({ onRead }: Pick<Field, 'onRead'>): boolean => onRead !== true

/**
 * `owner` everything; `admin` manages people below owners and makes bases; `member` makes bases; `guest` sees the bases they
 * were given and the people in them.
 */
export const workspaceRoles = ['owner', 'admin', 'member', 'guest'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

/** `creator` shapes the base (tables, fields, people); `editor` changes records; `commenter` and `viewer` read. */
export const baseRoles = ['creator', 'editor', 'commenter', 'viewer'] as const
export type BaseRole = (typeof baseRoles)[number]

/** What can be done with the records of a table. */
export const recordActions = ['read', 'create', 'update', 'delete'] as const
export type RecordAction = (typeof recordActions)[number]

/** Of the records of a table: none, those for which the rules of a person's roles are true, all. */
export const scopes = ['none', 'rules', 'all'] as const
export type Scope = (typeof scopes)[number]

/** What a role may do with a field, beside what it may do in the table. Who sees it in no role does not know that it is there. */
export const fieldAccesses = ['hidden', 'read', 'write'] as const
export type FieldAccess = (typeof fieldAccesses)[number]

/** What guards a table in the database. */
export const guards = [
  'relation',
  'row_security',
  'policy',
  'grants',
  'missing_grants',
  'trigger',
  'foreign_trigger',
  'side',
] as const
export type GuardKind = (typeof guards)[number]

/** Roles that can be restricted. Creators are no such role: nothing is kept from them. */
export const roleKinds = ['editor', 'commenter', 'viewer', 'custom'] as const
export type RoleKind = (typeof roleKinds)[number]

/** The twelve hues of choice options and bases; each a tint and a text colour in both themes. */
export const hues = [
  'stone',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const
export type Hue = (typeof hues)[number]

export interface SelectOption {
  readonly id: OptionId
  readonly label: string
  readonly hue: Hue
}

/** The links go, or the record stays as long as something is linked to it. */
export const deletedLinks = ['unlink', 'refuse', 'delete'] as const
export type DeletedLink = (typeof deletedLinks)[number]

export interface FieldOptions {
  /** single_select, status, multi_select: in the order in which people see and sort them. */
  readonly options?: readonly SelectOption[]
  /** autonumber: stands before the number. */
  readonly prefix?: string
  /** autonumber: with leading zeros at least so wide. */
  readonly digits?: number
  /** number, percent: digits shown after the point, 0–10; absent shows as many as the value has. */
  readonly decimals?: number
  /** currency: its code of ISO 4217, in whose minor units values are kept. */
  readonly currency?: string
  /** rating: the best that it gives, 1–10; 5 when absent. */
  readonly max?: number
  /** duration: the smallest unit that is shown; minutes when absent. */
  readonly unit?: DurationUnit
  /** status: the state in which records begin; null while there is none. */
  readonly initial?: OptionId | null
  /** link: the table whose records it links; told to those who may not read that table too. */
  readonly target?: TableId
  /** link: a cell holds one record at most. */
  readonly single?: true
  /** link: a cell holds so many records at most, 2–1,000; of links that are there, more may be. */
  readonly limit?: number
  /** link: the field of the target that shows the same links from the other side; absent: they are seen from this side alone. */
  readonly pair?: FieldId
  /**
   * link: when a record of the target is deleted, its links go (`unlink`, when absent), or it stays (`refuse`), or the records that
   * link it go too (`delete`).
   */
  readonly onDelete?: DeletedLink
  /** link: what a record links here is deleted with it. */
  readonly takesAlong?: true
}

/** What a value must be beyond its type; each type has those that suit it (`rulesOfType`). */
export interface FieldRules {
  readonly required?: boolean
  /** Each value once; any number of records without one. */
  readonly unique?: boolean
  /** Numbers of any type; dates and date-times as ISO. */
  readonly min?: number | string
  readonly max?: number | string
  /** In characters. */
  readonly minLength?: number
  readonly maxLength?: number
  /** Of docs/validation.md; the whole text must match. `message` says the same for people. */
  readonly pattern?: { readonly text: string; readonly message?: string }
  /** Names of the rules that hold for new and changed values only, because of records that were there before. */
  readonly newOnly?: readonly string[]
}

/** A rule of a table, as those know it who may write there. */
export interface TableRuleNote {
  readonly id: TableRuleId
  /** The maker's words for whoever breaks it. */
  readonly message: string
}

/** What a new record has in a field when nobody says otherwise. */
export type FieldDefault =
  | { readonly kind: 'value'; readonly value: string | number | boolean | readonly OptionId[] }
  /** Of a date: the day in the base's time zone on which the record is made. */
  | { readonly kind: 'today' }
  /** Of a date with time: the moment at which the record is made. */
  | { readonly kind: 'now' }
  /** Of a person: whoever makes the record. */
  | { readonly kind: 'me' }

/** What people outside are told of a field's options: what is needed to show a value. */
export type ToldOptions = Pick<
  FieldOptions,
  'options' | 'decimals' | 'currency' | 'max' | 'unit' | 'prefix' | 'digits' | 'single'
>

/** What the values of a row are. */
export interface Listed {
  readonly type: FieldTypeName
  readonly options: FieldOptions
}

export interface Field {
  readonly id: FieldId
  readonly name: string
  readonly type: FieldTypeName
  readonly options: FieldOptions
  /** Absent: none. */
  readonly rules?: FieldRules
  /** Physical column in the table's relation; never changes. */
  readonly column: string
  readonly position: number
  /** For people; empty or absent: none. */
  readonly description?: string
  readonly default?: FieldDefault | null
  /** There where the caller may read it in the records that they may change, and not write it. */
  readonly access?: 'read'
  /**
   * Its type, or what it is computed by, is being changed, in steps of which `done` of `total` records are done: until then nobody
   * writes it. `new`: it has no values before that, and is gone when it is given up. `plain`: it is computed, and becomes one that people
   * write.
   */
  readonly changing?: {
    readonly type: FieldTypeName
    readonly done: number
    readonly total: number
    readonly new?: true
    readonly plain?: true
  }
  /** What its value is computed from (docs/decisions/0035-formulas.md). The type is that of the result; nobody writes it. */
  readonly formula?: RuleTree
  /** The same of what is computed from linked records (docs/decisions/0036-rollups.md). */
  readonly rollup?: Rollup
  /** Of a text of values in a row, what these are; set by `withListed`. */
  readonly listed?: Listed
  /**
   * Computed when it is read, since it is another for another reader or at another moment (docs/decisions/0039-fields-on-read.md): there
   * is no column. Records are not found, ordered, grouped or summed up by it.
   */
  readonly onRead?: true
  /** Kept from some roles. Told to those who see the field; nobody else is told of it at all. */
  readonly hidden?: true
  /** No role has it hidden any more, but its values are not back in the table yet (`bringBackField`). */
  readonly aside?: true
}

/** A tree of the expression language (`docs/expressions.md`): of a rule, true or false for a record. */
export type RuleTree = Readonly<Record<string, unknown>>

/** Records for which the rule is true are neither changed nor deleted but by those whom the lock names. */
export interface RecordLock {
  readonly id: LockId
  readonly name: string
  readonly rule: RuleTree
  /** Who may change what it locks: creators, and holders of these roles. */
  readonly creators: boolean
  readonly roles: readonly { readonly id: RoleId; readonly kind: RoleKind; readonly name: string }[]
  /** It holds for the caller. */
  readonly binds: boolean
}

export interface Table {
  readonly id: TableId
  readonly name: string
  /** Physical relation in schema `data`; never changes. */
  readonly relation: string
  readonly position: number
  /** For people; empty or absent: none. */
  readonly description?: string
  /** What the caller may do here. A table of which they may read nothing is in no answer. */
  readonly access: Readonly<Record<RecordAction, Scope>>
  /** Absent: none, or the caller may write nothing here. */
  readonly rules?: readonly TableRuleNote[]
  readonly locks: readonly RecordLock[]
  /** Saved ones: shared first, then the caller's own. */
  readonly views: readonly View[]
  /** Of its shared views, in their order. */
  readonly viewSections?: readonly ViewSection[]
  /** Absent or null: none of its own. */
  readonly icon?: IconName | null
  /** How records are laid out, as far as the caller sees the fields; absent or null: the order of the fields. */
  readonly layout?: RecordLayout | null
  /** In order of `position`; the first is the primary field, which names a record. */
  readonly fields: readonly Field[]
}

export interface Base {
  readonly id: BaseId
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly hue: Hue
  readonly timeZone: string
  readonly locale: string
  /** 1 Monday … 7 Sunday. */
  readonly weekStart: number
}

export interface BaseSchema {
  readonly base: Base
  /** Null: the caller holds custom roles only. */
  readonly role: BaseRole | null
  /** Part of the realtime topics; rises when somebody loses a right. */
  readonly accessEpoch: number
  /** Who was in the base and is not any more: their records still say who made them. */
  readonly formerPeople?: readonly { readonly id: UserId; readonly name: string }[]
  readonly tables: readonly Table[]
}

export interface Profile {
  readonly id: UserId
  readonly email: string
  readonly name: string
  /** Storage key of the avatar picture, or null. */
  readonly avatarKey: string | null
}
