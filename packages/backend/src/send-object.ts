import { err, ok, type Result } from '@plinth/domain'
import type { Client } from './client.ts'
import { abortedError, storageError } from './to-app-error.ts'

/** Files of records; private. */
const filesBucket = 'plinth'
/** Pictures of people; private, small. */
export const avatarsBucket = 'plinth-avatars'

/** The bucket of a storage key: pictures of people start with `u/`. */
export function bucketOf(key: string): string {
  return key.startsWith('u/') ? avatarsBucket : filesBucket
}

export interface SendObject {
  key: string
  body: Blob
  mime: string
  onProgress?: (sent: number, total: number) => void
  onWaiting?: (isWaiting: boolean) => void
  signal?: AbortSignal
}

export interface ObjectSender {
  client: Client
  url: string
  publishableKey: string
}

/** From here on files go in parts; the provider recommends it, and one part of a resumable upload has this size. */
const largeBytes = 6 * 1024 * 1024

/**
 * Stores one object under a key that the database has allowed before. Large ones go in parts. Browsers send the others by
 * XMLHttpRequest, which alone reports progress of a request's body; elsewhere the provider's client does it.
 */
export async function sendObject(sender: ObjectSender, object: SendObject): Promise<Result<null>> {
  if (object.signal?.aborted) return err(abortedError('upload_failed'))
  if (object.body.size > largeBytes) {
    const { sendResumable } = await import('./send-resumable.ts')
    return sendResumable(sender, object)
  }
  return typeof XMLHttpRequest === 'undefined' ? sendByClient(sender, object) : sendByXhr(sender, object)
}

async function sendByClient({ client }: ObjectSender, object: SendObject): Promise<Result<null>> {
  const { key, body, mime, onProgress, signal } = object
  onProgress?.(0, body.size)
  const { error } = await client.storage
    .from(bucketOf(key))
    .upload(key, body, { contentType: mime, upsert: false })
  if (signal?.aborted) return err(abortedError('upload_failed'))
  if (error !== null) return err(storageError(error, 'upload'))
  onProgress?.(body.size, body.size)
  return ok(null)
}

async function sendByXhr(sender: ObjectSender, object: SendObject): Promise<Result<null>> {
  const { data } = await sender.client.auth.getSession()
  const token = data.session?.access_token ?? sender.publishableKey
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const { signal, onProgress } = object
    const abort = () => request.abort()
    const finish = (result: Result<null>) => {
      signal?.removeEventListener('abort', abort)
      resolve(result)
    }
    request.upload.addEventListener('progress', (event) => onProgress?.(event.loaded, object.body.size))
    request.addEventListener('load', () => finish(answerOf(request)))
    request.addEventListener('error', () => finish(err(storageError({ status: 0 }, 'upload'))))
    request.addEventListener('abort', () => finish(err(abortedError('upload_failed'))))
    request.open('POST', `${sender.url}/storage/v1/object/${bucketOf(object.key)}/${object.key}`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('apikey', sender.publishableKey)
    request.setRequestHeader('content-type', object.mime)
    request.setRequestHeader('x-upsert', 'false')
    signal?.addEventListener('abort', abort)
    request.send(object.body)
  })
}

function answerOf(request: XMLHttpRequest): Result<null> {
  if (request.status >= 200 && request.status < 300) return ok(null)
  let body: { statusCode?: string; message?: string } = {}
  try {
    body = JSON.parse(request.responseText) as typeof body
  } catch {
    // A proxy's page instead of the API's answer: the status says enough.
  }
  return err(
    storageError({ status: request.status, statusCode: body.statusCode, message: body.message }, 'upload'),
  )
}
