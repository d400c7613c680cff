/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** People and records that a form gives by itself: written for members and by links, told to nobody outside, passed over where they are gone. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sections } from './form-lab.ts'
import { type Harness, type Json, type Person, refusalOf, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'
import { toldTo } from './refusals.ts'
import type { LinkAnswer } from './share-lab.ts'
import type { Answer, Page } from './shared-form-lab.ts'

let h: Harness
let world: World
let lab: LinkLab
let helper: string
let ada: string
let ben: string
const view = uuidV7() as string

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  await lab.link(lab.films, lab.people, 'Lead', { single: true })
  helper = uuidV7()
  await h.rpc(world.creator, 'create_field', {
    table: lab.films.id,
    definition: { id: helper, name: 'Helper', type: 'person', options: {} },
  })
  await h.rpc(world.creator, 'create_view', {
    table: lab.films.id,
    view,
    definition: { name: 'Ask', kind: 'form', isShared: true, config: {} },
  })
}, 60_000)
afterAll(() => h.db.stop())
beforeEach(async () => {
  ada = await lab.make(lab.people, 'Ada')
  ben = await lab.make(lab.people, 'Ben')
})

const title = () => lab.films.fields[0]!.id
const cast = () => lab.field('Cast')
const ask = (field: string, more: object = {}): Json => ({ field, ...more })
const asks = (...questions: Json[]) =>
  h.rpc(world.creator, 'update_view', {
    view,
    changes: { config: { settings: { form: sections(...questions) } } },
  })
const submission = (answers: Record<string, Json>) => ({ view, submission: { id: uuidV7(), answers } })
const send = async (answers: Record<string, Json> = {}, who: Person = world.editor) =>
  (await h.rpc<{ record: string }>(who, 'submit_form', submission(answers))).record
const told = (answers: Record<string, Json> = {}, who: Person = world.editor) =>
  toldTo(h, who, 'submit_form', submission(answers))
const linked = async (record: string, field = cast()) =>
  (await lab.cell(world.creator, lab.films, record, field))?.items.map(([, label]) => label) ?? []
const person = async (record: string) => {
  const [row] = await h.db.admin.unsafe(
    `select helper from data.${lab.films.relation} where id = '${record}'`,
  )
  return row!['helper']
}
const remove = (record: string) => lab.apply(world.creator, [lab.remove(lab.people, record)])
const both = () => ({ link: [ada, ben] })

describe('a member', () => {
  test('gives what the form gives, or something else, or nothing', async () => {
    await asks(ask(title()), ask(cast(), { value: both() }), ask(helper, { value: world.viewer.id }))
    const without = await send({ [title()]: 'Alien' })
    expect([await linked(without), await person(without)]).toEqual([['Ada', 'Ben'], world.viewer.id])
    const cyd = await lab.make(lab.people, 'Cyd')
    const other = await send({ [cast()]: { link: [cyd] }, [helper]: world.owner.id })
    expect([await linked(other), await person(other)]).toEqual([['Cyd'], world.owner.id])
    const none = await send({ [cast()]: null, [helper]: null })
    expect([await linked(none), await person(none)]).toEqual([[], null])
  })

  test('is not stopped by a record that is gone, whether the form or the page still has it', async () => {
    await asks(ask(title()), ask(cast(), { value: both() }))
    await remove(ada)
    expect(await linked(await send())).toEqual(['Ben'])
    expect(await linked(await send({ [cast()]: both() }))).toEqual(['Ben'])
    const cyd = await lab.make(lab.people, 'Cyd')
    expect(await linked(await send({ [cast()]: { link: [ada, cyd] } }))).toEqual(['Cyd'])
    await remove(ben)
    expect(await linked(await send())).toEqual([])
    // What is not the form's own is an answer as any other.
    await remove(cyd)
    expect((await told({ [cast()]: { link: [cyd] } }))[0]).toBe('value_invalid')
    await asks(ask(title()), ask(cast(), { value: both(), isRequired: true }))
    expect((await told())[0]).toBe('value_required')
  })

  test('is not stopped by somebody who has left the base', async () => {
    const leaver = await h.person('leaver')
    await h.rpc(leaver, 'my_session')
    const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
      workspace: world.workspace,
      role: 'member',
      base: world.base,
      base_role: 'editor',
      email: null,
    })
    await h.rpc(leaver, 'accept_invitation', { token })
    await asks(ask(title()), ask(helper, { value: leaver.id }))
    expect(await person(await send())).toBe(leaver.id)
    await h.rpc(leaver, 'leave_workspace', { workspace: world.workspace })
    expect(await person(await send())).toBeNull()
    expect(await person(await send({ [helper]: leaver.id }))).toBeNull()
    await asks(ask(title()), ask(helper))
    expect((await told({ [helper]: leaver.id }))[0]).toBe('value_invalid')
    // Somebody who never was in it is nobody to give.
    await asks(ask(title()), ask(helper, { value: world.outsider.id }))
    expect(await person(await send())).toBeNull()
  })

  test('links no record that they do not read, that the field does not take, or that is locked', async () => {
    await asks(ask(title()), ask(cast(), { value: both() }))
    const grant = (table: string, action: string, scope: string, rule: Json = null) =>
      h.rpc(world.creator, 'set_grant', { role: world.role, table, action, scope, rule })
    for (const action of ['read', 'create']) await grant(lab.films.id, action, 'all')
    expect(await linked(await send({}, world.holder))).toEqual([])
    const isBen = { call: '=', args: [{ field: lab.people.fields[0]!.id }, { text: 'Ben' }] }
    await grant(lab.people.id, 'read', 'rules', isBen)
    expect(await linked(await send({}, world.holder))).toEqual(['Ben'])
    const lock = uuidV7()
    await h.rpc(world.creator, 'save_record_lock', {
      table: lab.people.id,
      lock,
      definition: { name: 'Kept', rule: isBen, creators: false, roles: [] },
    })
    expect(await linked(await send())).toEqual(['Ada'])
    await h.rpc(world.creator, 'delete_record_lock', { lock })
    const options = (field: string, changes: object) =>
      h.rpc(world.creator, 'update_field', { field: lab.field(field), changes: { options: changes } })
    await options('Films', { limit: 2 })
    const cyd = await lab.make(lab.people, 'Cyd')
    await asks(ask(title()), ask(cast(), { value: { link: [cyd] } }))
    const places = [await send(), await send(), await send()]
    expect(await Promise.all(places.map((record) => linked(record)))).toEqual([['Cyd'], ['Cyd'], []])
    await options('Films', {})
    await options('Cast', { limit: 2 })
    const many = { link: [cyd, ada, ben] }
    await asks(ask(title()), ask(cast(), { value: many }), ask(lab.field('Lead'), { value: many }))
    const few = await send()
    expect([(await linked(few)).toSorted(), await linked(few, lab.field('Lead'))]).toEqual([
      ['Ada', 'Cyd'],
      ['Cyd'],
    ])
    await asks(ask(title()), ask(cast(), { value: both() }))
    await options('Cast', { accepts: isBen })
    expect(await linked(await send())).toEqual(['Ben'])
    await options('Cast', { accepts: null })
  })
})

describe('a link', () => {
  const link = async (settings: Record<string, Json> = {}) =>
    (
      await h.rpc<LinkAnswer>(world.creator, 'create_share_link', {
        table: lab.films.id,
        target: { form: view },
        settings: { name: 'Ask us', ...settings },
      })
    ).token
  const page = (token: string) => h.rpc<Page>(null, 'shared_page', { token, pass: null })
  const questions = async (token: string) =>
    new Map(
      (await page(token)).form.sections
        .flatMap((section) => section.questions)
        .map((question) => [question.label, question]),
    )
  const sendBy = (token: string, answers: Record<string, Json> = {}) =>
    h.rpc<Answer>(null, 'submit_shared_form', {
      token,
      pass: null,
      submission: { id: uuidV7(), answers, trap: '' },
    })
  const newest = async () => {
    const [row] = await h.db.admin.unsafe(
      `select id from data.${lab.films.relation} order by id desc limit 1`,
    )
    return row!['id'] as string
  }

  test('writes them and tells nobody', async () => {
    await asks(ask(title()), ask(cast(), { value: both() }), ask(helper, { value: world.viewer.id }))
    const token = await link()
    const [member] = await h.db.admin<
      { name: string }[]
    >`select name from plinth.profile where id = ${world.viewer.id}`
    for (const one of [token, await link({ showsPeople: true, showsLinked: true })]) {
      const said = JSON.stringify(await page(one))
      for (const secret of [ada, ben, world.viewer.id, 'Ada', 'Ben', `"${member!.name}"`])
        expect([secret, said.includes(secret)]).toEqual([secret, false])
      expect(await sendBy(one)).toHaveProperty('receipt')
      const record = await newest()
      expect([await linked(record), await person(record)]).toEqual([['Ada', 'Ben'], world.viewer.id])
    }
    expect([...(await questions(token)).keys()]).toEqual(['Title'])
  })

  test('needs no answer where there is one of the form’s own, and needs one once that is gone', async () => {
    await asks(ask(title()), ask(cast(), { value: both(), isRequired: true }))
    const token = await link({ showsLinked: true })
    const asked = async () => (await questions(token)).get('Cast')!
    expect(await asked()).toMatchObject({ isRequired: false })
    expect(await asked()).not.toHaveProperty('value')
    expect(await sendBy(token)).toHaveProperty('receipt')
    const { field } = await asked()
    const [choice] = await h.rpc<{ id: string; label: string }[]>(null, 'shared_choices', {
      token,
      pass: null,
      field,
      search: 'Ben',
      take: 1,
    })
    expect(await sendBy(token, { [field]: { link: [choice!.id] } })).toHaveProperty('receipt')
    expect(await linked(await newest())).toEqual(['Ben'])
    await remove(ada)
    expect(await sendBy(token)).toHaveProperty('receipt')
    expect(await linked(await newest())).toEqual(['Ben'])
    await remove(ben)
    expect(await asked()).toMatchObject({ isRequired: true })
    expect((await sendBy(token)).error?.code).toBe('value_required')
  })

  test('goes on when its person leaves, whether a page still has the mark or not', async () => {
    const leaver = await h.person('helper')
    await h.rpc(leaver, 'my_session')
    const { token: invitation } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
      workspace: world.workspace,
      role: 'member',
      base: world.base,
      base_role: 'viewer',
      email: null,
    })
    await h.rpc(leaver, 'accept_invitation', { token: invitation })
    await asks(ask(title()), ask(helper, { value: leaver.id }))
    const token = await link({ showsPeople: true })
    const { field, value } = (await questions(token)).get('Helper')!
    expect(await sendBy(token, { [field]: value! })).toHaveProperty('receipt')
    expect(await person(await newest())).toBe(leaver.id)
    await h.rpc(leaver, 'leave_workspace', { workspace: world.workspace })
    expect((await questions(token)).get('Helper')).not.toHaveProperty('value')
    for (const answers of [{}, { [field]: value! }] as Record<string, Json>[]) {
      expect(await sendBy(token, answers)).toHaveProperty('receipt')
      expect(await person(await newest())).toBeNull()
    }
  })

  test('gives what its maker may, and nothing of a table that they do not read any more', async () => {
    await asks(ask(title()), ask(cast(), { value: both() }))
    const token = await link()
    await h.rpc(world.creator, 'delete_table', { table: lab.people.id })
    expect(await sendBy(token)).toHaveProperty('receipt')
    expect(await refusalOf(h.rpc(null, 'submit_form', submission({})))).toMatch(/permission denied/)
  })
})
