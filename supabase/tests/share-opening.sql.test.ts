/** Opening a link: what tokens, passwords and passes are worth, and how often somebody may guess. */
import { limits } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Person, Refusal, refusalOf, startWorld, type World } from './harness.ts'
import { type LinkAnswer, type ShareLab, shareLab } from './share-lab.ts'

let h: Harness
let world: World
let lab: ShareLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await shareLab(h, world)
})
afterAll(() => h.db.stop())

interface Unlocked {
  pass: string | null
  isLimited: boolean
  expiresAt?: string
}
const unlock = (token: string | null, password: string | null, who: Person | null = null) =>
  h.rpc<Unlocked>(who, 'unlock_share', { token, password })
/** All that is told of a refusal. */
async function told(work: Promise<unknown>): Promise<unknown> {
  const failure = await work.then(
    (answer) => answer,
    (error: unknown) => error,
  )
  if (!(failure instanceof Refusal)) return failure
  return [failure.code, failure.state, failure.details]
}
const invalid = ['share_invalid', 'PT404', '{}']
const locked = ['share_locked', 'PT403', '{}']
const expire = (id: string) =>
  h.db.sql`update plinth_private.share_link set expires_at = now() - interval '1 second' where id = ${id}`

describe('tokens', () => {
  test('that are none, expired, taken back or tampered with answer all alike', async () => {
    const [expired, revoked, open, guarded] = [
      await lab.link(['Name']),
      await lab.link(['Name']),
      await lab.link(['Name']),
      await lab.link(['Name'], { password: 'open sesame' }),
    ]
    await expire(expired.link.id)
    await expire(guarded.link.id)
    await h.rpc(world.creator, 'revoke_share_link', { link: revoked.link.id })
    const { token } = open
    const wrong = [
      null,
      '',
      'x',
      'x'.repeat(43),
      'x'.repeat(100_000),
      "'",
      '\\x00',
      expired.token,
      revoked.token,
      guarded.token,
      open.link.id,
      ` ${token}`,
      `${token} `,
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`,
    ]
    for (const one of wrong) {
      for (const who of [null, world.anonymous, world.outsider, world.creator]) {
        const args = { token: one, pass: null }
        expect(await told(h.rpc(who, 'shared_page', args))).toEqual(invalid)
        expect(await told(h.rpc(who, 'shared_rows', { ...args, after: null, take: 5 }))).toEqual(invalid)
        // Not even that what was asked is none.
        expect(await told(h.rpc(who, 'shared_rows', { ...args, after: null, take: 0 }))).toEqual(invalid)
      }
      expect(await told(unlock(one, 'open sesame'))).toEqual(invalid)
    }
    expect((await lab.page(token)).kind).toBe('view')
    // A link without a password has no pass to give.
    expect(await told(unlock(token, ''))).toEqual(invalid)
  })

  test('are found by their hash alone, and the hash is no token', async () => {
    const { link } = await lab.link(['Name'])
    const [row] = await h.db.sql`select encode(token_hash, 'hex') as hex, encode(token_hash, 'base64') as b64
      from plinth_private.share_link where id = ${link.id}`
    for (const one of [row!['hex'], row!['b64'], `\\x${row!['hex']}`])
      expect(await told(lab.page(one as string))).toEqual(invalid)
    const plan = await h.db
      .sql`explain select 1 from plinth_private.share_link where token_hash = sha256('x')`
    expect(JSON.stringify(plan)).toMatch(/share_link_token_hash_key|Seq Scan/)
  })

  test('say the same to whoever asks', async () => {
    const { token } = await lab.link(['Name'])
    const answers = await Promise.all(
      [null, world.anonymous, world.outsider, world.viewer, world.owner].map((who) =>
        h.rpc(who, 'shared_rows', { token, pass: null, after: null, take: 5 }),
      ),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

describe('the end', () => {
  test('is the moment that the link says', async () => {
    const { token, link } = await lab.link(['Name'], {
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    })
    expect((await lab.page(token)).kind).toBe('view')
    await expire(link.id)
    expect(await told(lab.page(token))).toEqual(invalid)
    await h.rpc(world.creator, 'update_share_link', { link: link.id, changes: { expiresAt: null } })
    expect((await lab.page(token)).kind).toBe('view')
  })
})

describe('a password', () => {
  let made: LinkAnswer
  beforeEach(async () => {
    made = await lab.link(['Name'], { password: 'open sesame' })
  })

  test('is asked for before anything is told', async () => {
    expect(await told(lab.page(made.token))).toEqual(locked)
    expect(await told(lab.rows(made.token))).toEqual(locked)
    expect(await told(lab.page(made.token, 'open sesame'))).toEqual(locked)
    expect(await told(lab.page(made.token, ''))).toEqual(locked)
    const [row] = await h.db.sql`select opened::int from plinth_private.share_link where id = ${made.link.id}`
    expect(row!['opened']).toBe(0)
  })

  test('gives a pass, which opens this link for a while', async () => {
    const { pass, expiresAt, isLimited } = await unlock(made.token, 'open sesame')
    expect([pass!.length, isLimited]).toEqual([43, false])
    const minutes = (Date.parse(expiresAt!) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(limits.sharePassMinutes)
    expect((await lab.page(made.token, pass)).kind).toBe('view')
    expect((await lab.rows(made.token, pass)).rows).toHaveLength(5)
    const other = await lab.link(['Name'], { password: 'open sesame' })
    expect(await told(lab.page(other.token, pass))).toEqual(locked)
    // One of somebody else does not end it.
    expect((await unlock(made.token, 'open sesame')).pass).not.toBe(pass)
    expect((await lab.page(made.token, pass)).kind).toBe('view')
    for (const wrong of [null, '', 'x', `${pass} `, pass!.slice(1), `${pass!.slice(0, -1)}_`])
      expect([wrong, await told(lab.page(made.token, wrong))]).toEqual([wrong, locked])
    await h.db
      .sql`update plinth_private.share_pass set expires_at = now() - interval '1 second' where link_id = ${made.link.id}`
    expect(await told(lab.page(made.token, pass))).toEqual(locked)
    // Passes that are over go with the next one; those of other links stay.
    const { pass: others } = await unlock(other.token, 'open sesame')
    await h.db
      .sql`update plinth_private.share_pass set expires_at = now() - interval '1 second' where link_id = ${other.link.id}`
    await unlock(made.token, 'open sesame')
    const left = await h.db.sql`select link_id, expires_at > now() as good from plinth_private.share_pass
      where link_id in (${made.link.id}, ${other.link.id}) order by good`
    expect(left).toEqual([
      { link_id: other.link.id, good: false },
      { link_id: made.link.id, good: true },
    ])
    expect(others).not.toBeNull()
  })

  test('that is another one gives nothing', async () => {
    for (const password of [null, '', 'Open sesame', 'open sesame ', 'open sesam', 'x'.repeat(73)])
      expect(await unlock(made.token, password)).toEqual({ pass: null, isLimited: false })
    const rows = await h.db.sql`select 1 from plinth_private.share_pass where link_id = ${made.link.id}`
    expect(rows).toHaveLength(0)
  })

  test('of 72 bytes is not met by more of them', async () => {
    const password = 'x'.repeat(72)
    const { token } = await lab.link(['Name'], { password })
    expect(await unlock(token, `${password}y`)).toEqual({ pass: null, isLimited: false })
    expect((await unlock(token, password)).pass).not.toBeNull()
  })

  test('may be tried so often, then nothing is looked at for a while', async () => {
    const wrong = () => unlock(made.token, 'wrong password')
    for (let n = 0; n < limits.sharePasswordTries; n += 1)
      expect([n, await wrong()]).toEqual([n, { pass: null, isLimited: false }])
    expect(await wrong()).toEqual({ pass: null, isLimited: true })
    expect(await unlock(made.token, 'open sesame')).toEqual({ pass: null, isLimited: true })
    const other = await lab.link(['Name'], { password: 'open sesame' })
    expect((await unlock(other.token, 'open sesame')).pass).not.toBeNull()
    const shift = (minutes: number) =>
      h.db
        .sql`update plinth_private.share_link set tried_since = now() - make_interval(mins => ${minutes}) where id = ${made.link.id}`
    await shift(limits.shareTryMinutes - 1)
    expect((await unlock(made.token, 'open sesame')).isLimited).toBe(true)
    await shift(limits.shareTryMinutes + 1)
    expect((await unlock(made.token, 'open sesame')).pass).not.toBeNull()
    // From there on it counts anew.
    for (let n = 0; n < limits.sharePasswordTries; n += 1) expect((await wrong()).isLimited).toBe(false)
    expect((await wrong()).isLimited).toBe(true)
  })

  test('that is right is no try, and takes back none of another link', async () => {
    const other = await lab.link(['Name'], { password: 'open sesame' })
    const tries = async () =>
      (await h.db.sql`select tries from plinth_private.share_link where id = ${other.link.id}`)[0]!['tries']
    for (let n = 0; n < 3; n += 1) await unlock(other.token, 'wrong password')
    await unlock(made.token, 'open sesame')
    expect(await tries()).toBe(3)
    for (let n = 0; n < limits.sharePasswordTries + 2; n += 1)
      expect([n, (await unlock(made.token, 'open sesame')).pass === null]).toEqual([n, false])
  })

  test('tries at the same moment are counted one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: limits.sharePasswordTries + 5 }, () => unlock(made.token, 'wrong password')),
    )
    expect(answers.filter(({ isLimited }) => isLimited)).toHaveLength(5)
  })

  test('that is changed or taken away ends the passes, other changes do not', async () => {
    const change = (changes: object) =>
      h.rpc(world.creator, 'update_share_link', { link: made.link.id, changes })
    const { pass } = await unlock(made.token, 'open sesame')
    await change({ name: 'Other' })
    expect((await lab.page(made.token, pass)).name).toBe('Other')
    await change({ password: 'something else' })
    expect(await told(lab.page(made.token, pass))).toEqual(locked)
    expect((await unlock(made.token, 'open sesame')).pass).toBeNull()
    expect((await unlock(made.token, 'something else')).pass).not.toBeNull()
    await change({ password: null })
    expect((await lab.page(made.token)).kind).toBe('view')
    await change({ password: 'open sesame' })
    expect(await told(lab.page(made.token, pass))).toEqual(locked)
  })

  test('is not asked for while the table is in the trash', async () => {
    const away = await shareLab(h, world, 'Away')
    const { token } = await away.link(['Name'], { password: 'open sesame' })
    await h.rpc(world.creator, 'delete_table', { table: away.table.id })
    expect(await told(unlock(token, 'open sesame'))).toEqual(invalid)
    expect(await told(away.page(token))).toEqual(invalid)
  })

  test('is not asked for by a link that is over', async () => {
    const { pass } = await unlock(made.token, 'open sesame')
    await expire(made.link.id)
    expect(await told(lab.page(made.token, pass))).toEqual(invalid)
    expect(await told(unlock(made.token, 'open sesame'))).toEqual(invalid)
  })
})

describe('reading', () => {
  test('writes nothing but that it was opened', async () => {
    const { token, link } = await lab.link(['Name'])
    const state = () =>
      h.db.sql.unsafe(`select (select sum(ver) from data.${lab.table.relation}) as a, (select count(*) from plinth_private.change_log) as b,
        (select count(*) from auth.users) as c, (select count(*) from plinth.workspace_member) as d, (select count(*) from plinth.base_member) as e`)
    const before = [...(await state())]
    await lab.page(token)
    await lab.rows(token)
    expect([...(await state())]).toEqual(before)
    const [row] = await h.db.sql`select opened::int from plinth_private.share_link where id = ${link.id}`
    expect(row!['opened']).toBe(1)
  })

  test('leaves the claims of whoever asks as they were', async () => {
    const { token } = await lab.link(['Name'])
    for (const who of [null, world.viewer]) {
      const claims = () =>
        h.as(who, async (tx) => {
          const read = async () =>
            (
              await tx`select current_setting('request.jwt.claims', true) as c, current_setting('request.jwt.claim.sub', true) as s`
            )[0]!
          const before = await read()
          await h.rpcIn(tx, 'shared_page', { token, pass: null })
          await h.rpcIn(tx, 'shared_rows', { token, pass: null, after: null, take: 5 })
          return [before['c'], before['s'] ?? '', (await read())['c'], (await read())['s']]
        })
      const [claimsBefore, subBefore, claimsAfter, subAfter] = await claims()
      expect([claimsAfter, subAfter]).toEqual([claimsBefore, subBefore])
    }
    // Nobody is still nobody afterwards, also where the answer was a refusal.
    await h.as(null, async (tx) => {
      const [row] = await tx`select auth.uid() as id`
      expect(row!['id']).toBeNull()
    })
  })

  test('is refused in a transaction that is read-only from the beginning, as REST makes one for what an address asks', async () => {
    const { token } = await lab.link(['Name'])
    const guarded = await lab.link(['Name'], { password: 'open sesame' })
    const calls = [
      ['shared_page', { token, pass: null }],
      ['shared_rows', { token, pass: null, after: null, take: 5 }],
    ] as const
    for (const [name, args] of calls) {
      const asked = h.as(null, async (tx) => {
        await tx`set transaction read only`
        return h.rpcIn(tx, name, args)
      })
      expect(await told(asked)).toEqual(['invalid_input', 'PT405', '{"rule": "method"}'])
    }
    const unlocked = h.as(null, async (tx) => {
      await tx`set transaction read only`
      return h.rpcIn(tx, 'unlock_share', { token: guarded.token, password: 'open sesame' })
    })
    expect(await told(unlocked)).toEqual([expect.stringContaining('read-only'), '25006', ''])
  })

  test('takes as many records as it may, and no other numbers', async () => {
    const { token } = await lab.link(['Name'])
    for (const take of [null, 0, -1, limits.sharedRowsPerRequest + 1])
      expect(await refusalOf(lab.rows(token, null, null, take as number))).toBe('invalid_input')
    expect((await lab.rows(token, null, null, limits.sharedRowsPerRequest)).rows).toHaveLength(5)
  })
})
