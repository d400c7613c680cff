import { type Attachment, type Backend, moved } from '@plinth/domain'
import { FileArchive } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { AddFiles } from '../../../lib/files/AddFiles.tsx'
import { Lightbox } from '../../../lib/files/Lightbox.tsx'
import { previewKind } from '../../../lib/files/preview-kind.ts'
import { useSession } from '../../../lib/queries.ts'
import { useReorder } from '../../../lib/use-reorder.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { orderFiles, renameFile } from './change-files.ts'
import { downloadZip } from './download-zip.ts'
import { FileLine } from './FileLine.tsx'
import { RenameFileDialog } from './RenameFileDialog.tsx'
import { saveFile } from './save-file.ts'
import { UploadLine } from './UploadLine.tsx'
import { addFiles, type CellAddress, useUploads } from './uploads.ts'

export interface AttachmentListProps {
  backend: Backend
  cell: CellAddress
  /** What an archive of them is called. */
  title: string
  value: readonly Attachment[]
  isReadOnly: boolean
  /** Files came, went or changed: the record is to be fetched again. */
  onChanged: () => void
}

/** The files of one cell: add, open, rename, put in order, download, remove. */
export function AttachmentList(props: AttachmentListProps) {
  const { backend, cell, title, value, isReadOnly, onChanged } = props
  const { fileBytes } = useSession().installation
  const uploads = useUploads(
    useShallow((state) =>
      state.uploads.filter((upload) => upload.record === cell.record && upload.field === cell.field),
    ),
  )
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const [renaming, setRenaming] = useState<Attachment | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const shown = value.filter((attachment) => previewKind(attachment.mime) !== null)
  const download = async (attachment: Attachment) => {
    const answer = await saveFile(backend, attachment)
    if (!answer.ok) toast.error(answer.error)
  }
  const open = (attachment: Attachment) => {
    const index = shown.findIndex(({ id }) => id === attachment.id)
    if (index >= 0) setAt(index)
    else void download(attachment)
  }
  return (
    // What only screen readers see in here is placed within it: else it would make the page longer than the window.
    <div className="relative flex flex-col gap-2">
      <FileLines
        {...props}
        onOpen={open}
        onDownload={download}
        onRename={setRenaming}
        onRemove={setRemoving}
      />
      {uploads.map((upload) => (
        <UploadLine
          key={upload.id}
          upload={upload}
          onGone={() => buttons.current?.querySelector('button')?.focus()}
        />
      ))}
      {value.length > 1 && (
        <Button
          size="sm"
          variant="ghost"
          icon={<FileArchive aria-hidden />}
          className="self-start"
          onPress={() => void downloadZip(backend, title, value)}
        >
          Download all
        </Button>
      )}
      {isReadOnly ? (
        value.length === 0 && <p className="text-sm text-ink-muted">No files</p>
      ) : (
        <AddFiles
          buttons={buttons}
          count={value.length + uploads.length}
          fileBytes={fileBytes}
          onFiles={(files) =>
            addFiles({ backend, cell, files, present: value.length + uploads.length, fileBytes, onChanged })
          }
        />
      )}
      <Lightbox
        source={backend.files}
        files={shown}
        at={at}
        onAt={setAt}
        onDownload={(file) => void download(file)}
      />
      {renaming && (
        <RenameFileDialog
          file={renaming}
          rename={(name) => renameFile({ backend, cell, onChanged }, renaming, name)}
          onClose={() => setRenaming(null)}
        />
      )}
      <RemoveDialog
        backend={backend}
        attachment={removing}
        onClose={() => setRemoving(null)}
        onChanged={onChanged}
      />
    </div>
  )
}

interface WantedOrder {
  /** The ids before, in their order. */
  readonly was: string
  readonly files: readonly Attachment[]
  /** Where the one that moved is now. */
  readonly moved: number
}

interface FileLinesProps extends AttachmentListProps {
  onOpen: (file: Attachment) => void
  onDownload: (file: Attachment) => Promise<void>
  onRename: (file: Attachment) => void
  onRemove: (file: Attachment) => void
}

function FileLines(props: FileLinesProps) {
  const { backend, cell, value, isReadOnly, onChanged, onOpen, onDownload, onRename, onRemove } = props
  const [told, setTold] = useState('')
  // What was just put in order is shown so until the record comes again, in whatever order.
  const [wanted, setWanted] = useState<WantedOrder | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const was = ids(value).join(' ')
  if (wanted !== null && wanted.was !== was) setWanted(null)
  const files = wanted?.was === was ? wanted.files : value
  useEffect(() => {
    // It may have moved beyond the edge of what is seen, and the focus with it.
    if (wanted) list.current?.children[wanted.moved]?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  const move = async (from: number, to: number) => {
    const file = files[from]
    if (!file) return
    const next = moved(files, from, to)
    setWanted({ was, files: next, moved: to })
    setTold(`${file.name} is now file ${to + 1} of ${files.length}.`)
    const isDone = await orderFiles({ backend, cell, onChanged }, ids(files), ids(next))
    if (!isDone) setWanted(null)
  }
  const reorder = useReorder('vertical', files.length, (from, to) => void move(from, to))
  if (files.length === 0) return null
  return (
    <>
      <ul ref={list} className="flex flex-col gap-1">
        {files.map((attachment, index) => (
          <FileLine
            key={attachment.id}
            backend={backend}
            attachment={attachment}
            item={isReadOnly || files.length < 2 ? null : reorder(index)}
            moves={{
              up: isReadOnly || index === 0 ? null : () => void move(index, index - 1),
              down: isReadOnly || index === files.length - 1 ? null : () => void move(index, index + 1),
            }}
            onOpen={() => onOpen(attachment)}
            onDownload={() => void onDownload(attachment)}
            onRename={isReadOnly ? null : () => onRename(attachment)}
            onRemove={isReadOnly ? null : () => onRemove(attachment)}
          />
        ))}
      </ul>
      <output className="sr-only">{told}</output>
    </>
  )
}

const ids = (list: readonly Attachment[]) => list.map(({ id }) => id)

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
