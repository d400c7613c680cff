/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Forms for everybody who has their link: what is told, what is made, and what is refused. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  buildWorld,
  fieldOf,
  gate,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'
import { toldTo } from './refusals.ts'
import type { LinkAnswer } from './share-lab.ts'

let h: Harness
let world: World
let table: TestTable
let firms: TestTable
let view: string
beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
  const make = (definition: Json) =>
    h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  firms = await make({
    id: uuidV7(),
    name: 'Firms',
    fields: [fieldOf('Firm', 'text'), fieldOf('Secret', 'text')],
  })
  const firm = (name: string, values: string[]) => ({
    id: uuidV7(),
    kind: 'insert',
    table: firms.id,
    record: uuidV7(),
    values: { [firms.fields[0]!.id]: name, [firms.fields[1]!.id]: values[0]! },
  })
  const mutations = [firm('Brown & Co', ['x1']), firm('Acme', ['hush']), firm('Acorn', ['x2'])]
  await h.rpc(world.creator, 'apply_mutations', { batch: { mutations, atomic: true } })
  const options = ['low', 'high'].map((id) => ({ id, label: `Level ${id}`, hue: 'blue' }))
  table = await make({
    id: uuidV7(),
    name: 'Top secret requests',
    fields: [
      fieldOf('Name', 'text'),
      fieldOf('Size', 'integer'),
      fieldOf('Level', 'single_select', { options }),
      fieldOf('Code', 'text'),
      fieldOf('Helper', 'person'),
      fieldOf('Files', 'attachment'),
      fieldOf('Source', 'text'),
      fieldOf('Inner', 'text'),
    ],
  })
  const firmField = { id: uuidV7(), name: 'Firm', type: 'link', options: { target: firms.id } }
  await h.rpc(world.creator, 'create_field', { table: table.id, definition: firmField })
  const schema = await h.rpc<{ tables: TestTable[] }>(world.creator, 'base_schema', { base: world.base })
  table = schema.tables.find(({ id }) => id === table.id)!
  const rules: [string, Json][] = [
    ['Name', { maxLength: 10 }],
    ['Code', { unique: true }],
    ['Source', { pattern: { text: '[a-z]+', message: 'Small letters, please' } }],
  ]
  for (const [name, rule] of rules)
    await h.rpc(world.creator, 'set_field_rules', { field: field(name), rules: rule, keep: true })
  await h.rpc(world.creator, 'save_table_rule', {
    table: table.id,
    rule: uuidV7(),
    definition: {
      message: 'No more than a hundred',
      rule: { call: 'not', args: [{ call: '>', args: [{ field: field('Size') }, { number: 100 }] }] },
    },
    keep: true,
  })
  view = uuidV7()
  await h.rpc(world.creator, 'create_view', {
    table: table.id,
    view,
    definition: {
      name: 'Inner name of the view',
      kind: 'form',
      isShared: true,
      config: { settings: { form: { sections: [] } } },
    },
  })
})
afterAll(() => h.db.stop())

type Answer = { receipt?: Json; error?: { code: string; details?: Record<string, Json>; hint?: string } }
interface Question {
  field: string
  label: string
  type: string
  isRequired: boolean
  options: Json
  value?: Json
  when?: Json
  isHidden?: true
  help?: string
}
interface Page {
  kind: string
  name: string
  fields: Json[]
  total: null
  form: {
    title?: string
    pace: string
    captcha: Json
    sections: { title?: string; when?: Json; questions: Question[] }[]
  }
}

const field = (name: string) => table.fields.find((one) => one.name === name)!.id
const ask = (name: string, more: object = {}): Json => ({ field: field(name), ...more })
const sections = (...questions: Json[]): Json => ({ sections: [{ id: 'a', questions }] })
const asks = (form: Json) =>
  h.rpc(world.creator, 'update_view', { view, changes: { config: { settings: { form } } } })
const link = (settings: Record<string, Json> = {}, who: Person = world.creator, form = view) =>
  h.rpc<LinkAnswer>(who, 'create_share_link', {
    table: table.id,
    target: { form },
    settings: { name: 'Ask us', ...settings },
  })
const page = (token: string, pass: string | null = null) => h.rpc<Page>(null, 'shared_page', { token, pass })
const questions = async (token: string) => {
  const told = await page(token)
  return new Map(told.form.sections.flatMap((one) => one.questions).map((one) => [one.label, one]))
}
async function marked(token: string, answers: Record<string, Json>) {
  const asked = await questions(token)
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [asked.get(name)!.field, value]))
}
const send = (token: string, submission: Json, pass: string | null = null, who: Person | null = null) =>
  h.rpc<Answer>(who, 'submit_shared_form', { token, pass, submission })
const sendAnswers = async (token: string, answers: Record<string, Json>, more: Record<string, Json> = {}) =>
  send(token, { id: uuidV7(), answers: await marked(token, answers), trap: '', ...more })
const rows = async () => [
  ...(await h.db.admin.unsafe(
    `select name, size, level, code, helper, source, firm, created_by from data.${table.relation} order by id`,
  )),
]
const count = async () => (await rows()).length
const last = async () => (await rows()).at(-1)

describe('the page of a form', () => {
  test('tells its words and its questions, and no name, id or field beside them', async () => {
    await asks({
      title: 'What do you need?',
      intro: 'Some words',
      pace: 'steps',
      submitLabel: 'Ask',
      thanks: 'Thanks a lot',
      redirect: 'https://example.com/done',
      sections: [
        {
          id: 'a',
          title: 'You',
          text: 'Who?',
          questions: [
            ask('Name', { label: 'Your name', help: 'All of it', isRequired: true }),
            ask('Level', { value: 'low' }),
          ],
        },
        {
          id: 'b',
          when: { call: '=', args: [{ field: field('Level') }, { option: 'high', field: field('Level') }] },
          questions: [
            ask('Size', { value: 'no number' }),
            ask('Source', { isHidden: true, value: 'not told' }),
            ask('Code', { when: { call: 'is_filled', args: [{ field: field('Size') }] } }),
            ask('Helper'),
            ask('Firm'),
          ],
        },
        { id: 'c', when: null, questions: [ask('Inner')] },
      ],
    })
    const { token, link: made } = await link()
    expect(made).toMatchObject({ kind: 'form', view, record: null, fields: [], state: 'open', perHour: null })
    const told = await page(token)
    const [name, level] = told.form.sections[0]!.questions
    const [size, source, code] = told.form.sections[1]!.questions
    expect(told).toEqual({
      kind: 'form',
      name: 'Ask us',
      fields: [],
      total: null,
      timeZone: 'Europe/Vienna',
      locale: expect.any(String) as string,
      weekStart: 1,
      form: {
        title: 'What do you need?',
        intro: 'Some words',
        pace: 'steps',
        submitLabel: 'Ask',
        captcha: null,
        sections: [
          {
            title: 'You',
            text: 'Who?',
            questions: [
              {
                field: name!.field,
                label: 'Your name',
                help: 'All of it',
                type: 'text',
                options: {},
                isRequired: true,
              },
              {
                field: level!.field,
                label: 'Level',
                type: 'single_select',
                options: expect.anything() as Json,
                isRequired: false,
                value: 'low',
              },
            ],
          },
          {
            when: { call: '=', args: [{ field: level!.field }, { option: 'high', field: level!.field }] },
            questions: [
              { field: size!.field, label: 'Size', type: 'integer', options: {}, isRequired: false },
              {
                field: source!.field,
                label: 'Source',
                type: 'text',
                options: {},
                isRequired: false,
                isHidden: true,
              },
              {
                field: code!.field,
                label: 'Code',
                type: 'text',
                options: {},
                isRequired: false,
                when: { call: 'is_filled', args: [{ field: size!.field }] },
              },
            ],
          },
        ],
      },
    })
    const text = JSON.stringify(told)
    for (const { id } of table.fields) expect(text).not.toContain(id)
    for (const secret of [
      table.id,
      view,
      world.base,
      'Top secret',
      'Inner',
      'not told',
      'Thanks',
      table.relation,
    ])
      expect(text).not.toContain(secret)
    const [other] = [await link()]
    expect((await page(other.token)).form.sections[0]!.questions[0]!.field).not.toBe(name!.field)
  })

  test('asks for people and linked records where the link tells of them', async () => {
    await asks(sections(ask('Name'), ask('Helper'), ask('Firm')))
    const labels = async (settings: Record<string, Json>) => [
      ...(await questions((await link(settings)).token)).keys(),
    ]
    expect(await labels({})).toEqual(['Name'])
    expect(await labels({ showsPeople: true })).toEqual(['Name', 'Helper'])
    expect(await labels({ showsLinked: true })).toEqual(['Name', 'Firm'])
  })

  test('tells the value of a hidden question that a condition looks at', async () => {
    await asks(
      sections(
        ask('Source', { isHidden: true, value: 'web' }),
        ask('Name', { when: { call: '=', args: [{ field: field('Source') }, { text: 'web' }] } }),
      ),
    )
    expect((await questions((await link()).token)).get('Source')).toMatchObject({ value: 'web' })
  })

  test('is one that no call for views opens', async () => {
    const { token } = await link()
    expect(await refusalOf(h.rpc(null, 'shared_rows', { token, pass: null, after: null, take: 5 }))).toBe(
      'share_invalid',
    )
    expect(
      await refusalOf(
        h.rpc(world.creator, 'create_share_link', {
          table: table.id,
          target: { view },
          settings: { name: 'As a view', fields: [field('Name')] },
        }),
      ),
    ).toBe('not_found')
  })
})

describe('a link of a form', () => {
  test('is made of a form that says what it asks, with settings of forms', async () => {
    const grid = uuidV7()
    const open = uuidV7()
    for (const [id, kind] of [
      [grid, 'grid'],
      [open, 'form'],
    ])
      await h.rpc(world.creator, 'create_view', {
        table: table.id,
        view: id,
        definition: { name: kind!, kind: kind!, isShared: true, config: {} },
      })
    for (const form of [grid, open, uuidV7()])
      expect(await refusalOf(link({}, world.creator, form))).toBe('not_found')
    const told = async (settings: Record<string, Json>) =>
      toldTo(h, world.creator, 'create_share_link', {
        table: table.id,
        target: { form: view },
        settings: { name: 'x', ...settings },
      })
    for (const [settings, rule] of [
      [{ fields: [field('Name')] }, 'fields'],
      [{ perHour: 0 }, 'per_hour'],
      [{ perHour: limits.submissionsPerHour + 1 }, 'per_hour'],
      [{ perHour: '5' }, 'per_hour'],
      [{ perHour: 1.5 }, 'per_hour'],
      [{ asksCaptcha: 1 }, 'captcha'],
      [{ asksCaptcha: true }, 'captcha'],
      [{ other: 1 }, 'settings'],
    ] as const)
      expect([settings, ...(await told(settings as Record<string, Json>))]).toEqual([
        settings,
        'invalid_input',
        rule,
      ])
    const made = await link({ perHour: limits.submissionsPerHour })
    expect(made.link).toMatchObject({ perHour: limits.submissionsPerHour, asksCaptcha: false })
    const changed = await h.rpc<LinkAnswer['link']>(world.creator, 'update_share_link', {
      link: made.link.id,
      changes: { perHour: 7, name: 'Other' },
    })
    expect(changed).toMatchObject({ perHour: 7, name: 'Other' })
    expect(await refusalOf(link({}, world.editor))).toBe('forbidden')
    expect(await refusalOf(link({}, world.outsider))).toBe('not_found')
    const views = await h.rpc<LinkAnswer>(world.creator, 'create_share_link', {
      table: table.id,
      target: { view: grid },
      settings: { name: 'x', fields: [field('Name')] },
    })
    expect(
      await toldTo(h, world.creator, 'update_share_link', { link: views.link.id, changes: { perHour: 5 } }),
    ).toEqual(['invalid_input', 'settings'])
  })

  test('stops while its form is gone or says nothing, and is none once it ended or was taken back', async () => {
    await asks(sections(ask('Name')))
    const { token, link: made } = await link()
    const submission = { id: uuidV7(), answers: {}, trap: '' }
    const refused = async () => [await refusalOf(page(token)), await refusalOf(send(token, submission))]
    const state = async () =>
      (await h.rpc<LinkAnswer['link'][]>(world.creator, 'share_links', { base: world.base })).find(
        ({ id }) => id === made.id,
      )?.state
    await asks({})
    expect([await state(), ...(await refused())]).toEqual(['stopped', 'share_invalid', 'share_invalid'])
    await asks(sections(ask('Name')))
    await h.rpc(world.creator, 'delete_view', { view })
    expect([await state(), ...(await refused())]).toEqual(['stopped', 'share_invalid', 'share_invalid'])
    await h.rpc(world.creator, 'restore_view', { view })
    expect(await page(token)).toHaveProperty('form')
    await h.db
      .admin`update plinth_private.share_link set expires_at = now() - interval '1 second' where id = ${made.id}`
    expect([await state(), ...(await refused())]).toEqual(['expired', 'share_invalid', 'share_invalid'])
    const other = await link()
    await h.rpc(world.creator, 'revoke_share_link', { link: other.link.id })
    expect(await refusalOf(send(other.token, submission))).toBe('share_invalid')
    expect(await refusalOf(send(`${other.token}x`, submission))).toBe('share_invalid')
  })

  test('asks for its password, and takes its pass', async () => {
    await asks(sections(ask('Name')))
    const { token } = await link({ password: 'open sesame' })
    const submission = { id: uuidV7(), answers: {}, trap: '' }
    expect(await refusalOf(send(token, submission))).toBe('share_locked')
    expect(await refusalOf(send(token, submission, 'wrong'))).toBe('share_locked')
    const { pass } = await h.rpc<{ pass: string }>(null, 'unlock_share', { token, password: 'open sesame' })
    expect(await send(token, submission, pass)).toHaveProperty('receipt')
  })
})

describe('a submission', () => {
  test('makes a record of its maker’s, with the form’s own values, and is thanked for', async () => {
    await asks({
      ...(sections(
        ask('Name', { isRequired: true }),
        ask('Size'),
        ask('Level'),
        ask('Source', { isHidden: true, value: 'web' }),
        ask('Helper', { value: world.viewer.id }),
      ) as object),
      thanks: 'Thank you',
      redirect: 'https://example.com/done',
      allowsAnother: true,
    })
    const { token } = await link()
    const answer = await sendAnswers(token, { Name: 'Anna', Size: 3, Level: 'high' })
    expect(answer).toEqual({
      receipt: { thanks: 'Thank you', redirect: 'https://example.com/done', allowsAnother: true },
    })
    expect(await last()).toEqual({
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
    await sendAnswers(token, { Name: 'Bert', Source: 'mail' })
    expect(await last()).toMatchObject({ name: 'Bert', source: 'mail' })
    // Whoever is signed in sends it as everybody.
    await send(
      token,
      { id: uuidV7(), answers: await marked(token, { Name: 'Carl' }), trap: '' },
      null,
      world.viewer,
    )
    expect(await last()).toMatchObject({ name: 'Carl', created_by: world.creator.id })
  })

  test('is made once, sent at once or again', async () => {
    await asks(sections(ask('Name')))
    const { token } = await link()
    const before = await count()
    const submission = { id: uuidV7(), answers: await marked(token, { Name: 'Once' }), trap: '' }
    const both = await Promise.all([send(token, submission), send(token, submission)])
    expect(both.every(({ receipt }) => receipt !== undefined)).toBe(true)
    expect(await send(token, submission)).toHaveProperty('receipt')
    expect(await count()).toBe(before + 1)
    // The same id is another submission on another link.
    const other = await link()
    await send(other.token, { ...submission, answers: {} })
    expect(await count()).toBe(before + 2)
  })

  test('that fills in the trap is answered as any other, and makes nothing', async () => {
    await asks({ ...(sections(ask('Name', { isRequired: true })) as object), thanks: 'Thank you' })
    const { token } = await link()
    const before = await count()
    const answers = await marked(token, { Name: 'Bot' })
    const trapped = await send(token, { id: uuidV7(), answers, trap: 'https://spam.example' })
    expect(await count()).toBe(before)
    expect(await send(token, { id: uuidV7(), answers, trap: '' })).toEqual(trapped)
    expect(await send(token, { id: uuidV7(), answers })).toEqual(trapped)
  })

  test('answers the form’s questions and nothing else', async () => {
    await asks(sections(ask('Name'), ask('Helper'), ask('Firm'), ask('Files')))
    const { token } = await link()
    const before = await count()
    const refused = { error: { code: 'invalid_input', details: { rule: 'answers' } } }
    const mark = (await questions(token)).get('Name')!.field
    const other = await link({ showsPeople: true })
    const foreign = (await questions(other.token)).get('Name')!.field
    for (const key of [field('Name'), field('Inner'), uuidV7(), 'name', foreign, 'id', 'created_by'])
      expect([key, await send(token, { id: uuidV7(), answers: { [key]: 'x' }, trap: '' })]).toEqual([
        key,
        refused,
      ])
    // One that this link does not ask for, by the key with which it would be asked for.
    const hidden = await h.db.admin<{ mark: string }[]>`
      select plinth_private.page_mark(l, ${field('Helper')}, true) as mark from plinth_private.share_link as l
      where l.token_hash = sha256(convert_to(${token}, 'UTF8'))`
    expect(
      await send(token, { id: uuidV7(), answers: { [hidden[0]!.mark]: world.viewer.id }, trap: '' }),
    ).toEqual(refused)
    expect(
      await send(token, { id: uuidV7(), answers: { [mark]: 'a', [mark.toUpperCase()]: 'b' }, trap: '' }),
    ).toEqual(refused)
    expect(await count()).toBe(before)
  })

  test('that is none is refused, and so is one that is too large', async () => {
    const { token } = await link()
    const before = await count()
    for (const wrong of [
      null,
      [],
      {},
      { id: uuidV7() },
      { id: 'x', answers: {} },
      { id: uuidV7(), answers: [] },
      { id: uuidV7(), answers: {}, other: 1 },
    ] as Json[])
      expect(await refusalOf(send(token, wrong))).toBe('invalid_input')
    expect(
      await refusalOf(send(token, { id: uuidV7(), answers: {}, trap: 'x'.repeat(limits.submissionBytes) })),
    ).toBe('limit_exceeded')
    expect(await count()).toBe(before)
  })

  test('is told which answer was refused, by its mark, and in the maker’s words', async () => {
    await asks(
      sections(
        ask('Name', { isRequired: true }),
        ask('Size'),
        ask('Code', { isRequired: true }),
        ask('Source', { isHidden: true }),
        ask('Inner', { isHidden: true }),
      ),
    )
    const { token } = await link()
    const asked = await questions(token)
    const mark = (name: string) => asked.get(name)!.field
    const error = async (answers: Record<string, Json>) => (await sendAnswers(token, answers)).error
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
    await asks(sections(ask('Source')))
    const other = await link()
    expect((await sendAnswers(other.token, { Source: 'ABC' })).error).toEqual({
      code: 'pattern_mismatch',
      details: { field: (await questions(other.token)).get('Source')!.field },
      hint: 'Small letters, please',
    })
  })

  test('chooses people and records that it was told, by their marks', async () => {
    await asks(sections(ask('Name'), ask('Helper'), ask('Firm')))
    const { token } = await link({ showsPeople: true, showsLinked: true })
    const asked = await questions(token)
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
    expect(await refusalOf(choices('Firm', 'x'.repeat(limits.searchLength + 1)))).toBe('invalid_input')
    const people = await choices('Helper', '')
    const everybody = await h.db.admin<{ name: string }[]>`select name from plinth.profile`
    expect(people.length).toBeGreaterThan(2)
    expect(people.length).toBeLessThan(everybody.length)
    expect(JSON.stringify(people)).not.toContain(world.viewer.id)
    expect(JSON.stringify(people)).not.toContain('@')
    const acme = (await choices('Firm', 'acme'))[0]!.id
    await sendAnswers(token, { Name: 'Anna', Helper: people[0]!.id, Firm: { link: [acme] } })
    const made = await last()
    expect(made).toMatchObject({ name: 'Anna', firm: 1 })
    expect(made!['helper']).toEqual(expect.any(String))
    // Ids are marks of nothing.
    const [record] = await h.db.admin.unsafe(`select id from data.${firms.relation} limit 1`)
    const before = await count()
    for (const answers of [
      { Helper: world.viewer.id },
      { Firm: { link: [record!['id'] as string] } },
      { Firm: { unlink: [acme] } },
      { Firm: { link: 'x' } },
    ] as Record<string, Json>[])
      expect(await sendAnswers(token, answers)).toHaveProperty('error')
    expect(await count()).toBe(before)
  })

  test('is bound by the link’s budget, and told when there is room again', async () => {
    await asks(sections(ask('Name'), ask('Size')))
    const { token, link: made } = await link({ perHour: 3 })
    const before = await count()
    await sendAnswers(token, { Name: '1' })
    // What is refused for what was sent counts too, what fills in the trap does not.
    await sendAnswers(token, { Size: 'x' })
    await sendAnswers(token, {}, { trap: 'x' })
    const again = { id: uuidV7(), answers: {}, trap: '' }
    await send(token, again)
    const refusal = await sendAnswers(token, { Name: '4' }).catch((error: Refusal) => error)
    expect(refusal).toMatchObject({ code: 'form_busy', state: 'PT429' })
    const { seconds } = JSON.parse((refusal as Refusal).details) as { seconds: number }
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect(await count()).toBe(before + 2)
    // What was taken is still answered.
    expect(await send(token, again)).toHaveProperty('receipt')
    await h.db
      .admin`update plinth_private.share_budget set hour = hour - interval '1 hour' where link_id = ${made.id}`
    await sendAnswers(token, { Name: '5' })
    expect(await count()).toBe(before + 3)
    // Another link has its own.
    const other = await link({ perHour: 1 })
    expect(await sendAnswers(other.token, {})).toHaveProperty('receipt')
    expect(await refusalOf(sendAnswers(other.token, {}))).toBe('form_busy')
  })

  test('asks the project’s captcha where the form does', async () => {
    await asks(sections(ask('Name')))
    await h.db
      .admin`insert into plinth_private.captcha (provider, site_key) values ('turnstile', 'public-key')`
    const { token } = await link({ asksCaptcha: true })
    expect((await page(token)).form.captcha).toEqual({ provider: 'turnstile', siteKey: 'public-key' })
    expect((await page((await link()).token)).form.captcha).toBeNull()
    const failed = { error: { code: 'captcha_failed' } }
    const before = await count()
    // Nobody verifies anything until the owner says how.
    expect(await sendAnswers(token, {}, { captcha: 'right' })).toEqual(failed)
    await h.db.admin`create or replace function plinth_private.verify_captcha(p_token text) returns boolean
      language sql volatile security definer set search_path = '' as $$ select nullif(p_token, 'wrong') = 'right' $$`
    for (const captcha of [{}, { captcha: '' }, { captcha: 'wrong' }] as Record<string, Json>[])
      expect(await sendAnswers(token, {}, captcha)).toEqual(failed)
    expect(await count()).toBe(before)
    expect(await sendAnswers(token, {}, { captcha: 'right' })).toHaveProperty('receipt')
    await h.db.admin`delete from plinth_private.captcha where is_one`
    expect(await sendAnswers(token, {}, { captcha: 'right' })).toEqual(failed)
    expect(await count()).toBe(before + 1)
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
    await asks(sections(ask('Name')))
    return link()
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
    const before = await count()
    const held = Array.from({ length: limits.submissionsAtOnce }, () => hold(token, one()))
    for (const { sent } of held) expect(await sent).toHaveProperty('receipt')
    const late = await send(token, one()).catch((error: Refusal) => error)
    expect(late).toMatchObject({ code: 'form_busy', details: '{"seconds": 1}' })
    // Of another link, and of people who are signed in, nothing is kept.
    expect(await send((await link()).token, one())).toHaveProperty('receipt')
    const mutation = { id: uuidV7(), kind: 'insert', table: table.id, record: uuidV7(), values: {} }
    const batch = { mutations: [mutation], atomic: false }
    expect(await h.rpc(world.editor, 'apply_mutations', { batch })).toMatchObject([{ status: 'ok' }])
    for (const { end } of held) await end()
    expect(await send(token, one())).toHaveProperty('receipt')
    expect(await count()).toBe(before + limits.submissionsAtOnce + 3)
  })

  test('one that is sent twice is made once, by the one that is not undone', async () => {
    const { token } = await simple()
    const before = await count()
    const submission = one()
    const first = hold(token, submission)
    await first.sent
    const second = send(token, submission)
    await isWaited('submit_shared_form')
    await first.end(true)
    expect(await second).toHaveProperty('receipt')
    expect(await count()).toBe(before + 1)
  })

  test('a link that is taken back while one is sent has taken that one, and no other', async () => {
    const { token, link: made } = await simple()
    const before = await count()
    const first = hold(token, one())
    await first.sent
    const revoked = h.rpc(world.creator, 'revoke_share_link', { link: made.id })
    await isWaited('revoke_share_link')
    await first.end()
    await revoked
    expect(await refusalOf(send(token, one()))).toBe('share_invalid')
    expect(await count()).toBe(before + 1)
  })

  test('one that comes while its link is taken back is refused', async () => {
    const { token, link: made } = await simple()
    const before = await count()
    const [taken, ending] = [gate(), gate()]
    const revoking = h.as(world.creator, async (tx) => {
      await h.rpcIn(tx, 'revoke_share_link', { link: made.id })
      taken.open()
      await ending.passed
    })
    await taken.passed
    const late = refusalOf(send(token, one()))
    await isWaited('submit_shared_form')
    ending.open()
    await revoking
    expect(await late).toBe('share_invalid')
    expect(await count()).toBe(before)
  })
})

describe('a maker whose rights shrink', () => {
  test('leaves no link behind', async () => {
    await asks(sections(ask('Name')))
    const { token } = await link()
    const before = await count()
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role: 'editor' })
    expect(await refusalOf(page(token))).toBe('share_invalid')
    expect(await refusalOf(send(token, { id: uuidV7(), answers: {}, trap: '' }))).toBe('share_invalid')
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role: 'creator' })
    expect(await refusalOf(page(token))).toBe('share_invalid')
    expect(await count()).toBe(before)
  })
})
