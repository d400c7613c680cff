/** A table of which somebody may read nothing answers to every call as one that does not exist. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldOf, type Harness, refusalOf, startWorld, type TestTable, type World } from './harness.ts'

let h: Harness
let world: World
let table: TestTable

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const definition = {
    id: uuidV7(),
    name: 'Unseen',
    fields: [fieldOf('Title', 'text'), fieldOf('Notes', 'text')],
  }
  table = await h.rpc(world.creator, 'create_table', { base: world.base, definition })
  const roles = await h.rpc<{ id: string; kind: string }[]>(world.creator, 'base_roles', { base: world.base })
  for (const { id } of roles) {
    await h.rpc(world.creator, 'set_grant', {
      role: id,
      table: table.id,
      action: 'read',
      scope: 'none',
      rule: null,
    })
  }
})
afterAll(() => h?.db.stop())

const calls: Record<string, (table: string, field: string) => Record<string, unknown>> = {
  update_table: (table) => ({ table, changes: { name: 'x' } }),
  duplicate_table: (table) => ({ table, copy: uuidV7(), name: 'x', with_records: false }),
  delete_table: (table) => ({ table }),
  restore_table: (table) => ({ table }),
  create_field: (table) => ({ table, definition: fieldOf('x', 'text') }),
  update_field: (_, field) => ({ field, changes: { name: 'x' } }),
  add_option: (_, field) => ({ field, option: { id: 'x', label: 'x', hue: 'red' } }),
  count_unfit_links: (_, field) => ({ field, limit: 2 }),
  link_accepts: (_, field) => ({ field }),
  count_options: (_, field) => ({ field, from: ['x'], into: 'y' }),
  merge_options: (_, field) => ({ field, from: ['x'], into: 'y' }),
  duplicate_field: (_, field) => ({ field, copy: uuidV7(), name: 'x', with_values: false }),
  delete_field: (_, field) => ({ field }),
  restore_field: (_, field) => ({ field }),
  preview_type_change: (_, field) => ({ field, type: 'number', options: {} }),
  change_type: (_, field) => ({ field, type: 'number', options: {} }),
  change_formula: (_, field) => ({ field, definition: null }),
  cancel_type_change: (_, field) => ({ field }),
  set_grant: (table) => ({ role: uuidV7(), table, action: 'read', scope: 'all', rule: null }),
  check_field_rules: (_, field) => ({ field, rules: {} }),
  set_field_rules: (_, field) => ({ field, rules: {}, keep: true }),
  table_rules: (table) => ({ table }),
  check_table_rule: (table) => ({ table, rule: { boolean: true } }),
  save_table_rule: (table) => ({ table, rule: uuidV7(), definition: {}, keep: true }),
  save_record_lock: (table) => ({ table, lock: uuidV7(), definition: {} }),
  create_view: (table) => ({ table, view: uuidV7(), definition: { name: 'x', isShared: false, config: {} } }),
  create_automation: (table) => ({
    automation: uuidV7(),
    draft: { name: 'x', table, trigger: { kind: 'created' }, condition: null, actions: [] },
  }),
  dry_run_automation: (table) => ({ automation: null, draft: { table }, record: uuidV7() }),
  set_field_grant: (_, field) => ({ role: uuidV7(), field, access: 'read' }),
  transitions: (_, field) => ({ field }),
  set_transitions: (_, field) => ({ field, transitions: [] }),
  transitions_for: (table, field) => ({ table, field, record: null }),
  arrange_views: (table) => ({ table, before: {}, after: {} }),
  count_when: (table) => ({ query: { table, sorts: [] }, when: { boolean: true } }),
  count_matching: (table) => ({ table, rule: { boolean: true } }),
}

test.each(Object.keys(calls))(
  '%s says not_found to people of the base who see nothing of it',
  async (name) => {
    for (const who of ['editor', 'viewer'] as const) {
      const unseen = calls[name]!(table.id, table.fields[0]!.id)
      const absent = calls[name]!(uuidV7(), uuidV7())
      expect([who, await refusalOf(h.rpc(world[who], name, unseen))]).toEqual([who, 'not_found'])
      expect([who, await refusalOf(h.rpc(world[who], name, absent))]).toEqual([who, 'not_found'])
    }
  },
)
