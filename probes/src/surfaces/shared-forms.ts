/**
 * Forms by link: what they tell, and that nothing comes of what they do not ask for, of tokens that are none, of other passwords, and of
 * links that are over or whose makers may not share any more. What is sent here never makes a record: whether a link makes the right one
 * is asked in `shared-submissions.sql.test.ts`.
 */
import { isComputed, isOfPeople } from '@plinth/domain'
import type { FieldModel, TableModel, World } from '../model.ts'
import { isCreator } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { shareable } from '../shares.ts'
import { type Answer, callOf } from '../wire.ts'
import { ask, judgeShut, makerOf, must } from './share-tools.ts'

interface FormModel {
  readonly id: string
  readonly token: string
  readonly view: string
  readonly maker: string
  readonly table: TableModel
  readonly fields: readonly FieldModel[]
  readonly hidden: FieldModel | null
  readonly showsPeople: boolean
}

const isAsked = ({ type, computes }: FieldModel) => computes === undefined && !isComputed(type)

/** A link to a form about some fields, one of which it may fill in by itself. Null: nobody may make one. */
async function makeForm(prober: Prober, table: TableModel, password: string | null = null) {
  const { random } = prober
  const maker = makerOf(prober, table)
  const fields = random.some(shareable(table).filter(isAsked), 4)
  if (!maker || table.isDeleted || fields.length === 0) return null
  const token = maker.token()
  const view = random.uuid()
  const hidden = random.chance(0.5) ? random.oneOf(fields) : null
  const questions = fields.map((field) => ({
    field: field.id,
    ...(field === hidden ? { isHidden: true } : {}),
  }))
  const config = { settings: { form: { sections: [{ id: 'a', questions }], thanks: 'Thank you' } } }
  const definition = { name: `Form ${view}`, kind: 'form', isShared: false, config }
  await must(prober, token, 'create_view', { table: table.id, view, definition })
  const showsPeople = random.chance(0.5)
  const made = await must<{ token: string; link: { id: string } }>(prober, token, 'create_share_link', {
    table: table.id,
    target: { form: view },
    settings: { name: 'Form', showsPeople, password },
  })
  const model = { id: made.link.id, token: made.token, view, maker: maker.person!, table, fields, hidden }
  const form: FormModel = { ...model, showsPeople }
  const end = async () => {
    await must(prober, token, 'revoke_share_link', { link: form.id })
    await must(prober, token, 'delete_view', { view })
  }
  return { form, end }
}

interface Told {
  readonly form: {
    readonly sections: readonly { readonly questions: readonly { field: string; label: string }[] }[]
  }
}

/** What a form tells: its questions by the names of their fields, and no id. Answers their marks. */
async function judgeTold(
  prober: Prober,
  { table, token, fields, showsPeople }: FormModel,
  pass: string | null,
) {
  const answer = await ask(prober, 'shared_page', { token, pass })
  if (!answer || !prober.judgeAnswer({ action: 'what a form tells', table }, null, answer)) return null
  const { questions } = (answer.data as Told).form.sections[0]!
  const expected = fields.filter(({ type }) => showsPeople || !isOfPeople(type)).map(({ name }) => name)
  prober.judgeList(
    { action: 'the questions of a form', table },
    expected,
    questions.map(({ label }) => label),
  )
  const ids = [table.id, table.base.id, ...table.fields.map(({ id }) => id)]
  const shown = ids.filter((id) => answer.text.includes(id))
  if (shown.length > 0) prober.leak({ action: 'the ids of a form', table }, 'no ids', shown)
  else prober.right()
  return questions
}

const submit = (prober: Prober, token: string, pass: string | null, answers: object, trap = '') => {
  const submission = { id: prober.random.uuid(), answers, trap }
  return ask(prober, 'submit_shared_form', { token, pass, submission })
}

/** Answers to what the form does not ask for, by ids and by marks that are none, come to nothing. */
async function judgeUnasked(prober: Prober, { token, table }: FormModel) {
  const { random } = prober
  const key = random.oneOf([random.oneOf(table.fields).id, random.uuid(), 'id', 'created_by'])
  const answer = await submit(prober, token, null, { [key]: random.hex(8) })
  if (!answer) return
  const place = { action: 'an answer that is not asked for', table }
  if (!prober.judgeAnswer(place, null, answer)) return
  const { error } = answer.data as { error?: { code: string } }
  if (error?.code === 'invalid_input') prober.right()
  else prober.leak(place, 'invalid_input', answer.text)
}

/** What fills in the trap is thanked like everybody, and makes nothing. */
async function judgeTrap(prober: Prober, { token, table }: FormModel, marks: readonly { field: string }[]) {
  const answers = Object.fromEntries(marks.map(({ field }) => [field, prober.random.hex(4)]))
  const answer = await submit(prober, token, null, answers, 'a bot')
  if (!answer || !prober.judgeAnswer({ action: 'the trap of a form', table }, null, answer)) return
  const { receipt } = answer.data as { receipt?: { thanks: string } }
  if (receipt?.thanks === 'Thank you') prober.right()
  else prober.refused({ action: 'the trap of a form', table }, 'a receipt', answer.text)
}

/** Each call of a form's link is refused so. */
async function judgeClosed(
  prober: Prober,
  table: TableModel,
  token: string,
  pass: string | null,
  code: string,
) {
  const { random } = prober
  const mark = random.uuid()
  const calls: readonly [string, object][] = [
    ['shared_page', { token, pass }],
    ['submit_shared_form', { token, pass, submission: { id: mark, answers: {}, trap: '' } }],
    ['shared_choices', { token, pass, field: mark, search: '', take: 5 }],
    ['begin_shared_upload', { token, pass, file: { field: mark, name: 'a', type: '', size: 1 } }],
  ]
  const [name, args] = random.oneOf(calls)
  judgeShut(prober, table, `${name} of a form that is shut`, await ask(prober, name, args), code)
}

/** A form that is open, and then over. */
export async function formOpen(prober: Prober, table: TableModel): Promise<void> {
  const made = await makeForm(prober, table)
  if (!made) return
  const { form, end } = made
  const marks = await judgeTold(prober, form, null)
  if (marks) {
    await judgeUnasked(prober, form)
    await judgeTrap(prober, form, marks)
  }
  judgeShut(
    prober,
    table,
    'the records of a form',
    await ask(prober, 'shared_rows', { token: form.token, pass: null, after: null, take: 5 }),
    'share_invalid',
  )
  await judgeClosed(prober, table, `${form.token.slice(1)}x`, null, 'share_invalid')
  if (prober.random.chance(0.5)) {
    await prober.tools.expire(form.id)
    await judgeClosed(prober, table, form.token, null, 'share_invalid')
  }
  await end()
  await judgeClosed(prober, table, form.token, null, 'share_invalid')
}

/** Another password than that of the form gives no pass. */
async function judgeOtherPassword(prober: Prober, { token, table }: FormModel, password: string) {
  const refused = await ask(prober, 'unlock_share', { token, password })
  if (!refused) return
  const place = { action: 'another password of a form', table }
  if (!prober.judgeAnswer(place, null, refused)) return
  const { pass } = refused.data as { pass: string | null }
  if (pass === null) prober.right()
  else prober.leak(place, 'no pass', pass)
}

/** A form with a password. */
export async function formGuarded(prober: Prober, table: TableModel): Promise<void> {
  const password = `word ${prober.random.hex(8)}`
  const made = await makeForm(prober, table, password)
  if (!made) return
  const { form, end } = made
  const pass = prober.random.oneOf([null, password, prober.random.hex(43)])
  await judgeOtherPassword(prober, form, `${password} `)
  await judgeClosed(prober, table, form.token, pass, 'share_locked')
  const given = await ask(prober, 'unlock_share', { token: form.token, password })
  const right = given && (given.data as { pass: string | null }).pass
  if (right) await judgeTold(prober, form, right)
  await end()
}

/** Forms that stay while rights come and go: those of whoever may not share any more are none, and do not come back. */
const kept = new WeakMap<World, FormModel[]>()
const mostKept = 4

export async function formAgain(prober: Prober, table: TableModel): Promise<void> {
  const list = kept.get(prober.world) ?? []
  kept.set(prober.world, list)
  if (list.length < mostKept) {
    const made = await makeForm(prober, table)
    if (made) list.push(made.form)
  }
  if (list.length === 0) return
  const { token, maker, table: asked } = prober.random.oneOf(list)
  const answer: Answer | null = await ask(prober, 'shared_page', { token, pass: null })
  // The right of its maker may have been lost and come back since: then the link has not.
  if (!answer || answer.code === 'share_invalid') return prober.right()
  const isShut = asked.isDeleted || !isCreator(asked.base, maker)
  prober.judgeAnswer({ action: 'a form that stays', table: asked }, isShut ? 'share_invalid' : null, answer)
}

/** Who makes links to forms. */
export async function formMade(prober: Prober, table: TableModel): Promise<void> {
  const made = await makeForm(prober, table)
  if (!made) return
  const { form, end } = made
  const args = { table: table.id, target: { form: form.view }, settings: { name: 'Mine' } }
  const answer = await prober.send(callOf('create_share_link', args))
  const isMaker = prober.person === form.maker
  // The form is its maker's own: to other creators it is not there.
  const mayMake = isMaker && prober.stopped === null
  prober.judgeAnswer({ action: 'make a link to a form', table }, mayMake ? null : 'any', answer)
  await end()
}
