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
    updateTable: (table, changes) => rpc('update_table', { table, changes }, wire.nothing),
    duplicateTable: (table, { id, name, withRecords }) =>
      rpc('duplicate_table', { table, copy: id, name, with_records: withRecords }, wire.table),
    deleteTable: (table) => rpc('delete_table', { table }, wire.nothing),
    createField: (table, definition) => rpc('create_field', { table, definition }, wire.field),
    updateField: (field, changes) => rpc('update_field', { field, changes }, wire.field),
    duplicateField: (field, { id, name, withValues }) =>
      rpc('duplicate_field', { field, copy: id, name, with_values: withValues }, wire.field),
    deleteField: (field) => rpc('delete_field', { field }, wire.nothing),
    trash: (base) => rpc('base_trash', { base }, wire.trash),
    restoreTable: (table) => rpc('restore_table', { table }, wire.table),
    restoreField: (field) => rpc('restore_field', { field }, wire.fieldStep),
    emptyTrash: (base, item, confirmName) =>
      rpc('empty_trash', { base, item, confirm_name: confirmName }, wire.nothing),
    previewTypeChange: (field, type, options) =>
      rpc('preview_type_change', { field, type, options }, wire.typeChangePreview),
    changeType: (field, type, options) => rpc('change_type', { field, type, options }, wire.fieldStep),
    cancelTypeChange: (field) => rpc('cancel_type_change', { field }, wire.nothing),
  }
}
