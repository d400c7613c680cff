/** Kinds of views that ask: of a table of many records, and of another whose records are linked with some of them. */
import {
  emptyViewConfig,
  type FieldId,
  type MutationId,
  type RecordId,
  type Table,
  uuidV7,
  type ViewId,
} from '@plinth/domain'
import { fieldOf, makeTable, must, type Workbench } from '../measure/workbench.ts'
import type { KindBench, Shown } from './kind.ts'

/** As many as are offered at once. */
const offered = 50
/** Of a record that is offered: its name, and what tells those of one name apart. */
const toldFields = 3

/** In the page: the questions in sight; once one looks for records, those that are offered. */
const look = `(() => {
  const finder = document.querySelector('[role=combobox][aria-label^="Find a record"]')
  if (finder) {
    const list = document.getElementById(finder.getAttribute('aria-controls'))
    const names = [...list.querySelectorAll('[role=option]')].map((one) => one.querySelector('span > span').textContent)
    return list.ariaBusy === 'true' || names.length === 0 ? null : [{ list: 'choices ' + finder.value, first: 0, names }]
  }
  const all = [...document.querySelectorAll('[id^="question-"]')].map((one) => ({ one, at: one.getBoundingClientRect() }))
  const names = all.filter(({ at }) => at.top < innerHeight).map(({ one }) => one.querySelector('span').textContent)
  return names.length === 0 ? null : [{ list: 'questions', first: 0, names }]
})()`

const questions = (names: readonly string[], shown: Shown): string =>
  `select name from unnest(array['${names.join("', '")}']) with ordinality as asked (name, n) order by n limit ${shown.names.length}`

export const form: KindBench = {
  name: 'form',
  kind: 'form',
  config: () => ({}),
  look,
  // It asks nothing of the records.
  raw: () => [],
  truth: ({ fields }, shown) =>
    questions(
      fields.map(({ name }) => name),
      shown,
    ),
}

/** Records in which each word stands somewhere, as the search of a view finds them. */
function found({ relation, fields }: Table, text: string): string {
  const texts = fields.flatMap(({ type, column }) =>
    ['text', 'integer', 'number'].includes(type) ? [`${column}::text`] : [],
  )
  const condition = text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `concat_ws(' ', ${texts.join(', ')}) ilike '%${word}%'`)
  const columns = fields.slice(0, toldFields).map(({ column }) => column)
  return `select ${columns[0]} as name, ${columns.join(', ')} from data.${relation}
    where ${['true', ...condition].join(' and ')} order by id limit ${offered}`
}

const asked = ['Visitor', 'Record']

/** A jump types another text into the finder of records: from there until what is offered for it stands there. */
export const formOfLinks: KindBench = {
  ...form,
  name: 'formOfLinks',
  async prepare(records, bench: Workbench) {
    const { backend } = bench.maker
    const made = await makeTable(bench, 'Visits', [fieldOf(asked[0]!, 'text')])
    const first = { id: uuidV7() as ViewId, name: 'All', isShared: true, config: emptyViewConfig }
    must(await backend.views.create(made.id, first))
    const link = {
      id: uuidV7() as FieldId,
      name: asked[1]!,
      type: 'link',
      options: { target: records.id },
    } as const
    must(await backend.bases.createField(made.id, link))
    const insert = {
      id: uuidV7() as MutationId,
      kind: 'insert',
      table: made.id,
      record: uuidV7() as RecordId,
    } as const
    must(await backend.rows.apply({ mutations: [{ ...insert, values: {} }], atomic: true }))
    return made
  },
  ready: `(async () => {
    const isOpen = () => document.querySelector('[role=combobox][aria-label^="Find a record"]')
    if (!isOpen()) [...document.querySelectorAll('[id^="question-"] button')].find((one) => one.innerText === 'Choose').click()
    while (!isOpen() || !look()) await new Promise((done) => setTimeout(done, 20))
  })()`,
  go: `((shares) => {
    const finder = document.querySelector('[role=combobox][aria-label^="Find a record"]')
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    set.call(finder, 'record ' + Math.floor(100 + shares[0] * 9900))
    finder.dispatchEvent(new Event('input', { bubbles: true }))
  })`,
  rawJump: (table, [shown]) => [found(table, shown!.list.slice('choices '.length))],
  truth: (table, shown) =>
    shown.list === 'questions' ? questions(asked, shown) : found(table, shown.list.slice('choices '.length)),
}
