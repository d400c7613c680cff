/** Forms that members fill in at the table itself, under their own rights. */
import {
  type AttachmentId,
  type FieldId,
  type FormSettings,
  fieldTypes,
  ok,
  type RecordId,
  type Result,
  uuidV7,
  type ViewId,
} from '@plinth/domain'
import { describeError } from '../../../lib/describe-error.ts'
import type { FormHost } from '../../../lib/form/form-host.ts'
import { sendFiles } from '../../../lib/form/send-files.ts'
import { writtenAnswers } from '../../../lib/form/written-answers.ts'
import { findRecords } from '../../../lib/records/find-records.ts'
import type { RecordChoice } from '../../../lib/records/record-choice.ts'
import { nameRule } from '../../../lib/rules/broken-rule.ts'
import { makeThumbnail } from '../attachments/thumbnail.ts'
import { findChoices, peopleToChoose } from '../choices.ts'
import type { TableScope } from '../table-context.ts'

export function memberHost(
  scope: Pick<
    TableScope,
    'backend' | 'table' | 'session' | 'values' | 'names' | 'weekStart' | 'tableOf' | 'openRecord'
  >,
  view: ViewId,
  settings: FormSettings,
  fileBytes: number,
): FormHost {
  const { backend, table, session, values, names, weekStart, tableOf, openRecord } = scope
  const fieldOf = (id: FieldId) => table.fields.find((one) => one.id === id)
  return {
    values,
    weekStart,
    fileBytes,
    captcha: null,
    nameOf(id, value) {
      const field = fieldOf(id)
      return field ? fieldTypes[field.type].formatText(value, field, values) : ''
    },
    wordsFor: (error) => describeError(nameRule(error, table, values), names).text,
    async choices(id, text) {
      const field = fieldOf(id)
      if (field?.type === 'person') return ok(peopleNamed(values.people ?? [], text))
      const target = field?.options.target ? tableOf(field.options.target) : undefined
      if (!target) return ok([])
      return findRecords(backend, target, text, { values, linkable: { field: id } })
    },
    async send({ id, answers, files, onProgress }) {
      const sent = await backend.forms.submit(view, { id, answers: writtenAnswers(answers) })
      if (!sent.ok) return sent
      const { record } = sent.value
      const put = (field: FieldId, file: File, onShare: (share: number) => void) =>
        putFile(scope, { record, field, file }, onShare)
      const stored = await sendFiles(files, put, onProgress)
      if (!stored.ok) return stored
      if (Object.values(files).flat().length > 0) await session.fetch([record])
      return ok({
        thanks: settings.thanks ?? '',
        redirect: settings.redirect ?? null,
        allowsAnother: settings.allowsAnother ?? false,
        open: table.access.read === 'none' ? null : () => openRecord(record),
      })
    },
  }
}

/** Into which record a file went: when sending is tried again, it is not sent twice. */
const arrived = new WeakMap<File, RecordId>()

/** Puts a file of a form into the record that was made of it. */
async function putFile(
  { backend, table }: Pick<TableScope, 'backend' | 'table'>,
  { record, field, file }: { record: RecordId; field: FieldId; file: File },
  onShare: (share: number) => void,
): Promise<Result<unknown>> {
  if (arrived.get(file) === record) return ok(null)
  const answer = await backend.files.upload({
    id: uuidV7() as AttachmentId,
    table: table.id,
    record,
    field,
    file,
    name: file.name,
    thumbnail: await makeThumbnail(file),
    turn: Promise.resolve(),
    signal: new AbortController().signal,
    onWaiting: () => undefined,
    onProgress: (part, whole) => onShare(part / Math.max(1, whole)),
  })
  if (answer.ok) arrived.set(file, record)
  return answer
}

const peopleNamed = (
  people: NonNullable<TableScope['values']['people']>,
  text: string,
): readonly RecordChoice[] =>
  findChoices(peopleToChoose(people), text).map(({ id, label, alsoFoundBy }) => ({
    item: [id as string as RecordId, label],
    label,
    note: alsoFoundBy,
  }))
