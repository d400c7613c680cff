/** Two people at once, where only one may win or nothing may be lost. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bring, call, done, fresh, furnish, type Installation, makeBase, makeTable } from './furnished.ts'

let it: Installation

beforeAll(async () => {
  it = await furnish()
})

afterAll(() => it?.backend.stop())

function invite(role: 'owner' | 'creator', more: object = {}): Promise<{ id: string; token: string }> {
  const asked = {
    workspace: it.workspace,
    role: 'member',
    base: it.base,
    base_role: 'viewer',
    email: null,
    ...more,
  }
  return done(it.people[role].client, 'create_invitation', asked)
}

test('of many who hold an invitation one comes in', async () => {
  const people = await Promise.all(
    Array.from({ length: 5 }, (_, n) => it.backend.createUser(`racer${n}@example.org`)),
  )
  const { token } = await invite('owner')
  const answers = await Promise.all(people.map(({ client }) => call(client, 'accept_invitation', { token })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set(['invitation_invalid']),
  )
})

test('an invitation is withdrawn or used, never both', async () => {
  for (let n = 0; n < 5; n += 1) {
    const person = await it.backend.createUser(`either${n}@example.org`)
    const { id, token } = await invite('owner')
    const [used, revoked] = await Promise.all([
      call(person.client, 'accept_invitation', { token }),
      call(it.people.owner.client, 'revoke_invitation', { invitation: id }),
    ])
    expect([used.status, revoked.status].filter((status) => status === 200)).toHaveLength(1)
  }
})

test('an invitation bound to an address needs that address, confirmed; ended ones look like none', async () => {
  const { token } = await invite('owner', { email: ' Bound@Example.org' })
  expect((await call(it.people.outsider.client, 'accept_invitation', { token })).code).toBe(
    'invitation_other_address',
  )
  const bound = await it.backend.createUser('bound@example.org')
  await it.backend.admin`update auth.users set email_confirmed_at = null where id = ${bound.id}`
  expect((await call(bound.client, 'accept_invitation', { token })).code).toBe('invitation_other_address')
  await it.backend.admin`update auth.users set email_confirmed_at = now() where id = ${bound.id}`
  await it.backend
    .sql`update plinth_private.invitation set expires_at = now() - interval '1 second' where email = 'bound@example.org'`
  expect((await call(bound.client, 'accept_invitation', { token })).code).toBe('invitation_invalid')
  expect((await call(it.nobody, 'invitation_info', { token })).text).toBe(
    (await call(it.nobody, 'invitation_info', { token: 'none' })).text,
  )
})

test('nobody gives away more than they have, and an invitation dies with the right of its maker', async () => {
  const creator = it.people.creator
  const asked = { workspace: it.workspace, role: 'owner', base: it.base, base_role: 'viewer', email: null }
  expect((await call(creator.client, 'create_invitation', asked)).code).toBe('forbidden')
  expect((await call(it.people.editor.client, 'create_invitation', { ...asked, role: 'member' })).code).toBe(
    'forbidden',
  )
  const foreign = await makeBase(it.people.owner.client, it.workspace, 'Foreign')
  expect(
    (await call(creator.client, 'create_invitation', { ...asked, role: 'member', base: foreign })).code,
  ).toBe('not_found')
  const { token } = await invite('creator')
  const role = (value: string) =>
    done(it.people.owner.client, 'set_base_role', { base: it.base, member: creator.id, role: value })
  await role('editor')
  expect((await call(it.people.outsider.client, 'accept_invitation', { token })).code).toBe(
    'invitation_invalid',
  )
  await role('creator')
})

test('two owners cannot leave, demote or remove each other at once', async () => {
  const owner = it.people.owner
  const acts: [string, (other: string) => Record<string, unknown>][] = [
    ['leave_workspace', () => ({})],
    ['set_workspace_role', (other) => ({ member: other, role: 'member' })],
    ['remove_workspace_member', (other) => ({ member: other })],
  ]
  for (const [n, [name, args]] of acts.entries()) {
    const second = await it.backend.createUser(`second${n}@example.org`)
    const workspace = fresh()
    await done(owner.client, 'create_workspace', { workspace, name: 'Pair' })
    await bring(owner.client, second.client, { workspace, base: null, baseRole: null, role: 'owner' })
    await Promise.all([
      call(owner.client, name, { workspace, ...args(second.id) }),
      call(second.client, name, { workspace, ...args(owner.id) }),
    ])
    const [row] = await it.backend.sql<{ owners: number }[]>`
      select count(*)::int as owners from plinth.workspace_member where workspace_id = ${workspace} and role = 'owner'`
    expect([name, row!.owners]).toEqual([name, 1])
  }
})

test('schema edits beside many writers lose no acknowledged write and show no raw error', async () => {
  const table = await makeTable(it.people.creator.client, it.base, 'Busy', [
    { name: 'Title', type: 'text', options: {} },
  ])
  const title = table.fields[0]!.id
  const stored: string[] = []
  const work = { isOver: false }
  const write = async () => {
    while (!work.isOver) {
      const record = fresh()
      const batch = {
        atomic: false,
        mutations: [{ id: fresh(), kind: 'insert', table: table.id, record, values: { [title]: 'x' } }],
      }
      const answer = await call(it.people.editor.client, 'apply_mutations', { batch })
      expect(answer.status).toBeLessThan(500)
      if (answer.text.includes('"ok"')) stored.push(record)
    }
  }
  const writers = [write(), write(), write(), write()]
  for (let n = 0; n < 12; n += 1) {
    const definition = { id: fresh(), name: `Field ${n}`, type: n % 2 ? 'integer' : 'date', options: {} }
    const made = await call(it.people.creator.client, 'create_field', { table: table.id, definition })
    expect([200, 423]).toContain(made.status)
    const gone = await call(it.people.creator.client, 'delete_field', {
      field: n % 3 === 0 ? definition.id : fresh(),
    })
    expect([200, 404, 423]).toContain(gone.status)
  }
  work.isOver = true
  await Promise.all(writers)
  const [row] = await it.backend.sql.unsafe(`select count(*)::int as n from data.${table.relation}`)
  expect(row!['n']).toBe(stored.length)
  expect(stored.length).toBeGreaterThan(10)
})
