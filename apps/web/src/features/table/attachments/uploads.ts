/**
 * Files on their way into cells. One store for the whole app: an upload goes on when its panel is closed, and shows
 * again where the cell does.
 */
import {
  type AppError,
  type AttachmentId,
  type Backend,
  type FieldId,
  limits,
  type RecordId,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { create } from 'zustand'
import { filesThatFit } from '../../../lib/files/files-that-fit.ts'
import { toast } from '../../../ui/Toast.tsx'
import { makeThumbnail } from './thumbnail.ts'

export interface CellAddress {
  readonly table: TableId
  readonly record: RecordId
  readonly field: FieldId
}

export interface Upload extends CellAddress {
  readonly id: AttachmentId
  readonly file: File
  readonly sent: number
  /** `queued`, `sending`, or `failed` with its error; a finished one leaves the list. */
  readonly state: 'queued' | 'sending' | 'failed'
  readonly error: AppError | null
  /** The line is gone; it goes on by itself when it is back. */
  readonly isWaiting: boolean
}

interface UploadStore {
  readonly uploads: readonly Upload[]
}

/** At a time; more would only share the same line. */
const concurrent = 3

export const useUploads = create<UploadStore>(() => ({ uploads: [] }))

/** Whoever closes the page while files are on their way is asked: nobody goes on with them. */
const ask = (event: Event) => event.preventDefault()
let isWatched = false

/** From the first table that is opened on, since uploads go on when it is left. */
export function askBeforeLeaving(page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): void {
  if (isWatched) return
  isWatched = true
  useUploads.subscribe(({ uploads }) => {
    if (uploads.some(({ state }) => state !== 'failed')) page.addEventListener('beforeunload', ask)
    else page.removeEventListener('beforeunload', ask)
  })
}

const controllers = new Map<AttachmentId, AbortController>()
const finishers = new Map<AttachmentId, Finisher>()

interface Finisher {
  readonly backend: Backend
  readonly onDone: () => void
  /** Settled when those chosen before it are in the cell, or will not come. */
  readonly turn: Promise<void>
  /** It is in the cell, or will not come: the next one may. */
  readonly passOn: () => void
}

function change(id: AttachmentId, changes: Partial<Upload>): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
  }))
}

function drop(id: AttachmentId): void {
  controllers.delete(id)
  finishers.get(id)?.passOn()
  finishers.delete(id)
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))
}

/** Uploads files into a cell, and says which of them cannot be in it and why. */
export function addFiles(input: {
  backend: Backend
  cell: CellAddress
  files: readonly File[]
  present: number
  fileBytes: number
  onChanged: () => void
}): void {
  const { backend, cell, files, present, fileBytes, onChanged } = input
  const most = `A cell holds at most ${limits.attachmentsPerCell} files; this one has ${present}.`
  const { fitting, refusal } = filesThatFit(files, { present, fileBytes, most })
  if (refusal !== null) toast.error(refusal)
  if (fitting.length > 0) startUploads(backend, cell, fitting, onChanged)
}

/** Begins to upload; `onDone` runs after each file that arrived. They enter the cell one after the other, as they were chosen. */
function startUploads(backend: Backend, cell: CellAddress, files: readonly File[], onDone: () => void): void {
  let next = Promise.resolve()
  const added = files.map((file): Upload => {
    const id = uuidV7() as AttachmentId
    const turn = next
    next = new Promise((resolve) => {
      // One that does not come may leave before its own turn: those behind it wait for that all the same.
      finishers.set(id, { backend, onDone, turn, passOn: () => resolve(turn) })
    })
    return { ...cell, id, file, sent: 0, state: 'queued', error: null, isWaiting: false }
  })
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }))
  pump()
}

export function cancelUpload(id: AttachmentId): void {
  controllers.get(id)?.abort()
  drop(id)
  pump()
}

/** Tries again under a new id: the server may know the old one. */
export function retryUpload(id: AttachmentId): void {
  const upload = useUploads.getState().uploads.find((other) => other.id === id)
  const finisher = finishers.get(id)
  if (!upload || !finisher) return
  const { table, record, field, file } = upload
  drop(id)
  startUploads(finisher.backend, { table, record, field }, [file], finisher.onDone)
}

function pump(): void {
  const { uploads } = useUploads.getState()
  let free = concurrent - uploads.filter((upload) => upload.state === 'sending').length
  for (const upload of uploads) {
    if (free <= 0) return
    if (upload.state !== 'queued') continue
    free -= 1
    void send(upload)
  }
}

async function send(upload: Upload): Promise<void> {
  const finisher = finishers.get(upload.id)
  if (!finisher) return
  const { id, table, record, field, file } = upload
  const controller = new AbortController()
  controllers.set(id, controller)
  change(id, { state: 'sending', sent: 0, error: null })
  const thumbnail = await makeThumbnail(file)
  if (controller.signal.aborted) return
  const answer = await finisher.backend.files.upload({
    id,
    table,
    record,
    field,
    file,
    name: file.name,
    thumbnail,
    turn: finisher.turn,
    signal: controller.signal,
    onWaiting: (isWaiting) => change(id, { isWaiting }),
    onProgress: (sent, total) => change(id, { sent: Math.min(1, sent / Math.max(1, total)) }),
  })
  if (controller.signal.aborted) return
  if (answer.ok) {
    finisher.onDone()
    drop(id)
  } else {
    controllers.delete(id)
    finisher.passOn()
    change(id, { state: 'failed', error: answer.error, isWaiting: false })
  }
  pump()
}
