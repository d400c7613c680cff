/** What the tests of forms by links share: a table with rules and a link to firms, a form of it, and what visitors send. */
import { uuidV7 } from '@plinth/domain'
import { fieldOf, type Harness, type Json, type Person, type TestTable, type World } from './harness.ts'
import type { LinkAnswer } from './share-lab.ts'

export type Answer = {
  receipt?: Json
  error?: { code: string; details?: Record<string, Json>; hint?: string }
}
export interface Question {
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
export interface Page {
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

async function makeTables(h: Harness, world: World) {
  const make = (definition: Json) =>
    h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const firms = await make({
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
  const { id } = await make({
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
  await h.rpc(world.creator, 'create_field', { table: id, definition: firmField })
  const schema = await h.rpc<{ tables: TestTable[] }>(world.creator, 'base_schema', { base: world.base })
  const table = schema.tables.find((one) => one.id === id)!
  const field = (name: string) => table.fields.find((one) => one.name === name)!.id
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
  const view = uuidV7() as string
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
  return { table, firms, view, field }
}

export type SharedFormLab = Awaited<ReturnType<typeof sharedFormLab>>

export async function sharedFormLab(h: Harness, world: World) {
  const { table, firms, view, field } = await makeTables(h, world)
  const link = (settings: Record<string, Json> = {}, who: Person = world.creator, form = view) =>
    h.rpc<LinkAnswer>(who, 'create_share_link', {
      table: table.id,
      target: { form },
      settings: { name: 'Ask us', ...settings },
    })
  const page = (token: string, pass: string | null = null) =>
    h.rpc<Page>(null, 'shared_page', { token, pass })
  const questions = async (token: string) => {
    const told = await page(token)
    return new Map(told.form.sections.flatMap((one) => one.questions).map((one) => [one.label, one]))
  }
  const marked = async (token: string, answers: Record<string, Json>) => {
    const asked = await questions(token)
    return Object.fromEntries(Object.entries(answers).map(([name, value]) => [asked.get(name)!.field, value]))
  }
  const send = (token: string, submission: Json, pass: string | null = null, who: Person | null = null) =>
    h.rpc<Answer>(who, 'submit_shared_form', { token, pass, submission })
  /** What is stored, in the order in which it came. */
  const rows = async () => [
    ...(await h.db.admin.unsafe(
      `select name, size, level, code, helper, source, firm, created_by from data.${table.relation} order by id`,
    )),
  ]
  return {
    table,
    firms,
    view,
    field,
    ask: (name: string, more: object = {}): Json => ({ field: field(name), ...more }),
    /** Changes what the form asks. */
    asks: (form: Json) =>
      h.rpc(world.creator, 'update_view', { view, changes: { config: { settings: { form } } } }),
    link,
    page,
    questions,
    /** Answers by the marks of their questions. */
    marked,
    send,
    sendAnswers: async (token: string, answers: Record<string, Json>, more: Record<string, Json> = {}) =>
      send(token, { id: uuidV7(), answers: await marked(token, answers), trap: '', ...more }),
    rows,
    count: async () => (await rows()).length,
    last: async () => (await rows()).at(-1),
  }
}
