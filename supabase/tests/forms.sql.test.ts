/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Sending a form as a member: which answers count, what is refused, and whose rights hold. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormLab, formLab, sections } from './form-lab.ts'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type World,
} from './harness.ts'
import { rolesOf } from './hidden-lab.ts'
import { type Args, toldTo } from './refusals.ts'

let h: Harness
let world: World
let lab: FormLab
let view: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const options = ['low', 'high'].map((id) => ({ id, label: `Level ${id}`, hue: 'blue' }))
  lab = await formLab(h, world, [
    fieldOf('Name', 'text'),
    fieldOf('Size', 'integer'),
    fieldOf('Level', 'single_select', { options }),
    fieldOf('Due', 'date'),
    fieldOf('Agreed', 'checkbox'),
    fieldOf('Source', 'text'),
    fieldOf('Number', 'autonumber'),
    fieldOf('Files', 'attachment'),
  ])
  view = lab.view
})
afterAll(() => h.db.stop())

const field = (name: string) => lab.field(name)
const ask = (name: string, more?: object) => lab.ask(name, more)
const is = (name: string, value: Json): Json => ({ call: '=', args: [{ field: field(name) }, value] })
async function makeForm(who: Person, isShared: boolean, form: Json, name = `Form ${uuidV7()}`) {
  const id = uuidV7() as string
  const definition = { name, kind: 'form', isShared, config: { settings: { form } } }
  await h.rpc(who, 'create_view', { table: lab.table.id, view: id, definition })
  return id
}
const asks = (form: Json) => lab.asks(form)
const named = (answers: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(answers).map(([name, value]) => [field(name), value]))
const submission = (answers: Record<string, Json>, id = uuidV7() as string): Args => ({
  view,
  submission: { id, answers: named(answers) },
})
const send = (answers: Record<string, Json>, who: Person = world.editor, id?: string) =>
  h.rpc<{ record: string }>(who, 'submit_form', submission(answers, id))
const told = (answers: Record<string, Json>, who: Person = world.editor) =>
  toldTo(h, who, 'submit_form', submission(answers))
async function stored(record: string) {
  const [row] = await h.db.admin.unsafe(
    `select name, size, level, due::text, agreed, source, created_by from data.${lab.table.relation} where id = '${record}'`,
  )
  return row
}
const count = async () =>
  Number((await h.db.admin.unsafe(`select count(*) as n from data.${lab.table.relation}`))[0]!['n'])

describe('a form', () => {
  test('makes a record of its answers, as who sends it', async () => {
    await asks({})
    const { record } = await send({ Name: 'Anna', Size: 3, Level: 'low', Due: '2026-05-01', Agreed: true })
    expect(await stored(record)).toEqual({
      name: 'Anna',
      size: '3',
      level: 'low',
      due: '2026-05-01',
      agreed: true,
      source: null,
      created_by: world.editor.id,
    })
  })

  test('makes one record of one submission, sent at once or again, whatever came in between', async () => {
    const id = uuidV7()
    const before = await count()
    const [one, other] = await Promise.all([
      send({ Name: 'Once' }, world.editor, id),
      send({ Name: 'Once' }, world.editor, id),
    ])
    expect([one, other]).toEqual([{ record: id }, { record: id }])
    await asks(sections(ask('Name'), ask('Source', { isHidden: true, value: 'late' })))
    expect(await send({ Name: 'Once' }, world.editor, id)).toEqual({ record: id })
    expect(await count()).toBe(before + 1)
    // What did not become a record may be sent again.
    const failed = uuidV7()
    await asks(sections(ask('Name', { isRequired: true })))
    expect(await refusalOf(send({}, world.editor, failed))).toBe('value_required')
    expect(await send({ Name: 'Now' }, world.editor, failed)).toEqual({ record: failed })
    // Somebody else's is another one, whose record is there already.
    expect(await refusalOf(send({ Name: 'Once' }, world.creator, id))).toBe('not_unique')
  })

  test('asks for all that can be asked for where it has no sections, and for nothing else where it has', async () => {
    await asks({})
    expect(await told({ Number: 3 })).toEqual(['invalid_input', 'answers'])
    expect(await told({ Files: [] })).toEqual(['value_invalid', undefined])
    await asks(sections(ask('Name')))
    expect(await told({ Name: 'x', Size: 3 })).toEqual(['invalid_input', 'answers'])
    expect(
      await toldTo(h, world.editor, 'submit_form', {
        view,
        submission: { id: uuidV7(), answers: { [uuidV7()]: 'x' } },
      }),
    ).toEqual(['invalid_input', 'answers'])
  })

  test('gives what it says itself where nothing else is given', async () => {
    await asks(sections(ask('Name', { value: 'Nobody' }), ask('Source', { isHidden: true, value: 'web' })))
    expect(await stored((await send({})).record)).toMatchObject({ name: 'Nobody', source: 'web' })
    expect(await stored((await send({ Name: null, Source: 'mail' })).record)).toMatchObject({
      name: null,
      source: 'mail',
    })
    await asks(sections(ask('Name'), ask('Size', { isHidden: true, value: 'no number' })))
    expect(await told({})).toEqual(['value_invalid', undefined])
  })

  test('needs an answer where it says so, and nowhere else', async () => {
    await asks(
      sections(
        ask('Name', { isRequired: true }),
        ask('Size', { isRequired: true }),
        ask('Agreed', { isRequired: true }),
        ask('Due', { isRequired: true, when: is('Level', { option: 'high', field: field('Level') }) }),
        ask('Source', { isRequired: true, isHidden: true }),
        ask('Files', { isRequired: true }),
      ),
    )
    const details = (answers: Record<string, Json>) =>
      send(answers).then(
        () => null,
        (error: { details: string }) => JSON.parse(error.details) as { field: string; fields: string[] },
      )
    expect(await details({})).toEqual({
      table: lab.table.id,
      field: field('Name'),
      fields: [field('Name'), field('Size'), field('Agreed')],
    })
    for (const name of ['', null])
      expect((await details({ Name: name, Size: 0, Agreed: true }))?.fields).toEqual([field('Name')])
    expect((await details({ Name: 'x', Size: 0, Agreed: false }))?.fields).toEqual([field('Agreed')])
    expect(await details({ Name: 'x', Size: 0, Agreed: true })).toBeNull()
  })

  test('asks what its conditions let be asked of the answers before, and drops the rest', async () => {
    const high = is('Level', { option: 'high', field: field('Level') })
    await asks({
      sections: [
        {
          id: 'a',
          questions: [
            // What comes later says nothing here.
            ask('Source', { when: { call: 'is_filled', args: [{ field: field('Name') }] } }),
            ask('Level'),
            ask('Size', { when: high, isRequired: true }),
          ],
        },
        {
          id: 'b',
          when: { call: '>', args: [{ field: field('Size') }, { number: 10 }] },
          questions: [ask('Due', { value: '2026-01-01' }), ask('Agreed')],
        },
        { id: 'c', questions: [ask('Name', { when: null })] },
      ],
    })
    const all = { Source: 's', Size: 11, Due: '2026-02-02', Agreed: true, Name: 'n' }
    const nothing = { name: null, size: null, due: null, agreed: null, source: null }
    expect(await stored((await send({ ...all, Level: 'low' })).record)).toMatchObject(nothing)
    expect(await stored((await send({ ...all, Level: 'high' })).record)).toMatchObject({
      ...nothing,
      size: '11',
      due: '2026-02-02',
      agreed: true,
    })
    expect(await stored((await send({ Level: 'high', Size: 5 })).record)).toMatchObject({
      ...nothing,
      size: '5',
    })
    expect(await told({ Level: 'high' })).toEqual(['value_required', undefined])
    // A value that does not fit is no matter where it is not asked for.
    expect(await stored((await send({ Level: 'low', Size: 'many' })).record)).toMatchObject(nothing)
    expect(await told({ Level: 'high', Size: 'many' })).toEqual(['value_invalid', undefined])
  })

  test('asks no question whose condition does not suit its fields any more', async () => {
    const other = await makeForm(
      world.creator,
      true,
      sections(ask('Due'), ask('Name', { when: is('Due', { empty: true }) })),
    )
    await h.db
      .admin`update plinth.view set config = replace(config::text, '"="', '"nothing"')::jsonb where id = ${other}`
    const { record } = await h.rpc<{ record: string }>(world.editor, 'submit_form', {
      view: other,
      submission: { id: uuidV7(), answers: named({ Name: 'x' }) },
    })
    expect(await stored(record)).toMatchObject({ name: null })
  })

  test('says of a value that does not fit which field it is', async () => {
    await asks({})
    for (const [answers, code] of [
      [{ Size: 'x' }, 'value_invalid'],
      [{ Level: 'other' }, 'option_unknown'],
      [{ Due: '2026-13-01' }, 'date_invalid'],
      [{ Name: 'x'.repeat(limits.textLength + 1) }, 'value_too_long'],
    ] as const)
      await expect(send(answers as Record<string, Json>)).rejects.toMatchObject({
        code,
        details: JSON.stringify({ field: field(Object.keys(answers)[0]!), table: lab.table.id }).replace(
          /([:,])/g,
          '$1 ',
        ),
      })
  })

  test('is refused where it is no submission, or too large', async () => {
    for (const wrong of [
      null,
      [],
      {},
      { id: uuidV7() },
      { id: 'x', answers: {} },
      { id: uuidV7(), answers: [] },
      { id: uuidV7(), answers: {}, trap: '' },
    ] as Json[])
      expect(await toldTo(h, world.editor, 'submit_form', { view, submission: wrong })).toEqual([
        'invalid_input',
        'submission',
      ])
    const answers = { [field('Source')]: 'x'.repeat(limits.submissionBytes) }
    expect(
      await toldTo(h, world.editor, 'submit_form', { view, submission: { id: uuidV7(), answers } }),
    ).toEqual(['limit_exceeded', 'submission'])
  })
})

describe('who sends a form', () => {
  test('is who makes records of the table and has the view', async () => {
    await asks({})
    for (const who of [world.creator, world.owner, world.editor])
      expect(await send({}, who)).toHaveProperty('record')
    expect(await refusalOf(send({}, world.viewer))).toBe('read_only')
    for (const who of [world.outsider, world.member]) expect(await refusalOf(send({}, who))).toBe('not_found')
    expect(await refusalOf(send({}, world.anonymous))).toBe('forbidden')
    const own = await makeForm(world.editor, false, {})
    const through = (who: Person, form: string) =>
      h.rpc<{ record: string }>(who, 'submit_form', {
        view: form,
        submission: { id: uuidV7(), answers: {} },
      })
    expect(await through(world.editor, own)).toHaveProperty('record')
    expect(await refusalOf(through(world.creator, own))).toBe('not_found')
    await h.rpc(world.editor, 'delete_view', { view: own })
    expect(await refusalOf(through(world.editor, own))).toBe('not_found')
    const grid = uuidV7()
    await h.rpc(world.creator, 'create_view', {
      table: lab.table.id,
      view: grid,
      definition: { name: 'Grid', isShared: true, config: {} },
    })
    expect(await refusalOf(through(world.editor, grid))).toBe('not_found')
  })

  test('is bound by rules of their role, and is not asked for what they may not write', async () => {
    await asks(sections(ask('Name'), ask('Size'), ask('Source', { isHidden: true, value: 'from the form' })))
    const role = (await rolesOf(h, world)).get('editor')!
    await h.rpc(world.creator, 'set_field_grant', { role, field: field('Source'), access: 'read' })
    expect(await stored((await send({ Name: 'x' })).record)).toMatchObject({ source: null })
    expect(await told({ Source: 'mine' })).toEqual(['invalid_input', 'answers'])
    expect(await stored((await send({ Name: 'x' }, world.creator)).record)).toMatchObject({
      source: 'from the form',
    })
    await h.rpc(world.creator, 'set_field_grant', { role, field: field('Source'), access: 'hidden' })
    expect(await send({ Name: 'x' })).toHaveProperty('record')
    expect(await told({ Source: 'mine' })).toEqual(['invalid_input', 'answers'])
    const rule = { call: '>', args: [{ field: field('Size') }, { number: 5 }] }
    await h.rpc(world.creator, 'set_grant', {
      role,
      table: lab.table.id,
      action: 'create',
      scope: 'rules',
      rule,
    })
    expect(await told({ Size: 5 })).toEqual(['rule_refused', undefined])
    expect(await send({ Size: 6 })).toHaveProperty('record')
    await h.rpc(world.creator, 'set_grant', {
      role,
      table: lab.table.id,
      action: 'create',
      scope: 'none',
      rule: null,
    })
    expect(await told({ Size: 6 })).toEqual(['read_only', undefined])
  })
})
