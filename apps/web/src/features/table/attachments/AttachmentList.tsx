import type { Attachment, Backend } from '@plinth/domain'
import { Download, Paperclip, RotateCw, Trash2, Upload as UploadIcon, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useShallow } from 'zustand/react/shallow'
import { formatBytes } from '../../../lib/file-size.ts'
import { ProblemText } from '../../../lib/ProblemText.tsx'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { AttachmentThumb } from './AttachmentThumb.tsx'
import { Lightbox } from './Lightbox.tsx'
import { openInTab, saveFile } from './save-file.ts'
import { isPicture } from './thumbnail.ts'
import {
  type CellAddress,
  cancelUpload,
  refuseFiles,
  retryUpload,
  startUploads,
  type Upload,
  useUploads,
} from './uploads.ts'

export interface AttachmentListProps {
  backend: Backend
  cell: CellAddress
  value: readonly Attachment[]
  isReadOnly: boolean
  /** A file came or went: the record is to be fetched again. */
  onChanged: () => void
}

/** The files of one cell: add by choosing, dropping or pasting; open, download, remove. */
export function AttachmentList({ backend, cell, value, isReadOnly, onChanged }: AttachmentListProps) {
  const uploads = useUploads(
    useShallow((state) =>
      state.uploads.filter((upload) => upload.record === cell.record && upload.field === cell.field),
    ),
  )
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const pictures = value.filter((attachment) => isPicture(attachment.mime))
  const add = (files: readonly File[]) => addFiles({ backend, cell, files, present: value.length, onChanged })
  const open = async (attachment: Attachment) => {
    const index = pictures.indexOf(attachment)
    if (index >= 0) return setAt(index)
    const answer = await openInTab(backend, attachment)
    if (!answer.ok) toast.error(answer.error)
  }
  const download = async (attachment: Attachment) => {
    const answer = await saveFile(backend, attachment)
    if (!answer.ok) toast.error(answer.error)
  }
  return (
    <div className="flex flex-col gap-2">
      {value.length > 0 && (
        <ul className="flex flex-col gap-1">
          {value.map((attachment) => (
            <FileLine
              key={attachment.id}
              backend={backend}
              attachment={attachment}
              onOpen={() => void open(attachment)}
              onDownload={() => void download(attachment)}
              onRemove={isReadOnly ? null : () => setRemoving(attachment)}
            />
          ))}
        </ul>
      )}
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} />
      ))}
      {isReadOnly ? (
        value.length === 0 && <p className="text-sm text-ink-muted">No files</p>
      ) : (
        <AddFiles onFiles={add} isFirst={value.length + uploads.length === 0} />
      )}
      <Lightbox
        backend={backend}
        pictures={pictures}
        at={at}
        onAt={setAt}
        onDownload={(file) => void download(file)}
      />
      <RemoveDialog
        backend={backend}
        attachment={removing}
        onClose={() => setRemoving(null)}
        onChanged={onChanged}
      />
    </div>
  )
}

/** Uploads files into a cell, or says why that cannot be. */
export function addFiles(input: {
  backend: Backend
  cell: CellAddress
  files: readonly File[]
  present: number
  onChanged: () => void
}): void {
  const { backend, cell, files, present, onChanged } = input
  if (files.length === 0) return
  const refusal = refuseFiles(files, present)
  if (refusal) toast.error(refusal)
  else startUploads(backend, cell, files, onChanged)
}

function FileLine(props: {
  backend: Backend
  attachment: Attachment
  onOpen: () => void
  onDownload: () => void
  onRemove: (() => void) | null
}) {
  const { backend, attachment, onOpen, onDownload, onRemove } = props
  return (
    <li className="group/file flex items-center gap-1 rounded-control border border-line bg-surface pr-1">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-12 min-w-0 flex-1 cursor-default items-center gap-2.5 rounded-control px-1.5 py-1 text-left outline-none hover:bg-hover focus-visible:ring-focus-inset"
      >
        <AttachmentThumb backend={backend} attachment={attachment} className="size-10" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm text-ink">{attachment.name}</span>
          <span className="tabular block text-xs text-ink-muted">{formatBytes(attachment.bytes)}</span>
        </span>
      </button>
      <IconButton
        label={`Download ${attachment.name}`}
        icon={<Download aria-hidden />}
        onPress={onDownload}
      />
      {onRemove && (
        <IconButton label={`Remove ${attachment.name}`} icon={<Trash2 aria-hidden />} onPress={onRemove} />
      )}
    </li>
  )
}

function UploadLine({ upload }: { upload: Upload }) {
  const hasFailed = upload.state === 'failed'
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-sunken px-2.5 py-2">
      <Paperclip aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        {hasFailed ? (
          <>
            <p className="truncate text-sm">{upload.file.name}</p>
            <p className="text-xs text-danger-text" role="alert">
              {upload.error && <ProblemText error={upload.error} />}
            </p>
          </>
        ) : (
          <ProgressBar
            label={upload.file.name}
            value={Math.round(upload.sent * 100)}
            max={100}
            valueText={`${Math.round(upload.sent * 100)} %`}
          />
        )}
      </div>
      {hasFailed && (
        <IconButton
          label={`Try ${upload.file.name} again`}
          icon={<RotateCw aria-hidden />}
          onPress={() => retryUpload(upload.id)}
        />
      )}
      <IconButton
        label={hasFailed ? `Dismiss ${upload.file.name}` : `Cancel the upload of ${upload.file.name}`}
        icon={<X aria-hidden />}
        onPress={() => cancelUpload(upload.id)}
      />
    </div>
  )
}

function AddFiles({ onFiles, isFirst }: { onFiles: (files: readonly File[]) => void; isFirst: boolean }) {
  const zone = useRef<HTMLDivElement>(null)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const element = zone.current
    const paste = (event: ClipboardEvent) => take([...(event.clipboardData?.files ?? [])])
    element?.addEventListener('paste', paste)
    return () => element?.removeEventListener('paste', paste)
  }, [])
  return (
    <DropZone
      ref={zone}
      aria-label="Drop or paste files"
      getDropOperation={() => 'copy'}
      onDrop={async (event) => {
        const files = event.items.filter((item) => item.kind === 'file')
        onFiles(await Promise.all(files.map((item) => item.getFile())))
      }}
      className="rounded-control border border-dashed border-line-strong px-3 py-2.5 text-sm text-ink-muted outline-none transition-colors drop-target:border-accent drop-target:bg-accent-tint"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <FileTrigger allowsMultiple onSelect={(list) => onFiles(list ? [...list] : [])}>
          <Button size="sm" icon={<UploadIcon aria-hidden />}>
            {isFirst ? 'Add files' : 'Add more'}
          </Button>
        </FileTrigger>
        <span className="text-xs">or drop or paste them here, up to 50 MB each</span>
      </div>
    </DropZone>
  )
}

function RemoveDialog(props: {
  backend: Backend
  attachment: Attachment | null
  onClose: () => void
  onChanged: () => void
}) {
  const { backend, attachment, onClose, onChanged } = props
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    if (!attachment) return
    setPending(true)
    const answer = await backend.files.remove(attachment.id)
    setPending(false)
    if (!answer.ok && answer.error.code !== 'not_found') return toast.error(answer.error)
    onChanged()
    onClose()
  }
  return (
    <AlertDialog
      isOpen={attachment !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${attachment?.name ?? 'this file'}?`}
      actionLabel="Remove file"
      isPending={isPending}
      onAction={remove}
    >
      The file is deleted for everybody. This cannot be undone.
    </AlertDialog>
  )
}
