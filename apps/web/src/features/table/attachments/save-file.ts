import { type Attachment, type Backend, ok, type Result } from '@plinth/domain'

/** Long enough to begin a download or open a tab, short enough to be of no use elsewhere. */
const linkSeconds = 60

/** Saves a file under its own name. */
export async function saveFile(backend: Backend, attachment: Attachment): Promise<Result<null>> {
  const answer = await backend.files.signedUrl(attachment.key, {
    seconds: linkSeconds,
    downloadName: attachment.name,
  })
  if (!answer.ok) return answer
  const link = document.createElement('a')
  link.href = answer.value
  link.download = attachment.name
  link.rel = 'noopener'
  link.click()
  return ok(null)
}
