/** Names and order of files, changed in steps that can be taken back, unless somebody was there since. */
import type { AppError, Attachment, AttachmentId, Backend, Result } from '@plinth/domain'
import { noteStep } from '../../../lib/table-steps.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { CellAddress } from './uploads.ts'

export interface FileScope {
  readonly backend: Backend
  readonly cell: CellAddress
  /** The record is to be fetched again. */
  onChanged(): void
}

/** Answers what the file is called then. */
export async function renameFile(
  scope: FileScope,
  file: Attachment,
  wanted: string,
): Promise<Result<string>> {
  const put = async (to: string, from: string): Promise<Result<string>> => {
    const answer = await scope.backend.files.rename(file.id, to, from)
    scope.onChanged()
    return answer.ok ? { ok: true, value: answer.value.attachment.name } : answer
  }
  const answer = await put(wanted, file.name)
  if (!answer.ok || answer.value === file.name) return answer
  const given = answer.value
  noteStep(scope.cell.table, {
    back: () => told(put(file.name, given)),
    again: () => told(put(given, file.name)),
  })
  return answer
}

export async function orderFiles(
  scope: FileScope,
  was: readonly AttachmentId[],
  files: readonly AttachmentId[],
): Promise<boolean> {
  const put = async (to: readonly AttachmentId[], from: readonly AttachmentId[]) => {
    const answer = await scope.backend.files.order({ ...scope.cell, files: to, was: from })
    scope.onChanged()
    return answer
  }
  const isDone = await told(put(files, was))
  if (isDone) {
    noteStep(scope.cell.table, { back: () => told(put(was, files)), again: () => told(put(files, was)) })
  }
  return isDone
}

async function told(call: Promise<Result<unknown>>): Promise<boolean> {
  const answer = await call
  if (!answer.ok) tell(answer.error)
  return answer.ok
}

function tell(error: AppError): void {
  if (error.code !== 'conflict') return void toast.error(error)
  toast.info('Somebody else changed these files meanwhile', {
    description: 'They stay as they are now, so that nobody’s change is lost.',
  })
}
