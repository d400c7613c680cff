/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Comments on records: who reads, writes and deletes them, where they go with their record, and what is sent of them. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  deleteForGood,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
/** In the base with the built-in role of the name. */
let commenter: Person
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  commenter = await invite('commenter')
})
afterAll(() => h.db.stop())

async function invite(name: string): Promise<Person> {
  const person = await h.person(name)
  await h.rpc(person, 'my_session')
  const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
    workspace: world.workspace,
    role: 'member',
    base: world.base,
    base_role: 'commenter',
    email: null,
  })
  await h.rpc(person, 'accept_invitation', { token })
  return person
}

interface Comment {
  id: string
  author: string
  body: string
  createdAt: string
  editedAt: string | null
}
interface Comments {
  count: number
  mayComment: boolean
  comments: Comment[]
}

const fieldOf = (table: TestTable, name: string) => table.fields.find((one) => one.name === name)!.id

let tables = 0
async function makeTable() {
  const table = await createFullTable(h, world, `Table ${(tables += 1)}`)
  const put = async (who: Person, record: string, count: number) => {
    const values = { [fieldOf(table, 'Count')]: count }
    return mutate(who, { kind: 'insert', table: table.id, record, values })
  }
  const record = uuidV7() as string
  await put(world.editor, record, 1)
  const say = async (who: Person | null, body: string, on = record, id = uuidV7() as string) => {
    await h.rpc(who, 'add_comment', { table: table.id, record: on, comment: id, body })
    return id
  }
  const read = (who: Person | null, on = record, before: string | null = null, take = 50) =>
    h.rpc<Comments>(who, 'record_comments', { table: table.id, record: on, before, take })
  const bodies = async (who: Person, on = record) => (await read(who, on)).comments.map(({ body }) => body)
  const rest = async (who: Person) => {
    const rows = await h.as(
      who,
      (tx) => tx`select body from plinth.comment where table_id = ${table.id} order by created_at`,
    )
    return rows.map((row) => row['body'] as string)
  }
  const grant = (action: string, scope: string, rule: Json = null, role = world.role) =>
    h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope, rule })
  const over = (amount: number): Json => ({
    call: '>',
    args: [{ field: fieldOf(table, 'Count') }, { number: amount }],
  })
  return { table, record, put, say, read, bodies, rest, grant, over }
}

async function mutate(who: Person, mutation: Record<string, Json>): Promise<string> {
  const [result] = await h.rpc<[{ status: string; error?: { code: string } }]>(who, 'apply_mutations', {
    batch: { mutations: [{ id: uuidV7(), ...mutation }], atomic: false },
  })
  return result.error?.code ?? result.status
}

describe('who may what', () => {
  test('commenters and above write, viewers read, and nobody else is told anything', async () => {
    const { say, read, bodies } = await makeTable()
    for (const who of [world.owner, world.creator, world.editor, commenter]) await say(who, 'Hello')
    for (const who of [world.owner, world.creator, world.editor, commenter, world.viewer])
      expect(await bodies(who)).toHaveLength(4)
    expect((await read(commenter)).mayComment).toBe(true)
    expect((await read(world.viewer)).mayComment).toBe(false)
    expect(await refusalOf(say(world.viewer, 'Hello'))).toBe('read_only')
    for (const who of [world.holder, world.member, world.outsider]) {
      expect(await refusalOf(say(who, 'Hello'))).toBe('not_found')
      expect(await refusalOf(read(who))).toBe('not_found')
    }
    expect(await refusalOf(say(world.anonymous, 'Hello'))).toBe('forbidden')
    expect(await refusalOf(read(world.anonymous))).toBe('forbidden')
  })

  test('holders of a role that adds or changes records write too; those who only read do not', async () => {
    const { say, read, grant } = await makeTable()
    await grant('read', 'all')
    expect((await read(world.holder)).mayComment).toBe(false)
    expect(await refusalOf(say(world.holder, 'No'))).toBe('read_only')
    await grant('create', 'all')
    await say(world.holder, 'May add')
    await grant('create', 'none')
    await grant('update', 'all')
    await say(world.holder, 'May change')
    expect((await read(world.holder)).count).toBe(2)
  })

  test('a role that is let read nothing of a table comments on nothing there', async () => {
    const { say, read, table } = await makeTable()
    const roles = await h.rpc<{ id: string; kind: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    const role = roles.find(({ kind }) => kind === 'commenter')!.id
    const own = await say(commenter, 'Before')
    await h.rpc(world.creator, 'set_grant', {
      role,
      table: table.id,
      action: 'read',
      scope: 'none',
      rule: null,
    })
    expect(await refusalOf(read(commenter))).toBe('not_found')
    expect(await refusalOf(say(commenter, 'Hello'))).toBe('not_found')
    expect(await refusalOf(h.rpc(commenter, 'edit_comment', { comment: own, body: 'x' }))).toBe('not_found')
    expect(await refusalOf(h.rpc(commenter, 'delete_comment', { comment: own }))).toBe('not_found')
  })

  test('one changes one’s own alone; creators delete those of others', async () => {
    const { say, read } = await makeTable()
    const edit = (who: Person, comment: string) =>
      h.rpc<Comment>(who, 'edit_comment', { comment, body: 'New' })
    const remove = (who: Person, comment: string) => h.rpc(who, 'delete_comment', { comment })
    const theirs = await say(commenter, 'Old')
    for (const who of [world.owner, world.creator, world.editor, world.viewer])
      expect(await refusalOf(edit(who, theirs))).toBe('read_only')
    for (const who of [world.editor, world.viewer])
      expect(await refusalOf(remove(who, theirs))).toBe('read_only')
    for (const who of [world.holder, world.member, world.outsider]) {
      expect(await refusalOf(edit(who, theirs))).toBe('not_found')
      expect(await refusalOf(remove(who, theirs))).toBe('not_found')
    }
    const edited = await edit(commenter, theirs)
    expect([edited.body, edited.editedAt === null]).toEqual(['New', false])
    await remove(world.creator, theirs)
    await remove(commenter, await say(commenter, 'Mine'))
    expect(await read(world.viewer)).toMatchObject({ count: 0, comments: [] })
    expect(await refusalOf(remove(commenter, theirs))).toBe('not_found')
  })

  test('who becomes a viewer takes their words back, and changes them no more', async () => {
    const { say } = await makeTable()
    const person = await invite('demoted')
    const comment = await say(person, 'Mine')
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: person.id, role: 'viewer' })
    expect(await refusalOf(h.rpc(person, 'edit_comment', { comment, body: 'x' }))).toBe('read_only')
    await h.rpc(person, 'delete_comment', { comment })
  })

  test('who has left is named as before, and changes nothing', async () => {
    const { say, read } = await makeTable()
    const person = await invite('leaver')
    const comment = await say(person, 'Bye')
    await h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member: person.id })
    expect(await refusalOf(h.rpc(person, 'edit_comment', { comment, body: 'x' }))).toBe('not_found')
    expect(await refusalOf(h.rpc(person, 'delete_comment', { comment }))).toBe('not_found')
    expect((await read(commenter)).comments[0]).toMatchObject({ author: person.id, body: 'Bye' })
    const { formerPeople } = await h.rpc<{ formerPeople: { id: string; name: string }[] }>(
      commenter,
      'base_schema',
      { base: world.base },
    )
    expect(formerPeople).toContainEqual({ id: person.id, name: 'leaver' })
  })

  test('a locked record is commented on like any other', async () => {
    const { table, say, over, bodies } = await makeTable()
    const definition = { name: 'Closed', rule: over(0), creators: false, roles: [] }
    await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: uuidV7(), definition })
    await say(commenter, 'Still talking')
    expect(await bodies(commenter)).toEqual(['Still talking'])
  })

  test('nobody writes them past the calls', async () => {
    const { say } = await makeTable()
    const comment = await say(commenter, 'Mine')
    for (const who of [world.owner, commenter]) {
      for (const sql of [
        `update plinth.comment set body = 'x' where id = '${comment}'`,
        `delete from plinth.comment where id = '${comment}'`,
      ])
        expect(await h.as(who, (tx) => tx.unsafe(sql)).catch((error) => error.state)).toBe('42501')
    }
  })
})

describe('row rules', () => {
  test('keep comments with the records that one reads, on every way', async () => {
    const { put, say, read, rest, grant, over, record } = await makeTable()
    const far = uuidV7()
    await put(world.editor, far, 9)
    const near = await say(commenter, 'On a near one')
    const secret = await say(commenter, 'On a far one', far)
    await grant('read', 'rules', over(5))
    await grant('update', 'rules', over(5))
    expect((await read(world.holder, far)).count).toBe(1)
    expect(await refusalOf(read(world.holder, record))).toBe('not_found')
    expect(await refusalOf(say(world.holder, 'Hello', record))).toBe('not_found')
    expect(await rest(world.holder)).toEqual(['On a far one'])
    for (const [call, args] of [
      ['edit_comment', { comment: near, body: 'x' }],
      ['delete_comment', { comment: near }],
      [
        'about_record',
        {
          table: (await h.db.sql`select table_id as id from plinth.comment where id = ${near}`)[0]!['id'],
          record,
        },
      ],
    ] as [string, Record<string, unknown>][])
      expect(await refusalOf(h.rpc(world.holder, call, args))).toBe('not_found')
    expect(await refusalOf(h.rpc(world.holder, 'edit_comment', { comment: secret, body: 'x' }))).toBe(
      'read_only',
    )
  })

  test('one’s own on a record that went out of sight is out of reach', async () => {
    const { table, put, say, grant, over } = await makeTable()
    const record = uuidV7()
    await put(world.editor, record, 9)
    await grant('read', 'rules', over(5))
    await grant('update', 'rules', over(5))
    const mine = await say(world.holder, 'Mine', record)
    await h.db.sql.unsafe(`update data.${table.relation} set count = 1 where id = '${record}'`)
    expect(await refusalOf(h.rpc(world.holder, 'edit_comment', { comment: mine, body: 'x' }))).toBe(
      'not_found',
    )
    expect(await refusalOf(h.rpc(world.holder, 'delete_comment', { comment: mine }))).toBe('not_found')
  })

  test('one comment is not read by the cursor of another record', async () => {
    const { put, say, read } = await makeTable()
    const other = uuidV7()
    await put(world.editor, other, 2)
    await say(commenter, 'Here')
    const there = await say(commenter, 'There', other)
    expect((await read(commenter, undefined, there)).comments).toEqual([])
  })
})

describe('what a comment is', () => {
  test('its text is kept as it was written, without what nobody sees', async () => {
    const { say, bodies } = await makeTable()
    const html = '<img src=x onerror="alert(1)"> & "text"'
    await say(commenter, html)
    await say(commenter, '  two\r\nlines\u0007\t end \n')
    expect(await bodies(commenter)).toEqual([html, 'two\nlines\t end'])
  })

  test('an empty one and one that is too long are refused', async () => {
    const { say, bodies } = await makeTable()
    for (const body of ['', ' \n\u200b ']) expect(await refusalOf(say(commenter, body))).toBe('invalid_input')
    await say(commenter, 'é'.repeat(limits.commentLength))
    expect(await refusalOf(say(commenter, 'x'.repeat(limits.commentLength + 1)))).toBe('limit_exceeded')
    expect(await bodies(commenter)).toHaveLength(1)
  })

  test('sent twice it is there once; under another’s id it is refused', async () => {
    const { say, bodies, put } = await makeTable()
    const id = await say(commenter, 'Once')
    await say(commenter, 'Once', undefined, id)
    expect(await bodies(commenter)).toEqual(['Once'])
    expect(await refusalOf(say(world.editor, 'Mine now', undefined, id))).toBe('invalid_input')
    const other = uuidV7()
    await put(world.editor, other, 1)
    expect(await refusalOf(say(commenter, 'Once', other, id))).toBe('invalid_input')
  })

  test('a record that is not there is commented on by nobody', async () => {
    const { say, read } = await makeTable()
    expect(await refusalOf(say(world.creator, 'Hello', uuidV7()))).toBe('not_found')
    expect(await refusalOf(read(world.creator, uuidV7()))).toBe('not_found')
  })

  test('pages go back from the last one', async () => {
    const { say, read, record, table } = await makeTable()
    for (let no = 1; no <= 5; no += 1) await say(commenter, `No ${no}`)
    const last = await read(commenter, undefined, null, 2)
    expect([last.count, last.comments.map(({ body }) => body)]).toEqual([5, ['No 4', 'No 5']])
    const before = await read(commenter, undefined, last.comments[0]!.id, 2)
    expect(before.comments.map(({ body }) => body)).toEqual(['No 2', 'No 3'])
    const page = (take: number) =>
      h.rpc(commenter, 'record_comments', { table: table.id, record, before: null, take })
    expect(await refusalOf(page(0))).toBe('invalid_input')
    expect(await refusalOf(page(limits.commentsPerRequest + 1))).toBe('limit_exceeded')
  })

  test('a record has so many and no more', async () => {
    const { table, record, say } = await makeTable()
    await h.db.sql`insert into plinth.comment (id, table_id, record_id, author_id, body)
      select gen_random_uuid(), ${table.id}, ${record}, ${commenter.id}, 'x' from generate_series(1, ${limits.commentsPerRecord})`
    expect(await refusalOf(say(commenter, 'One more'))).toBe('limit_exceeded')
  })

  test('it is no record: nothing counts it, and no version rises', async () => {
    const { table, say } = await makeTable()
    await say(commenter, 'Hello')
    const query = { table: table.id, sorts: [] }
    expect(await h.rpc(world.viewer, 'view_stats', { query, exact: true })).toMatchObject({ total: 1 })
    const [row] = await h.db.sql.unsafe(`select ver from data.${table.relation}`)
    expect(Number(row!['ver'])).toBe(1)
  })
})

describe('a deleted record', () => {
  const remove = (who: Person, table: TestTable, record: string) =>
    mutate(who, { kind: 'delete', table: table.id, record })

  test('takes its comments out of sight, and brings them back to who takes that back', async () => {
    const { table, record, put, say, bodies, rest, read } = await makeTable()
    const mine = await say(commenter, 'Stay')
    await remove(world.editor, table, record)
    expect(await rest(world.creator)).toEqual([])
    expect(await refusalOf(read(world.creator))).toBe('not_found')
    expect(await refusalOf(h.rpc(commenter, 'edit_comment', { comment: mine, body: 'x' }))).toBe('not_found')
    expect(await put(world.editor, record, 1)).toBe('ok')
    expect(await bodies(world.viewer)).toEqual(['Stay'])
  })

  test('gives them to nobody else who makes a record of its id', async () => {
    const { table, record, put, say, bodies, rest } = await makeTable()
    const old = await say(commenter, 'Secret')
    await remove(world.editor, table, record)
    await put(world.creator, record, 1)
    expect(await bodies(world.creator)).toEqual([])
    expect(await rest(world.creator)).toEqual([])
    for (const [call, args] of [
      ['edit_comment', { comment: old, body: 'x' }],
      ['delete_comment', { comment: old }],
    ] as const)
      expect(await refusalOf(h.rpc(commenter, call, args))).toBe('not_found')
    await say(commenter, 'On the new one')
    expect(await bodies(world.creator)).toEqual(['On the new one'])
  })

  test('loses them after a day', async () => {
    const { table, record, put, say, bodies } = await makeTable()
    await say(commenter, 'Old')
    await remove(world.editor, table, record)
    await h.db
      .sql`update plinth.comment set gone_at = now() - interval '25 hours' where table_id = ${table.id}`
    await put(world.editor, record, 1)
    expect(await bodies(world.editor)).toEqual([])
    await say(commenter, 'New')
    await remove(world.editor, table, record)
    const left = await h.db.sql`select body from plinth.comment where table_id = ${table.id}`
    expect(left.map((row) => row['body'] as string)).toEqual(['New'])
  })

  test('comes back with them where many were deleted at once', async () => {
    const { table, record, say, bodies } = await makeTable()
    await say(commenter, 'Among many')
    const bulk = uuidV7()
    await h.rpc(world.editor, 'begin_bulk', {
      bulk,
      query: { table: table.id, sorts: [] },
      selection: { from: null, to: null, minus: [] },
      change: { kind: 'delete' },
      count: 1,
      slack: 0,
    })
    await h.rpc(world.editor, 'bulk_step', { bulk, pass: 0, part: 0 })
    expect(await refusalOf(bodies(world.editor, record))).toBe('not_found')
    await h.rpc(world.editor, 'bulk_step', { bulk, pass: 1, part: 0 })
    expect(await bodies(world.editor, record)).toEqual(['Among many'])
  })

  test('of a table that is emptied has none', async () => {
    const { table, say } = await makeTable()
    await say(commenter, 'Hello')
    await h.db.sql.unsafe(`truncate data.${table.relation} cascade`)
    expect(await h.db.sql`select 1 from plinth.comment where table_id = ${table.id}`).toHaveLength(0)
  })
})

describe('tables', () => {
  test('take their comments into the trash, and bring them back', async () => {
    const { table, say, read, rest, bodies } = await makeTable()
    const mine = await say(commenter, 'Along')
    await h.rpc(world.creator, 'delete_table', { table: table.id })
    for (const who of [world.owner, commenter]) {
      expect(await refusalOf(read(who))).toBe('not_found')
      expect(await rest(who)).toEqual([])
      expect(await refusalOf(h.rpc(who, 'delete_comment', { comment: mine }))).toBe('not_found')
    }
    await h.rpc(world.creator, 'restore_table', { table: table.id })
    expect(await bodies(commenter)).toEqual(['Along'])
    await deleteForGood(h, world.creator, { base: world.base, id: table.id, name: table.name })
    expect(await h.db.sql`select 1 from plinth.comment where table_id = ${table.id}`).toHaveLength(0)
  })

  test('are copied without them', async () => {
    const { table, say } = await makeTable()
    await say(commenter, 'Original')
    const copy = uuidV7()
    await h.rpc(world.creator, 'duplicate_table', {
      table: table.id,
      copy,
      name: `${table.name} copy`,
      with_records: true,
    })
    expect(await h.db.sql`select 1 from plinth.comment where table_id = ${copy}`).toHaveLength(0)
  })
})

describe('what is sent', () => {
  const sent = async (table: TestTable) => {
    const rows = await h.db.admin`select payload from realtime.messages
      where event = 'comment' and topic like ${`table:${table.id}:%`} order by inserted_at`
    return rows.map((row) => {
      const { id: _, ...payload } = row['payload'] as Record<string, Json>
      return payload
    })
  }

  test('names the record and says nothing of the comment', async () => {
    const { table, record, say } = await makeTable()
    const comment = await say(commenter, 'Words')
    await h.rpc(commenter, 'edit_comment', { comment, body: 'Other words' })
    await h.rpc(commenter, 'delete_comment', { comment })
    expect(await sent(table)).toEqual([{ records: [record] }, { records: [record] }, { records: [record] }])
  })

  test('names no record where not everybody reads all of them', async () => {
    const { table, say, grant, over } = await makeTable()
    await grant('read', 'rules', over(5))
    await say(commenter, 'Words')
    expect(await sent(table)).toEqual([{}])
  })
})

describe('seen as somebody else', () => {
  const seenAs = (who: Json, call: string, args: Json, as = world.creator) =>
    h.rpc<Comments>(as, 'view_as', { base: world.base, who, call, args })

  test('comments are those that they read, and about their records', async () => {
    const { table, record, put, say, grant, over } = await makeTable()
    const far = uuidV7() as string
    await put(world.editor, far, 9)
    await say(commenter, 'Near')
    await say(commenter, 'Far', far)
    await grant('read', 'rules', over(5))
    const who = { person: world.holder.id }
    const ask = (on: string) => ({ table: table.id, record: on, before: null, take: 5 })
    expect((await seenAs(who, 'record_comments', ask(far))).comments.map(({ body }) => body)).toEqual(['Far'])
    expect(await seenAs(who, 'about_record', ask(far))).toMatchObject({ createdBy: world.editor.id })
    for (const call of ['record_comments', 'about_record'])
      expect(await refusalOf(seenAs(who, call, ask(record)))).toBe('not_found')
  })

  test('records of other bases are not reached through it', async () => {
    const { table, record } = await makeTable()
    const base = uuidV7()
    const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
    await h.rpc(world.member, 'create_base', { base, workspace: world.workspace, name: 'Mine', settings })
    await h.rpc(world.owner, 'set_base_role', { base, member: world.editor.id, role: 'viewer' })
    const args = { query: { table: table.id }, table: table.id, record, before: null, take: 5 }
    for (const call of ['record_comments', 'about_record']) {
      const asked = h.rpc(world.member, 'view_as', { base, who: { person: world.editor.id }, call, args })
      expect(await refusalOf(asked)).toBe('not_found')
    }
  })

  test('nothing is written', async () => {
    const { table, record } = await makeTable()
    const args = { table: table.id, record, comment: uuidV7(), body: 'x' }
    expect(await refusalOf(seenAs({ person: commenter.id }, 'add_comment', args))).toBe('invalid_input')
  })
})

test('about a record stands who made and who changed it', async () => {
  const { table, record } = await makeTable()
  const values = { [fieldOf(table, 'Title')]: 'Changed' }
  const base = { [fieldOf(table, 'Title')]: null }
  await mutate(world.creator, { kind: 'update', table: table.id, record, values, base })
  const about = await h.rpc(world.viewer, 'about_record', { table: table.id, record })
  expect(about).toMatchObject({ createdBy: world.editor.id, changedBy: world.creator.id })
})
