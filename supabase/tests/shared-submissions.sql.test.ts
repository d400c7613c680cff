/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** What visitors send with the forms of links: what is made of it, what is refused, and what comes at the same time. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sections } from './form-lab.ts'
import { gate, type Harness, type Json, Refusal, refusalOf, startWorld, type World } from './harness.ts'
import { type Answer, type SharedFormLab, sharedFormLab } from './shared-form-lab.ts'

let h: Harness
let world: World
let lab: SharedFormLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await sharedFormLab(h, world)
})
afterAll(() => h.db.stop())

describe('a submission', () => {
  test('makes a record of its maker’s, with the form’s own values, and is thanked for', async () => {
    await lab.asks({
      ...(sections(
        lab.ask('Name', { isRequired: true }),
        lab.ask('Size'),
        lab.ask('Level'),
        lab.ask('Source', { isHidden: true, value: 'web' }),
        lab.ask('Helper', { value: world.viewer.id }),
      ) as object),
      thanks: 'Thank you',
      redirect: 'https://example.com/done',
      allowsAnother: true,
    })
    const { token } = await lab.link()
    const answer = await lab.sendAnswers(token, { Name: 'Anna', Size: 3, Level: 'high' })
    expect(answer).toEqual({
      receipt: { thanks: 'Thank you', redirect: 'https://example.com/done', allowsAnother: true },
    })
    expect(await lab.last()).toEqual({
      name: 'Anna',
      size: '3',
      level: 'high',
      code: null,
      helper: world.viewer.id,
      source: 'web',
      firm: 0,
      created_by: world.creator.id,
    })
    // An address may say something else of hidden questions.
    await lab.sendAnswers(token, { Name: 'Bert', Source: 'mail' })
    expect(await lab.last()).toMatchObject({ name: 'Bert', source: 'mail' })
    // Whoever is signed in sends it as everybody.
    await lab.send(
      token,
      { id: uuidV7(), answers: await lab.marked(token, { Name: 'Carl' }), trap: '' },
      null,
      world.viewer,
    )
    expect(await lab.last()).toMatchObject({ name: 'Carl', created_by: world.creator.id })
  })

  test('is made once, sent at once or again', async () => {
    await lab.asks(sections(lab.ask('Name')))
    const { token } = await lab.link()
    const before = await lab.count()
    const submission = { id: uuidV7(), answers: await lab.marked(token, { Name: 'Once' }), trap: '' }
    const both = await Promise.all([lab.send(token, submission), lab.send(token, submission)])
    expect(both.every(({ receipt }) => receipt !== undefined)).toBe(true)
    expect(await lab.send(token, submission)).toHaveProperty('receipt')
    expect(await lab.count()).toBe(before + 1)
    // The same id is another submission on another link.
    const other = await lab.link()
    await lab.send(other.token, { ...submission, answers: {} })
    expect(await lab.count()).toBe(before + 2)
  })

  test('that fills in the trap is answered as any other, and makes nothing', async () => {
    await lab.asks({ ...(sections(lab.ask('Name', { isRequired: true })) as object), thanks: 'Thank you' })
    const { token } = await lab.link()
    const before = await lab.count()
    const answers = await lab.marked(token, { Name: 'Bot' })
    const trapped = await lab.send(token, { id: uuidV7(), answers, trap: 'https://spam.example' })
    expect(await lab.count()).toBe(before)
    expect(await lab.send(token, { id: uuidV7(), answers, trap: '' })).toEqual(trapped)
    expect(await lab.send(token, { id: uuidV7(), answers })).toEqual(trapped)
  })

  test('answers the form’s questions and nothing else', async () => {
    await lab.asks(sections(lab.ask('Name'), lab.ask('Helper'), lab.ask('Firm'), lab.ask('Files')))
    const { token } = await lab.link()
    const before = await lab.count()
    const refused = { error: { code: 'invalid_input', details: { rule: 'answers' } } }
    const mark = (await lab.questions(token)).get('Name')!.field
    const other = await lab.link({ showsPeople: true })
    const foreign = (await lab.questions(other.token)).get('Name')!.field
    for (const key of [lab.field('Name'), lab.field('Inner'), uuidV7(), 'name', foreign, 'id', 'created_by'])
      expect([key, await lab.send(token, { id: uuidV7(), answers: { [key]: 'x' }, trap: '' })]).toEqual([
        key,
        refused,
      ])
    // One that this link does not ask for, by the key with which it would be asked for.
    const hidden = await h.db.admin<{ mark: string }[]>`
      select plinth_private.page_mark(l, ${lab.field('Helper')}, true) as mark from plinth_private.share_link as l
      where l.token_hash = sha256(convert_to(${token}, 'UTF8'))`
    expect(
      await lab.send(token, { id: uuidV7(), answers: { [hidden[0]!.mark]: world.viewer.id }, trap: '' }),
    ).toEqual(refused)
    expect(
      await lab.send(token, { id: uuidV7(), answers: { [mark]: 'a', [mark.toUpperCase()]: 'b' }, trap: '' }),
    ).toEqual(refused)
    expect(await lab.count()).toBe(before)
  })

  test('that is none is refused, and so is one that is too large', async () => {
    const { token } = await lab.link()
    const before = await lab.count()
    for (const wrong of [
      null,
      [],
      'x',
      7,
      {},
      { id: uuidV7() },
      { id: 'x', answers: {} },
      { id: uuidV7(), answers: [] },
      { id: uuidV7(), answers: {}, other: 1 },
    ] as Json[])
      expect(await refusalOf(lab.send(token, wrong))).toBe('invalid_input')
    expect(
      await refusalOf(
        lab.send(token, { id: uuidV7(), answers: {}, trap: 'x'.repeat(limits.submissionBytes) }),
      ),
    ).toBe('limit_exceeded')
    expect(await lab.count()).toBe(before)
  })

  test('is told which answer was refused, by its mark, and in the maker’s words', async () => {
    await lab.asks(
      sections(
        lab.ask('Name', { isRequired: true }),
        lab.ask('Size'),
        lab.ask('Code', { isRequired: true }),
        lab.ask('Source', { isHidden: true }),
        lab.ask('Inner', { isHidden: true }),
      ),
    )
    const { token } = await lab.link()
    const asked = await lab.questions(token)
    const mark = (name: string) => asked.get(name)!.field
    const error = async (answers: Record<string, Json>) => (await lab.sendAnswers(token, answers)).error
    expect(await error({})).toEqual({
      code: 'value_required',
      details: { field: mark('Name'), fields: [mark('Name'), mark('Code')] },
    })
    expect(await error({ Name: 'x', Code: 'a', Size: 'many' })).toEqual({
      code: 'value_invalid',
      details: { field: mark('Size') },
    })
    expect(await error({ Name: 'x'.repeat(11), Code: 'a' })).toEqual({
      code: 'value_too_long',
      details: { field: mark('Name') },
    })
    expect(await error({ Name: 'x', Code: 'taken' })).toBeUndefined()
    expect(await error({ Name: 'x', Code: 'taken' })).toEqual({
      code: 'not_unique',
      details: { field: mark('Code') },
    })
    expect(await error({ Name: 'x', Code: 'b', Size: 101 })).toEqual({
      code: 'rule_violated',
      details: {},
      hint: 'No more than a hundred',
    })
    // Of what is not asked for nothing is told but that something was in the way.
    expect(await error({ Name: 'x', Code: 'b', Source: 'x'.repeat(2_001) })).toEqual({
      code: 'value_too_long',
      details: {},
    })
    expect(await error({ Name: 'x', Code: 'b', Source: 'ABC' })).toEqual({
      code: 'pattern_mismatch',
      details: {},
    })
    await lab.asks(sections(lab.ask('Source')))
    const other = await lab.link()
    expect((await lab.sendAnswers(other.token, { Source: 'ABC' })).error).toEqual({
      code: 'pattern_mismatch',
      details: { field: (await lab.questions(other.token)).get('Source')!.field },
      hint: 'Small letters, please',
    })
  })

  test('chooses people and records that it was told, by their marks', async () => {
    await lab.asks(sections(lab.ask('Name'), lab.ask('Helper'), lab.ask('Firm')))
    const { token } = await lab.link({ showsPeople: true, showsLinked: true })
    const asked = await lab.questions(token)
    const choices = (name: string, search: string, take = 10) =>
      h.rpc<{ id: string; label: string }[]>(null, 'shared_choices', {
        token,
        pass: null,
        field: asked.get(name)!.field,
        search,
        take,
      })
    const labels = async (name: string, search: string, take?: number) =>
      (await choices(name, search, take)).map(({ label }) => label)
    expect(await labels('Firm', '')).toEqual(['Acme', 'Acorn', 'Brown & Co'])
    expect(await labels('Firm', 'AC')).toEqual(['Acme', 'Acorn'])
    expect(await labels('Firm', 'ac', 1)).toEqual(['Acme'])
    // What stands in other fields is not looked into.
    expect(await labels('Firm', 'hush')).toEqual([])
    expect(await labels('Name', '')).toEqual([])
    expect(await refusalOf(choices('Firm', '', limits.sharedChoices + 1))).toBe('invalid_input')
    expect(await refusalOf(choices('Firm', '', null as unknown as number))).toBe('invalid_input')
    expect(await refusalOf(choices('Firm', 'x'.repeat(limits.searchLength + 1)))).toBe('invalid_input')
    const people = await choices('Helper', '')
    const everybody = await h.db.admin<{ name: string }[]>`select name from plinth.profile`
    expect(people.length).toBeGreaterThan(2)
    expect(people.length).toBeLessThan(everybody.length)
    // Who is in the base, whatever else the workspace has; by a part of their names.
    expect(people.map(({ label }) => label)).toEqual(expect.arrayContaining(['editor', 'viewer']))
    expect(people.map(({ label }) => label)).not.toContain('member')
    expect(await labels('Helper', 'IEWE')).toEqual(['viewer'])
    expect(JSON.stringify(people)).not.toContain(world.viewer.id)
    expect(JSON.stringify(people)).not.toContain('@')
    const acme = (await choices('Firm', 'acme'))[0]!.id
    await lab.sendAnswers(token, { Name: 'Anna', Helper: people[0]!.id, Firm: { link: [acme] } })
    const made = await lab.last()
    expect(made).toMatchObject({ name: 'Anna', firm: 1 })
    expect(made!['helper']).toEqual(expect.any(String))
    // Ids are marks of nothing.
    const [record] = await h.db.admin.unsafe(`select id from data.${lab.firms.relation} limit 1`)
    const before = await lab.count()
    for (const answers of [
      { Helper: world.viewer.id },
      { Helper: 'somebody' },
      { Firm: { link: [record!['id'] as string] } },
      { Firm: { unlink: [acme] } },
      { Firm: { link: 'x' } },
    ] as Record<string, Json>[])
      expect(await lab.sendAnswers(token, answers)).toHaveProperty('error')
    expect(await lab.count()).toBe(before)
  })

  test('is bound by the link’s budget, and told when there is room again', async () => {
    await lab.asks(sections(lab.ask('Name'), lab.ask('Size')))
    const { token, link: made } = await lab.link({ perHour: 3 })
    const before = await lab.count()
    await lab.sendAnswers(token, { Name: '1' })
    // What is refused for what was sent counts too, what fills in the trap does not.
    await lab.sendAnswers(token, { Size: 'x' })
    await lab.sendAnswers(token, {}, { trap: 'x' })
    const again = { id: uuidV7(), answers: {}, trap: '' }
    await lab.send(token, again)
    const refusal = await lab.sendAnswers(token, { Name: '4' }).catch((error: Refusal) => error)
    expect(refusal).toMatchObject({ code: 'form_busy', state: 'PT429' })
    const { seconds } = JSON.parse((refusal as Refusal).details) as { seconds: number }
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect(await lab.count()).toBe(before + 2)
    // What was taken is still answered.
    expect(await lab.send(token, again)).toHaveProperty('receipt')
    await h.db
      .admin`update plinth_private.share_budget set hour = hour - interval '1 hour' where link_id = ${made.id}`
    await lab.sendAnswers(token, { Name: '5' })
    expect(await lab.count()).toBe(before + 3)
    // Another link has its own.
    const other = await lab.link({ perHour: 1 })
    expect(await lab.sendAnswers(other.token, {})).toHaveProperty('receipt')
    expect(await refusalOf(lab.sendAnswers(other.token, {}))).toBe('form_busy')
  })

  test('asks the project’s captcha where the form does', async () => {
    await lab.asks(sections(lab.ask('Name')))
    await h.db
      .admin`insert into plinth_private.captcha (provider, site_key) values ('turnstile', 'public-key')`
    const { token } = await lab.link({ asksCaptcha: true })
    expect((await lab.page(token)).form.captcha).toEqual({ provider: 'turnstile', siteKey: 'public-key' })
    expect((await lab.page((await lab.link()).token)).form.captcha).toBeNull()
    const failed = { error: { code: 'captcha_failed' } }
    const before = await lab.count()
    // Nobody verifies anything until the owner says how.
    expect(await lab.sendAnswers(token, {}, { captcha: 'right' })).toEqual(failed)
    await h.db.admin`create or replace function plinth_private.verify_captcha(p_token text) returns boolean
      language sql volatile security definer set search_path = '' as $$ select nullif(p_token, 'wrong') = 'right' $$`
    for (const captcha of [{}, { captcha: '' }, { captcha: 'wrong' }] as Record<string, Json>[])
      expect(await lab.sendAnswers(token, {}, captcha)).toEqual(failed)
    expect(await lab.count()).toBe(before)
    expect(await lab.sendAnswers(token, {}, { captcha: 'right' })).toHaveProperty('receipt')
    // A function that fails lets nobody through, and what it was asked for counts.
    await h.db.admin`create or replace function plinth_private.verify_captcha(p_token text) returns boolean
      language sql volatile security definer set search_path = '' as $$ select 1 / (length(p_token) - 5) > 0 $$`
    const few = await lab.link({ asksCaptcha: true, perHour: 1 })
    expect(await lab.sendAnswers(few.token, {}, { captcha: 'wrong' })).toEqual(failed)
    expect(await refusalOf(lab.sendAnswers(few.token, {}, { captcha: 'wrong' }))).toBe('form_busy')
    await h.db.admin`delete from plinth_private.captcha where is_one`
    expect(await lab.sendAnswers(token, {}, { captcha: 'right' })).toEqual(failed)
    expect(await lab.count()).toBe(before + 1)
  })
})

describe('at the same time', () => {
  /** A submission whose transaction stays open; `sent` is there once it has done what it does. */
  function hold(token: string, submission: Json) {
    const ending = gate()
    let undone = false
    let sent: (answer: Answer) => void = () => undefined
    const first = new Promise<Answer>((resolve) => {
      sent = resolve
    })
    const ended = h
      .as(null, async (tx) => {
        sent(await h.rpcIn<Answer>(tx, 'submit_shared_form', { token, pass: null, submission }))
        await ending.passed
        if (undone) throw new Error('undone')
      })
      .catch(() => null)
    const end = async (undo = false) => {
      undone = undo
      ending.open()
      await ended
    }
    return { sent: first, end }
  }
  const simple = async () => {
    await lab.asks(sections(lab.ask('Name')))
    return lab.link()
  }
  const one = (): Json => ({ id: uuidV7(), answers: {}, trap: '' })
  const isWaited = (call: string) =>
    vi.waitFor(
      async () => {
        const [row] = await h.db.admin`select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike ${`%${call}%`}`
        expect(row!['n']).toBeGreaterThan(0)
      },
      { timeout: 20_000 },
    )

  test('few are worked on, others are told to come again, and nobody else waits', async () => {
    const { token } = await simple()
    const before = await lab.count()
    const held = Array.from({ length: limits.submissionsAtOnce }, () => hold(token, one()))
    for (const { sent } of held) expect(await sent).toHaveProperty('receipt')
    const late = await lab.send(token, one()).catch((error: Refusal) => error)
    expect(late).toMatchObject({ code: 'form_busy', details: '{"seconds": 1}' })
    // Of another link, and of people who are signed in, nothing is kept.
    expect(await lab.send((await lab.link()).token, one())).toHaveProperty('receipt')
    const mutation = { id: uuidV7(), kind: 'insert', table: lab.table.id, record: uuidV7(), values: {} }
    const batch = { mutations: [mutation], atomic: false }
    expect(await h.rpc(world.editor, 'apply_mutations', { batch })).toMatchObject([{ status: 'ok' }])
    for (const { end } of held) await end()
    expect(await lab.send(token, one())).toHaveProperty('receipt')
    expect(await lab.count()).toBe(before + limits.submissionsAtOnce + 3)
  })

  test('one that is sent twice is made once, by the one that is not undone', async () => {
    const { token } = await simple()
    const before = await lab.count()
    const submission = one()
    const first = hold(token, submission)
    await first.sent
    const second = lab.send(token, submission)
    await isWaited('submit_shared_form')
    await first.end(true)
    expect(await second).toHaveProperty('receipt')
    expect(await lab.count()).toBe(before + 1)
  })

  test('a link that is taken back while one is sent has taken that one, and no other', async () => {
    const { token, link: made } = await simple()
    const before = await lab.count()
    const first = hold(token, one())
    await first.sent
    const revoked = h.rpc(world.creator, 'revoke_share_link', { link: made.id })
    await isWaited('revoke_share_link')
    await first.end()
    await revoked
    expect(await refusalOf(lab.send(token, one()))).toBe('share_invalid')
    expect(await lab.count()).toBe(before + 1)
  })

  test('one that comes while its link is taken back is refused', async () => {
    const { token, link: made } = await simple()
    const before = await lab.count()
    const [taken, ending] = [gate(), gate()]
    const revoking = h.as(world.creator, async (tx) => {
      await h.rpcIn(tx, 'revoke_share_link', { link: made.id })
      taken.open()
      await ending.passed
    })
    await taken.passed
    const late = refusalOf(lab.send(token, one()))
    await isWaited('submit_shared_form')
    ending.open()
    await revoking
    expect(await late).toBe('share_invalid')
    expect(await lab.count()).toBe(before)
  })
})
