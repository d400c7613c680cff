import { type FieldId, ok, type Result } from '@plinth/domain'
import type { ChosenFiles } from './form-host.ts'

/** Sends the files of a form one after the other; the first refusal ends it. Shares are from 0 to 1. */
export async function sendFiles(
  files: ChosenFiles,
  send: (field: FieldId, file: File, onShare: (share: number) => void) => Promise<Result<unknown>>,
  onProgress: (share: number) => void,
): Promise<Result<null>> {
  const all = Object.entries(files).flatMap(([field, list]) =>
    list.map((file) => ({ field: field as FieldId, file })),
  )
  for (const [at, { field, file }] of all.entries()) {
    const sent = await send(field, file, (share) => onProgress((at + share) / all.length))
    if (!sent.ok) return sent
  }
  return ok(null)
}
