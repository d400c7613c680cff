/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Forms for everybody who has their link: who makes the links, and what they tell. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sections } from './form-lab.ts'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type World,
} from './harness.ts'
import { toldTo } from './refusals.ts'
import type { LinkAnswer } from './share-lab.ts'
import { type SharedFormLab, sharedFormLab } from './shared-form-lab.ts'

let h: Harness
let world: World
let lab: SharedFormLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await sharedFormLab(h, world)
})
afterAll(() => h.db.stop())

describe('the page of a form', () => {
  test('tells its words and its questions, and no name, id or field beside them', async () => {
    await lab.asks({
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
            lab.ask('Name', { label: 'Your name', help: 'All of it', isRequired: true }),
            lab.ask('Level', { value: 'low' }),
          ],
        },
        {
          id: 'b',
          when: {
            call: '=',
            args: [{ field: lab.field('Level') }, { option: 'high', field: lab.field('Level') }],
          },
          questions: [
            lab.ask('Size', { value: 'no number' }),
            lab.ask('Source', { isHidden: true, value: 'not told' }),
            lab.ask('Code', { when: { call: 'is_filled', args: [{ field: lab.field('Size') }] } }),
            lab.ask('Helper'),
            lab.ask('Firm'),
          ],
        },
        { id: 'c', when: null, questions: [lab.ask('Inner')] },
      ],
    })
    const { token, link: made } = await lab.link()
    expect(made).toMatchObject({
      kind: 'form',
      view: lab.view,
      record: null,
      fields: [],
      state: 'open',
      perHour: null,
    })
    const told = await lab.page(token)
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
    for (const { id } of lab.table.fields) expect(text).not.toContain(id)
    for (const secret of [
      lab.table.id,
      lab.view,
      world.base,
      'Top secret',
      'Inner',
      'not told',
      'Thanks',
      lab.table.relation,
    ])
      expect(text).not.toContain(secret)
    const [other] = [await lab.link()]
    expect((await lab.page(other.token)).form.sections[0]!.questions[0]!.field).not.toBe(name!.field)
  })

  test('asks for people and linked records where the link tells of them', async () => {
    await lab.asks(sections(lab.ask('Name'), lab.ask('Helper'), lab.ask('Firm')))
    const labels = async (settings: Record<string, Json>) => [
      ...(await lab.questions((await lab.link(settings)).token)).keys(),
    ]
    expect(await labels({})).toEqual(['Name'])
    expect(await labels({ showsPeople: true })).toEqual(['Name', 'Helper'])
    expect(await labels({ showsLinked: true })).toEqual(['Name', 'Firm'])
    // Of records without a name of their own it is not.
    const numbers = await h.rpc<{ id: string }>(world.creator, 'create_table', {
      base: world.base,
      definition: { id: uuidV7(), name: 'Numbers', fields: [fieldOf('Count', 'integer')] },
    })
    const number = fieldOf('Number', 'link', { target: numbers.id })
    await h.rpc(world.creator, 'create_field', { table: lab.table.id, definition: number })
    await lab.asks(sections(lab.ask('Name'), lab.ask('Firm'), { field: number.id }))
    expect(await labels({ showsLinked: true })).toEqual(['Name', 'Firm'])
    // How many it takes is told of a link, and not of which table they are.
    const { token } = await lab.link({ showsLinked: true })
    expect((await lab.questions(token)).get('Firm')!.options).toEqual({})
    expect(JSON.stringify(await lab.page(token))).not.toContain(lab.firms.id)
  })

  test('tells the value of a hidden question that a condition looks at', async () => {
    await lab.asks(
      sections(
        lab.ask('Source', { isHidden: true, value: 'web' }),
        lab.ask('Name', { when: { call: '=', args: [{ field: lab.field('Source') }, { text: 'web' }] } }),
      ),
    )
    expect((await lab.questions((await lab.link()).token)).get('Source')).toMatchObject({ value: 'web' })
  })

  test('is one that no call for views opens', async () => {
    const { token } = await lab.link()
    expect(await refusalOf(h.rpc(null, 'shared_rows', { token, pass: null, after: null, take: 5 }))).toBe(
      'share_invalid',
    )
    expect(
      await refusalOf(
        h.rpc(world.creator, 'create_share_link', {
          table: lab.table.id,
          target: { view: lab.view },
          settings: { name: 'As a view', fields: [lab.field('Name')] },
        }),
      ),
    ).toBe('not_found')
  })

  test('is none of a link to a view', async () => {
    const view = uuidV7()
    const definition = { name: 'All', isShared: true, config: {} }
    await h.rpc(world.creator, 'create_view', { table: lab.table.id, view, definition })
    const { token } = await h.rpc<LinkAnswer>(world.creator, 'create_share_link', {
      table: lab.table.id,
      target: { view },
      settings: { name: 'A view', fields: [lab.field('Name')] },
    })
    const choices = { token, pass: null, field: uuidV7(), search: '', take: 5 }
    expect(await refusalOf(h.rpc(null, 'shared_choices', choices))).toBe('share_invalid')
    expect(await refusalOf(lab.send(token, { id: uuidV7(), answers: {}, trap: '' }))).toBe('share_invalid')
    const file = { field: uuidV7(), name: 'a.txt', type: 'text/plain', size: 1 }
    const upload = { token, pass: null, file }
    expect(await refusalOf(h.rpc(null, 'begin_shared_upload', upload))).toBe('share_invalid')
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
        table: lab.table.id,
        view: id,
        definition: { name: kind!, kind: kind!, isShared: true, config: {} },
      })
    for (const form of [grid, open, uuidV7()])
      expect(await refusalOf(lab.link({}, world.creator, form))).toBe('not_found')
    const told = async (settings: Record<string, Json>) =>
      toldTo(h, world.creator, 'create_share_link', {
        table: lab.table.id,
        target: { form: lab.view },
        settings: { name: 'x', ...settings },
      })
    for (const [settings, rule] of [
      [{ fields: [lab.field('Name')] }, 'fields'],
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
    const made = await lab.link({ perHour: limits.submissionsPerHour })
    expect(made.link).toMatchObject({ perHour: limits.submissionsPerHour, asksCaptcha: false })
    const changed = await h.rpc<LinkAnswer['link']>(world.creator, 'update_share_link', {
      link: made.link.id,
      changes: { perHour: 7, name: 'Other' },
    })
    expect(changed).toMatchObject({ perHour: 7, name: 'Other' })
    expect(await refusalOf(lab.link({}, world.editor))).toBe('forbidden')
    expect(await refusalOf(lab.link({}, world.outsider))).toBe('not_found')
    const views = await h.rpc<LinkAnswer>(world.creator, 'create_share_link', {
      table: lab.table.id,
      target: { view: grid },
      settings: { name: 'x', fields: [lab.field('Name')] },
    })
    expect(
      await toldTo(h, world.creator, 'update_share_link', { link: views.link.id, changes: { perHour: 5 } }),
    ).toEqual(['invalid_input', 'settings'])
  })

  test('may ask for a captcha where the project has one, which those are told who may share', async () => {
    const features = (who: Person | null) => h.rpc(who, 'share_features', { base: world.base })
    expect(await features(world.creator)).toEqual({ captcha: null })
    await h.db.admin`insert into plinth_private.captcha (provider, site_key) values ('hcaptcha', 'k')`
    expect(await features(world.creator)).toEqual({ captcha: 'hcaptcha' })
    const refusals = [world.editor, world.viewer, world.outsider].map((who) => refusalOf(features(who)))
    expect(await Promise.all(refusals)).toEqual(['forbidden', 'forbidden', 'not_found'])
    expect(await refusalOf(features(null))).toMatch(/permission denied/)
    await lab.asks(sections(lab.ask('Name')))
    const made = await lab.link({ asksCaptcha: true })
    expect(made.link).toMatchObject({ asksCaptcha: true })
    await h.db.admin`delete from plinth_private.captcha where is_one`
    const change = (changes: Json) =>
      h.rpc<LinkAnswer['link']>(world.creator, 'update_share_link', { link: made.link.id, changes })
    // It goes on asking until somebody takes that from it: nothing comes in that nobody has looked at.
    expect(await change({ name: 'Other' })).toMatchObject({ asksCaptcha: true })
    expect(await change({ asksCaptcha: false })).toMatchObject({ asksCaptcha: false })
  })

  test('stops while its form is gone or says nothing, and is none once it ended or was taken back', async () => {
    await lab.asks(sections(lab.ask('Name')))
    const { token, link: made } = await lab.link()
    const submission = { id: uuidV7(), answers: {}, trap: '' }
    const refused = async () => [
      await refusalOf(lab.page(token)),
      await refusalOf(lab.send(token, submission)),
    ]
    const state = async () =>
      (await h.rpc<LinkAnswer['link'][]>(world.creator, 'share_links', { base: world.base })).find(
        ({ id }) => id === made.id,
      )?.state
    await lab.asks({})
    expect([await state(), ...(await refused())]).toEqual(['stopped', 'share_invalid', 'share_invalid'])
    await lab.asks(sections(lab.ask('Name')))
    await h.rpc(world.creator, 'delete_view', { view: lab.view })
    expect([await state(), ...(await refused())]).toEqual(['stopped', 'share_invalid', 'share_invalid'])
    await h.rpc(world.creator, 'restore_view', { view: lab.view })
    expect(await lab.page(token)).toHaveProperty('form')
    const share = (isShared: boolean) =>
      h.rpc(world.owner, 'update_view', { view: lab.view, changes: { isShared } })
    // Somebody else's own form is none that its maker shares.
    await share(false)
    expect([await state(), ...(await refused())]).toEqual(['stopped', 'share_invalid', 'share_invalid'])
    await share(true)
    expect(await lab.page(token)).toHaveProperty('form')
    await h.db
      .admin`update plinth_private.share_link set expires_at = now() - interval '1 second' where id = ${made.id}`
    expect([await state(), ...(await refused())]).toEqual(['expired', 'share_invalid', 'share_invalid'])
    const other = await lab.link()
    await h.rpc(world.creator, 'revoke_share_link', { link: other.link.id })
    expect(await refusalOf(lab.send(other.token, submission))).toBe('share_invalid')
    expect(await refusalOf(lab.send(`${other.token}x`, submission))).toBe('share_invalid')
  })

  test('asks for its password, and takes its pass', async () => {
    await lab.asks(sections(lab.ask('Name')))
    const { token } = await lab.link({ password: 'open sesame' })
    const submission = { id: uuidV7(), answers: {}, trap: '' }
    expect(await refusalOf(lab.send(token, submission))).toBe('share_locked')
    expect(await refusalOf(lab.send(token, submission, 'wrong'))).toBe('share_locked')
    const { pass } = await h.rpc<{ pass: string }>(null, 'unlock_share', { token, password: 'open sesame' })
    expect(await lab.send(token, submission, pass)).toHaveProperty('receipt')
  })
})

describe('a maker whose rights shrink', () => {
  test('leaves no link behind', async () => {
    await lab.asks(sections(lab.ask('Name')))
    const { token } = await lab.link()
    const before = await lab.count()
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role: 'editor' })
    expect(await refusalOf(lab.page(token))).toBe('share_invalid')
    expect(await refusalOf(lab.send(token, { id: uuidV7(), answers: {}, trap: '' }))).toBe('share_invalid')
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role: 'creator' })
    expect(await refusalOf(lab.page(token))).toBe('share_invalid')
    expect(await lab.count()).toBe(before)
  })
})
