import {
  type AccessExplanation,
  fieldAccesses,
  guards,
  type ProofMatrix,
  type Role,
  recordActions,
  roleKinds,
  scopes,
} from '@plinth/domain'
import * as v from 'valibot'
import { fieldId, lockId, roleId, type Schema, tableId, userId } from './ids.ts'

export const scope = v.picklist(scopes)

export const roleTag = v.object({ id: roleId, kind: v.picklist(roleKinds), name: v.string() })

export const ruleTree = v.record(v.string(), v.unknown())

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
        handOver: v.boolean(),
      }),
    ),
    fieldGrants: v.array(v.object({ field: fieldId, access: v.picklist(fieldAccesses) })),
  }),
)

export const matchingCount = v.object({ total: v.number(), matching: v.number() })

export const proofMatrix: Schema<ProofMatrix> = v.object({
  at: v.string(),
  tables: v.array(
    v.object({
      table: tableId,
      faults: v.array(
        v.object({
          guard: v.picklist(guards),
          action: v.nullable(v.picklist(recordActions)),
          name: v.nullable(v.string()),
          field: v.exactOptional(fieldId),
        }),
      ),
      cells: v.array(
        v.object({
          role: roleId,
          action: v.picklist(recordActions),
          scope,
          rule: v.nullable(ruleTree),
          handOver: v.exactOptional(v.literal(true)),
        }),
      ),
      fields: v.array(
        v.object({
          role: roleId,
          field: fieldId,
          access: v.nullable(v.picklist(fieldAccesses)),
          hidden: v.exactOptional(v.literal(true)),
        }),
      ),
      together: v.optional(
        v.array(v.object({ field: fieldId, roles: v.tuple([roleId, roleId]), people: v.array(userId) })),
        [],
      ),
    }),
  ),
})

export const accessExplanation: Schema<AccessExplanation> = v.object({
  allowed: v.boolean(),
  handOver: v.exactOptional(v.literal(true)),
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
        'field_grant',
        'field_default',
      ]),
      scope,
      access: v.exactOptional(v.nullable(v.picklist(fieldAccesses))),
      lock: v.exactOptional(v.object({ id: lockId, name: v.string() })),
      handOver: v.exactOptional(v.literal(true)),
    }),
  ),
})
