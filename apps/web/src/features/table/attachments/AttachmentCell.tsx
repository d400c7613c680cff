import type { Attachment, Backend, FieldId, RecordId } from '@plinth/domain'
import { Loader2, TriangleAlert } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { FileThumbs } from '../../../lib/files/FileThumbs.tsx'
import { useUploads } from './uploads.ts'

/** The files of a cell, small: pictures first seen, then a number. */
export function AttachmentCell({
  backend,
  record,
  field,
  value,
}: {
  backend: Backend
  record: RecordId
  field: FieldId
  value: readonly Attachment[]
}) {
  const { sending, failed } = useUploads(
    useShallow(({ uploads }) => {
      const mine = uploads.filter((upload) => upload.record === record && upload.field === field)
      const failed = mine.filter((upload) => upload.state === 'failed').length
      return { sending: mine.length - failed, failed }
    }),
  )
  return (
    <span className="flex h-full items-center gap-1 overflow-hidden">
      <FileThumbs source={backend.files} files={value} />
      {sending > 0 && (
        <span className="flex items-center gap-1 text-xs text-ink-muted">
          <Loader2 aria-hidden className="size-3.5 animate-spin" />
          <span className="sr-only">{sending} uploading</span>
        </span>
      )}
      {failed > 0 && (
        <span className="flex items-center gap-1 text-xs text-danger-text">
          <TriangleAlert aria-hidden className="size-3.5" />
          <span className="sr-only">{failed} not uploaded</span>
        </span>
      )}
    </span>
  )
}
