/** Shapes of the answers of `docs/rpc.md`, checked where they enter the app. Unknown extra keys are dropped. */
import {
  type AccessExplanation,
  type AttachmentId,
  type Base,
  type BaseId,
  type BaseMember,
  type BaseSchema,
  baseRoles,
  type ChangeEvent,
  type ErrorCode,
  type Field,
  type FieldDefault,
  type FieldId,
  type FieldRules,
  type FieldStep,
  fieldAccesses,
  fieldTypeNames,
  hues,
  type Invitation,
  type InvitationId,
  isErrorCode,
  type LockId,
  type Member,
  type Misfit,
  type MutationId,
  type OptionId,
  type Presence,
  type Profile,
  type ProofMatrix,
  type RecordId,
  type RecordMoves,
  type RefusedRow,
  type Role,
  type RoleId,
  type RowKey,
  recordActions,
  roleKinds,
  type SessionInfo,
  scopes,
  type Table,
  type TableId,
  type TableRule,
  type TableRuleId,
  type Transition,
  type TransitionId,
  type TrashItem,
  type TypeChangePreview,
  type UserId,
  type WorkspaceCreator,
  type WorkspaceId,
  type WorkspaceUsage,
  workspaceRoles,
} from '@plinth/domain'
import * as v from 'valibot'

type Schema<T> = v.GenericSchema<unknown, T>

function id<Id extends string>(): Schema<Id> {
  return v.pipe(v.string(), v.uuid()) as unknown as Schema<Id>
}

export const tableId = id<TableId>()
export const recordId = id<RecordId>()
export const fieldId = id<FieldId>()
export const mutationId = id<MutationId>()
export const attachmentId = id<AttachmentId>()
const userId = id<UserId>()
const workspaceId = id<WorkspaceId>()
const baseId = id<BaseId>()
const invitationId = id<InvitationId>()
const roleId = id<RoleId>()
const tableRuleId = id<TableRuleId>()
const lockId = id<LockId>()
const transitionId = id<TransitionId>()

export const nothing: Schema<null> = v.pipe(
  v.nullish(v.unknown()),
  v.transform(() => null),
)

/** `xid8` as a decimal string. */
export const seq = v.pipe(v.string(), v.regex(/^\d{1,20}$/))

export const rowKey: Schema<RowKey> = v.array(v.union([v.string(), v.number(), v.boolean(), v.null()]))

export const profile: Schema<Profile> = v.object({
  id: userId,
  email: v.string(),
  name: v.string(),
  avatarKey: v.nullable(v.string()),
})

const optionId = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]{1,20}$/),
  v.transform((text) => text as OptionId),
)

const option = v.object({
  id: optionId,
  label: v.string(),
  hue: v.picklist(hues),
})

const bound = v.union([v.number(), v.string()])
const fieldRules: Schema<FieldRules> = v.object({
  required: v.exactOptional(v.boolean()),
  unique: v.exactOptional(v.boolean()),
  min: v.exactOptional(bound),
  max: v.exactOptional(bound),
  minLength: v.exactOptional(v.number()),
  maxLength: v.exactOptional(v.number()),
  pattern: v.exactOptional(v.object({ text: v.string(), message: v.exactOptional(v.string()) })),
  newOnly: v.exactOptional(v.array(v.string())),
})

const fieldOptions = v.object({
  options: v.exactOptional(v.array(option)),
  decimals: v.exactOptional(v.number()),
  initial: v.exactOptional(v.nullable(optionId)),
})

const fieldDefault: Schema<FieldDefault> = v.variant('kind', [
  v.object({ kind: v.literal('value'), value: v.union([v.string(), v.number(), v.boolean()]) }),
  v.object({ kind: v.literal('today') }),
  v.object({ kind: v.literal('now') }),
  v.object({ kind: v.literal('me') }),
])

export const field: Schema<Field> = v.object({
  id: fieldId,
  name: v.string(),
  type: v.picklist(fieldTypeNames),
  options: fieldOptions,
  rules: v.optional(fieldRules, {}),
  column: v.string(),
  position: v.number(),
  access: v.exactOptional(v.literal('read')),
  description: v.string(),
  default: v.nullable(fieldDefault),
})

const scope = v.picklist(scopes)

const roleTag = v.object({ id: roleId, kind: v.picklist(roleKinds), name: v.string() })
const ruleTree = v.record(v.string(), v.unknown())

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
  fields: v.array(field),
})

export const trash: Schema<TrashItem[]> = v.array(
  v.object({
    id: v.union([tableId, fieldId]),
    kind: v.picklist(['table', 'field']),
    name: v.string(),
    type: v.nullable(v.picklist(fieldTypeNames)),
    replaced: v.boolean(),
    table: v.nullable(v.object({ id: tableId, name: v.string() })),
    inTrash: v.boolean(),
    records: v.number(),
    bytes: v.number(),
    trashedBy: userId,
    trashedAt: v.string(),
    goesAt: v.string(),
  }),
)

export const fieldStep: Schema<FieldStep> = v.object({
  done: v.number(),
  total: v.number(),
  field: v.nullable(field),
})

export const typeChangePreview: Schema<TypeChangePreview> = v.object({
  converts: v.number(),
  empties: v.number(),
  examples: v.array(v.tuple([recordId, v.string()])),
  options: fieldOptions,
})

const baseEntries = {
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
  tables: v.array(table),
})

export const sessionInfo: Schema<SessionInfo> = v.object({
  profile,
  installation: v.object({
    isOwner: v.boolean(),
    workspaceCreation: v.picklist(['nobody', 'listed', 'anyone']),
    mayCreateWorkspace: v.boolean(),
  }),
  workspaces: v.array(
    v.object({
      id: workspaceId,
      name: v.string(),
      role: v.picklist(workspaceRoles),
      bases: v.array(
        v.object({
          ...baseEntries,
          role: v.nullable(v.picklist(baseRoles)),
          tables: v.array(v.object({ id: tableId, name: v.string() })),
        }),
      ),
    }),
  ),
})

export const workspaceCreators: Schema<WorkspaceCreator[]> = v.array(
  v.object({
    id: userId,
    email: v.string(),
    name: v.nullable(v.string()),
    avatarKey: v.nullable(v.string()),
  }),
)

export const members: Schema<Member[]> = v.array(
  v.object({
    id: userId,
    email: v.string(),
    name: v.string(),
    avatarKey: v.nullable(v.string()),
    role: v.picklist(workspaceRoles),
    joinedAt: v.string(),
    bases: v.array(v.object({ baseId, role: v.nullable(v.picklist(baseRoles)) })),
  }),
)

const quotaEntries = { tables: v.number(), rows: v.number(), fileBytes: v.number() }
const usedEntries = { ...quotaEntries, dataBytes: v.number() }

export const workspaceUsage: Schema<WorkspaceUsage> = v.object({
  quota: v.object(quotaEntries),
  used: v.object(usedEntries),
  bases: v.array(
    v.union([
      v.object({ id: baseId, name: v.string(), ...usedEntries }),
      v.object({ id: v.null(), name: v.null(), ...usedEntries }),
    ]),
  ),
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

export const roles: Schema<Role[]> = v.array(
  v.object({
    id: roleId,
    kind: v.picklist(roleKinds),
    name: v.string(),
    description: v.string(),
    members: v.array(userId),
    grants: v.array(
      v.object({
        table: tableId,
        action: v.picklist(recordActions),
        scope,
        rule: v.nullable(ruleTree),
      }),
    ),
    fieldGrants: v.array(v.object({ field: fieldId, access: v.picklist(fieldAccesses) })),
  }),
)

export const transitions: Schema<Transition[]> = v.array(
  v.object({
    id: transitionId,
    name: v.string(),
    from: v.nullable(optionId),
    to: optionId,
    roles: v.nullable(v.array(v.union([v.literal('creator'), roleId]))),
    guard: v.nullable(ruleTree),
    requires: v.array(fieldId),
    fourEyes: v.boolean(),
  }),
)

export const recordMoves: Schema<RecordMoves> = v.object({
  state: v.nullable(optionId),
  bound: v.boolean(),
  moves: v.array(
    v.object({
      to: optionId,
      refusal: v.nullable(
        v.object({
          rule: v.picklist([
            'no_transition',
            'initial',
            'role',
            'four_eyes',
            'required',
            'guard',
            'read_only',
          ]),
          roles: v.exactOptional(
            v.nullable(v.array(v.object({ id: v.string(), kind: v.string(), name: v.string() }))),
          ),
          fields: v.exactOptional(v.array(fieldId)),
        }),
      ),
    }),
  ),
})

export const matchingCount = v.object({ total: v.number(), matching: v.number() })

export const proofMatrix: Schema<ProofMatrix> = v.object({
  at: v.string(),
  tables: v.array(
    v.object({
      table: tableId,
      faults: v.array(
        v.object({
          guard: v.picklist(['relation', 'row_security', 'policy', 'grants', 'trigger']),
          action: v.nullable(v.picklist(recordActions)),
          name: v.nullable(v.string()),
        }),
      ),
      cells: v.array(
        v.object({
          role: roleId,
          action: v.picklist(recordActions),
          scope,
          rule: v.nullable(ruleTree),
        }),
      ),
      fields: v.array(
        v.object({ role: roleId, field: fieldId, access: v.nullable(v.picklist(fieldAccesses)) }),
      ),
    }),
  ),
})

export const accessExplanation: Schema<AccessExplanation> = v.object({
  allowed: v.boolean(),
  because: v.array(
    v.object({
      role: v.nullable(roleTag),
      reason: v.picklist([
        'not_a_member',
        'creator',
        'default',
        'grant',
        'rule',
        'rule_matches',
        'rule_does_not_match',
        'not_readable',
        'locked',
      ]),
      scope,
      lock: v.exactOptional(v.object({ id: lockId, name: v.string() })),
    }),
  ),
})

export const invitations: Schema<Invitation[]> = v.array(
  v.object({
    id: invitationId,
    role: v.picklist(workspaceRoles),
    baseId: v.nullable(baseId),
    baseRole: v.nullable(v.picklist(baseRoles)),
    customRole: v.nullable(roleId),
    email: v.nullable(v.string()),
    invitedBy: v.string(),
    createdAt: v.string(),
    expiresAt: v.string(),
  }),
)

export const newInvitation = v.object({ id: invitationId, token: v.string(), expiresAt: v.string() })

export const invitationInfo = v.object({
  workspaceName: v.string(),
  baseName: v.nullable(v.string()),
  invitedBy: v.string(),
  email: v.nullable(v.string()),
})

export const acceptedInvitation = v.object({ workspace: workspaceId, base: v.nullable(baseId) })

export const misfits: Schema<(Misfit & { no: number })[]> = v.array(
  v.object({ no: v.number(), record: recordId, field: fieldId, line: v.number(), raw: v.string() }),
)

const violations = { violations: v.number(), records: v.array(recordId) }

export const fieldViolations = v.object({
  ...violations,
  byRule: v.record(v.string(), v.number()),
  seenByAll: v.boolean(),
})

export const tableViolations = v.object({ ...violations, momentary: v.boolean() })

export const validated = v.object({ validated: v.number() })

export const tableRules: Schema<TableRule[]> = v.array(
  v.object({
    id: tableRuleId,
    message: v.string(),
    rule: v.record(v.string(), v.unknown()),
    newOnly: v.boolean(),
  }),
)

const errorCode = v.custom<ErrorCode>((code) => typeof code === 'string' && isErrorCode(code))

export const refusedRows: Schema<RefusedRow[]> = v.array(
  v.object({ line: v.number(), code: errorCode, field: v.exactOptional(fieldId), rule: v.string() }),
)

export const changeEvent: Schema<ChangeEvent> = v.variant('op', [
  v.object({
    op: v.picklist(['insert', 'update', 'delete', 'mixed']),
    seq,
    items: v.array(v.tuple([recordId, v.number()])),
    fields: v.nullable(v.array(fieldId)),
  }),
  v.object({ op: v.literal('bulk'), seq, count: v.exactOptional(v.number()) }),
  v.object({ op: v.literal('schema') }),
])

export const presence: Schema<Presence> = v.object({
  tab: v.pipe(v.string(), v.maxLength(64)),
  userId,
  name: v.pipe(v.string(), v.maxLength(200)),
  avatarKey: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  table: v.nullable(tableId),
})
