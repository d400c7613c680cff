import type { RolesApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { nothing } from './wire/nothing.ts'
import * as wire from './wire/roles.ts'

export function createRolesApi(rpc: Rpc): RolesApi {
  return {
    list: (base) => rpc('base_roles', { base }, wire.roles),
    save: (base, role, changes) => rpc('save_role', { base, role, changes }, nothing),
    delete: (role) => rpc('delete_role', { role }, nothing),
    setMember: (role, member, holds) => rpc('set_role_member', { role, member, holds }, nothing),
    setGrant: (role, table, action, grant) => {
      const { scope = null, rule = null, handOver = false } = grant ?? {}
      return rpc('set_grant', { role, table, action, scope, rule, hand_over: handOver }, nothing)
    },
    countMatching: (table, rule) => rpc('count_matching', { table, rule }, wire.matchingCount),
    setFieldGrant: (role, field, access) => rpc('set_field_grant', { role, field, access }, nothing),
    saveLock: (table, lock, definition) => rpc('save_record_lock', { table, lock, definition }, nothing),
    deleteLock: (lock) => rpc('delete_record_lock', { lock }, nothing),
    proof: (base) => rpc('proof_matrix', { base }, wire.proofMatrix),
    explain: (table, record, person, action, field = null) =>
      rpc(
        'explain_access',
        { table, record, person, action, ...(field ? { field } : {}) },
        wire.accessExplanation,
      ),
  }
}
