/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** What a form may ask: what is stored of it, what is refused, and what of it is told to whom. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormLab, formLab } from './form-lab.ts'
import { fieldOf, type Harness, type Json, type Person, startWorld, type World } from './harness.ts'
import { rolesOf } from './hidden-lab.ts'
import { toldTo } from './refusals.ts'

let h: Harness
let world: World
let lab: FormLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await formLab(h, world, [
    fieldOf('Name', 'text'),
    fieldOf('Size', 'integer'),
    fieldOf('Pay', 'integer'),
    fieldOf('Other', 'text'),
  ])
})
afterAll(() => h.db.stop())

const field = (name: string) => lab.field(name)
const ask = (name: string, more?: object) => lab.ask(name, more)
const filled = (name: string): Json => ({ call: 'is_filled', args: [{ field: field(name) }] })
const section = (questions: Json, more: object = {}): Json => ({ id: 'a', questions, ...more })

const changing = (form: Json) => ({ view: lab.view, changes: { config: { settings: { form } } } })
type Told = { config: { settings: { form?: Json } } }
async function save(form: Json, who: Person = world.creator) {
  const answer = await h.rpc<Told>(who, 'update_view', changing(form))
  return answer.config.settings.form
}
async function seen(who: Person) {
  const schema = await h.rpc<{ tables: { id: string; views: ({ id: string } & Told)[] }[] }>(
    who,
    'base_schema',
    { base: world.base },
  )
  const views = schema.tables.find(({ id }) => id === lab.table.id)!.views
  return views.find(({ id }) => id === lab.view)!.config.settings.form
}

const whole = (): Json => ({
  title: 'What do you need?',
  intro: 'Some **words**',
  pace: 'steps',
  sections: [
    section(
      [ask('Name', { label: 'Your name', help: 'All of it', isRequired: true }), ask('Size', { value: 3 })],
      { title: 'You', text: 'Who *are* you?' },
    ),
    {
      id: 'b-2_X',
      when: filled('Name'),
      questions: [
        ask('Pay', { when: { call: '>', args: [{ field: field('Size') }, { number: 2 }] } }),
        ask('Other', { isHidden: true, value: 'from the form' }),
      ],
    },
  ],
  submitLabel: 'Ask',
  thanks: 'Thank you',
  redirect: 'https://example.com/done?x=1',
  allowsAnother: true,
})

describe('a form', () => {
  test('is kept as it was made', async () => {
    expect(await save(whole())).toEqual(whole())
    expect(await seen(world.viewer)).toEqual(whole())
    expect(await save({})).toEqual({})
  })

  test('is refused where it is none, and the rule is named', async () => {
    const long = (n: number) => 'x'.repeat(n + 1)
    const one = (more: object): Json => ({ sections: [section([ask('Name', more)])] })
    const sections = (more: object): Json => ({ sections: [section([], more)] })
    const cases: [Json, string][] = [
      ['form', 'settings'],
      [[], 'settings'],
      [{ other: 1 }, 'form'],
      [{ title: long(limits.formLabelLength) }, 'form'],
      [{ title: 1 }, 'form'],
      [{ intro: long(limits.formTextLength) }, 'form'],
      [{ thanks: long(limits.formTextLength) }, 'form'],
      [{ submitLabel: long(limits.nameLength) }, 'form'],
      [{ pace: 'slow' }, 'form'],
      [{ allowsAnother: 'yes' }, 'form'],
      [{ redirect: 'http://example.com' }, 'redirect'],
      [{ redirect: 'javascript:alert(1)' }, 'redirect'],
      [{ redirect: 'https://a b' }, 'redirect'],
      [{ redirect: `https://a.b/${long(limits.urlLength)}` }, 'redirect'],
      [{ redirect: null }, 'redirect'],
      [{ sections: {} }, 'sections'],
      [{ sections: [1] }, 'sections'],
      [sections({ id: '' }), 'sections'],
      [sections({ id: long(40) }), 'sections'],
      [sections({ id: 7 }), 'sections'],
      [sections({ title: long(limits.formLabelLength) }), 'sections'],
      [sections({ text: long(limits.formTextLength) }), 'sections'],
      [sections({ when: true }), 'sections'],
      [sections({ questions: {} }), 'sections'],
      [sections({ color: 'red' }), 'sections'],
      [{ sections: [section([]), section([])] }, 'sections'],
      [one({ field: 'Name' }), 'sections'],
      [one({ label: long(limits.formLabelLength) }), 'sections'],
      [one({ help: long(limits.descriptionLength) }), 'sections'],
      [one({ isRequired: 1 }), 'sections'],
      [one({ isHidden: 'no' }), 'sections'],
      [one({ when: 'always' }), 'sections'],
      [one({ value: { drop: 'table' } }), 'sections'],
      [one({ value: { link: ['x'] } }), 'sections'],
      [one({ value: {} }), 'sections'],
      [one({ value: [1] }), 'sections'],
      [one({ color: 'red' }), 'sections'],
      [{ sections: [section([ask('Name'), ask('Name')])] }, 'questions'],
      [
        { sections: [section([ask('Name'), ask('Name', { field: field('Name').toUpperCase() })])] },
        'questions',
      ],
    ]
    const told: unknown[] = []
    for (const [form] of cases)
      told.push([form, ...(await toldTo(h, world.creator, 'update_view', changing(form)))])
    expect(told).toEqual(cases.map(([form, rule]) => [form, 'invalid_input', rule]))
    const many = Array.from({ length: limits.sectionsPerForm + 1 }, (_, n) => ({
      id: `s${n}`,
      questions: [],
    }))
    expect(await toldTo(h, world.creator, 'update_view', changing({ sections: many }))).toEqual([
      'limit_exceeded',
      'sections',
    ])
  })

  test('takes texts, values and sections up to their limits', async () => {
    const sections = Array.from({ length: limits.sectionsPerForm }, (_, n) => ({
      id: `s${n}`,
      questions: [] as Json,
    }))
    const most = {
      title: 'x'.repeat(limits.formLabelLength),
      thanks: 'x'.repeat(limits.formTextLength),
      sections,
    }
    expect(await save(most)).toEqual(most)
    for (const value of [null, true, 1.5, 'x', ['a', 'b'], { link: [uuidV7()] }]) {
      const form = { sections: [section([ask('Name', { value })])] }
      expect(await save(form)).toEqual(form)
    }
  })

  test('has conditions that the table’s fields suit, and that ask nobody who they are', async () => {
    const when = async (tree: Json) => [
      await toldTo(
        h,
        world.creator,
        'update_view',
        changing({ sections: [section([ask('Name', { when: tree })])] }),
      ),
      await toldTo(
        h,
        world.creator,
        'update_view',
        changing({ sections: [section([ask('Name')], { when: tree })] }),
      ),
    ]
    const refused = (rule: string) => [
      ['expression_invalid', rule],
      ['expression_invalid', rule],
    ]
    expect(await when({ field: field('Size') })).toEqual(refused('type'))
    expect(await when({ sql: 'true' })).toEqual(refused('node'))
    expect(await when({ call: 'pg_sleep', args: [{ number: 1 }] })).toEqual(refused('function'))
    expect(await when({ call: 'is_filled', args: [{ call: 'me', args: [] }] })).toEqual(refused('me'))
    expect(await when({ boolean: true })).toEqual([
      ['taken', undefined],
      ['taken', undefined],
    ])
  })
})

describe('a field that is hidden from whoever looks', () => {
  test('is asked for in no question, and what it decided is lost', async () => {
    await save(whole())
    const role = (await rolesOf(h, world)).get('viewer')!
    await h.rpc(world.creator, 'set_field_grant', { field: field('Size'), role, access: 'hidden' })
    const told = (await seen(world.viewer)) as { sections: { questions: { field: string; when?: Json }[] }[] }
    expect(JSON.stringify(told)).not.toContain(field('Size'))
    expect(told.sections[0]!.questions.map((one) => one.field)).toEqual([field('Name')])
    expect(told.sections[1]!.questions[0]).toMatchObject({ field: field('Pay'), when: null })
    // Its values stand aside, so no condition looks at it any more; who sees it is told so.
    expect(await toldTo(h, world.creator, 'update_view', changing(whole()))).toEqual([
      'field_hidden',
      'expression',
    ])
    const without = (await save({ sections: [section([ask('Name'), ask('Size')])] })) as Json
    expect(JSON.stringify(without)).toContain(field('Size'))
  })

  test('is like one that never was in a form that somebody makes for themselves', async () => {
    const own = uuidV7()
    const form = {
      sections: [section([ask('Size'), ask('Name', { when: filled('Size') }), { field: uuidV7() }])],
    }
    const made = await h.rpc<Told>(world.viewer, 'create_view', {
      table: lab.table.id,
      view: own,
      definition: { name: 'Mine', kind: 'form', isShared: false, config: { settings: { form } } },
    })
    expect(made.config.settings.form).toEqual({
      sections: [section([ask('Name', { when: null })])],
    })
  })
})
