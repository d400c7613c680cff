import {
  type AttachmentId,
  appError,
  err,
  type FilesApi,
  limits,
  ok,
  type Result,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import * as v from 'valibot'
import { forgetFiles, type RemovedFiles } from './removed-files.ts'
import { attachment } from './row-decoder.ts'
import type { Rpc } from './rpc.ts'
import { avatarsBucket, bucketOf, type ObjectSender, sendObject } from './send-object.ts'
import { abortedError, storageError } from './to-app-error.ts'
import { attachmentId } from './wire/ids.ts'

const begun = v.object({ id: attachmentId, key: v.string(), thumbKey: v.nullable(v.string()) })
const finished = v.object({ attachment, ver: v.number() })
const written = v.object({ ver: v.number() })
const unusedFiles = v.object({ files: v.number(), bytes: v.number(), missing: v.number() })
const removal = v.object({ keys: v.array(v.string()), ver: v.number() })

/** Signed addresses cannot be withdrawn, so they live shortly. */
const maxSignedSeconds = 60

export function createFilesApi(rpc: Rpc, sender: ObjectSender, clearRemoved: RemovedFiles): FilesApi {
  const objects = (key: string) => sender.client.storage.from(bucketOf(key))
  return {
    upload: (input) => upload(rpc, sender, clearRemoved, input),
    async download(key, signal) {
      try {
        const { data, error } = await objects(key).download(key, {}, signal === undefined ? {} : { signal })
        if (error === null) return ok(data)
        return err(signal?.aborted ? abortedError() : storageError(readFailure(error), 'read'))
      } catch {
        // The client answers what goes wrong up to the first byte; behind it, it throws.
        return err(signal?.aborted ? abortedError() : appError('network'))
      }
    },
    async signedUrl(key, { seconds, downloadName }) {
      const options = downloadName === undefined ? {} : { download: downloadName }
      const { data, error } = await objects(key).createSignedUrl(
        key,
        Math.min(Math.ceil(seconds), maxSignedSeconds),
        options,
      )
      return error === null ? ok(data.signedUrl) : err(storageError(error, 'read'))
    },
    rename: (id, name, was) => rpc('rename_attachment', { attachment: id, name, was }, finished),
    order: (input) => rpc('order_attachments', { ...input }, written),
    remove: (id) => remove(rpc, sender, id),
    unused: (workspace) => rpc('unused_files', { workspace }, unusedFiles),
    cleanUp: (workspace) => cleanUp(rpc, sender, clearRemoved, workspace),
    uploadAvatar: (user, picture) => uploadAvatar(sender, user, picture),
  }
}

/** Older pictures make room: the last ones stay, because a profile still shows one until the new key is saved. */
const avatarsKept = 2

async function uploadAvatar(
  sender: ObjectSender,
  user: Parameters<FilesApi['uploadAvatar']>[0],
  picture: Blob,
): ReturnType<FilesApi['uploadAvatar']> {
  if (picture.size > limits.avatarBytes) {
    return err(appError('file_too_large', { details: { limit: limits.avatarBytes } }))
  }
  const folder = `u/${user}`
  const objects = sender.client.storage.from(avatarsBucket)
  // Names are time-ordered. Where making room fails, the upload itself tells.
  const { data } = await objects.list(folder, { sortBy: { column: 'name', order: 'desc' } })
  const old = (data ?? []).slice(avatarsKept).map(({ name }) => `${folder}/${name}`)
  if (old.length > 0) await objects.remove(old)
  const key = `${folder}/${uuidV7()}`
  const sent = await sendObject(sender, { key, body: picture, mime: picture.type || 'image/png' })
  return sent.ok ? ok({ key }) : sent
}

async function upload(
  rpc: Rpc,
  sender: ObjectSender,
  clearRemoved: RemovedFiles,
  input: Parameters<FilesApi['upload']>[0],
): ReturnType<FilesApi['upload']> {
  const { id, table, record, field, file, name, onProgress, onWaiting, turn, signal } = input
  const thumbnail = (input.thumbnail?.size ?? 0) > limits.thumbnailBytes ? null : input.thumbnail
  const mime = file.type || 'application/octet-stream'
  const description = { id, name, mime, bytes: file.size, thumbnail: thumbnail !== null }
  const announce = () => rpc('begin_upload', { table, record, field, file: description }, begun, signal)
  let begin = await announce()
  if (!begin.ok && begin.error.details?.rule === 'workspace_file_bytes') {
    await clearRemoved()
    begin = await announce()
  }
  if (!begin.ok) return begin
  const { key, thumbKey } = begin.value
  const cancel = signal === undefined ? {} : { signal }
  const sent = await sendAll(sender, [
    {
      key,
      body: file,
      mime,
      ...cancel,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(onWaiting === undefined ? {} : { onWaiting }),
    },
    ...(thumbnail !== null && thumbKey !== null
      ? [{ key: thumbKey, body: thumbnail, mime: thumbnail.type || 'image/webp', ...cancel }]
      : []),
  ])
  const due = sent.ok && turn !== undefined ? await waitForTurn(turn, signal) : sent
  if (due.ok) return rpc('finish_upload', { attachment: id }, finished)
  // The registered file never came: take the registration back. If that fails too, the pending row expires.
  await remove(rpc, sender, id)
  return due
}

/** Until it is this file's turn, or it is given up. */
function waitForTurn(turn: Promise<void>, signal: AbortSignal | undefined): Promise<Result<null>> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(err(abortedError('upload_failed')))
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    void turn.finally(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve(ok(null))
    })
  })
}

async function sendAll(
  sender: ObjectSender,
  objects: readonly Parameters<typeof sendObject>[1][],
): Promise<Result<null>> {
  for (const object of objects) {
    const sent = await sendObject(sender, object)
    if (!sent.ok) return sent
  }
  return ok(null)
}

/**
 * First the record forgets the file, then the objects go. When the second step fails, their keys stay queued in the
 * database, where nobody but those who drain the queue can see them: the removal itself has succeeded.
 */
async function remove(
  rpc: Rpc,
  { client }: ObjectSender,
  id: Parameters<FilesApi['remove']>[0],
): ReturnType<FilesApi['remove']> {
  const answer = await rpc('remove_attachment', { attachment: id }, removal)
  if (!answer.ok) return answer
  const { keys, ver } = answer.value
  await forgetFiles(client, rpc, keys)
  return ok({ ver })
}

/** Objects of one step: as many as storage removes at once. */
const objectsPerStep = 1_000

const step = v.object({ queued: v.number(), left: v.boolean() })
const ids = v.array(attachmentId)

async function cleanUp(
  rpc: Rpc,
  sender: ObjectSender,
  clearRemoved: RemovedFiles,
  workspace: WorkspaceId,
): Promise<Result<null>> {
  for (let isLeft = true; isLeft; ) {
    const swept = await rpc('sweep_files', { workspace, take: objectsPerStep }, step)
    if (!swept.ok) return swept
    await clearRemoved()
    isLeft = swept.value.left
  }
  for (let after: AttachmentId | null = null; ; ) {
    const missing: Result<AttachmentId[]> = await rpc('missing_files', { workspace, after }, ids)
    if (!missing.ok) return missing
    // Of a locked record it stays: somebody else may take it out.
    for (const id of missing.value) await remove(rpc, sender, id)
    after = missing.value.at(-1) ?? null
    if (after === null) return ok(null)
  }
}

/** A failed download carries the raw response instead of a status. */
function readFailure(error: object): { status?: number; message?: string } {
  const { originalError } = error as { originalError?: unknown }
  if (originalError instanceof Response) return { status: originalError.status }
  return error
}
