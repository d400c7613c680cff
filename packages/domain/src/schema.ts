import type { BaseId, FieldId, OptionId, TableId, UserId, WorkspaceId } from './ids.ts'

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
] as const
export type FieldTypeName = (typeof fieldTypeNames)[number]

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

export interface FieldOptions {
  /** single_select: in the order in which people see and sort them. */
  readonly options?: readonly SelectOption[]
  /** number: digits shown after the point, 0–10; absent shows as many as the value has. */
  readonly decimals?: number
}

export interface Field {
  readonly id: FieldId
  readonly name: string
  readonly type: FieldTypeName
  readonly options: FieldOptions
  /** Physical column in the table's relation; never changes. */
  readonly column: string
  readonly position: number
}

export interface Table {
  readonly id: TableId
  readonly name: string
  /** Physical relation in schema `data`; never changes. */
  readonly relation: string
  readonly position: number
  /** What the caller may do here. A table of which they may read nothing is in no answer. */
  readonly access: Readonly<Record<RecordAction, Scope>>
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
  readonly tables: readonly Table[]
}

export interface Profile {
  readonly id: UserId
  readonly email: string
  readonly name: string
  /** Storage key of the avatar picture, or null. */
  readonly avatarKey: string | null
}
