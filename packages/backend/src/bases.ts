import { type BasesApi, type FieldStep, ok, type Result, withListed } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { createValidation } from './validation.ts'
import * as wire from './wire/bases.ts'
import { field as fieldShape } from './wire/fields.ts'
import type { Schema } from './wire/ids.ts'
import { nothing } from './wire/nothing.ts'

export function createBasesApi(rpc: Rpc): BasesApi {
  const validate = createValidation(rpc)
  /** One step of work on a field. One that is there with rules got their constraints in a moment. */
  const step = async <S extends FieldStep>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    shape: Schema<S>,
  ): Promise<Result<S>> => {
    const answer = await rpc(name, args, shape)
    if (answer.ok && answer.value.table && Object.keys(answer.value.field?.rules ?? {}).length > 0) {
      await validate(answer.value.table)
    }
    return answer
  }
  return {
    create: ({ id, workspace, name, ...settings }) =>
      rpc('create_base', { base: id, workspace, name, settings }, nothing),
    update: (id, changes) => rpc('update_base', { base: id, changes }, nothing),
    delete: (id, confirmName) => rpc('delete_base', { base: id, confirm_name: confirmName }, nothing),
    async schema(id) {
      const answer = await rpc('base_schema', { base: id }, wire.baseSchema)
      return answer.ok ? ok(withListed(answer.value)) : answer
    },
    members: (id) => rpc('base_members', { base: id }, wire.baseMembers),
    setRole: (id, member, role) => rpc('set_base_role', { base: id, member, role }, nothing),
    createTable: (base, definition) => rpc('create_table', { base, definition }, wire.table),
    updateTable: (table, changes) => rpc('update_table', { table, changes }, nothing),
    duplicateTable: (table, { id, name, withRecords }) =>
      rpc('duplicate_table', { table, copy: id, name, with_records: withRecords }, wire.table),
    deleteTable: (table) => rpc('delete_table', { table }, nothing),
    async createField(table, definition) {
      const answer = await rpc('create_field', { table, definition }, fieldShape)
      if (answer.ok && 'rules' in definition) await validate(table)
      return answer
    },
    isOnRead: (table, definition) => rpc('is_on_read', { table, definition }, wire.isOnRead),
    async updateField(field, changes, ruled) {
      const { table, ...rules } = ruled ?? {}
      const answer = await rpc('update_field', { field, changes: { ...changes, ...rules } }, fieldShape)
      if (answer.ok && table) await validate(table)
      return answer
    },
    linkAccepts: (field) => rpc('link_accepts', { field }, wire.linkAccepts),
    countUnfitLinks: (field, { limit, accepts }) =>
      rpc('count_unfit_links', { field, limit, accepts }, wire.unfitLinks),
    addOption: (field, option) => rpc('add_option', { field, option }, fieldShape),
    countOptions: (field, from, into) => rpc('count_options', { field, from, into }, wire.countedOptions),
    mergeOptions: (field, from, into, after) =>
      rpc('merge_options', { field, from, into, after }, wire.mergeStep),
    unmergeOptions: (merge, after) => rpc('unmerge_options', { merge, after }, wire.mergeStep),
    duplicateField: (field, { id, name, withValues }) =>
      step('duplicate_field', { field, copy: id, name, with_values: withValues }, wire.fieldStep),
    deleteField: (field) => rpc('delete_field', { field }, nothing),
    trash: (base) => rpc('base_trash', { base }, wire.trash),
    restoreTable: (table) => rpc('restore_table', { table }, wire.table),
    restoreField: (field) => step('restore_field', { field }, wire.fieldStep),
    emptyTrash: (base, item, confirmName) =>
      rpc('empty_trash', { base, item, confirm_name: confirmName }, nothing),
    previewTypeChange: (field, type, options) =>
      rpc('preview_type_change', { field, type, options }, wire.typeChangePreview),
    changeType: (field, type, options) => step('change_type', { field, type, options }, wire.typeChangeStep),
    changeTypeBack: (field, type, kept) =>
      step('change_type', { field, type, options: {}, kept }, wire.typeChangeStep),
    changeFormula: (field, definition) => step('change_formula', { field, definition }, wire.fieldStep),
    cancelTypeChange: (field) => rpc('cancel_type_change', { field }, nothing),
    bringBackField: (field) => rpc('bring_back_field', { field }, wire.progress),
  }
}
