import type { BasesApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import * as wire from './wire-schemas.ts'

export function createBasesApi(rpc: Rpc): BasesApi {
  return {
    create: ({ id, workspace, name, ...settings }) =>
      rpc('create_base', { base: id, workspace, name, settings }, wire.nothing),
    update: (id, changes) => rpc('update_base', { base: id, changes }, wire.nothing),
    delete: (id, confirmName) => rpc('delete_base', { base: id, confirm_name: confirmName }, wire.nothing),
    schema: (id) => rpc('base_schema', { base: id }, wire.baseSchema),
    members: (id) => rpc('base_members', { base: id }, wire.baseMembers),
    setRole: (id, member, role) => rpc('set_base_role', { base: id, member, role }, wire.nothing),
    createTable: (base, definition) => rpc('create_table', { base, definition }, wire.table),
    renameTable: (table, name) => rpc('rename_table', { table, name }, wire.nothing),
    deleteTable: (table, confirmName) =>
      rpc('delete_table', { table, confirm_name: confirmName }, wire.nothing),
    createField: (table, definition) => rpc('create_field', { table, definition }, wire.field),
    updateField: (field, changes) => rpc('update_field', { field, changes }, wire.field),
    deleteField: (field) => rpc('delete_field', { field }, wire.nothing),
  }
}
