/**
 * Large files, in parts by the TUS protocol: after a broken line the upload goes on where the server has it. Loaded only
 * when a large file is to be sent.
 */
import { err, ok, type Result } from '@plinth/domain'
import { DetailedError, type FileSource, type HttpRequest, Upload } from 'tus-js-client'
import { bucketOf, type ObjectSender, type SendObject } from './send-object.ts'
import { abortedError, storageError } from './to-app-error.ts'

/** The provider takes parts of exactly this size. */
const partBytes = 6 * 1024 * 1024

/** Waits between tries, about five minutes together; each part that arrives gives all of them back. */
const retryMs = [0, 1, 2, 5, 10, 20, 30, 30, 30, 60, 60, 60].map((seconds) => seconds * 1_000)

/** Stores one object in parts. Given up by its signal, it is ended on the server too. */
export function sendResumable(sender: ObjectSender, object: SendObject): Promise<Result<null>> {
  const { body, signal, onProgress, onWaiting } = object
  if (signal?.aborted) return Promise.resolve(err(abortedError('upload_failed')))
  return new Promise((resolve) => {
    let isTokenStale = false
    const finish = (result: Result<null> | Promise<Result<null>>) => {
      signal?.removeEventListener('abort', giveUp)
      resolve(result)
    }
    const giveUp = () => void end(upload).then(() => finish(err(abortedError('upload_failed'))))
    const upload = new Upload(body, {
      endpoint: `${sender.url}/storage/v1/upload/resumable`,
      chunkSize: partBytes,
      retryDelays: retryMs,
      storeFingerprintForResuming: false,
      headers: { apikey: sender.publishableKey, 'x-upsert': 'false' },
      metadata: { bucketName: bucketOf(object.key), objectName: object.key, contentType: object.mime },
      ...(typeof XMLHttpRequest === 'undefined' ? { fileReader: { openFile: openBlob } } : {}),
      // A long upload outlives its first token.
      onBeforeRequest: async (request) => {
        await authorize(sender, request, isTokenStale)
        isTokenStale = false
      },
      onProgress: (sent) => {
        onWaiting?.(false)
        onProgress?.(sent, body.size)
      },
      onShouldRetry: (error, attempt) => {
        isTokenStale = statusOf(error) === 401
        const mayRetry = isTokenStale ? attempt === 0 : isPassing(error)
        if (mayRetry) onWaiting?.(true)
        return mayRetry
      },
      onSuccess: () => finish(ok(null)),
      onError: (error) => {
        if (signal?.aborted) return
        if (isOffline() && statusOf(error) === 0) return whenOnline(signal, () => upload.start())
        finish(outcomeOf(upload, error))
      },
    })
    signal?.addEventListener('abort', giveUp)
    upload.start()
  })
}

async function authorize({ client, publishableKey }: ObjectSender, request: HttpRequest, isStale: boolean) {
  const { data } = await (isStale ? client.auth.refreshSession() : client.auth.getSession())
  request.setHeader('authorization', `Bearer ${data.session?.access_token ?? publishableKey}`)
}

function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : -1
}

/** Whether the same request may succeed later: the line broke, the server is busy, or knows another offset than we. */
function isPassing(error: DetailedError): boolean {
  const status = statusOf(error)
  if (status === 409) return error.originalRequest.getMethod() !== 'POST'
  return status === 0 || status >= 500 || status === 423 || status === 429
}

async function outcomeOf(upload: Upload, error: Error): Promise<Result<null>> {
  const status = Math.max(0, statusOf(error))
  const response = error instanceof DetailedError ? error.originalResponse : null
  // The key is ours alone, and objects are stored whole: it came, and the answer was lost.
  if (status === 409) return ok(null)
  if (status > 0) await end(upload)
  return err(storageError({ status, message: response?.getBody() }, 'upload'))
}

/** Stops sending and ends the upload on the server. Where that fails it expires there. */
function end(upload: Upload): Promise<void> {
  return upload.abort(true).catch(() => undefined)
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}

function whenOnline(signal: AbortSignal | undefined, goOn: () => void): void {
  const again = () => {
    if (!signal?.aborted) goOn()
  }
  addEventListener('online', again, { once: true })
}

/** Reads a blob part by part where there is no XMLHttpRequest that takes blobs. */
async function openBlob(blob: Blob): Promise<FileSource> {
  return {
    size: blob.size,
    slice: async (start, end) => {
      const part = new Uint8Array(await blob.slice(start, end).arrayBuffer())
      return { value: Object.assign(part, { size: part.length }), done: end >= blob.size }
    },
    close: () => undefined,
  }
}
