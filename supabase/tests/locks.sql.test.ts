/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Locked records: who may neither change nor delete them, on every path. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  refusedFor,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let editorRole: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  editorRole = roles.find(({ name }) => name === 'editor')!.id
})
afterAll(() => h.db.stop())

const states = ['draft', 'posted'].map((id) => ({ id, label: id, hue: 'blue' }))

interface Lock {
  creators?: boolean
  roles?: string[]
  name?: string
  rule?: Json
}

/** A table with a lock on what is posted, and short hands of it. */
async function lockedTable(name: string, lock: Lock = {}) {
  const definition = {
    id: uuidV7(),
    name,
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('State', 'single_select', { options: states }),
      fieldOf('Amount', 'integer'),
      fieldOf('Files', 'attachment'),
    ],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const field = (label: string) => table.fields.find((one) => one.name === label)!.id
  const relation = `data.${table.relation}`
  const isPosted: Json = {
    call: '=',
    args: [{ field: field('State') }, { option: 'posted', field: field('State') }],
  }
  const lockId = uuidV7() as string
  const save = (changes: Lock = {}, person: Person = world.creator) =>
    h.rpc(person, 'save_record_lock', {
      table: table.id,
      lock: lockId,
      definition: { name: 'Posted', rule: isPosted, creators: false, roles: [], ...lock, ...changes },
    })
  await save()
  const grant = (action: string, scope: string, rule: Json = null) =>
    h.rpc(world.creator, 'set_grant', { role: world.role, table: table.id, action, scope, rule })
  for (const action of ['read', 'create', 'update', 'delete']) await grant(action, 'all')
  const add = async (title: string, state: string | null) => {
    const id = uuidV7() as string
    await h.db.sql.unsafe(`insert into ${relation} (id, title, state) values ($1, $2, $3)`, [
      id,
      title,
      state,
    ])
    return id
  }
  const mutation = (kind: string, record: string, values: Record<string, Json> = {}, base: object = {}) => {
    const byId = (object: object) =>
      Object.fromEntries(Object.entries(object).map(([label, value]) => [field(label), value as Json]))
    return { id: uuidV7(), kind, table: table.id, record, values: byId(values), base: byId(base) }
  }
  const apply = async (person: Person, mutations: object[]) =>
    (
      await h.rpc<{ status: string; error?: { code: string; details: Json } }[]>(person, 'apply_mutations', {
        batch: { atomic: false, mutations },
      })
    ).map((result) => (result.error ? result.error : result.status))
  const rename = async (person: Person, record: string, from: string) =>
    (await apply(person, [mutation('update', record, { Title: `${from}!` }, { Title: from })]))[0]
  const touched = async (person: Person, sql: string) => {
    const done = new Error('roll back')
    let count = -1
    await h
      .as(person, async (tx) => {
        count = (await tx.unsafe(sql)).count
        throw done
      })
      .catch((error: unknown) => {
        if (error !== done) throw error
      })
    return count
  }
  return { table, field, relation, isPosted, lockId, save, grant, add, mutation, apply, rename, touched }
}

const locked = (table: string, lock: string, action: string) => ({
  code: 'record_locked',
  details: { table, rule: lock, action },
})

describe('a locked record', () => {
  test('is changed and deleted by nobody whom the lock does not name, creators included', async () => {
    const { table, relation, lockId, add, mutation, apply, rename, touched } = await lockedTable('Bound')
    const open = await add('a', 'draft')
    const shut = await add('b', 'posted')
    for (const person of [world.owner, world.creator, world.editor, world.holder]) {
      expect(await rename(person, shut, 'b')).toMatchObject(locked(table.id, lockId, 'update'))
      expect(await apply(person, [mutation('delete', shut)])).toMatchObject([
        locked(table.id, lockId, 'delete'),
      ])
      expect(await touched(person, `update ${relation} set title = 'x' where true`)).toBe(1)
      expect(await touched(person, `delete from ${relation} where true`)).toBe(1)
      await h.as(person, async (tx) => {
        expect(await tx.unsafe(`select id from ${relation} where id = '${shut}' for update`)).toHaveLength(0)
      })
    }
    expect(await rename(world.editor, open, 'a')).toBe('ok')
    expect(await rename(world.viewer, shut, 'b')).toMatchObject({ code: 'read_only' })
    expect(await rename(world.outsider, shut, 'b')).toMatchObject({ code: 'not_found' })
  })

  test('is told apart in a batch: the others go through', async () => {
    const { table, lockId, add, mutation, apply } = await lockedTable('Batch')
    const ids = [await add('a', null), await add('b', 'posted'), await add('c', null)]
    const changes = ids.map((id, n) => mutation('update', id, { Amount: n }, { Amount: null }))
    expect(await apply(world.editor, changes)).toMatchObject(['ok', locked(table.id, lockId, 'update'), 'ok'])
    const deletions = ids.map((id) => mutation('delete', id))
    expect(await apply(world.editor, deletions)).toMatchObject([
      'ok',
      locked(table.id, lockId, 'delete'),
      'ok',
    ])
  })

  test('comes into that state by whoever may change it, and leaves it by those whom the lock names', async () => {
    const { add, mutation, apply, save, rename } = await lockedTable('Post')
    const id = await add('a', 'draft')
    const post = mutation('update', id, { State: 'posted' }, { State: 'draft' })
    expect(await apply(world.editor, [post])).toEqual(['ok'])
    const reopen = () => mutation('update', id, { State: 'draft' }, { State: 'posted' })
    expect(await apply(world.editor, [reopen()])).toMatchObject([{ code: 'record_locked' }])
    await save({ creators: true })
    expect(await rename(world.editor, id, 'a')).toMatchObject({ code: 'record_locked' })
    expect(await rename(world.creator, id, 'a')).toBe('ok')
    expect(await rename(world.owner, id, 'a!')).toBe('ok')
    await save({ creators: false, roles: [world.role] })
    expect(await rename(world.creator, id, 'a!!')).toMatchObject({ code: 'record_locked' })
    expect(await rename(world.holder, id, 'a!!')).toBe('ok')
    await save({ roles: [world.role, editorRole] })
    expect(await apply(world.editor, [reopen()])).toEqual(['ok'])
    expect(await apply(world.creator, [mutation('delete', id)])).toEqual(['ok'])
  })

  test('is open again when its lock is gone, and bound by each of several', async () => {
    const { table, isPosted, lockId, save, add, rename } = await lockedTable('Several', { creators: true })
    const id = await add('a', 'posted')
    const second = uuidV7()
    const definition = { name: 'Audit', rule: isPosted, creators: false, roles: [editorRole] }
    await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: second, definition })
    expect(await rename(world.creator, id, 'a')).toMatchObject({ details: { rule: second } })
    expect(await rename(world.editor, id, 'a')).toMatchObject({ details: { rule: lockId } })
    await save({ roles: [editorRole] })
    expect(await rename(world.editor, id, 'a')).toBe('ok')
    await h.rpc(world.creator, 'delete_record_lock', { lock: second })
    expect(await rename(world.creator, id, 'a!')).toBe('ok')
    await h.rpc(world.creator, 'delete_record_lock', { lock: lockId })
    expect(await rename(world.holder, id, 'a!!')).toBe('ok')
    const [policy] = await h.db.sql`select qual from pg_policies
      where tablename = ${table.relation} and policyname = 'plinth_update'`
    expect(policy!['qual']).not.toContain('opens')
  })

  test('is as one that is not there for who may not read it', async () => {
    const { grant, field, add, rename, mutation, apply } = await lockedTable('Unseen')
    const id = await add('a', 'posted')
    await grant('read', 'rules', { call: 'is_filled', args: [{ field: field('Amount') }] })
    expect(await rename(world.holder, id, 'a')).toMatchObject({ code: 'not_found' })
    expect(await rename(world.holder, uuidV7(), 'a')).toMatchObject({ code: 'not_found' })
    expect(await apply(world.holder, [mutation('delete', id)])).toMatchObject([{ code: 'not_found' }])
    const seen = await h.as(
      world.holder,
      (tx) => tx`select * from plinth_private.locked_among(${mutation('delete', id).table}, ${[id]})`,
    )
    expect(seen).toHaveLength(0)
  })

  test('keeps its files', async () => {
    const { table, field, add, apply, mutation } = await lockedTable('Files')
    const id = await add('a', 'draft')
    const begin = (file: string) =>
      h.rpc<{ key: string }>(world.editor, 'begin_upload', {
        table: table.id,
        record: id,
        field: field('Files'),
        file: { id: file, name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false },
      })
    const files = [uuidV7(), uuidV7()]
    for (const file of files) {
      const { key } = await begin(file)
      await h.db
        .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
    }
    await h.rpc(world.editor, 'finish_upload', { attachment: files[0] })
    await apply(world.editor, [mutation('update', id, { State: 'posted' }, { State: 'draft' })])
    expect(await refusalOf(begin(uuidV7()))).toBe('record_locked')
    expect(await refusalOf(h.rpc(world.editor, 'finish_upload', { attachment: files[1] }))).toBe(
      'record_locked',
    )
    expect(await refusalOf(h.rpc(world.editor, 'remove_attachment', { attachment: files[0] }))).toBe(
      'record_locked',
    )
    const renaming = { attachment: files[0], name: 'b.txt', was: null }
    expect(await refusalOf(h.rpc(world.editor, 'rename_attachment', renaming))).toBe('record_locked')
    const order = { table: table.id, record: id, field: field('Files'), files: [], was: null }
    expect(await refusalOf(h.rpc(world.editor, 'order_attachments', order))).toBe('record_locked')
  })

  test('may be locked by the file that is put into it', async () => {
    const { table, field, add, save } = await lockedTable('Sealed')
    const id = await add('a', 'draft')
    await save({ rule: { call: 'is_filled', args: [{ field: field('Files') }] } })
    const file = uuidV7()
    const { key } = await h.rpc<{ key: string }>(world.editor, 'begin_upload', {
      table: table.id,
      record: id,
      field: field('Files'),
      file: { id: file, name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false },
    })
    await h.db
      .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
    await h.rpc(world.editor, 'finish_upload', { attachment: file })
    expect(await refusalOf(h.rpc(world.editor, 'remove_attachment', { attachment: file }))).toBe(
      'record_locked',
    )
  })

  test('is left out of an import that would change it, with its line', async () => {
    const { table, field, lockId, add, relation } = await lockedTable('Import')
    await add('a', 'draft')
    await add('b', 'posted')
    const id = uuidV7()
    const fields = [field('Title'), field('Amount')]
    const args = { import: id, table: table.id, file_name: 'a.csv', fields, mode: 'upsert', key: fields[0] }
    await h.rpc(world.editor, 'begin_import', args)
    const rows = [
      [uuidV7(), 'new', 1],
      [uuidV7(), 'a', 2],
      [uuidV7(), 'b', 3],
    ]
    const answer = await h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] })
    const refused = [{ line: 3, code: 'record_locked', rule: lockId }]
    expect(answer).toEqual({ inserted: 1, updated: 1, refused })
    const [stored] = await h.db.sql.unsafe(
      `select count(*)::int as n, count(amount)::int as filled from ${relation}`,
    )
    expect(stored).toMatchObject({ n: 3, filled: 2 })
  })
})

describe('a lock', () => {
  test('is made and ended by creators alone, with what it needs', async () => {
    const { table, field, lockId, save, isPosted } = await lockedTable('Keep')
    const other = await lockedTable('Other')
    for (const person of [world.editor, world.viewer, world.holder]) {
      expect(await refusalOf(save({}, person))).toBe('forbidden')
      expect(await refusalOf(h.rpc(person, 'delete_record_lock', { lock: lockId }))).toBe('forbidden')
    }
    for (const person of [world.member, world.outsider]) {
      expect(await refusalOf(save({}, person))).toBe('not_found')
      expect(await refusalOf(h.rpc(person, 'delete_record_lock', { lock: lockId }))).toBe('not_found')
    }
    expect(await refusalOf(save({}, world.anonymous))).toBe('forbidden')
    expect(await refusalOf(h.rpc(world.creator, 'delete_record_lock', { lock: uuidV7() }))).toBe('not_found')
    expect(await refusalOf(save({ name: ' ' }))).toBe('name_required')
    expect(await refusalOf(save({ roles: [uuidV7()] }))).toBe('not_found')
    expect(await refusalOf(save({ rule: { field: field('Amount') } }))).toBe('expression_invalid')
    expect(await refusalOf(save({ rule: { field: other.field('State') } }))).toBe('expression_invalid')
    expect(await refusalOf(save({ rule: null }))).toBe('invalid_input')
    const args = { table: table.id, lock: other.lockId }
    const definition = { name: 'Twice', rule: isPosted, creators: false, roles: [] }
    expect(await refusalOf(h.rpc(world.creator, 'save_record_lock', { ...args, definition }))).toBe(
      'invalid_input',
    )
    const named = { table: table.id, lock: uuidV7(), definition: { ...definition, name: 'POSTED' } }
    expect(await refusalOf(h.rpc(world.creator, 'save_record_lock', named))).toBe('name_taken')
    expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: field('State') }))).toBe(
      'used_by_rule',
    )
    const lost = h.rpc(world.creator, 'delete_field', { field: field('State') })
    expect((await refusedFor(lost))['needed']).toEqual({ kind: 'lock', name: expect.any(String) as string })
    const without = { field: field('State'), changes: { options: { options: states.slice(0, 1) } } }
    expect(await refusalOf(h.rpc(world.creator, 'update_field', without))).toBe('used_by_rule')
  })

  test('is told to readers of the table, with whether it binds them', async () => {
    const { table, lockId, isPosted } = await lockedTable('Told', { creators: true, roles: [world.role] })
    const locksFor = async (person: Person) => {
      const schema = await h.rpc<{ tables: { id: string; locks: object[] }[] }>(person, 'base_schema', {
        base: world.base,
      })
      return schema.tables.find(({ id }) => id === table.id)?.locks
    }
    const roles = [{ id: world.role, kind: 'custom', name: 'Sellers' }]
    const lock = { id: lockId, name: 'Posted', rule: isPosted, creators: true, roles }
    expect(await locksFor(world.creator)).toEqual([{ ...lock, binds: false }])
    expect(await locksFor(world.holder)).toEqual([{ ...lock, binds: false }])
    expect(await locksFor(world.viewer)).toEqual([{ ...lock, binds: true }])
    const rows = (person: Person) =>
      h.as(person, (tx) => tx`select id from plinth.record_lock where table_id = ${table.id}`)
    expect(await rows(world.creator)).toHaveLength(1)
    for (const person of [world.viewer, world.holder, world.outsider, world.anonymous]) {
      expect(await rows(person)).toHaveLength(0)
    }
  })

  test('is named when somebody asks why', async () => {
    const { table, lockId, add } = await lockedTable('Explain')
    const id = await add('a', 'posted')
    const explain = (person: Person, action: string) =>
      h.rpc<{ allowed: boolean; because: object[] }>(world.creator, 'explain_access', {
        table: table.id,
        record: id,
        person: person.id,
        action,
      })
    const reason = { role: null, reason: 'locked', scope: 'none', lock: { id: lockId, name: 'Posted' } }
    for (const person of [world.owner, world.editor, world.holder]) {
      for (const action of ['update', 'delete']) {
        const answer = await explain(person, action)
        expect(answer.allowed).toBe(false)
        expect(answer.because).toContainEqual(reason)
      }
      expect(await explain(person, 'read')).toMatchObject({ allowed: true })
    }
  })

  test('follows roles, zones and rows that are changed by other ways', async () => {
    const { table, field, save, add, rename, lockId } = await lockedTable('Ways')
    const role = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role, changes: { name: 'Closers' } })
    await h.rpc(world.creator, 'set_role_member', { role, member: world.editor.id, holds: true })
    await save({ roles: [role] })
    const id = await add('a', 'posted')
    expect(await rename(world.editor, id, 'a')).toBe('ok')
    await h.rpc(world.creator, 'delete_role', { role })
    expect(await rename(world.editor, id, 'a!')).toMatchObject({ code: 'record_locked' })
    const [lock] = await h.db.sql`select roles from plinth.record_lock where id = ${lockId}`
    expect(lock!['roles']).toEqual([])
    await h.db.sql`update plinth.record_lock set creators = true where id = ${lockId}`
    expect(await rename(world.creator, id, 'a!')).toBe('ok')
    await h.db.sql`delete from plinth.record_lock where id = ${lockId}`
    expect(await rename(world.editor, id, 'a!!')).toBe('ok')
    await save({
      rule: {
        call: '=',
        args: [
          { call: 'today', args: [] },
          { call: 'today', args: [] },
        ],
      },
    })
    const condition = async () =>
      (await h.db.sql`select condition from plinth.record_lock where id = ${lockId}`)[0]![
        'condition'
      ] as string
    expect(await condition()).toContain('Europe/Vienna')
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Asia/Tokyo' } })
    expect(await condition()).toContain('Asia/Tokyo')
    const [policy] = await h.db.sql`select qual from pg_policies
      where tablename = ${table.relation} and policyname = 'plinth_delete'`
    expect(policy!['qual']).toContain('Asia/Tokyo')
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Europe/Vienna' } })
    expect(field('Title')).toBeTruthy()
  })

  test('holds against a change that waited for another', async () => {
    const { relation, add } = await lockedTable('Race')
    const id = await add('a', 'draft')
    let count = -1
    await h
      .as(world.editor, async (first) => {
        await first.unsafe(`update ${relation} set state = 'posted' where id = '${id}'`)
        const second = h.as(world.holder, async (tx) => {
          count = (await tx.unsafe(`update ${relation} set title = 'late' where id = '${id}'`)).count
        })
        const waits = async () =>
          (
            await h.db
              .admin`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%late%'
            and pid <> pg_backend_pid()`
          ).length > 0
        while (!(await waits())) await new Promise((resolve) => setTimeout(resolve, 5))
        return { second }
      })
      .then(({ second }) => second)
    expect(count).toBe(0)
  })
})
