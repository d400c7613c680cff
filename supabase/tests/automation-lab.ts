/** What the tests of automations share: tasks and a log of them, and the calls by which automations are made and looked at. */
import { uuidV7 } from '@plinth/domain'
import { fieldOf, type Harness, type Json, type Person, type TestTable, type World } from './harness.ts'
import { type LinkLab, linkLab, type Result } from './link-lab.ts'

export interface Run {
  id: string
  record: string
  trigger: string
  outcome: string
  error: { code: string; details: Record<string, Json> } | null
  action: number | null
  actor: string | null
  owner: string
  depth: number
  changes: { kind: string; table: string; record: string }[]
  notified: number
  webhooks: { status: number | null; isFailed: boolean }[]
}
export type Automation = { id: string; stopped: string | null; fault: Json; waiting: number } & Record<
  string,
  Json
>
export type Draft = Record<string, Json>

export interface AutomationLab {
  tasks: TestTable
  log: TestTable
  links: LinkLab
  /** The id of a field of the tasks. */
  task: (name: string) => string
  /** Of the log; `Task` is its link to a task. */
  entry: (name: string) => string
  draft: (trigger: Json, actions: Json[], more?: Draft) => Draft
  automate: (trigger: Json, actions: Json[], more?: Draft, who?: Person) => Promise<string>
  automation: (id: string) => Promise<Automation>
  runs: (id: string) => Promise<Run[]>
  /** Makes a task; answers its id. */
  make: (values: Record<string, Json>, who?: Person) => Promise<string>
  change: (
    record: string,
    values: Record<string, Json>,
    who?: Person,
    base?: Record<string, Json>,
  ) => Promise<Result>
  /** What is stored of a task, by its columns. */
  stored: (record: string) => Promise<Record<string, unknown>>
  entries: () => Promise<Record<string, unknown>[]>
}

export const set = (field: string, value: Json): Json => ({
  kind: 'set',
  values: [{ field, value: { kind: 'value', value } }],
})
export const compute = (field: string, expression: Json): Json => ({
  kind: 'set',
  values: [{ field, value: { kind: 'expression', expression } }],
})

const idIn = (table: TestTable, name: string) => table.fields.find((one) => one.name === name)!.id

export async function automationLab(h: Harness, world: World): Promise<AutomationLab> {
  const options = ['todo', 'doing', 'done'].map((id) => ({ id, label: id, hue: 'blue' }))
  const make = (name: string, fields: ReturnType<typeof fieldOf>[]) =>
    h.rpc<TestTable>(world.creator, 'create_table', {
      base: world.base,
      definition: { id: uuidV7(), name, fields },
    })
  const tasks = await make('Tasks', [
    fieldOf('Title', 'text'),
    fieldOf('Count', 'integer'),
    fieldOf('State', 'status', { options }),
    fieldOf('Level', 'single_select', { options }),
    fieldOf('Due', 'date'),
    fieldOf('At', 'datetime'),
    fieldOf('Owner', 'person'),
    fieldOf('Price', 'currency', { currency: 'EUR' }),
    fieldOf('Tags', 'multi_select', { options }),
    fieldOf('Done', 'checkbox'),
  ])
  const log = await make('Log', [fieldOf('Note', 'text'), fieldOf('Size', 'integer')])
  const links = await linkLab(h, world)
  const taskLink = await links.link(log, tasks, 'Task', { pair: 'Entries' })
  const [pair] = await h.db.sql`select id from plinth.field where table_id = ${tasks.id} and name = 'Entries'`
  const lab: AutomationLab = {
    tasks,
    log,
    links,
    task: (name) => (name === 'Entries' ? String(pair!['id']) : idIn(tasks, name)),
    entry: (name) => (name === 'Task' ? taskLink : idIn(log, name)),
    draft: (trigger, actions, more = {}) => ({
      name: 'Helper',
      table: tasks.id,
      trigger,
      condition: null,
      actions,
      ...more,
    }),
    async automate(trigger, actions, more = {}, who = world.creator) {
      const id = uuidV7()
      await h.rpc(who, 'create_automation', { automation: id, draft: lab.draft(trigger, actions, more) })
      return id
    },
    async automation(id) {
      const { automations } = await h.rpc<{ automations: Automation[] }>(world.owner, 'automations', {
        base: world.base,
      })
      return automations.find((one) => one.id === id)!
    },
    runs: (id) => h.rpc<Run[]>(world.owner, 'automation_runs', { automation: id, before: null, take: 100 }),
    async make(values, who = world.editor) {
      const record = uuidV7()
      const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [lab.task(name), value]))
      const mutation = { id: uuidV7(), kind: 'insert', table: tasks.id, record, values: named }
      const [result] = await links.apply(who, [mutation])
      if (result!.status !== 'ok') throw new Error(JSON.stringify(result))
      return record
    },
    async change(record, values, who = world.editor, base) {
      const stored = await lab.stored(record)
      const named = (of: Record<string, Json>) =>
        Object.fromEntries(Object.entries(of).map(([name, value]) => [lab.task(name), value]))
      const before = Object.fromEntries(
        Object.keys(values).map((name) => [
          name,
          (base?.[name] ?? stored[name.toLowerCase()] ?? null) as Json,
        ]),
      )
      const mutation = { id: uuidV7(), kind: 'update', table: tasks.id, record }
      const [result] = await links.apply(who, [{ ...mutation, values: named(values), base: named(before) }])
      return result!
    },
    async stored(record) {
      const [row] = await h.db.sql.unsafe(
        `select to_jsonb(t) as row from data.${tasks.relation} as t where id = '${record}'`,
      )
      return row?.['row'] as Record<string, unknown>
    },
    async entries() {
      const rows = await h.db.sql.unsafe(
        `select to_jsonb(t) as row from data.${log.relation} as t order by id`,
      )
      return rows.map((row) => row['row'] as Record<string, unknown>)
    },
  }
  return lab
}
