/** Forms that people of a base send: a record as they may make it, of what the form asks of the fields that they may write. */

import { insertFaults, judgeStored, place as put } from '../effects.ts'
import type { FieldModel, RecordModel, TableModel } from '../model.ts'
import { mayWrite, scopeOf, sees, seesField } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { confined, drawRecord, sendable, valuesOf } from '../records.ts'
import type { Fault } from '../validity.ts'
import { callOf, faultIn, isOk, send } from '../wire.ts'
import { makerOf, must } from './share-tools.ts'

interface FormModel {
  readonly view: string
  readonly table: TableModel
  /** Null: for everybody who reads the table. */
  readonly owner: string | null
  /** What it asks for; null: all that whoever sends it may write. */
  readonly fields: readonly FieldModel[] | null
  readonly required: FieldModel | null
}

/** A form of some fields or of all, shared or its maker's own. Null: nobody may make one. */
async function makeForm(prober: Prober, table: TableModel, fields: readonly FieldModel[]) {
  const { random, tools } = prober
  const maker = makerOf(prober, table)
  if (!maker || table.isDeleted) return null
  const token = maker.token()
  const view = random.uuid()
  const isShared = random.chance(0.8)
  const asked = random.chance(0.7) && fields.length > 0 ? random.some(fields, fields.length) : null
  const required = asked && random.chance(0.4) ? random.oneOf(asked) : null
  const questions = asked?.map((field) => ({
    field: field.id,
    ...(field === required && { isRequired: true }),
  }))
  const form = questions ? { sections: [{ id: 'a', questions }] } : {}
  const definition = { name: `Form ${view}`, kind: 'form', isShared, config: { settings: { form } } }
  await must(prober, token, 'create_view', { table: table.id, view, definition })
  const model: FormModel = { view, table, owner: isShared ? null : maker.person, fields: asked, required }
  // Where rules are broken on purpose, somebody may have done it already.
  const end = async () => void (await send(tools.project, token, callOf('delete_view', { view })))
  return { model, end }
}

/** Why a record of these answers is not made. */
function foreseen(
  { person, stopped }: Prober,
  { table, owner, fields, required }: FormModel,
  record: RecordModel,
  { sent, answers }: { readonly sent: readonly FieldModel[]; readonly answers: Answers },
): readonly Fault[] {
  if (stopped !== null) return [{ code: stopped }]
  if (!sees(table, person) || (owner !== null && owner !== person)) return [{ code: 'not_found' }]
  if (scopeOf(table, person, 'create') === 'none') return [{ code: 'read_only' }]
  // What one may not write is not asked.
  const isAsked = (field: FieldModel) =>
    (fields?.includes(field) ?? true) && seesField(table, field, person) && mayWrite(table, field, person)
  if (!sent.every(isAsked)) return [{ code: 'invalid_input' }]
  if (required && isAsked(required) && isUnanswered(answers[required.id]))
    return [{ code: 'value_required', field: required.id }]
  return insertFaults(table, person, record, sent)
}

/** What is sent, by fields. A state that is sent empty is no answer, though the record begins in one. */
type Answers = ReturnType<typeof valuesOf>

/** A tick that is not set is no answer either. */
const isUnanswered = (answer: unknown): boolean => [undefined, null, '', false].includes(answer as null)

/** Sends a form; what it makes is whose who sent it, and what is sent again is there already. */
export async function formSent(prober: Prober, table: TableModel): Promise<void> {
  const { random, tools, person } = prober
  const sent = sendable(random, table, person)
  const made = await makeForm(prober, table, random.chance(0.8) ? sent : table.fields.filter(isAnswerable))
  if (!made) return
  const { model, end } = made
  const asked = sent.filter((field) => model.fields?.includes(field) ?? true)
  const answered = random.chance(0.15) ? sent : asked
  const record = confined(table, drawRecord(tools, table), answered)
  const answers = valuesOf(answered, record)
  const call = callOf('submit_form', { view: model.view, submission: { id: record.id, answers } })
  const place = { action: 'send a form', table, record: { ...record } }
  const answer = await prober.send(call)
  prober.judgeFaults(place, foreseen(prober, model, record, { sent: answered, answers }), faultIn(answer))
  if (isOk(answer)) {
    put(table, record, person)
    prober.judgeAnswer({ ...place, action: 'send a form again' }, null, await prober.send(call))
  }
  await end()
  const late = { id: random.uuid(), answers: {} }
  const gone = await prober.send(callOf('submit_form', { view: model.view, submission: late }))
  prober.judgeAnswer({ ...place, action: 'send a form that is gone' }, prober.stopped ?? 'not_found', gone)
  await judgeStored(prober, table, 'a form')
}

const isAnswerable = ({ type, computes }: FieldModel) => type !== 'attachment' && !computes

/** A view that is no form is none, whoever may read it. */
export async function gridSent(prober: Prober, table: TableModel): Promise<void> {
  const view = table.view?.id ?? prober.random.uuid()
  const submission = { id: prober.random.uuid(), answers: {} }
  const answer = await prober.send(callOf('submit_form', { view, submission }))
  prober.judgeAnswer({ action: 'send what is no form', table }, prober.stopped ?? 'not_found', answer)
  await judgeStored(prober, table, 'what is no form')
}
