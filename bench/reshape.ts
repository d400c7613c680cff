/**
 * How long people wait while a table of 1,000,000 records is reshaped. One person reads pages by the app's call, one reads the
 * table's own route, one changes records, all without a pause; for each change of the table's shape the longest turn of each is told, and
 * how long the change took. The promise is that no reader waits more than two seconds.
 */
import {
  type Backend,
  type Field,
  type FieldId,
  type MutationId,
  type RecordId,
  type Result,
  type Table,
  type TableRuleId,
  uuidV7,
} from '@plinth/domain'
import { printReport } from './measure/report.ts'
import { type Loop, startLoop } from './measure/waits.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const total = Number(process.env.BENCH_ROWS ?? 1_000_000)
/** Of readers; the promise in docs/decisions/0010-trash.md. */
const longestWaitMs = 2000

const definitions = [
  fieldOf('Name', 'text'),
  fieldOf('Code', 'text'),
  fieldOf('Amount', 'integer'),
  fieldOf('Ratio', 'number'),
  fieldOf('Day', 'date'),
  fieldOf('Mail', 'email'),
  fieldOf('Notes', 'long_text'),
]

/** Fills the table as superuser, triggers off: how rows came there is not what is measured. */
async function fill({ embedded }: Workbench, table: Table): Promise<void> {
  const relation = `data.${table.relation}`
  await embedded.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`
      insert into ${relation} (id, name, code, amount, ratio, day, mail, notes)
      select ('01990000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || lpad(to_hex((n >> 4) & 4095), 3, '0') || '-8'
          || lpad(to_hex(n & 15), 3, '0') || '-' || substr(md5(n::text), 1, 12))::uuid,
        'Record ' || n, 'C' || n, (n::bigint * 7919) % 1000003, n / 7.0, date '2000-01-01' + (n % 9000),
        'person' || n || '@example.org', repeat('words and more words ', 1 + n % 5)
      from generate_series(0, ${total - 1}) n`)
    await tx`select plinth_private.recount_rows(${table.id})`
  })
  await embedded.admin.unsafe(`vacuum analyze ${relation}`)
}

/** A token of the maker, for the table's own route. */
async function tokenOf({ project, maker }: Workbench): Promise<string> {
  const answer = await fetch(`${project.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: project.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'maker@example.org', password: maker.password }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** While its table is in the trash, nobody finds it, and that is an answer too. */
const mayBeGone = (isGone: () => boolean, failed: boolean, what: () => string) => {
  if (failed && !isGone()) throw new Error(what())
}

interface Loops {
  page: Loop
  route: Loop
  writer: Loop
}

async function startLoops(bench: Workbench, table: Table, isGone: () => boolean): Promise<Loops> {
  const { project, embedded, maker } = bench
  const rows = maker.backend.rows
  const places = await embedded.admin.unsafe(
    `select id from data.${table.relation} tablesample system (1) limit 500`,
  )
  const anyId = () => places[Math.floor(Math.random() * places.length)]!.id as RecordId
  const headers = {
    apikey: project.publishableKey,
    authorization: `Bearer ${await tokenOf(bench)}`,
    'accept-profile': 'data',
    // A kept connection may be closed by the other side in the very moment of its use.
    connection: 'close',
  }
  const name = table.fields[0]!.id
  return {
    page: startLoop(async () => {
      const query = { table: table.id, sorts: [] }
      const answer = await rows.window({ query, anchor: [anyId()], direction: 'forward', skip: 0, take: 200 })
      mayBeGone(isGone, !answer.ok && answer.error.code !== 'network', () => JSON.stringify(answer))
    }),
    route: startLoop(async () => {
      const answer = await fetch(
        `${project.url}/rest/v1/${table.relation}?id=gt.${anyId()}&order=id&limit=100`,
        { headers },
      )
      const text = await answer.text()
      // Who meets a table of another shape than it was a moment ago asks again; the client of the app does so by itself.
      mayBeGone(isGone, !answer.ok && !/42703|42P01/.test(text), () => text)
    }),
    writer: startLoop(async () => {
      const query = { table: table.id, sorts: [], fields: [name] }
      const id = anyId()
      const before = await rows.byId(query, [id])
      const values = before.ok && before.value.rows[0] ? before.value.rows[0].values : null
      if (!values) return
      const base = { [name]: values[name] ?? null }
      await rows.apply({
        mutations: [
          {
            id: uuidV7() as MutationId,
            kind: 'update',
            table: table.id,
            record: id,
            values: { [name]: `Record ${Math.random()}` },
            base,
          },
        ],
        atomic: false,
      })
    }),
  }
}

/** Repeats a call that works in steps until the field is there. */
async function toTheEnd<T extends { field: Field | null }>(step: () => Promise<Result<T>>): Promise<T> {
  for (;;) {
    const last = must(await step())
    if (last.field) return last
  }
}

interface Deed {
  name: string
  run: () => Promise<unknown>
}

/** What is measured, in this order; each leaves the table as the next one needs it. */
function deedsOf({ bases, rules }: Backend, table: Table, setGone: (isGone: boolean) => void): Deed[] {
  const field = (name: string) => table.fields.find((one) => one.name === name)!
  const [code, amount, ratio, mail] = ['Code', 'Amount', 'Ratio', 'Mail'].map(field) as [
    Field,
    Field,
    Field,
    Field,
  ]
  const added = fieldOf('Added', 'text')
  const formula = fieldOf('Computed', 'number')
  let formerly: FieldId | null = null
  const times = (by: number) =>
    ({ call: '*', args: [{ call: 'round', args: [{ field: ratio.id }] }, { number: by }] }) as const
  const rule = { call: '>=', args: [{ field: ratio.id }, { number: 0 }] } as const
  return [
    { name: 'addField', run: () => bases.createField(table.id, added).then(must) },
    { name: 'renameField', run: () => bases.updateField(added.id, { name: 'Renamed' }).then(must) },
    {
      name: 'setUnique',
      run: () =>
        bases.updateField(code.id, {}, { table: table.id, rules: { unique: true }, keep: false }).then(must),
    },
    {
      name: 'setBounds',
      run: () =>
        bases
          .updateField(
            amount.id,
            {},
            { table: table.id, rules: { required: true, min: 0, max: 2_000_000 }, keep: false },
          )
          .then(must),
    },
    {
      name: 'setTableRule',
      run: () =>
        rules
          .saveTable(table.id, uuidV7() as TableRuleId, { message: 'Not below zero', rule }, false)
          .then(must),
    },
    { name: 'deleteField', run: () => bases.deleteField(code.id).then(must) },
    { name: 'restoreField', run: () => toTheEnd(() => bases.restoreField(code.id)) },
    { name: 'previewType', run: () => bases.previewTypeChange(amount.id, 'number', {}).then(must) },
    { name: 'changeType', run: () => toTheEnd(() => bases.changeType(amount.id, 'number', {})) },
    { name: 'changeUniqueType', run: () => toTheEnd(() => bases.changeType(code.id, 'url', {})) },
    {
      name: 'duplicateField',
      run: () => {
        const copy = { id: uuidV7() as FieldId, name: 'Mail copy', withValues: true }
        return toTheEnd(() => bases.duplicateField(mail.id, copy))
      },
    },
    {
      name: 'addFormula',
      run: async () => {
        must(await bases.createField(table.id, { ...formula, formula: times(2) }))
        return toTheEnd(() => bases.changeFormula(formula.id, null))
      },
    },
    {
      name: 'changeFormula',
      run: async () => {
        const definition = { type: 'number', options: {}, formula: times(3) } as const
        const begun = must(await bases.changeFormula(formula.id, definition))
        return begun.field ? begun : toTheEnd(() => bases.changeFormula(formula.id, null))
      },
    },
    {
      name: 'formulaToPlain',
      run: async () => {
        const { kept } = await toTheEnd(() => bases.changeType(formula.id, 'text', {}))
        formerly = kept
      },
    },
    {
      name: 'computeAgain',
      run: () => toTheEnd(() => bases.changeTypeBack(formula.id, 'number', formerly!)),
    },
    {
      name: 'deleteTable',
      run: () => {
        setGone(true)
        return bases.deleteTable(table.id).then(must)
      },
    },
    { name: 'restoreTable', run: () => bases.restoreTable(table.id).then(must) },
  ]
}

async function run(bench: Workbench): Promise<void> {
  const table = await makeTable(bench, 'Million', definitions)
  console.log(`filling ${total} rows …`)
  await fill(bench, table)
  let isGone = false
  const loops = await startLoops(bench, table, () => isGone)
  const figures: Record<string, number> = { rows: total }
  const measure = async ({ name, run }: Deed) => {
    for (const loop of Object.values(loops)) loop.begin()
    const started = performance.now()
    await run()
    figures[`${name}Ms`] = performance.now() - started
    for (const [who, loop] of Object.entries(loops) as [string, Loop][])
      figures[`${name}.${who}Ms`] = loop.longest()
    console.log(
      name,
      JSON.stringify(
        Object.fromEntries(
          Object.entries(figures)
            .filter(([key]) => key.startsWith(name))
            .map(([key, value]) => [key, Math.round(value)]),
        ),
      ),
    )
  }
  try {
    await measure({ name: 'nothing', run: () => new Promise((resolve) => setTimeout(resolve, 3000)) })
    const deeds = deedsOf(bench.maker.backend, table, (value) => {
      isGone = value
    })
    for (const deed of deeds) await measure(deed)
  } finally {
    for (const loop of Object.values(loops)) await loop.stop()
  }
  const reader = Math.max(
    ...Object.entries(figures)
      .filter(([name]) => /\.(page|route)Ms$/.test(name))
      .map(([, value]) => value),
  )
  printReport({
    name: 'reshape',
    figures: { ...figures, longestReadMs: reader },
    ratios: { 'longestRead.promise': reader / longestWaitMs },
  })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
