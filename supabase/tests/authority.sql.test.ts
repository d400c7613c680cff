/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Who may do what: every call and every table of the catalogue, tried as everybody. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  fieldOf,
  type Harness,
  type Person,
  Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

const everybody = [
  'owner',
  'creator',
  'editor',
  'viewer',
  'holder',
  'member',
  'outsider',
  'anonymous',
  'nobody',
] as const
type Who = (typeof everybody)[number]

let h: Harness
let world: World
let table: TestTable
const record = uuidV7()
const importId = uuidV7()
const upload = uuidV7()
const removal = uuidV7()
const kept = uuidV7()
const tableRule = uuidV7()
const lock = uuidV7()
const view = uuidV7()
/** Of the editor alone, too. */
const bulk = uuidV7()
/** Of the editor alone. */
const ownView = uuidV7()
const trashedView = uuidV7()
const viewArgs = (id: string, isShared: boolean) => ({
  table: table.id,
  view: id,
  definition: { name: `View ${id}`, isShared, config: {} },
})
/** On the record, by the editor. */
const comment = uuidV7()
const trashed = { table: '', field: '' }
const computed = uuidV7()
let invitation = ''
let token = ''
/** To the view, by the creator; with a password, and without. */
let shareLink = ''
/** Of the creator, on the table, paused so that it adds nothing to what others try. */
const automation = uuidV7()
const form = uuidV7()
const chart = uuidV7()
const shareTokens = { open: '', locked: '', chart: '', form: '' }
/** Of the chart that a link shows. */
let chartMark = ''
let merge = ''

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  const mutation = {
    id: uuidV7(),
    kind: 'insert',
    table: table.id,
    record,
    values: { [field('Title')]: 'top secret' },
  }
  await h.rpc(world.editor, 'apply_mutations', { batch: { mutations: [mutation], atomic: false } })
  // A grant without any effect, so that there is one to be seen.
  await h.rpc(world.creator, 'set_grant', {
    role: world.role,
    table: table.id,
    action: 'delete',
    scope: 'none',
    rule: null,
  })
  await h.rpc(world.creator, 'save_table_rule', {
    table: table.id,
    rule: tableRule,
    definition: { message: 'A title is needed.', rule: filled() },
    keep: false,
  })
  await h.rpc(world.creator, 'save_record_lock', lockArgs(lock))
  await h.rpc(world.creator, 'create_view', viewArgs(view, true))
  await h.rpc(world.editor, 'create_view', viewArgs(ownView, false))
  await h.rpc(world.creator, 'create_view', viewArgs(trashedView, true))
  await h.rpc(world.creator, 'delete_view', { view: trashedView })
  await h.rpc(world.creator, 'set_field_grant', { role: world.role, field: field('Title'), access: 'write' })
  await h.rpc(world.creator, 'set_record_layout', { table: table.id, layout: layout() })
  await h.rpc(world.editor, 'add_comment', { table: table.id, record, comment, body: 'top secret' })
  await h.rpc(world.creator, 'set_transitions', { field: field('State'), transitions: [transition()] })
  await h.rpc(world.editor, 'begin_import', importArgs(importId))
  await h.rpc(world.editor, 'begin_bulk', bulkArgs(bulk))
  trashed.table = (
    await h.rpc<TestTable>(world.creator, 'create_table', {
      base: world.base,
      definition: { id: uuidV7(), name: 'Thrown away', fields: [fieldOf('Title', 'text')] },
    })
  ).id
  await h.rpc(world.creator, 'delete_table', { table: trashed.table })
  const away = fieldOf('Thrown away', 'text')
  trashed.field = away.id
  await h.rpc(world.creator, 'create_field', { table: table.id, definition: away })
  await h.rpc(world.creator, 'delete_field', { field: away.id })
  await h.rpc(world.creator, 'create_field', {
    table: table.id,
    definition: {
      id: computed,
      name: 'Computed',
      formula: { call: 'length', args: [{ field: field('Title') }] },
    },
  })
  const options = ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' }))
  const merged = fieldOf('Merged', 'single_select', { options })
  await h.rpc(world.creator, 'create_field', { table: table.id, definition: merged })
  const step = { field: merged.id, from: ['a'], into: 'b' }
  ;({ merge } = await h.rpc<{ merge: string }>(world.creator, 'merge_options', step))
  const made = await h.rpc<{ id: string; token: string }>(world.owner, 'create_invitation', inviteArgs())
  invitation = made.id
  token = made.token
  await h.rpc(world.creator, 'create_view', {
    table: table.id,
    view: form,
    definition: {
      name: 'Form',
      kind: 'form',
      isShared: true,
      config: { settings: { form: { sections: [{ id: 'a', questions: [{ field: field('Title') }] }] } } },
    },
  })
  await h.rpc(world.creator, 'create_automation', { automation, draft: automationDraft() })
  await h.rpc(world.creator, 'pause_automation', { automation, paused: true })
  const asked = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
    table: table.id,
    target: { form },
    settings: { name: 'Ask' },
  })
  shareTokens.form = asked.token
  // A record that came with a file.
  const heldFile = uuidV7()
  await h.db
    .admin`insert into plinth.attachment (id, base_id, table_id, field_id, record_id, name, mime, bytes, key, state, created_by)
    values (${heldFile}, ${world.base}, ${table.id}, ${field('Files')}, ${record}, 'held.txt', 'text/plain', 5,
      ${`a/${world.base}/${heldFile}/${'0'.repeat(32)}`}, 'held', ${world.creator.id})`
  await h.db.admin`insert into plinth_private.held_file (attachment_id, is_sent, expires_at)
    values (${heldFile}, true, now() + interval '1 day')`
  for (const name of ['open', 'locked'] as const) {
    const password = name === 'locked' ? 'open sesame' : null
    const shared = await h.rpc<{ token: string; link: { id: string } }>(
      world.creator,
      'create_share_link',
      shareArgs(password),
    )
    shareTokens[name] = shared.token
    shareLink = shared.link.id
  }
  const counted = {
    name: 'Counted',
    kind: 'chart',
    isShared: true,
    config: { settings: { chart: 'number' } },
  }
  await h.rpc(world.creator, 'create_view', { table: table.id, view: chart, definition: counted })
  const charted = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
    ...shareArgs(null),
    target: { view: chart },
  })
  shareTokens.chart = charted.token
  const { tiles } = await h.rpc<{ tiles: { mark: string }[] }>(null, 'shared_page', {
    token: charted.token,
    pass: null,
  })
  chartMark = tiles[0]!.mark
  for (const id of [upload, removal, kept]) {
    const { key } = await h.rpc<{ key: string }>(world.editor, 'begin_upload', uploadArgs(id))
    await h.db
      .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
  }
  await h.rpc(world.editor, 'finish_upload', { attachment: removal })
  await h.rpc(world.editor, 'finish_upload', { attachment: kept })
  // A condition of a statement that finds its table empty is asked of nobody: who may not call is to be told so all the same.
  await h.db.admin.unsafe('analyze')
})
afterAll(() => h.db.stop())

const field = (name: string) => table.fields.find((f) => f.name === name)!.id
const person = (who: Who): Person | null => (who === 'nobody' ? null : world[who])
const inviteArgs = () => ({
  workspace: world.workspace,
  role: 'member',
  base: world.base,
  base_role: 'viewer',
  email: null,
})
const shareArgs = (password: string | null) => ({
  table: table.id,
  target: { view },
  settings: { name: 'Shared', fields: [field('Title')], password },
})
const automationDraft = () => ({
  name: 'Helper',
  table: table.id,
  trigger: { kind: 'created' },
  condition: null,
  actions: [
    { kind: 'set', values: [{ field: field('Notes'), value: { kind: 'value', value: 'top secret' } }] },
    { kind: 'notify', people: [world.viewer.id], fields: [], message: 'top secret' },
  ],
})
const importArgs = (id: string) => ({
  import: id,
  table: table.id,
  file_name: 'a.csv',
  fields: [field('Title')],
  mode: 'append',
  key: null,
})
const bulkArgs = (id: string) => ({
  bulk: id,
  query: query(),
  selection: { from: null, to: null, minus: [] },
  change: { kind: 'set', field: field('Title'), value: 'new' },
  count: 1,
  slack: 0,
})
const uploadArgs = (id: string) => ({
  table: table.id,
  record,
  field: field('Files'),
  file: { id, name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false },
})
/** A lock that locks nothing. */
const lockArgs = (id: string) => {
  const rule = { call: 'is_empty', args: [{ field: field('Title') }] }
  return { table: table.id, lock: id, definition: { name: id, rule, creators: false, roles: [] } }
}
const layout = () => ({
  sections: [{ name: 'top secret', fields: [{ field: field('Title'), width: 'half' }] }],
  hidden: [],
})
const transition = () => ({ id: uuidV7(), name: 'Raise', from: 'low', to: 'high' })
const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
const query = () => ({ table: table.id, sorts: [] })
const filled = () => ({ call: 'is_filled', args: [{ field: field('Title') }] })

/** Runs `work` as somebody, rolls it back, and tells whether it was let through. */
async function outcome(who: Who, name: string, args: Record<string, unknown>): Promise<string> {
  const done = new Error('roll back')
  let answer: unknown
  try {
    await h.as(person(who), async (tx) => {
      answer = await h.rpcIn(tx, name, args)
      throw done
    })
  } catch (error) {
    if (error === done) {
      const refused =
        Array.isArray(answer) && (answer[0] as { error?: { code: string } } | undefined)?.error?.code
      return typeof refused === 'string' ? refused : 'allowed'
    }
    if (error instanceof Refusal) return error.state === '42501' ? 'no grant' : error.code
    throw error
  }
  return 'unreachable'
}

const signedIn: Who[] = ['owner', 'creator', 'editor', 'viewer', 'holder', 'member', 'outsider']
const people: Who[] = ['owner', 'creator', 'editor', 'viewer', 'holder', 'member']
const members = people.filter((who) => who !== 'holder')
/** In the base, with whatever role. */
const inside: Who[] = ['owner', 'creator', 'editor', 'viewer', 'holder']
const readers: Who[] = ['owner', 'creator', 'editor', 'viewer']
const editors: Who[] = ['owner', 'creator', 'editor']
const creators: Who[] = ['owner', 'creator']
const owners: Who[] = ['owner']
const own: Who[] = ['editor']

/** One row for each call of the catalogue: arguments that would work, and for whom they do. */
const calls: Record<string, { args: () => Record<string, unknown>; may: Who[] }> = {
  schema_version: { args: () => ({}), may: [...everybody] },
  my_session: { args: () => ({}), may: signedIn },
  save_profile: { args: () => ({ changes: { name: 'New' } }), may: signedIn },
  set_workspace_creation: { args: () => ({ setting: 'anyone' }), may: owners },
  hand_over_installation: { args: () => ({ email: world.editor.email }), may: owners },
  workspace_creators: { args: () => ({}), may: owners },
  add_workspace_creator: { args: () => ({ email: 'new@example.org' }), may: owners },
  remove_workspace_creator: { args: () => ({ member: world.owner.id }), may: owners },
  create_workspace: { args: () => ({ workspace: uuidV7(), name: 'W' }), may: owners },
  rename_workspace: { args: () => ({ workspace: world.workspace, name: 'W' }), may: owners },
  delete_workspace: { args: () => ({ workspace: world.workspace, confirm_name: 'Acme' }), may: owners },
  leave_workspace: {
    args: () => ({ workspace: world.workspace }),
    may: people.filter((w) => w !== 'owner'),
  },
  workspace_members: { args: () => ({ workspace: world.workspace }), may: people },
  workspace_usage: { args: () => ({ workspace: world.workspace }), may: members },
  unused_files: { args: () => ({ workspace: world.workspace }), may: creators },
  sweep_files: { args: () => ({ workspace: world.workspace, take: 10 }), may: creators },
  missing_files: { args: () => ({ workspace: world.workspace, after: null }), may: creators },
  set_workspace_quota: { args: () => ({ workspace: world.workspace, quota: { rows: 5 } }), may: owners },
  set_workspace_role: {
    args: () => ({ workspace: world.workspace, member: world.member.id, role: 'owner' }),
    may: owners,
  },
  remove_workspace_member: {
    args: () => ({ workspace: world.workspace, member: world.member.id }),
    may: ['owner', 'member'],
  },
  invitations: { args: () => ({ workspace: world.workspace }), may: people },
  create_invitation: { args: inviteArgs, may: creators },
  revoke_invitation: { args: () => ({ invitation }), may: owners },
  invitation_info: { args: () => ({ token }), may: [...everybody] },
  accept_invitation: { args: () => ({ token }), may: signedIn },
  create_base: {
    args: () => ({ base: uuidV7(), workspace: world.workspace, name: 'B', settings }),
    may: members,
  },
  update_base: { args: () => ({ base: world.base, changes: { name: 'B' } }), may: creators },
  delete_base: { args: () => ({ base: world.base, confirm_name: 'Müller & Söhne' }), may: creators },
  base_schema: { args: () => ({ base: world.base }), may: inside },
  base_members: { args: () => ({ base: world.base }), may: inside },
  base_roles: { args: () => ({ base: world.base }), may: creators },
  save_role: { args: () => ({ base: world.base, role: uuidV7(), changes: { name: 'New' } }), may: creators },
  delete_role: { args: () => ({ role: world.role }), may: creators },
  set_role_member: {
    args: () => ({ role: world.role, member: world.viewer.id, holds: true }),
    may: creators,
  },
  set_grant: {
    args: () => ({ role: world.role, table: table.id, action: 'read', scope: 'rules', rule: filled() }),
    may: creators,
  },
  count_matching: { args: () => ({ table: table.id, rule: filled() }), may: creators },
  set_field_grant: {
    args: () => ({ role: world.role, field: field('Title'), access: 'read' }),
    may: creators,
  },
  bring_back_field: { args: () => ({ field: field('Notes') }), may: creators },
  save_record_lock: { args: () => lockArgs(uuidV7()), may: creators },
  delete_record_lock: { args: () => ({ lock }), may: creators },
  set_record_layout: { args: () => ({ table: table.id, layout: layout() }), may: creators },
  about_record: { args: () => ({ table: table.id, record }), may: readers },
  record_comments: { args: () => ({ table: table.id, record, before: null, take: 5 }), may: readers },
  add_comment: { args: () => ({ table: table.id, record, comment: uuidV7(), body: 'Yes' }), may: editors },
  edit_comment: { args: () => ({ comment, body: 'No' }), may: own },
  delete_comment: { args: () => ({ comment }), may: editors },
  create_view: { args: () => viewArgs(uuidV7(), true), may: creators },
  update_view: { args: () => ({ view, changes: { name: 'V' } }), may: creators },
  move_view: { args: () => ({ view: ownView, position: 0 }), may: own },
  arrange_views: {
    args: () => ({
      table: table.id,
      before: { views: [view, form, chart], sections: [] },
      after: { views: [chart, form, view], sections: [] },
    }),
    may: creators,
  },
  delete_view: { args: () => ({ view }), may: creators },
  restore_view: { args: () => ({ view: trashedView }), may: creators },
  move_records: { args: () => ({ view, records: [record], before: null }), may: creators },
  replace_places: { args: () => ({ view, moves: { [record]: { from: null, to: null } } }), may: creators },
  begin_bulk: { args: () => bulkArgs(uuidV7()), may: editors },
  bulk_step: { args: () => ({ bulk, pass: 0, part: 0 }), may: own },
  duplicate_view: { args: () => ({ view, copy: uuidV7(), name: 'V', is_shared: false }), may: readers },
  explain_access: {
    args: () => ({ table: table.id, record, person: world.editor.id, action: 'read' }),
    may: ['owner', 'creator', 'editor'],
  },
  transitions: { args: () => ({ field: field('State') }), may: creators },
  set_transitions: {
    args: () => ({ field: field('State'), transitions: [transition()] }),
    may: creators,
  },
  transitions_for: { args: () => ({ table: table.id, field: field('State'), record }), may: readers },
  proof_matrix: { args: () => ({ base: world.base }), may: creators },
  transfer_ownership: {
    args: () => ({
      workspace: world.workspace,
      member: world.member.id,
      own_role: 'admin',
      confirm_name: 'Acme',
    }),
    may: owners,
  },
  view_as: {
    args: () => ({
      base: world.base,
      who: { person: world.viewer.id },
      call: 'base_schema',
      args: { base: world.base },
    }),
    may: creators,
  },
  set_base_role: {
    args: () => ({ base: world.base, member: world.viewer.id, role: 'editor' }),
    may: creators,
  },
  create_table: {
    args: () => ({
      base: world.base,
      definition: { id: uuidV7(), name: 'T', fields: [fieldOf('A', 'text')] },
    }),
    may: creators,
  },
  update_table: { args: () => ({ table: table.id, changes: { name: 'T' } }), may: creators },
  delete_table: { args: () => ({ table: table.id }), may: creators },
  duplicate_table: {
    args: () => ({ table: table.id, copy: uuidV7(), name: 'Copy', with_records: true }),
    may: creators,
  },
  duplicate_field: {
    args: () => ({ field: field('Title'), copy: uuidV7(), name: 'Copy', with_values: true }),
    may: creators,
  },
  base_trash: { args: () => ({ base: world.base }), may: creators },
  restore_table: { args: () => ({ table: trashed.table }), may: creators },
  restore_field: { args: () => ({ field: trashed.field }), may: creators },
  empty_trash: {
    args: () => ({ base: world.base, item: trashed.table, confirm_name: 'Thrown away' }),
    may: creators,
  },
  preview_type_change: {
    // One that nothing reads: what would be refused at the end is refused before.
    args: () => ({ field: field('Notes'), type: 'number', options: {} }),
    may: creators,
  },
  change_type: { args: () => ({ field: field('Notes'), type: 'number', options: {} }), may: creators },
  change_formula: { args: () => ({ field: computed, definition: null }), may: creators },
  cancel_type_change: { args: () => ({ field: field('Title') }), may: creators },
  create_field: { args: () => ({ table: table.id, definition: fieldOf('A', 'text') }), may: creators },
  update_field: { args: () => ({ field: field('Title'), changes: { name: 'A' } }), may: creators },
  add_option: {
    args: () => ({ field: field('Level'), option: { id: 'new', label: 'New', hue: 'red' } }),
    may: creators,
  },
  count_unfit_links: { args: () => ({ field: field('Level'), limit: 2 }), may: creators },
  link_accepts: { args: () => ({ field: field('Level') }), may: creators },
  count_options: { args: () => ({ field: field('Level'), from: ['low'], into: 'mid' }), may: creators },
  merge_options: { args: () => ({ field: field('Level'), from: ['low'], into: 'mid' }), may: creators },
  unmerge_options: { args: () => ({ merge }), may: creators },
  is_on_read: {
    args: () => ({ table: table.id, definition: { name: 'Now', formula: { call: 'now', args: [] } } }),
    may: creators,
  },
  delete_field: { args: () => ({ field: field('Notes') }), may: creators },
  rows_window: {
    args: () => ({ query: query(), anchor: null, direction: 'forward', skip: 0, take: 5 }),
    may: readers,
  },
  rows_by_id: { args: () => ({ query: query(), ids: [record] }), may: readers },
  deletion_preview: { args: () => ({ table: table.id, records: [record] }), may: readers },
  view_stats: { args: () => ({ query: query(), exact: true }), may: readers },
  view_anchors: { args: () => ({ query: query(), step: 100 }), may: readers },
  view_groups: {
    args: () => ({
      query: { ...query(), groups: [{ field: field('Title'), direction: 'asc' }] },
      figures: {},
      skip: 0,
      take: 5,
    }),
    may: readers,
  },
  view_summary: { args: () => ({ query: query(), figures: { [field('Title')]: 'unique' } }), may: readers },
  count_when: { args: () => ({ query: query(), when: filled() }), may: readers },
  view_chart: {
    args: () => ({
      query: { ...query(), groups: [{ field: field('Title'), direction: 'asc' }] },
      chart: { figure: 'count', field: null, units: [null], by: 'key', take: 5, totals: true },
    }),
    may: readers,
  },
  view_cost: { args: () => ({ query: query() }), may: readers },
  view_indexes: { args: () => ({ table: table.id }), may: creators },
  create_view_index: { args: () => ({ field: field('Title') }), may: creators },
  drop_view_index: { args: () => ({ field: field('Title') }), may: creators },
  row_rank: { args: () => ({ query: query(), record, near: null }), may: readers },
  find_in_view: {
    args: () => ({ query: query(), text: 'a', after: null, direction: 'forward', take: 5 }),
    may: readers,
  },
  apply_mutations: {
    args: () => ({
      batch: { atomic: false, mutations: [{ id: uuidV7(), kind: 'delete', table: table.id, record }] },
    }),
    may: editors,
  },
  changes_since: { args: () => ({ table: table.id, seq: '3' }), may: readers },
  begin_import: { args: () => importArgs(uuidV7()), may: editors },
  import_rows: {
    args: () => ({ import: importId, chunk: 0, rows: [[uuidV7(), 'x']], misfits: [] }),
    may: own,
  },
  finish_import: { args: () => ({ import: importId }), may: own },
  cancel_import: { args: () => ({ import: importId, discard: true }), may: own },
  import_misfits: { args: () => ({ import: importId, after: 0, take: 1 }), may: editors },
  begin_upload: { args: () => uploadArgs(uuidV7()), may: editors },
  finish_upload: { args: () => ({ attachment: upload }), may: own },
  rename_attachment: { args: () => ({ attachment: kept, name: 'b.txt', was: null }), may: editors },
  order_attachments: {
    args: () => ({ table: table.id, record, field: field('Files'), files: [], was: null }),
    may: editors,
  },
  remove_attachment: { args: () => ({ attachment: removal }), may: editors },
  check_field_rules: { args: () => ({ field: field('Title'), rules: { required: true } }), may: creators },
  set_field_rules: {
    args: () => ({ field: field('Title'), rules: { required: true }, keep: false }),
    may: creators,
  },
  validate_rules: { args: () => ({ table: table.id }), may: creators },
  table_rules: { args: () => ({ table: table.id }), may: creators },
  check_table_rule: { args: () => ({ table: table.id, rule: filled() }), may: creators },
  save_table_rule: {
    args: () => ({
      table: table.id,
      rule: uuidV7(),
      definition: { message: 'M', rule: filled() },
      keep: false,
    }),
    may: creators,
  },
  delete_table_rule: { args: () => ({ rule: tableRule }), may: creators },
  removed_keys_done: { args: () => ({ keys: ['a/b/c/d'] }), may: signedIn },
  submit_form: {
    args: () => ({ view: form, submission: { id: uuidV7(), answers: { [field('Title')]: 'x' } } }),
    may: editors,
  },
  automations: { args: () => ({ base: world.base }), may: creators },
  create_automation: { args: () => ({ automation: uuidV7(), draft: automationDraft() }), may: creators },
  update_automation: { args: () => ({ automation, draft: automationDraft() }), may: creators },
  pause_automation: { args: () => ({ automation, paused: true }), may: creators },
  delete_automation: { args: () => ({ automation }), may: creators },
  automation_runs: { args: () => ({ automation, before: null, take: 10 }), may: creators },
  automation_secret: { args: () => ({ automation, renew: false }), may: creators },
  dry_run_automation: {
    args: () => ({ automation: null, draft: automationDraft(), record }),
    may: creators,
  },
  run_automations: { args: () => ({ base: world.base }), may: inside },
  my_notices: { args: () => ({ before: null, take: 10 }), may: signedIn },
  read_notices: { args: () => ({ notices: null }), may: signedIn },
  share_links: { args: () => ({ base: world.base }), may: creators },
  share_features: { args: () => ({ base: world.base }), may: creators },
  create_share_link: { args: () => shareArgs(null), may: creators },
  update_share_link: { args: () => ({ link: shareLink, changes: { name: 'S' } }), may: creators },
  revoke_share_link: { args: () => ({ link: shareLink }), may: creators },
  shared_page: { args: () => ({ token: shareTokens.open, pass: null }), may: [...everybody] },
  shared_rows: {
    args: () => ({ token: shareTokens.open, pass: null, after: null, take: 5, part: null }),
    may: [...everybody],
  },
  shared_figures: { args: () => ({ token: shareTokens.open, pass: null }), may: [...everybody] },
  shared_files: {
    args: () => ({ token: shareTokens.open, pass: null, marks: [] }),
    may: [...everybody],
  },
  shared_chart: {
    args: () => ({ token: shareTokens.chart, pass: null, mark: chartMark, take: 5 }),
    may: [...everybody],
  },
  submit_shared_form: {
    args: () => ({
      token: shareTokens.form,
      pass: null,
      submission: { id: uuidV7(), answers: {}, trap: '' },
    }),
    may: [...everybody],
  },
  begin_shared_upload: {
    args: () => ({
      token: shareTokens.form,
      pass: null,
      file: { field: uuidV7(), name: 'a', type: '', size: 1 },
    }),
    may: [...everybody],
  },
  quarantined_files: { args: () => ({ table: table.id }), may: readers },
  accept_files: { args: () => ({ table: table.id, record }), may: editors },
  reject_files: { args: () => ({ table: table.id, record }), may: editors },
  shared_choices: {
    args: () => ({ token: shareTokens.form, pass: null, field: uuidV7(), search: '', take: 5 }),
    may: [...everybody],
  },
  unlock_share: {
    args: () => ({ token: shareTokens.locked, password: 'open sesame' }),
    may: [...everybody],
  },
}

const refusals = [
  'not_signed_in',
  'forbidden',
  'not_found',
  'read_only',
  'workspace_creation_closed',
  'no grant',
  'last_owner',
]

describe('calls', () => {
  test('every function of schema plinth has a row here', async () => {
    const rows = await h.db
      .sql`select proname as name from pg_proc where pronamespace = 'plinth'::regnamespace order by 1`
    expect(rows.map((r) => r['name'] as string)).toEqual(Object.keys(calls).toSorted())
  })

  for (const [name, { args, may }] of Object.entries(calls)) {
    test(`${name} is let through for ${may.length === everybody.length ? 'everybody' : may.join(', ')} alone`, async () => {
      for (const who of everybody) {
        const result = await outcome(who, name, args())
        // Whoever signed in without an account is told so, before anything is looked at.
        const isRefused = who === 'anonymous' ? result === 'forbidden' : refusals.includes(result)
        expect([who, isRefused ? 'refused' : result]).toEqual([
          who,
          may.includes(who) ? 'allowed' : 'refused',
        ])
      }
    })
  }

  test('people without access get the answer of things that do not exist', async () => {
    for (const who of ['member', 'outsider'] as const) {
      const answer = await outcome(who, 'base_schema', calls['base_schema']!.args())
      expect([who, answer]).toEqual([who, 'not_found'])
    }
    for (const who of ['member', 'outsider', 'holder'] as const) {
      for (const name of [
        'rows_window',
        'view_stats',
        'changes_since',
        'begin_upload',
        'begin_import',
        'explain_access',
        'transitions_for',
        'about_record',
        'record_comments',
        'add_comment',
        'edit_comment',
        'delete_comment',
      ]) {
        expect([who, name, await outcome(who, name, calls[name]!.args())]).toEqual([who, name, 'not_found'])
      }
    }
  })
})

describe('tables', () => {
  const visible: Record<string, Who[]> = {
    'plinth.profile': signedIn,
    'plinth.workspace': people,
    'plinth.workspace_member': people,
    'plinth.base': inside,
    'plinth.base_member': inside,
    'plinth.role': inside,
    'plinth.role_member': inside,
    'plinth.role_grant': creators,
    'plinth.table_rule': creators,
    'plinth.record_lock': creators,
    'plinth.view': creators,
    'plinth.record_layout': creators,
    'plinth.comment': readers,
    'plinth.field_grant': creators,
    'plinth."table"': readers,
    'plinth.field': readers,
    'plinth.transition': creators,
    'plinth.attachment': readers,
    'plinth.removed_key': [],
    'data.muller_sohne_things': readers,
  }

  test('every exposed table has a row here', async () => {
    const rows = await h.db.sql`select oid::regclass::text as name from pg_class
      where relnamespace in ('plinth'::regnamespace, 'data'::regnamespace) and relkind = 'r'
        and relname <> (select relation from plinth."table" where id = ${world.elsewhere[3]!})`
    expect(rows.map((r) => r['name'] as string).toSorted()).toEqual(Object.keys(visible).toSorted())
  })

  const isOfThisWorkspace = (row: object) =>
    !Object.values(row).some((value) => world.elsewhere.includes(value))

  for (const [name, may] of Object.entries(visible)) {
    test(`${name} shows rows to ${may.join(', ') || 'nobody'} alone`, async () => {
      for (const who of everybody) {
        const seen = await h
          .as(person(who), (tx) => tx.unsafe(`select * from ${name}`))
          .then(
            (rows) => (rows.some(isOfThisWorkspace) ? 'rows' : 'none'),
            (error: unknown) => (error as Refusal).state,
          )
        const expected = may.includes(who) ? 'rows' : who === 'nobody' ? '42501' : 'none'
        expect([who, seen]).toEqual([who, expected])
      }
    })
  }

  test('nobody writes metadata but through calls', async () => {
    for (const name of Object.keys(visible).filter((n) => n.startsWith('plinth.'))) {
      for (const who of ['owner', 'outsider', 'nobody'] as const) {
        for (const sql of [`delete from ${name} where true`, `insert into ${name} default values`]) {
          const failure = await h.as(person(who), (tx) => tx.unsafe(sql)).catch((error: unknown) => error)
          expect([name, who, (failure as Refusal).state]).toEqual([name, who, '42501'])
        }
      }
    }
  })

  test('plain table routes follow the same rules as the calls', async () => {
    const relation = `data.${table.relation}`
    const attempt = async (who: Who, sql: string) => {
      const done = new Error('roll back')
      let count = -1
      try {
        await h.as(person(who), async (tx) => {
          count = (await tx.unsafe(sql)).count
          throw done
        })
      } catch (error) {
        if (error !== done) return (error as Refusal).state
      }
      return count
    }
    for (const who of everybody) {
      const writes = editors.includes(who)
      const bare = who === 'nobody'
      expect([who, await attempt(who, `insert into ${relation} (title) values ('x')`)]).toEqual([
        who,
        writes ? 1 : '42501',
      ])
      expect([who, await attempt(who, `update ${relation} set title = 'x' where id = '${record}'`)]).toEqual([
        who,
        writes ? 1 : bare ? '42501' : 0,
      ])
      expect([who, await attempt(who, `delete from ${relation} where id = '${record}'`)]).toEqual([
        who,
        writes ? 1 : bare ? '42501' : 0,
      ])
    }
  })
})

describe('private functions called directly', () => {
  /** Values that reach as far as possible: real ids of things that the caller may not see. */
  const argumentsOf = (type: string): unknown[] => {
    if (type === 'uuid')
      return [
        table.id,
        comment,
        record,
        world.base,
        world.workspace,
        importId,
        removal,
        kept,
        field('Title'),
        trashed.table,
        trashed.field,
        automation,
        world.editor.id,
      ]
    if (type === 'uuid[]') return [`{${record}}`]
    if (type === 'jsonb') {
      const mutation = { id: uuidV7(), kind: 'delete', table: table.id, record }
      return [
        { table: table.id, sorts: [], mutations: [mutation], name: 'x', id: uuidV7(), fields: [] },
        [mutation],
      ].map((v) => JSON.stringify(v))
    }
    if (type === 'text') return ['read', 'all', 'owner', 'Acme', table.relation]
    if (type === 'text[]') return ['{t.title}', '{}']
    if (type === 'boolean') return [true]
    if (type === 'integer' || type === 'bigint') return [1]
    return [null]
  }

  /** A call for each round of arguments. */
  const callsOf = ({ name, types }: { name: string; types: string[] }): string[] => {
    const choices = types.map(argumentsOf)
    const literal = (value: unknown) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`)
    return Array.from({ length: Math.max(1, ...choices.map((c) => c.length)) }, (_, n) => {
      const values = choices.map((c, i) => `${literal(c[n % c.length] ?? null)}::${types[i]}`)
      return `select jsonb_agg(x.a)::text from (select ${name}(${values.join(', ')})::text as a) as x`
    })
  }

  /** What each statement answers this person, or its error; in one transaction, each with their claims and undone alone. */
  const answersTo = async (who: Who, statements: string[]): Promise<string[]> =>
    h.as(person(who), async (tx) => {
      await tx`select set_config('test.statements', ${JSON.stringify(statements)}, true)`
      await tx.unsafe(`do $do$
        declare
          v_claims text := current_setting('request.jwt.claims');
          v_statement text;
          v_answer text;
          v_detail text;
          v_answers text[] := '{}';
        begin
          for v_statement in select value from jsonb_array_elements_text(current_setting('test.statements')::jsonb) loop
            perform set_config('request.jwt.claims', v_claims, true);
            begin
              execute v_statement into v_answer;
            exception when others then
              get stacked diagnostics v_detail = pg_exception_detail;
              v_answer := concat(sqlstate, ' ', sqlerrm, ' ', v_detail);
            end;
            v_answers := v_answers || coalesce(v_answer, 'null');
          end loop;
          perform set_config('test.answers', to_jsonb(v_answers)::text, true);
        end $do$`)
      const [row] = await tx`select current_setting('test.answers') as answers`
      return JSON.parse(row!['answers'] as string) as string[]
    })

  test('give an outsider and an anonymous person nothing and change nothing', async () => {
    // Immutable functions that run as their caller work on their arguments alone: nothing is kept from them to be given.
    const functions = await h.db.sql<{ name: string; types: string[] }[]>`
      select p.oid::regproc::text as name, array(select format_type(t, null) from unnest(p.proargtypes) t) as types
      from pg_proc p where p.pronamespace = 'plinth_private'::regnamespace
        and has_function_privilege('authenticated', p.oid, 'execute') and (p.prosecdef or p.provolatile <> 'i')
        and 'record'::regtype <> all (p.proargtypes)`
    expect(functions.length).toBeGreaterThan(60)
    const state = () =>
      h.db.sql.unsafe(`select (select count(*) from plinth.workspace_member) as a, (select count(*) from plinth.base_member) as b,
        (select count(*) from plinth.field) as c, (select count(*) from plinth_private.trash) as t, (select sum(ver) from data.${table.relation}) as d,
        (select count(*) from plinth_private.import_chunk) as e, (select count(*) from plinth.attachment) as f, (select count(*) from plinth.comment) as m,
        (select count(*) from plinth_private.change_log) as g, (select count(*) from plinth_private.row_change) as q,
        (select count(*) from plinth_private.quota) as r, (select string_agg(state, '') from plinth_private.import) as h`)
    const before = [...(await state())]
    const statements = functions.flatMap(callsOf)
    const secret = (text: string) => text.includes('top secret') || text.includes('a/')
    expect((await answersTo('owner', [`select title from data.${table.relation}`])).map(secret)).toEqual([
      true,
    ])
    for (const who of ['outsider', 'anonymous'] as const) {
      const answers = await answersTo(who, statements)
      const told = statements.filter((_, n) => secret(answers[n]!)).map((statement) => [who, statement])
      expect([answers.length, told]).toEqual([statements.length, []])
      // Most are refused by name; a call that is none would be refused by Postgres.
      expect(answers.filter((answer) => answer.startsWith('42883'))).toEqual([])
    }
    expect([...(await state())]).toEqual(before)
  })

  test('say which base and table the caller may reach, and nothing else', async () => {
    const scope = (who: Who, action: string) =>
      h
        .as(person(who), (tx) => tx`select plinth_private.scope(${table.id}, ${action}) as s`)
        .then((r) => r[0]!['s'])
    expect(await Promise.all(signedIn.map((who) => scope(who, 'read')))).toEqual([
      'all',
      'all',
      'all',
      'all',
      'none',
      'none',
      'none',
    ])
    expect(await Promise.all(signedIn.map((who) => scope(who, 'update')))).toEqual([
      'all',
      'all',
      'all',
      'none',
      'none',
      'none',
      'none',
    ])
    expect(await scope('anonymous', 'read')).toBe('none')
    expect(await scope('owner', 'own everything')).toBe('none')
  })
})
