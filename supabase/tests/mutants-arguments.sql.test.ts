/** Every argument that a call does not take is refused by a code of the catalogue, before anything is stored. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
let other: TestTable
let otherBase: string
const otherRole = uuidV7()
const record = uuidV7()
const openImport = uuidV7()
const automation = uuidV7()

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  other = await createFullTable(h, world, 'Other')
  otherBase = await createBase(h, world.owner, world.workspace, 'Second')
  await h.rpc(world.owner, 'save_role', { base: otherBase, role: otherRole, changes: { name: 'Elsewhere' } })
  const mutation = { id: uuidV7(), kind: 'insert', table: table.id, record, values: {} }
  await h.rpc(world.editor, 'apply_mutations', { batch: { mutations: [mutation], atomic: true } })
  await h.rpc(world.editor, 'begin_import', {
    ...imported,
    import: openImport,
    fields: [field('Title')],
    table: table.id,
  })
  const notify = { kind: 'notify', people: [world.owner.id], fields: [], message: 'Made' }
  await h.rpc(world.creator, 'create_automation', {
    automation,
    draft: { ...made(), actions: [notify] },
  })
})
afterAll(() => h.db.stop())

const field = (name: string, of = table) => of.fields.find((one) => one.name === name)!.id
const made = () => ({ name: 'Made', table: other.id, trigger: { kind: 'created' }, condition: null })
const hook = { kind: 'webhook', url: 'https://example.org/hook', fields: [] }
const imported = { file_name: 'a.csv', mode: 'append', key: null }
const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
const query = (more: Record<string, Json> = {}) => ({ table: table.id, sorts: [], ...more })
/** That it counts them is asked of these fields. */
const figures = (...names: string[]): Json => Object.fromEntries(names.map((name) => [field(name), 'count']))
const byTitle = (): Json => [{ field: field('Title'), direction: 'asc' }]
const file = { name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false }

const computed = (formula: Json) => ({ id: uuidV7(), name: 'Computed', formula })

type Args = Record<string, unknown>
/** What is the same in all, then what each changes and what it is told. */
interface Group {
  call: string
  who: keyof World
  good: () => Args
  bad: [change: () => Args, code: string, rule?: string][]
}

const groups: Group[] = [
  {
    call: 'save_profile',
    who: 'viewer',
    good: () => ({ changes: {} }),
    bad: [
      [() => ({ changes: null }), 'invalid_input', 'changes'],
      [() => ({ changes: [] }), 'invalid_input', 'changes'],
      [() => ({ changes: { avatarKey: `u/${world.owner.id}/abcdefghij` } }), 'invalid_input', 'avatar_key'],
      [() => ({ changes: { avatarKey: 'x' } }), 'invalid_input', 'avatar_key'],
      [() => ({ changes: { name: ' ' } }), 'name_required'],
    ],
  },
  {
    call: 'set_workspace_creation',
    who: 'owner',
    good: () => ({}),
    bad: [
      [() => ({ setting: null }), 'invalid_input', 'setting'],
      [() => ({ setting: 'all' }), 'invalid_input', 'setting'],
    ],
  },
  {
    call: 'hand_over_installation',
    who: 'owner',
    good: () => ({}),
    bad: [[() => ({ email: 'nobody@example.org' }), 'not_found']],
  },
  {
    call: 'add_workspace_creator',
    who: 'owner',
    good: () => ({}),
    bad: [
      [() => ({ email: null }), 'email_invalid'],
      [() => ({ email: ' ' }), 'email_invalid'],
      [() => ({ email: 'no address' }), 'email_invalid'],
    ],
  },
  {
    call: 'remove_workspace_creator',
    who: 'owner',
    good: () => ({}),
    bad: [[() => ({ member: uuidV7() }), 'not_found']],
  },
  {
    call: 'set_workspace_quota',
    who: 'owner',
    good: () => ({ workspace: world.workspace }),
    bad: [
      [() => ({ workspace: uuidV7(), quota: { rows: 5 } }), 'not_found'],
      [() => ({ quota: null }), 'invalid_input', 'quota'],
      [() => ({ quota: { cells: 5 } }), 'invalid_input', 'quota'],
      [() => ({ quota: { rows: -1 } }), 'invalid_input', 'quota'],
      [() => ({ quota: { rows: '5' } }), 'invalid_input', 'quota'],
    ],
  },
  {
    call: 'create_workspace',
    who: 'owner',
    good: () => ({ workspace: uuidV7(), name: 'Another' }),
    bad: [
      [() => ({ workspace: null }), 'invalid_input', 'id'],
      [() => ({ workspace: world.workspace }), 'invalid_input', 'id'],
      [() => ({ name: '' }), 'name_required'],
      [() => ({ name: 'x'.repeat(121) }), 'invalid_input', 'name_length'],
      [() => ({ name: 'a\u202eb' }), 'invalid_input', 'name_characters'],
    ],
  },
  {
    call: 'delete_workspace',
    who: 'owner',
    good: () => ({ workspace: world.workspace }),
    bad: [
      [() => ({ confirm_name: 'acme' }), 'confirm_mismatch'],
      [() => ({ confirm_name: null }), 'confirm_mismatch'],
    ],
  },
  {
    call: 'set_workspace_role',
    who: 'owner',
    good: () => ({ workspace: world.workspace, member: world.viewer.id }),
    bad: [
      [() => ({ role: null }), 'invalid_input', 'role'],
      [() => ({ role: 'king' }), 'invalid_input', 'role'],
      [() => ({ role: 'member', member: world.outsider.id }), 'not_found'],
      [() => ({ role: 'member', member: world.owner.id }), 'last_owner'],
    ],
  },
  {
    call: 'create_invitation',
    who: 'owner',
    good: () => ({
      workspace: world.workspace,
      role: 'member',
      base: world.base,
      base_role: 'viewer',
      custom_role: null,
      email: null,
    }),
    bad: [
      [() => ({ role: null }), 'invalid_input', 'role'],
      [() => ({ role: 'king' }), 'invalid_input', 'role'],
      [() => ({ base: null }), 'invalid_input', 'role'],
      [() => ({ base_role: null }), 'invalid_input', 'role'],
      [() => ({ base_role: 'owner' }), 'invalid_input', 'role'],
      [() => ({ base: uuidV7() }), 'not_found'],
      [() => ({ base_role: null, custom_role: otherRole }), 'not_found'],
      [() => ({ email: 'no address' }), 'email_invalid'],
    ],
  },
  {
    call: 'revoke_invitation',
    who: 'owner',
    good: () => ({}),
    bad: [[() => ({ invitation: uuidV7() }), 'not_found']],
  },
  {
    call: 'accept_invitation',
    who: 'outsider',
    good: () => ({}),
    bad: [
      [() => ({ token: null }), 'invitation_invalid'],
      [() => ({ token: 'x' }), 'invitation_invalid'],
    ],
  },
  {
    call: 'create_base',
    who: 'owner',
    good: () => ({ base: uuidV7(), workspace: world.workspace, name: 'New', settings }),
    bad: [
      [() => ({ base: null }), 'invalid_input', 'id'],
      [() => ({ base: world.base }), 'invalid_input', 'id'],
      [() => ({ name: null }), 'name_required'],
      [() => ({ settings: { ...settings, hue: null } }), 'invalid_input', 'hue'],
      [() => ({ settings: { ...settings, hue: 'mauve' } }), 'invalid_input', 'hue'],
      [() => ({ settings: { ...settings, locale: 'english' } }), 'invalid_input', 'locale'],
      [() => ({ settings: { ...settings, weekStart: 8 } }), 'invalid_input', 'week_start'],
      [() => ({ settings: { ...settings, timeZone: 'Mars/Olympus' } }), 'invalid_input', 'time_zone'],
    ],
  },
  {
    call: 'update_base',
    who: 'creator',
    good: () => ({ base: world.base }),
    bad: [
      [() => ({ changes: null }), 'invalid_input', 'changes'],
      [() => ({ changes: 'x' }), 'invalid_input', 'changes'],
      [() => ({ changes: { name: '' } }), 'name_required'],
      [() => ({ changes: { weekStart: 0 } }), 'invalid_input', 'week_start'],
    ],
  },
  {
    call: 'delete_base',
    who: 'creator',
    good: () => ({ base: world.base }),
    bad: [
      [() => ({ confirm_name: null }), 'confirm_mismatch'],
      [() => ({ confirm_name: 'Other' }), 'confirm_mismatch'],
    ],
  },
  {
    call: 'set_base_role',
    who: 'creator',
    good: () => ({ base: world.base, member: world.viewer.id }),
    bad: [
      [() => ({ role: 'custom' }), 'invalid_input', 'role'],
      [() => ({ role: 'viewer', member: world.outsider.id }), 'not_found'],
      [() => ({ role: 'viewer', member: world.owner.id }), 'invalid_input', 'inherited'],
    ],
  },
  {
    call: 'save_role',
    who: 'creator',
    good: () => ({ base: world.base, role: uuidV7(), changes: { name: 'Fresh' } }),
    bad: [
      [() => ({ role: null }), 'invalid_input', 'id'],
      [() => ({ role: otherRole }), 'invalid_input', 'id'],
      [() => ({ role: world.outsider.id }), 'invalid_input', 'id'],
      [() => ({ changes: null }), 'invalid_input', 'changes'],
      [() => ({ changes: {} }), 'name_required'],
      [() => ({ changes: { name: 'Viewer' } }), 'name_taken'],
      [() => ({ changes: { name: 'sellers' } }), 'name_taken'],
      [() => ({ changes: { name: 'A', description: 'x'.repeat(501) } }), 'invalid_input', 'description'],
      [() => ({ changes: { name: 'A', description: 'a\u202eb' } }), 'invalid_input', 'description'],
    ],
  },
  {
    call: 'set_role_member',
    who: 'creator',
    good: () => ({ role: world.role, member: world.viewer.id, holds: true }),
    bad: [
      [() => ({ role: uuidV7() }), 'not_found'],
      [() => ({ member: world.outsider.id }), 'not_found'],
      [() => ({ member: world.owner.id }), 'invalid_input', 'inherited'],
      [() => ({ holds: null }), 'invalid_input', 'holds'],
    ],
  },
  {
    call: 'set_grant',
    who: 'creator',
    good: () => ({ role: world.role, table: table.id, action: 'read', scope: 'all', rule: null }),
    bad: [
      [() => ({ role: otherRole }), 'not_found'],
      [() => ({ table: uuidV7() }), 'not_found'],
      [() => ({ action: null }), 'invalid_input', 'grant'],
      [() => ({ action: 'drop' }), 'invalid_input', 'grant'],
      [() => ({ scope: 'some' }), 'invalid_input', 'grant'],
      [() => ({ scope: 'rules' }), 'invalid_input', 'grant'],
      [() => ({ rule: { boolean: true } }), 'invalid_input', 'grant'],
      [() => ({ scope: null, rule: { boolean: true } }), 'invalid_input', 'grant'],
      [() => ({ scope: 'rules', rule: { number: 5 } }), 'expression_invalid', 'type'],
      [() => ({ scope: 'rules', rule: { field: field('Done', other) } }), 'expression_invalid', 'field'],
      [() => ({ hand_over: true }), 'invalid_input', 'grant'],
      [() => ({ action: 'update', scope: 'none', hand_over: true }), 'invalid_input', 'grant'],
    ],
  },
  {
    call: 'explain_access',
    who: 'creator',
    good: () => ({ table: table.id, record, person: world.viewer.id, action: 'read' }),
    bad: [
      [() => ({ action: null }), 'invalid_input', 'action'],
      [() => ({ action: 'drop' }), 'invalid_input', 'action'],
      [() => ({ record: uuidV7() }), 'not_found'],
      [() => ({ field: field('Title'), action: 'delete' }), 'invalid_input', 'action'],
      [() => ({ field: field('Title', other) }), 'not_found'],
      [() => ({ field: uuidV7() }), 'not_found'],
    ],
  },
  {
    call: 'create_table',
    who: 'creator',
    good: () => ({ base: world.base }),
    bad: [
      [() => tableOf({ id: null }), 'invalid_input', 'id'],
      [() => tableOf({ id: table.id }), 'invalid_input', 'id'],
      [() => tableOf({ name: '' }), 'name_required'],
      [() => tableOf({ name: 'THINGS' }), 'name_taken'],
      [() => tableOf({ fields: [] }), 'invalid_input', 'fields'],
      [() => tableOf({ fields: 'x' }), 'invalid_input', 'fields'],
      [() => tableOf({ fields: null }), 'invalid_input', 'fields'],
    ],
  },
  {
    call: 'update_table',
    who: 'creator',
    good: () => ({ table: table.id }),
    bad: [
      [() => ({ changes: { name: 'other' } }), 'name_taken'],
      [() => ({ changes: { name: ' ' } }), 'name_required'],
      [() => ({ changes: null }), 'invalid_input', 'changes'],
      [() => ({ changes: [] }), 'invalid_input', 'changes'],
      [() => ({ changes: { position: -1 } }), 'invalid_input', 'position'],
      [() => ({ changes: { description: 'x'.repeat(2_001) } }), 'invalid_input', 'description'],
    ],
  },
  {
    call: 'empty_trash',
    who: 'creator',
    good: () => ({ base: world.base, item: null }),
    bad: [
      [() => ({ confirm_name: null }), 'confirm_mismatch'],
      [() => ({ confirm_name: 'other' }), 'confirm_mismatch'],
      [() => ({ item: table.id, confirm_name: 'Things' }), 'not_found'],
    ],
  },
  {
    call: 'create_field',
    who: 'creator',
    good: () => ({ table: table.id }),
    bad: [
      [() => ({ definition: { ...fieldOf('New', 'text'), id: null } }), 'invalid_input', 'id'],
      [
        () => ({ definition: { ...fieldOf('New', 'text'), id: field('Title', other) } }),
        'invalid_input',
        'id',
      ],
      [() => ({ definition: { ...fieldOf('New', 'text'), type: null } }), 'invalid_input', 'type'],
      [() => ({ definition: { ...fieldOf('New', 'text'), type: 'serial' } }), 'invalid_input', 'type'],
      [() => ({ definition: fieldOf('title', 'text') }), 'name_taken'],
      [() => ({ definition: fieldOf('New', 'text', []) }), 'invalid_input', 'options'],
      [() => ({ definition: fieldOf('New', 'number', { decimals: 11 }) }), 'invalid_input', 'decimals'],
      [() => ({ definition: computed({ field: uuidV7() }) }), 'expression_invalid', 'field'],
      [() => ({ definition: computed({ field: field('Title', other) }) }), 'expression_invalid', 'field'],
      [() => ({ definition: computed('now()') }), 'expression_invalid', 'node'],
      [() => ({ definition: computed({ list: [{ number: 1 }] }) }), 'expression_invalid', 'result'],
      [() => ({ definition: selectOf('x') }), 'invalid_input', 'options'],
      [() => ({ definition: selectOf([{ id: 'A', label: 'a', hue: 'blue' }]) }), 'invalid_input', 'options'],
      [() => ({ definition: selectOf([{ id: 'a', label: ' ', hue: 'blue' }]) }), 'invalid_input', 'options'],
      [() => ({ definition: selectOf([{ id: 'a', label: 'a', hue: 'mauve' }]) }), 'invalid_input', 'options'],
      [
        () => ({
          definition: selectOf(['x', 'y'].map((label) => ({ id: 'a', label, hue: 'blue' }))),
        }),
        'invalid_input',
        'options',
      ],
    ],
  },
  {
    call: 'update_field',
    who: 'creator',
    good: () => ({ field: field('Level') }),
    bad: [
      [() => ({ changes: null }), 'invalid_input', 'changes'],
      [() => ({ changes: { name: 'title' } }), 'name_taken'],
      [() => ({ changes: { options: 'x' } }), 'invalid_input', 'options'],
      [() => ({ changes: { options: {} } }), 'invalid_input', 'options'],
      [() => ({ changes: { position: -1 } }), 'invalid_input', 'position'],
      [() => ({ changes: { position: null } }), 'invalid_input', 'position'],
    ],
  },
  {
    call: 'rows_window',
    who: 'viewer',
    good: () => ({ query: query(), anchor: null, direction: 'forward', skip: 0, take: 5 }),
    bad: [
      [() => ({ direction: null }), 'invalid_input', 'window'],
      [() => ({ direction: 'up' }), 'invalid_input', 'window'],
      [() => ({ skip: -1 }), 'invalid_input', 'window'],
      [() => ({ take: null }), 'invalid_input', 'window'],
      [() => ({ take: 0 }), 'invalid_input', 'window'],
      [() => ({ take: 1001 }), 'invalid_input', 'window'],
      [() => ({ query: query({ fields: 'x' }) }), 'invalid_input', 'fields'],
      [() => ({ query: query({ fields: Array(201).fill(field('Title')) }) }), 'invalid_input', 'fields'],
      [() => ({ query: query({ fields: [field('Title', other)] }) }), 'invalid_input', 'fields'],
      [() => ({ query: query({ sorts: 'x' }) }), 'invalid_input', 'sorts'],
      [
        () => ({ query: query({ sorts: Array(11).fill((byTitle() as Json[])[0]!) }) }),
        'invalid_input',
        'sorts',
      ],
      [
        () => ({ query: query({ sorts: [...(byTitle() as Json[]), ...(byTitle() as Json[])] }) }),
        'invalid_input',
        'sorts',
      ],
      [
        () => ({ query: query({ sorts: [{ field: field('Paper'), direction: 'asc' }] }) }),
        'invalid_input',
        'sorts',
      ],
      [
        () => ({ query: query({ sorts: [{ field: field('Title'), direction: 'up' }] }) }),
        'invalid_input',
        'sorts',
      ],
      [
        () => ({ query: query({ sorts: [{ field: field('Title', other), direction: 'asc' }] }) }),
        'invalid_input',
        'sorts',
      ],
      [() => ({ anchor: 'x' }), 'invalid_input', 'key'],
      [() => ({ anchor: [record, record] }), 'invalid_input', 'key'],
      [() => ({ anchor: ['x'] }), 'invalid_input', 'key'],
      [() => sortedBy('Count', 'x'), 'invalid_input', 'key'],
      [() => sortedBy('Level', 'unknown'), 'invalid_input', 'key'],
      [() => sortedBy('Day', '10000-01-01'), 'invalid_input', 'key'],
      [() => sortedBy('Day', '0001-01-01 BC'), 'invalid_input', 'key'],
      [() => sortedBy('Moment', '10000-01-01T00:00:00Z'), 'invalid_input', 'key'],
    ],
  },
  {
    call: 'rows_by_id',
    who: 'viewer',
    good: () => ({ query: query() }),
    bad: [[() => ({ ids: Array.from({ length: 201 }, () => uuidV7()) }), 'limit_exceeded', 'ids']],
  },
  {
    call: 'view_anchors',
    who: 'viewer',
    good: () => ({ query: query() }),
    bad: [
      [() => ({ step: null }), 'invalid_input', 'step'],
      [() => ({ step: 99 }), 'invalid_input', 'step'],
      [() => ({ step: 1_000_001 }), 'invalid_input', 'step'],
    ],
  },
  {
    call: 'view_groups',
    who: 'viewer',
    good: () => ({ query: query({ groups: byTitle() }), figures: null, skip: 0, take: 2_000 }),
    bad: [
      [() => ({ query: query() }), 'invalid_input', 'groups'],
      [() => ({ skip: null }), 'invalid_input', 'groups'],
      [() => ({ skip: -1 }), 'invalid_input', 'groups'],
      [() => ({ take: null }), 'invalid_input', 'groups'],
      [() => ({ take: 0 }), 'invalid_input', 'groups'],
      [() => ({ take: 10_001 }), 'invalid_input', 'groups'],
      [() => ({ figures: figures('Title', 'Notes', 'Count', 'Ratio') }), 'invalid_input', 'figures'],
      [() => ({ figures: { [field('Title')]: 'sum' } }), 'invalid_input', 'figures'],
    ],
  },
  {
    call: 'view_summary',
    who: 'viewer',
    good: () => ({ query: query(), figures: figures('Title', 'Notes', 'Count', 'Ratio') }),
    bad: [
      [() => ({ figures: [] }), 'invalid_input', 'figures'],
      [() => ({ figures: 'sum' }), 'invalid_input', 'figures'],
      [() => ({ figures: { [uuidV7()]: 'count' } }), 'invalid_input', 'figures'],
      [() => ({ figures: { title: 'count' } }), 'invalid_input', 'figures'],
      [() => ({ figures: { [field('Count')]: null } }), 'invalid_input', 'figures'],
      [() => ({ figures: { [field('Count')]: 'checked' } }), 'invalid_input', 'figures'],
      [() => ({ figures: { [field('Count')]: 'sum(1)' } }), 'invalid_input', 'figures'],
      [
        () => ({ figures: Object.fromEntries(Array.from({ length: 51 }, () => [uuidV7(), 'count'])) }),
        'invalid_input',
        'figures',
      ],
    ],
  },
  {
    call: 'row_rank',
    who: 'viewer',
    good: () => ({ query: query(), record, near: [0, [record]] }),
    bad: [
      [() => ({ near: 5 }), 'invalid_input', 'near'],
      [() => ({ near: [] }), 'invalid_input', 'near'],
      [() => ({ near: [-1, [record]] }), 'invalid_input', 'near'],
      [() => ({ near: [1e15, [record]] }), 'invalid_input', 'near'],
      [() => ({ near: ['0', [record]] }), 'invalid_input', 'near'],
      [() => ({ near: [0, record] }), 'invalid_input', 'near'],
      [() => ({ near: [0, ['x', record]] }), 'invalid_input', 'key'],
    ],
  },
  {
    call: 'find_in_view',
    who: 'viewer',
    good: () => ({ query: query(), text: 'a', after: null, direction: 'forward', take: 50 }),
    bad: [
      [() => ({ text: null }), 'invalid_input', 'find'],
      [() => ({ text: ' ' }), 'invalid_input', 'find'],
      [() => ({ text: 'x'.repeat(201) }), 'invalid_input', 'find'],
      [() => ({ direction: null }), 'invalid_input', 'find'],
      [() => ({ direction: 'down' }), 'invalid_input', 'find'],
      [() => ({ take: null }), 'invalid_input', 'find'],
      [() => ({ take: 0 }), 'invalid_input', 'find'],
      [() => ({ take: 51 }), 'invalid_input', 'find'],
      [() => ({ after: ['x', record] }), 'invalid_input', 'key'],
    ],
  },
  {
    call: 'changes_since',
    who: 'viewer',
    good: () => ({ table: table.id }),
    bad: [
      [() => ({ seq: null }), 'invalid_input', 'seq'],
      [() => ({ seq: '-1' }), 'invalid_input', 'seq'],
    ],
  },
  {
    call: 'apply_mutations',
    who: 'editor',
    good: () => ({}),
    bad: [
      [() => ({ batch: null }), 'invalid_input', 'batch'],
      [() => ({ batch: { mutations: 'x' } }), 'invalid_input', 'batch'],
      [() => ({ batch: { mutations: [{ kind: 'delete' }] } }), 'invalid_input', 'mutation_id'],
      [() => ({ batch: { mutations: [{ id: record }, { id: record }] } }), 'invalid_input', 'mutation_id'],
      [
        () => ({ batch: { mutations: Array.from({ length: 501 }, () => ({ id: uuidV7() })) } }),
        'limit_exceeded',
        'mutations',
      ],
    ],
  },
  {
    call: 'begin_import',
    who: 'editor',
    good: () => ({ ...imported, import: uuidV7(), table: table.id, fields: [field('Title')] }),
    bad: [
      [() => ({ import: null }), 'invalid_input', 'id'],
      [() => ({ import: openImport }), 'invalid_input', 'id'],
      [() => ({ mode: null }), 'invalid_input', 'fields'],
      [() => ({ mode: 'replace' }), 'invalid_input', 'fields'],
      [() => ({ mode: 'upsert' }), 'invalid_input', 'fields'],
      [() => ({ key: field('Title') }), 'invalid_input', 'fields'],
      [() => ({ mode: 'upsert', key: field('Mail') }), 'invalid_input', 'fields'],
      [() => ({ fields: null }), 'invalid_input', 'fields'],
      [() => ({ fields: [] }), 'invalid_input', 'fields'],
      [() => ({ fields: [field('Title', other)] }), 'invalid_input', 'fields'],
      [() => ({ fields: [field('Files')] }), 'invalid_input', 'fields'],
    ],
  },
  {
    call: 'import_rows',
    who: 'editor',
    good: () => ({ import: openImport, chunk: 0, rows: [[uuidV7(), 'x']], misfits: [] }),
    bad: [
      [() => ({ rows: null }), 'invalid_input', 'rows'],
      [() => ({ misfits: 'x' }), 'invalid_input', 'rows'],
      [() => ({ rows: ['x'] }), 'invalid_input', 'rows'],
      [() => ({ rows: [[uuidV7()]] }), 'invalid_input', 'rows'],
      [() => ({ chunk: null }), 'invalid_input', 'chunk'],
      [() => ({ chunk: -1 }), 'invalid_input', 'chunk'],
      [() => ({ import: uuidV7() }), 'not_found'],
      [() => ({ rows: Array.from({ length: 5001 }, () => []) }), 'limit_exceeded', 'rows'],
    ],
  },
  {
    call: 'begin_upload',
    who: 'editor',
    good: () => ({ table: table.id, record, field: field('Files') }),
    bad: [
      [() => ({ file: { ...file, id: 'x' } }), 'file_refused'],
      [() => ({ file: { ...file, id: uuidV7(), bytes: 'many' } }), 'file_refused'],
      [() => ({ file: { ...file, id: uuidV7(), bytes: null } }), 'file_refused'],
      [() => ({ file: { ...file, id: uuidV7(), mime: 'text' } }), 'file_refused'],
      [() => ({ file: { ...file, id: uuidV7(), mime: null } }), 'file_refused'],
      [() => ({ file: { ...file, id: uuidV7(), bytes: 52_428_801 } }), 'file_too_large'],
      [() => ({ field: field('Title'), file: { ...file, id: uuidV7() } }), 'not_found'],
      [() => ({ field: field('Files', other), file: { ...file, id: uuidV7() } }), 'not_found'],
      [() => ({ record: uuidV7(), file: { ...file, id: uuidV7() } }), 'not_found'],
    ],
  },
  {
    call: 'finish_upload',
    who: 'editor',
    good: () => ({}),
    bad: [[() => ({ attachment: uuidV7() }), 'not_found']],
  },
  {
    call: 'rename_attachment',
    who: 'editor',
    good: () => ({ attachment: uuidV7(), name: 'b.txt', was: null }),
    bad: [[() => ({}), 'not_found']],
  },
  {
    call: 'order_attachments',
    who: 'editor',
    good: () => ({ table: table.id, record, field: field('Files'), files: [], was: null }),
    bad: [
      [() => ({ files: null }), 'invalid_input', 'order'],
      [() => ({ files: Array.from({ length: 51 }, () => uuidV7()) }), 'invalid_input', 'order'],
      [() => ({ field: field('Title') }), 'not_found'],
      [() => ({ field: field('Files', other) }), 'not_found'],
      [() => ({ record: uuidV7() }), 'not_found'],
      [() => ({ was: [uuidV7()] }), 'conflict'],
    ],
  },
  {
    call: 'begin_bulk',
    who: 'editor',
    good: () => ({
      bulk: uuidV7(),
      query: query(),
      selection: { from: null, to: null, minus: [] },
      change: { kind: 'delete' },
      count: 1,
      slack: 0,
    }),
    bad: [
      [() => ({ bulk: null }), 'invalid_input', 'bulk'],
      [() => ({ query: null }), 'not_found'],
      ...[
        null,
        [],
        {},
        { from: null, to: null },
        { minus: {} },
        { minus: ['x'] },
        { from: 'x', minus: [] },
        { from: '', minus: [] },
        { to: 7, minus: [] },
      ].map((selection): [() => Args, string, string] => [
        () => ({ selection }),
        'invalid_input',
        'selection',
      ]),
      [() => ({ count: null }), 'invalid_input', 'selection'],
      [() => ({ count: -1 }), 'invalid_input', 'selection'],
      [() => ({ slack: null }), 'invalid_input', 'selection'],
      [() => ({ slack: -1 }), 'invalid_input', 'selection'],
      [() => ({ count: 1_000_001 }), 'limit_exceeded', 'records'],
      [
        () => ({ selection: { minus: Array.from({ length: 5_001 }, () => record) } }),
        'limit_exceeded',
        'minus',
      ],
      ...[
        null,
        [],
        {},
        { kind: 'insert' },
        { kind: 'set' },
        { kind: 'set', field: 'x', value: 1 },
        { kind: 'set', field: record },
        { kind: 'delete', field: record, value: 1 },
      ].map((change): [() => Args, string, string] => [() => ({ change }), 'invalid_input', 'change']),
      [() => ({ change: { kind: 'set', field: record, value: 1 } }), 'invalid_input'],
      [() => ({ change: { kind: 'set', field: field('Count'), value: 'x' } }), 'value_invalid'],
      [() => ({ change: { kind: 'set', field: field('Title', other), value: 'x' } }), 'invalid_input'],
    ],
  },
  {
    call: 'my_notices',
    who: 'viewer',
    good: () => ({ before: null, take: 10 }),
    bad: [
      [() => ({ take: null }), 'invalid_input', 'take'],
      [() => ({ take: 0 }), 'invalid_input', 'take'],
      [() => ({ take: 51 }), 'limit_exceeded', 'take'],
    ],
  },
  {
    call: 'update_automation',
    who: 'creator',
    good: () => ({ automation, draft: { ...made(), actions: [hook] } }),
    bad: [
      [() => ({}), 'webhooks_unavailable'],
      [() => ({ automation: uuidV7() }), 'not_found'],
      [() => ({ draft: { ...made(), table: table.id } }), 'invalid_input', 'table'],
    ],
  },
  {
    call: 'automation_runs',
    who: 'creator',
    good: () => ({ automation, before: null, take: 10 }),
    bad: [
      [() => ({ automation: uuidV7() }), 'not_found'],
      [() => ({ take: null }), 'invalid_input', 'take'],
      [() => ({ take: 0 }), 'invalid_input', 'take'],
      [() => ({ take: 101 }), 'limit_exceeded', 'take'],
    ],
  },
  {
    call: 'arrange_views',
    who: 'creator',
    good: () => ({
      table: table.id,
      before: { views: [], sections: [] },
      after: { views: [], sections: [] },
    }),
    bad: [
      null,
      [],
      'x',
      { views: [] },
      { views: {}, sections: [] },
      { views: [], sections: {} },
      { views: [], sections: [], other: 1 },
      { views: [], sections: [{ id: record, views: {} }] },
      { views: [], sections: [aSection('A'), aSection('B')] },
    ].map((after): [() => Args, string, string] => [() => ({ after }), 'invalid_input', 'sections']),
  },
  {
    call: 'bulk_step',
    who: 'editor',
    good: () => ({ bulk: uuidV7(), pass: 0, part: 0 }),
    bad: [
      [() => ({}), 'not_found'],
      [() => ({ bulk: null }), 'not_found'],
    ],
  },
]

function aSection(name: string): Json {
  return { id: record, name, views: [] }
}

function tableOf(change: Record<string, Json>): Args {
  return { definition: { id: uuidV7(), name: 'New', fields: [fieldOf('A', 'text')], ...change } }
}

const selectOf = (options: Json) => fieldOf('New', 'single_select', { options })

function sortedBy(name: string, key: Json): Args {
  return { query: query({ sorts: [{ field: field(name), direction: 'asc' }] }), anchor: [key, record] }
}

async function answerTo(person: Person, call: string, args: Args): Promise<[string, unknown]> {
  try {
    await h.rpc(person, call, args)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code, (JSON.parse(error.details || '{}') as { rule?: string }).rule]
  }
  return ['taken', undefined]
}

describe.each(groups)('$call', ({ call, who, good, bad }) => {
  test('refuses what it does not take', async () => {
    const told: unknown[] = []
    for (const [change] of bad)
      told.push(await answerTo(world[who] as Person, call, { ...good(), ...change() }))
    expect(told).toEqual(bad.map(([, code, rule]) => [code, rule]))
  })
})
