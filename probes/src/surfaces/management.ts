/**
 * The calls that shape workspaces and bases, by people who may not: each is refused with the code of its kind, and nothing of
 * the world changes, which the surfaces that list it see.
 */
import type { TableModel } from '../model.ts'
import { isCreator, sees, seesField, standingOf } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { callOf } from '../wire.ts'
import type { Surface } from './surface.ts'

/** What a call needs that its caller must be. */
type Need =
  | 'creator of the base'
  | 'creator of the table'
  | 'creator of what is gone'
  | 'owner'
  | 'admin'
  | 'member'
  | 'guest'
  | 'somebody in the base'
  | 'the installation'

/** Null: there is nothing of the kind to try. */
type Args = (prober: Prober, table: TableModel) => Record<string, unknown> | null

const fresh = ({ random }: Prober) => random.uuid()
const anybody = ({ random }: Prober, { base }: TableModel) => random.oneOf([...base.workspace.members.keys()])
const aRole = ({ random }: Prober, { base }: TableModel) => random.oneOf(base.roles).id
const aField = ({ random }: Prober, table: TableModel) => random.oneOf(table.fields).id
const baseOf = ({ base }: TableModel) => ({ base: base.id })
const workspaceOf = ({ base }: TableModel) => ({ workspace: base.workspace.id })
const viewOf = (table: TableModel, who: object) => ({
  ...baseOf(table),
  who,
  call: 'rows_window',
  args: { query: { table: table.id, sorts: [] }, anchor: null, direction: 'forward', skip: 0, take: 50 },
})
const viewIn = ({ view }: TableModel) => ({ view: view?.id ?? null })
const someMove = ({ random }: Prober, { records }: TableModel) => ({
  records: random.some([...records.keys()], 2),
  before: null,
})
const arranged = { views: [], sections: [] }
const field = (prober: Prober) => ({ id: fresh(prober), name: 'x', type: 'text', options: {} })

const calls: readonly (readonly [name: string, need: Need, args: Args])[] = [
  ['update_base', 'creator of the base', (_, t) => ({ ...baseOf(t), changes: { name: 'taken' } })],
  ['delete_base', 'creator of the base', (_, t) => ({ ...baseOf(t), confirm_name: t.base.name })],
  ['set_base_role', 'creator of the base', (p, t) => ({ ...baseOf(t), member: p.person, role: 'creator' })],
  ['set_base_role', 'creator of the base', (p, t) => ({ ...baseOf(t), member: anybody(p, t), role: null })],
  [
    'save_role',
    'creator of the base',
    (p, t) => ({ ...baseOf(t), role: aRole(p, t), changes: { description: 'x' } }),
  ],
  ['save_role', 'creator of the base', (p, t) => ({ ...baseOf(t), role: fresh(p), changes: { name: 'x' } })],
  ['delete_role', 'creator of the base', (p, t) => ({ role: aRole(p, t) })],
  [
    'set_role_member',
    'creator of the base',
    (p, t) => ({ role: aRole(p, t), member: p.person, holds: true }),
  ],
  [
    'create_table',
    'creator of the base',
    (p, t) => ({ ...baseOf(t), definition: { id: fresh(p), name: 'x', fields: [field(p)] } }),
  ],
  [
    'set_grant',
    'creator of the table',
    (p, t) => ({ role: aRole(p, t), table: t.id, action: 'read', scope: 'all', rule: null }),
  ],
  ['base_trash', 'creator of the base', (_, t) => baseOf(t)],
  ['empty_trash', 'creator of the base', (_, t) => ({ ...baseOf(t), item: null, confirm_name: t.base.name })],
  ['proof_matrix', 'creator of the base', (_, t) => baseOf(t)],
  ['view_as', 'creator of the base', (p, t) => viewOf(t, { role: aRole(p, t) })],
  ['view_as', 'creator of the base', (p, t) => viewOf(t, { person: anybody(p, t) })],
  ['update_table', 'creator of the table', (_, t) => ({ table: t.id, changes: { name: 'taken' } })],
  [
    'duplicate_table',
    'creator of the table',
    (p, t) => ({ table: t.id, copy: fresh(p), name: 'x', with_records: true }),
  ],
  ['delete_table', 'creator of the table', (_, t) => ({ table: t.id })],
  ['save_record_lock', 'creator of the table', (p, t) => ({ table: t.id, lock: fresh(p), definition: {} })],
  [
    'create_view',
    'creator of the table',
    (p, t) => ({ table: t.id, view: fresh(p), definition: { name: 'x', isShared: true, config: {} } }),
  ],
  [
    'set_field_grant',
    'creator of the table',
    (p, t) => ({ role: aRole(p, t), field: aField(p, t), access: 'write' }),
  ],
  ['move_records', 'creator of the table', (p, t) => ({ ...viewIn(t), ...someMove(p, t) })],
  ['replace_places', 'creator of the table', (_, t) => ({ ...viewIn(t), moves: {} })],
  ['update_view', 'creator of the table', (_, t) => ({ ...viewIn(t), changes: { name: 'taken' } })],
  ['delete_view', 'creator of the table', (_, t) => viewIn(t)],
  ['restore_view', 'creator of the table', (_, t) => viewIn(t)],
  ['set_field_rules', 'creator of the table', (p, t) => ({ field: aField(p, t), rules: {}, keep: true })],
  ['check_field_rules', 'creator of the table', (p, t) => ({ field: aField(p, t), rules: {} })],
  ['transitions', 'creator of the table', (p, t) => ({ field: aField(p, t) })],
  ['set_transitions', 'creator of the table', (p, t) => ({ field: aField(p, t), transitions: [] })],
  ['table_rules', 'creator of the table', (_, t) => ({ table: t.id })],
  ['check_table_rule', 'creator of the table', (_, t) => ({ table: t.id, rule: { boolean: true } })],
  ['create_field', 'creator of the table', (p, t) => ({ table: t.id, definition: field(p) })],
  ['update_field', 'creator of the table', (p, t) => ({ field: aField(p, t), changes: { name: 'taken' } })],
  [
    'add_option',
    'creator of the table',
    (p, t) => ({ field: aField(p, t), option: { id: 'taken', label: 'taken', hue: 'red' } }),
  ],
  ['count_unfit_links', 'creator of the table', (p, t) => ({ field: aField(p, t), limit: 2 })],
  ['link_accepts', 'creator of the table', (p, t) => ({ field: aField(p, t) })],
  ['count_options', 'creator of the table', (p, t) => ({ field: aField(p, t), from: ['a'], into: 'b' })],
  ['merge_options', 'creator of the table', (p, t) => ({ field: aField(p, t), from: ['a'], into: 'b' })],
  ['delete_field', 'creator of the table', (p, t) => ({ field: aField(p, t) })],
  [
    'duplicate_field',
    'creator of the table',
    (p, t) => ({ field: aField(p, t), copy: fresh(p), name: 'x', with_values: true }),
  ],
  [
    'preview_type_change',
    'creator of the table',
    (p, t) => ({ field: aField(p, t), type: 'long_text', options: {} }),
  ],
  [
    'change_type',
    'creator of the table',
    (p, t) => ({ field: aField(p, t), type: 'long_text', options: {} }),
  ],
  ['change_formula', 'creator of the table', (p, t) => ({ field: aField(p, t), definition: null })],
  ['validate_rules', 'creator of the table', (_, t) => ({ table: t.id })],
  [
    'save_table_rule',
    'creator of the table',
    (p, t) => ({
      table: t.id,
      rule: fresh(p),
      definition: { rule: { boolean: true }, message: 'x' },
      keep: true,
    }),
  ],
  ['delete_table_rule', 'creator of the table', (_, { rules: [one] }) => (one ? { rule: one.id } : null)],
  ['delete_record_lock', 'creator of the table', (_, { locks: [one] }) => (one ? { lock: one.id } : null)],
  ['bring_back_field', 'creator of the table', (p, t) => ({ field: aField(p, t) })],
  ['set_record_layout', 'creator of the table', (_, t) => ({ table: t.id, layout: null })],
  [
    'restore_field',
    'creator of what is gone',
    (_, { trash: [one] }) => (one ? { field: one.field.id } : null),
  ],
  ['restore_table', 'creator of what is gone', (_, t) => (t.isDeleted ? { table: t.id } : null)],
  ['move_view', 'creator of the table', (_, t) => ({ ...viewIn(t), position: 0 })],
  ['arrange_views', 'creator of the table', (_, t) => ({ table: t.id, before: arranged, after: arranged })],
  ['view_indexes', 'creator of the table', (_, t) => ({ table: t.id })],
  ['create_view_index', 'creator of the table', (p, t) => ({ field: aField(p, t) })],
  ['drop_view_index', 'creator of the table', (p, t) => ({ field: aField(p, t) })],
  ['is_on_read', 'creator of the table', (p, t) => ({ table: t.id, definition: field(p) })],
  ['run_automations', 'somebody in the base', (_, t) => baseOf(t)],
  ['rename_workspace', 'owner', (_, t) => ({ ...workspaceOf(t), name: 'taken' })],
  ['delete_workspace', 'owner', (_, t) => ({ ...workspaceOf(t), confirm_name: t.base.workspace.name })],
  [
    'transfer_ownership',
    'owner',
    (p, t) => ({
      ...workspaceOf(t),
      member: p.person,
      own_role: 'admin',
      confirm_name: t.base.workspace.name,
    }),
  ],
  ['leave_workspace', 'guest', (_, t) => workspaceOf(t)],
  ['set_workspace_quota', 'the installation', (_, t) => ({ ...workspaceOf(t), quota: { rows: 1 } })],
  ['workspace_creators', 'the installation', () => ({})],
  ['add_workspace_creator', 'the installation', () => ({ email: 'taken@example.org' })],
  ['remove_workspace_creator', 'the installation', (p) => ({ member: fresh(p) })],
  ['set_workspace_creation', 'the installation', () => ({ setting: 'nobody' })],
  ['hand_over_installation', 'the installation', () => ({ email: 'taken@example.org' })],
  ['set_workspace_role', 'admin', (p, t) => ({ ...workspaceOf(t), member: p.person, role: 'admin' })],
  ['remove_workspace_member', 'admin', (p, t) => ({ ...workspaceOf(t), member: other(p, t) })],
  [
    'create_base',
    'member',
    (p, t) => ({
      ...workspaceOf(t),
      base: fresh(p),
      name: 'x',
      settings: { hue: 'red', timeZone: 'UTC', locale: 'en', weekStart: 1 },
    }),
  ],
]

const other = (prober: Prober, { base }: TableModel) =>
  [...base.workspace.members.keys()].find((id) => id !== prober.person)!

const ranks = ['guest', 'member', 'admin', 'owner']

/** The refusal; null when the call is allowed, and then not made. */
function refusal(
  { person, stopped, tools }: Prober,
  table: TableModel,
  need: Need,
  sent: Readonly<Record<string, unknown>>,
): string | null {
  const { base } = table
  if (stopped !== null) return stopped
  // Its owner is the first account.
  if (need === 'the installation') return person === tools.identities[0]!.person ? null : 'forbidden'
  if (need === 'creator of what is gone') return isCreator(base, person) ? null : 'not_found'
  if (need === 'creator of the table' && !sees(table, person)) return 'not_found'
  const field = table.fields.find(({ id }) => id === sent['field'])
  if (field && !seesField(table, field, person)) return 'not_found'
  if (need === 'creator of the base' || need === 'creator of the table') {
    if (standingOf(base, person) === null) return 'not_found'
    return isCreator(base, person) ? null : 'forbidden'
  }
  if (need === 'somebody in the base') return standingOf(base, person) === null ? 'not_found' : null
  const role = person === null ? undefined : base.workspace.members.get(person)
  if (role === undefined) return 'not_found'
  return ranks.indexOf(role) < ranks.indexOf(need) ? 'forbidden' : null
}

export const management: Surface = {
  name: 'calls that shape',
  async probe(prober, table) {
    for (const [name, need, args] of prober.random.some(calls, 6)) {
      const sent = args(prober, table)
      if (sent === null) continue
      const expected = refusal(prober, table, need, sent)
      if (expected === null) continue
      const answer = await prober.send(callOf(name, sent))
      prober.judgeAnswer({ action: `${name}, which needs: ${need}`, table }, expected, answer)
    }
  },
}
