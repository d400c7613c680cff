/** Links: who makes them, changes them, takes them back and is told of them; and what ends them. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createBase,
  gate,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type LinkAnswer, type ShareLab, shareLab } from './share-lab.ts'

let h: Harness
let world: World
let lab: ShareLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await shareLab(h, world)
})
afterAll(() => h.db.stop())

type Link = LinkAnswer['link']
const listed = (who: Person | null = world.creator, base = world.base) =>
  h.rpc<Link[]>(who, 'share_links', { base })
const update = (who: Person | null, link: string, changes: Json) =>
  h.rpc<Link>(who, 'update_share_link', { link, changes })
const revoke = (who: Person | null, link: string) => h.rpc(who, 'revoke_share_link', { link })
/** What somebody is told who asks for what is not theirs. */
const strangers = () =>
  [
    [world.editor, 'forbidden'],
    [world.viewer, 'forbidden'],
    [world.holder, 'forbidden'],
    [world.member, 'not_found'],
    [world.outsider, 'not_found'],
    [world.anonymous, 'forbidden'],
  ] as const

describe('who makes links', () => {
  test('creators of the base do, and nobody else', async () => {
    for (const who of [world.owner, world.creator]) {
      const { token, link } = await lab.link(['Name'], {}, { view: lab.view }, who)
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(link).toMatchObject({ kind: 'view', view: lab.view, record: null, state: 'open', opened: 0 })
    }
    for (const [who, code] of strangers())
      expect([who.email, await refusalOf(lab.link(['Name'], {}, { view: lab.view }, who))]).toEqual([
        who.email,
        code,
      ])
    expect(await refusalOf(h.rpc(null, 'share_links', { base: world.base }))).toMatch(/permission denied/)
  })

  test('to their views, and to records that are there', async () => {
    const [mine, theirs] = [uuidV7(), uuidV7()]
    const own = { name: 'Own', isShared: false, config: {} }
    await h.rpc(world.creator, 'create_view', { table: lab.table.id, view: mine, definition: own })
    await h.rpc(world.viewer, 'create_view', { table: lab.table.id, view: theirs, definition: own })
    expect((await lab.link(['Name'], {}, { view: mine })).link).toMatchObject({ view: mine })
    expect((await lab.link(['Name'], {}, { record: lab.records[0]! })).link).toMatchObject({
      kind: 'record',
      view: null,
      record: lab.records[0],
    })
    const elsewhere = await shareLab(h, world, 'Elsewhere')
    for (const target of [
      { view: theirs },
      { view: elsewhere.view },
      { view: uuidV7() },
      { record: elsewhere.records[0]! },
      { record: uuidV7() },
    ])
      expect([target, await refusalOf(lab.link(['Name'], {}, target))]).toEqual([target, 'not_found'])
    for (const target of [
      null,
      [],
      'x',
      {},
      { view: 'x' },
      { view: 1 },
      { record: null },
      { view: lab.view, record: lab.records[0]! },
      { view: lab.view, more: 1 },
    ])
      expect([target, await refusalOf(lab.link(['Name'], {}, target))]).toEqual([target, 'invalid_input'])
    // A view that was deleted is none.
    await h.rpc(world.creator, 'delete_view', { view: mine })
    expect(await refusalOf(lab.link(['Name'], {}, { view: mine }))).toBe('not_found')
  })

  test('of tables of the base that are not in the trash', async () => {
    const away = await shareLab(h, world, 'Thrown away')
    await away.link(['Name'])
    const before = (await listed()).length
    await h.rpc(world.creator, 'delete_table', { table: away.table.id })
    expect(await refusalOf(away.link(['Name']))).toBe('not_found')
    expect(await listed()).toHaveLength(before - 1)
    await h.rpc(world.creator, 'restore_table', { table: away.table.id })
    expect(await listed()).toHaveLength(before)
  })

  test('with names, fields and settings that are some', async () => {
    const set = (settings: Json) =>
      h.rpc<LinkAnswer>(world.creator, 'create_share_link', {
        table: lab.table.id,
        target: { view: lab.view },
        settings,
      })
    const good = { name: ' Cities ', fields: [lab.field('Size'), lab.field('Name'), lab.field('Size')] }
    const { link } = await set(good)
    expect(link).toMatchObject({ name: 'Cities', fields: [lab.field('Name'), lab.field('Size')].toSorted() })
    expect(link).toMatchObject({
      showsPeople: false,
      showsLinked: false,
      hasPassword: false,
      expiresAt: null,
    })
    const other = await shareLab(h, world, 'Others')
    const bad: [Json, string][] = [
      [null, 'invalid_input'],
      [[], 'invalid_input'],
      ['x', 'invalid_input'],
      [{ ...good, more: 1 }, 'invalid_input'],
      [{ fields: good.fields }, 'name_required'],
      [{ ...good, name: ' ' }, 'name_required'],
      [{ ...good, name: 'x'.repeat(limits.nameLength + 1) }, 'invalid_input'],
      [{ name: 'x' }, 'invalid_input'],
      [{ ...good, fields: null }, 'invalid_input'],
      [{ ...good, fields: [] }, 'invalid_input'],
      [{ ...good, fields: {} }, 'invalid_input'],
      [{ ...good, fields: [1] }, 'invalid_input'],
      [{ ...good, fields: [uuidV7()] }, 'invalid_input'],
      [{ ...good, fields: [other.field('Name')] }, 'invalid_input'],
      [{ ...good, fields: Array<string>(401).fill(lab.field('Name')) }, 'invalid_input'],
      [{ ...good, showsPeople: 1 }, 'invalid_input'],
      [{ ...good, showsLinked: null }, 'invalid_input'],
      [{ ...good, password: 'seven77' }, 'invalid_input'],
      [{ ...good, password: 'é'.repeat(37) }, 'invalid_input'],
      [{ ...good, password: 12345678 }, 'invalid_input'],
      [{ ...good, expiresAt: 'tomorrow' }, 'invalid_input'],
      [{ ...good, expiresAt: 5 }, 'invalid_input'],
      [{ ...good, expiresAt: new Date(Date.now() - 1_000).toISOString() }, 'invalid_input'],
    ]
    for (const [settings, code] of bad)
      expect([settings, await refusalOf(set(settings))]).toEqual([settings, code])
    expect((await set({ ...good, password: 'é'.repeat(36) })).link).toMatchObject({ hasPassword: true })
    expect((await set({ ...good, password: 'eight888' })).link).toMatchObject({ hasPassword: true })
  })

  test('as many as a base may have, those in other bases and of tables in the trash aside', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Full')
    const full = await shareLab(h, { ...world, base, creator: world.owner, editor: world.owner }, 'Full')
    const away = await shareLab(h, { ...world, base, creator: world.owner, editor: world.owner }, 'Away')
    const { link } = await full.link(['Name'], {}, { view: full.view }, world.owner)
    await away.link(['Name'], {}, { view: away.view }, world.owner)
    await h.rpc(world.owner, 'delete_table', { table: away.table.id })
    await h.db.sql`
      insert into plinth_private.share_link (id, table_id, kind, view_id, name, fields, token_hash, page_key, made_by)
      select plinth_private.uuid_v7(), table_id, kind, view_id, name, fields, sha256(n::text::bytea), page_key, made_by
      from plinth_private.share_link, generate_series(1, ${limits.shareLinksPerBase - 2}) as n where id = ${link.id}`
    await full.link(['Name'], {}, { view: full.view }, world.owner)
    const failure = await full
      .link(['Name'], {}, { view: full.view }, world.owner)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Refusal)
    expect(failure).toMatchObject({ code: 'limit_exceeded' })
    expect(JSON.parse((failure as Refusal).details)).toEqual({
      rule: 'share_links',
      limit: limits.shareLinksPerBase,
    })
  })
})

describe('what is kept', () => {
  test('is neither the token nor the password', async () => {
    const { token, link } = await lab.link(['Name'], { password: 'open sesame' })
    const [row] = await h.db.sql`
      select to_jsonb(l)::text as stored, token_hash = sha256(${token}::text::bytea) as hashed, password_hash
      from plinth_private.share_link as l where id = ${link.id}`
    expect(row!['hashed']).toBe(true)
    expect(row!['password_hash']).toMatch(/^\$2a\$10\$/)
    expect(row!['stored']).not.toContain(token)
    expect(row!['stored']).not.toContain('sesame')
    const { pass } = await h.rpc<{ pass: string }>(null, 'unlock_share', { token, password: 'open sesame' })
    const [kept] = await h.db.sql`
      select to_jsonb(p)::text as stored, pass_hash = sha256(${pass}::text::bytea) as hashed from plinth_private.share_pass as p
      where link_id = ${link.id}`
    expect(kept!['hashed']).toBe(true)
    expect(kept!['stored']).not.toContain(pass)
    // Two with the same password do not look alike.
    const other = await lab.link(['Name'], { password: 'open sesame' })
    const [two] = await h.db.sql`
      select count(distinct password_hash)::int as n, count(distinct page_key)::int as k from plinth_private.share_link
      where id in (${link.id}, ${other.link.id})`
    expect(two).toEqual({ n: 2, k: 2 })
  })

  test('is read by nobody over any way', async () => {
    for (const who of [world.owner, world.creator, world.outsider, null])
      for (const name of ['share_link', 'share_pass', 'told_file'])
        expect(await refusalOf(h.as(who, (tx) => tx.unsafe(`select * from plinth_private.${name}`)))).toMatch(
          /permission denied/,
        )
  })
})

describe('the list of a base', () => {
  test('is told to its creators alone, newest first, without secrets', async () => {
    const { token, link } = await lab.link(['Name'], { name: 'Newest', password: 'open sesame' })
    const links = await listed()
    expect(links[0]).toEqual({ ...link, name: 'Newest' })
    expect(links.map(({ id }) => id)).toEqual(
      links
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect(Object.keys(link).toSorted().join(' ')).toBe(
      'expiresAt fields hasPassword id kind madeAt madeBy name opened openedAt record showsLinked showsPeople state table view',
    )
    const text = JSON.stringify(links)
    expect(text).not.toContain(token)
    expect(text).not.toContain('$2a$')
    for (const [who, code] of strangers()) expect(await refusalOf(listed(who))).toBe(code)
  })

  test('holds no links of other bases', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Second')
    expect(await listed(world.owner, base)).toEqual([])
  })

  test('says who made a link, how often it was opened and when, and whether it shows anything', async () => {
    const one = await shareLab(h, world, 'States')
    const gone = uuidV7()
    await h.rpc(world.creator, 'create_view', {
      table: one.table.id,
      view: gone,
      definition: { name: 'Gone', isShared: true, config: {} },
    })
    const open = await one.link(['Name'])
    const stopped = await one.link(['Name'], {}, { view: gone })
    const record = await one.link(['Name'], {}, { record: one.records[1]! })
    const ended = await one.link(['Name'], { expiresAt: new Date(Date.now() + 60_000).toISOString() })
    await one.page(open.token)
    await one.page(open.token)
    await one.rows(open.token)
    const state = async () =>
      new Map((await listed()).map((link) => [link.id, [link.state, link['opened'], link['madeBy']]]))
    expect((await state()).get(open.link.id)).toEqual(['open', 2, 'creator'])
    expect((await listed()).find(({ id }) => id === open.link.id)!['openedAt']).toMatch(/^20\d\d-.*Z$/)
    expect((await state()).get(stopped.link.id)).toEqual(['open', 0, 'creator'])
    await h.rpc(world.creator, 'delete_view', { view: gone })
    await h.db.sql.unsafe(`delete from data.${one.table.relation} where id = '${one.records[1]}'`)
    await h.db.sql`update plinth_private.share_link set expires_at = now() where id = ${ended.link.id}`
    const after = await state()
    expect(after.get(stopped.link.id)![0]).toBe('stopped')
    expect(after.get(record.link.id)![0]).toBe('stopped')
    expect(after.get(ended.link.id)![0]).toBe('expired')
    expect(after.get(open.link.id)![0]).toBe('open')
    // The personal view of somebody else is theirs, and there.
    const own = uuidV7()
    const definition = { name: 'Own', isShared: false, config: {} }
    await h.rpc(world.owner, 'create_view', { table: one.table.id, view: own, definition })
    const theirs = await one.link(['Name'], {}, { view: own }, world.owner)
    expect((await state()).get(theirs.link.id)).toEqual(['open', 0, 'owner'])
  })
})

const passFor = async (token: string) =>
  (await h.rpc<{ pass: string }>(null, 'unlock_share', { token, password: 'open sesame' })).pass

describe('changes', () => {
  test('are for creators, of what is in them and nothing else', async () => {
    const { token, link } = await lab.link(['Name'])
    for (const [who, code] of strangers()) {
      expect(await refusalOf(update(who, link.id, { name: 'X' }))).toBe(code)
      expect(await refusalOf(revoke(who, link.id))).toBe(code)
    }
    expect(await refusalOf(update(world.creator, uuidV7(), { name: 'X' }))).toBe('not_found')
    expect(await refusalOf(revoke(world.creator, uuidV7()))).toBe('not_found')
    const expiresAt = '2100-01-01T00:00:00.000Z'
    const steps: [Record<string, Json>, object][] = [
      [{}, link],
      [{ name: 'Renamed' }, { name: 'Renamed' }],
      [{ fields: [lab.field('Size')] }, { fields: [lab.field('Size')] }],
      [{ showsPeople: true }, { showsPeople: true, showsLinked: false }],
      [{ showsLinked: true }, { showsPeople: true, showsLinked: true }],
      [{ expiresAt }, { expiresAt }],
      [{ expiresAt: null }, { expiresAt: null, name: 'Renamed', fields: [lab.field('Size')] }],
    ]
    for (const [changes, told] of steps) {
      expect(await update(world.owner, link.id, changes)).toMatchObject(told)
      expect((await listed()).find(({ id }) => id === link.id)).toMatchObject(told)
    }
    expect((await lab.page(token)).name).toBe('Renamed')
    expect(await refusalOf(update(world.creator, link.id, { target: { view: lab.view } }))).toBe(
      'invalid_input',
    )
    expect(await refusalOf(update(world.creator, link.id, null))).toBe('invalid_input')
  })

  test('leave other links alone', async () => {
    const [one, two] = [
      await lab.link(['Name'], { password: 'open sesame' }),
      await lab.link(['Name'], { password: 'open sesame' }),
    ]
    const [first, second] = [await passFor(one.token), await passFor(two.token)]
    await update(world.creator, one.link.id, { name: 'One', password: 'another one' })
    expect((await lab.page(two.token, second)).name).toBe('Our cities')
    expect(await refusalOf(lab.page(one.token, first))).toBe('share_locked')
    await revoke(world.creator, one.link.id)
    expect((await lab.page(two.token, second)).name).toBe('Our cities')
    const names = (await listed()).map(({ id }) => id)
    expect(names).toContain(two.link.id)
    expect(names).not.toContain(one.link.id)
  })
})

const invalid = (token: string) => refusalOf(lab.page(token))

describe('a link ends', () => {
  test('at once when it is taken back', async () => {
    const { token, link } = await lab.link(['Name'])
    await lab.page(token)
    await revoke(world.owner, link.id)
    expect(await invalid(token)).toBe('share_invalid')
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
    expect(await refusalOf(revoke(world.owner, link.id))).toBe('not_found')
  })

  test('with the right of its maker, and does not come back with it', async () => {
    const open = await lab.link(['Name'])
    const other = await lab.link(['Name'], {}, { view: lab.view }, world.owner)
    const away = await shareLab(h, world, 'In the trash')
    const kept = await away.link(['Name'])
    await h.rpc(world.creator, 'delete_table', { table: away.table.id })
    const role = (to: string) =>
      h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role: to })
    await role('editor')
    expect(await invalid(open.token)).toBe('share_invalid')
    await role('creator')
    expect(await invalid(open.token)).toBe('share_invalid')
    expect((await listed()).map(({ id }) => id)).not.toContain(open.link.id)
    expect((await lab.page(other.token)).kind).toBe('view')
    // Of a table in the trash nobody can tell to which base it belongs: there it is asked when it is opened.
    await h.rpc(world.creator, 'restore_table', { table: away.table.id })
    expect((await away.page(kept.token)).kind).toBe('view')
  })

  test('when its maker leaves the base, the workspace, or owns it no more', async () => {
    const make = async (who: Person) => (await lab.link(['Name'], {}, { view: lab.view }, who)).token
    const second = await h.person('second')
    await h.rpc(second, 'my_session')
    const join = async (role: string, base_role: string | null) => {
      const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
        workspace: world.workspace,
        role,
        base: base_role && world.base,
        base_role,
        email: null,
      })
      await h.rpc(second, 'accept_invitation', { token })
    }
    await join('owner', null)
    const asOwner = await make(second)
    await h.rpc(world.owner, 'set_workspace_role', {
      workspace: world.workspace,
      member: second.id,
      role: 'member',
    })
    expect(await invalid(asOwner)).toBe('share_invalid')
    const own = () =>
      h.rpc(world.owner, 'set_workspace_role', {
        workspace: world.workspace,
        member: second.id,
        role: 'owner',
      })
    await own()
    expect(await invalid(asOwner)).toBe('share_invalid')
    // An owner has no role in the base that would go first.
    const removed = await make(second)
    await h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member: second.id })
    await join('owner', null)
    expect(await invalid(removed)).toBe('share_invalid')
    await h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member: second.id })
    await join('member', 'creator')
    const [inBase, others] = [await make(second), await make(world.owner)]
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: second.id, role: null })
    await join('member', 'creator')
    expect(await invalid(inBase)).toBe('share_invalid')
    const inWorkspace = await make(second)
    await h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member: second.id })
    await join('member', 'creator')
    expect(await invalid(inWorkspace)).toBe('share_invalid')
    expect((await lab.page(others)).kind).toBe('view')
    const last = await make(second)
    await h.db.sql`delete from auth.users where id = ${second.id}`
    expect(await invalid(last)).toBe('share_invalid')
  })

  test('of whoever may not share, though it stands there', async () => {
    const { token, link } = await lab.link(['Name'], { password: 'open sesame' })
    const pass = await passFor(token)
    expect((await lab.page(token, pass)).kind).toBe('view')
    for (const who of [world.editor, world.viewer, world.holder, world.member, world.outsider]) {
      await h.db.sql`update plinth_private.share_link set made_by = ${who.id} where id = ${link.id}`
      expect([who.email, await refusalOf(lab.page(token, pass))]).toEqual([who.email, 'share_invalid'])
      expect([who.email, await refusalOf(passFor(token))]).toEqual([who.email, 'share_invalid'])
    }
  })

  test('not with another base that its maker leaves', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Left')
    await h.rpc(world.owner, 'set_base_role', { base, member: world.creator.id, role: 'creator' })
    const { token } = await lab.link(['Name'])
    await h.rpc(world.owner, 'set_base_role', { base, member: world.creator.id, role: null })
    expect((await lab.page(token)).kind).toBe('view')
  })
})

test('who waits for somebody else is told that it is busy', { timeout: 30_000 }, async () => {
  const { link } = await lab.link(['Name'])
  const { passed, open } = gate()
  const held = gate()
  const holding = h.db.sql.begin(async (tx) => {
    await tx`select 1 from plinth.base where id = ${world.base} for update`
    await tx`select 1 from plinth_private.share_link where id = ${link.id} for update`
    held.open()
    await passed
  })
  await held.passed
  const refused = await Promise.all(
    [lab.link(['Name']), update(world.creator, link.id, { name: 'X' }), revoke(world.creator, link.id)].map(
      refusalOf,
    ),
  )
  open()
  await holding
  expect(refused).toEqual(['busy', 'busy', 'busy'])
  expect((await update(world.creator, link.id, { name: 'X' })).name).toBe('X')
})

test('a link that is taken back while somebody waits to change it is gone', async () => {
  const { link } = await lab.link(['Name'])
  const { passed, open } = gate()
  const held = gate()
  const revoking = h.as(world.owner, async (tx) => {
    await h.rpcIn(tx, 'revoke_share_link', { link: link.id })
    held.open()
    await passed
  })
  await held.passed
  const changed = refusalOf(update(world.creator, link.id, { name: 'X' }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  open()
  await revoking
  expect(await changed).toBe('not_found')
})

test('a copy of a table has none of its links', async () => {
  await lab.link(['Name'])
  const copy = await h.rpc<TestTable>(world.creator, 'duplicate_table', {
    table: lab.table.id,
    copy: uuidV7(),
    name: 'Copied',
    with_records: true,
  })
  expect((await listed()).filter((link) => link['table'] === copy.id)).toEqual([])
})
