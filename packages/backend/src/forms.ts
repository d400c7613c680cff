import { err, type FormsApi, limits, ok, type Result } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import type { ObjectSender } from './send-object.ts'
import { sendObject } from './send-object.ts'
import { answeredError } from './to-app-error.ts'
import { begunUpload, choices, quarantinedRecords, sentShared, submitted } from './wire/forms.ts'
import { nothing } from './wire/nothing.ts'

type Send = (key: string, file: Blob) => Promise<Result<null>>

export const sendThrough =
  (sender: ObjectSender): Send =>
  (key, file) =>
    sendObject(sender, { key, body: file, mime: file.type || 'application/octet-stream' })

export function createFormsApi(rpc: Rpc, send: Send): FormsApi {
  return {
    submit: (view, submission) => rpc('submit_form', { view, submission }, submitted),
    async submitShared(token, pass, submission) {
      const sent = await rpc('submit_shared_form', { token, pass, submission }, sentShared)
      if (!sent.ok) return sent
      return 'receipt' in sent.value ? ok(sent.value.receipt) : err(answeredError(sent.value.error))
    },
    beginSharedUpload: (token, pass, file) => rpc('begin_shared_upload', { token, pass, file }, begunUpload),
    sendSharedFile: send,
    sharedChoices: (token, pass, field, search) =>
      rpc('shared_choices', { token, pass, field, search, take: limits.sharedChoices }, choices),
    quarantined: (table) => rpc('quarantined_files', { table }, quarantinedRecords),
    accept: (table, record) => rpc('accept_files', { table, record }, nothing),
    reject: (table, record) => rpc('reject_files', { table, record }, nothing),
  }
}
