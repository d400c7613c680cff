import {
  type Base,
  type BaseMember,
  type BaseSchema,
  baseRoles,
  type FieldStep,
  fieldTypeNames,
  hues,
  type MergeStep,
  type Progress,
  type Table,
  type TrashItem,
  type TypeChangePreview,
  type TypeChangeStep,
  type UnfitLinks,
} from '@plinth/domain'
import * as v from 'valibot'
import { field, fieldOptions } from './fields.ts'
import {
  baseId,
  fieldId,
  lockId,
  mergeId,
  recordId,
  roleId,
  type Schema,
  tableId,
  tableRuleId,
  userId,
  viewSectionId,
  workspaceId,
} from './ids.ts'
import { layout } from './records.ts'
import { roleTag, ruleTree, scope } from './roles.ts'
import { icon, view } from './views.ts'

/** Is something computed when it is read? */
export const isOnRead = v.boolean()

export const table: Schema<Table> = v.object({
  id: tableId,
  name: v.string(),
  relation: v.string(),
  position: v.number(),
  description: v.string(),
  access: v.object({ read: scope, create: scope, update: scope, delete: scope }),
  rules: v.optional(v.array(v.object({ id: tableRuleId, message: v.string() })), []),
  locks: v.array(
    v.object({
      id: lockId,
      name: v.string(),
      rule: ruleTree,
      creators: v.boolean(),
      roles: v.array(roleTag),
      binds: v.boolean(),
    }),
  ),
  views: v.array(view),
  viewSections: v.optional(v.array(v.object({ id: viewSectionId, name: v.string() })), []),
  icon,
  layout: v.optional(layout, null),
  fields: v.array(field),
})

export const trash: Schema<TrashItem[]> = v.array(
  v.object({
    id: v.union([tableId, fieldId]),
    kind: v.picklist(['table', 'field']),
    name: v.string(),
    type: v.nullable(v.picklist(fieldTypeNames)),
    replaced: v.boolean(),
    copied: v.boolean(),
    table: v.nullable(v.object({ id: tableId, name: v.string() })),
    inTrash: v.boolean(),
    records: v.number(),
    bytes: v.number(),
    trashedBy: userId,
    trashedAt: v.string(),
    goesAt: v.string(),
  }),
)

export const progress: Schema<Progress> = v.object({ done: v.number(), total: v.number() })

const stepEntries = {
  done: v.number(),
  total: v.number(),
  field: v.nullable(field),
  table: v.nullable(tableId),
}

export const fieldStep: Schema<FieldStep> = v.object(stepEntries)

export const typeChangeStep: Schema<TypeChangeStep> = v.object({ ...stepEntries, kept: v.nullable(fieldId) })

/** The condition of what may be linked. */
export const linkAccepts = v.nullable(ruleTree)

export const unfitLinks: Schema<UnfitLinks> = v.object({ over: v.number(), refused: v.number() })

export const countedOptions: Schema<{ records: number }> = v.object({ records: v.number() })

export const mergeStep: Schema<MergeStep> = v.object({
  moved: v.number(),
  last: v.nullable(recordId),
  field: v.nullable(field),
  merge: v.optional(v.nullable(mergeId), null),
})

export const typeChangePreview: Schema<TypeChangePreview> = v.object({
  converts: v.number(),
  empties: v.number(),
  examples: v.array(v.tuple([recordId, v.string()])),
  options: fieldOptions,
  missing: v.exactOptional(v.number()),
})

export const baseEntries = {
  id: baseId,
  workspaceId,
  name: v.string(),
  hue: v.picklist(hues),
  timeZone: v.string(),
  locale: v.string(),
  weekStart: v.number(),
}

const base: Schema<Base> = v.object(baseEntries)

export const baseSchema: Schema<BaseSchema> = v.object({
  base,
  role: v.nullable(v.picklist(baseRoles)),
  accessEpoch: v.number(),
  formerPeople: v.exactOptional(v.array(v.object({ id: userId, name: v.string() }))),
  tables: v.array(table),
})

export const baseMembers: Schema<BaseMember[]> = v.array(
  v.object({
    id: userId,
    email: v.string(),
    name: v.string(),
    avatarKey: v.nullable(v.string()),
    role: v.nullable(v.picklist(baseRoles)),
    inherited: v.boolean(),
    customRoles: v.array(v.object({ id: roleId, name: v.string() })),
  }),
)
