/** Forms that people without an account fill in: all goes through the calls that take the link's token. */
import {
  type AppError,
  type Backend,
  err,
  type FieldId,
  limits,
  ok,
  type RecordId,
  type Result,
  type SharedPage,
} from '@plinth/domain'
import type { FormHost } from '../../lib/form/form-host.ts'
import { sendFiles } from '../../lib/form/send-files.ts'
import { writtenAnswers } from '../../lib/form/written-answers.ts'
import { wordsForVisitors } from './shared-form.ts'

export interface SharedSource {
  readonly backend: Backend
  readonly token: string
  readonly pass: string | null
  readonly page: SharedPage
  /** The link shows nothing any more, or asks for its password again. */
  onShut(): void
}

export function sharedHost(source: SharedSource): FormHost {
  const { backend, token, pass, page, onShut } = source
  const { forms } = backend
  /** What was offered is known by its name. */
  const names = new Map<string, string>()
  /** Sent already: when sending is tried again, a file is not sent twice. */
  const sent = new WeakMap<File, string>()

  const shutOr = <T>(answer: Result<T>): Result<T> => {
    if (!answer.ok && isShut(answer.error)) onShut()
    return answer
  }
  const upload = async (field: FieldId, file: File): Promise<Result<string>> => {
    const known = sent.get(file)
    if (known !== undefined) return ok(known)
    const { name, type, size } = file
    const begun = await forms.beginSharedUpload(token, pass, { field, name, type, size })
    if (!begun.ok) return begun
    const stored = await forms.sendSharedFile(begun.value.path, file)
    if (!stored.ok) return stored
    sent.set(file, begun.value.upload)
    return ok(begun.value.upload)
  }
  return {
    values: { locale: page.locale, timeZone: page.timeZone },
    weekStart: page.weekStart,
    fileBytes: limits.submittedFileBytes,
    captcha: page.form?.captcha ?? null,
    nameOf: (_field, value) => names.get(String(value)) ?? '',
    wordsFor: wordsForVisitors,
    async choices(field, text) {
      const answer = shutOr(await forms.sharedChoices(token, pass, field, text))
      if (!answer.ok) return answer
      return ok(
        answer.value.map(({ id, label }) => {
          names.set(id, label)
          return { item: [id as RecordId, label] as const, label, note: '' }
        }),
      )
    },
    async send({ id, answers, files, trap, captcha, onProgress }) {
      const uploads: Record<FieldId, string[]> = {}
      const send = async (field: FieldId, file: File, onShare: (share: number) => void) => {
        onShare(0.5)
        const one = await upload(field, file)
        if (one.ok) uploads[field] = [...(uploads[field] ?? []), one.value]
        return one
      }
      const uploaded = shutOr(await sendFiles(files, send, onProgress))
      if (!uploaded.ok) return uploaded
      const submission = {
        id,
        answers: writtenAnswers(answers),
        files: uploads,
        trap,
        ...(captcha === undefined ? {} : { captcha }),
      }
      const answer = shutOr(await forms.submitShared(token, pass, submission))
      if (!answer.ok) return err(answer.error)
      const { thanks = '', redirect = null, allowsAnother } = answer.value
      return ok({ thanks, redirect, allowsAnother, open: null })
    },
  }
}

const isShut = ({ code }: AppError): boolean => code === 'share_invalid' || code === 'share_locked'
