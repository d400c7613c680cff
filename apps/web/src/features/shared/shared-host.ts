/** Forms that people without an account fill in: all goes through the calls that take the link's token. */
import {
  type AppError,
  type Backend,
  err,
  type FieldId,
  ok,
  type RecordId,
  type Result,
  type SharedPage,
} from '@plinth/domain'
import type { ChosenFiles, FormHost } from '../../lib/form/form-host.ts'
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

/** The most that a file of a visitor may have; the database asks, too. */
export function sharedHost(source: SharedSource, fileBytes: number): FormHost {
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
  const sendFiles = async (
    files: ChosenFiles,
    onProgress: (share: number) => void,
  ): Promise<Result<Record<FieldId, readonly string[]>>> => {
    const all = Object.entries(files).flatMap(([field, list]) =>
      list.map((file) => ({ field: field as FieldId, file })),
    )
    const uploads: Record<FieldId, string[]> = {}
    for (const [at, { field, file }] of all.entries()) {
      onProgress((at + 0.5) / all.length)
      const upload = sent.get(file) ?? null
      if (upload === null) {
        const { name, type, size } = file
        const begun = await forms.beginSharedUpload(token, pass, { field, name, type, size })
        if (!begun.ok) return begun
        const stored = await forms.sendSharedFile(begun.value.path, file)
        if (!stored.ok) return stored
        sent.set(file, begun.value.upload)
      }
      uploads[field] = [...(uploads[field] ?? []), sent.get(file)!]
    }
    onProgress(1)
    return ok(uploads)
  }
  return {
    values: { locale: page.locale, timeZone: page.timeZone },
    weekStart: page.weekStart,
    fileBytes,
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
    async send({ id, answers, files, trap, onProgress }) {
      const uploaded = shutOr(await sendFiles(files, onProgress))
      if (!uploaded.ok) return uploaded
      const submission = { id, answers: writtenAnswers(answers), files: uploaded.value, trap }
      const answer = shutOr(await forms.submitShared(token, pass, submission))
      if (!answer.ok) return err(answer.error)
      const { thanks = '', redirect = null, allowsAnother } = answer.value
      return ok({ thanks, redirect, allowsAnother, open: null })
    },
  }
}

const isShut = ({ code }: AppError): boolean => code === 'share_invalid' || code === 'share_locked'
