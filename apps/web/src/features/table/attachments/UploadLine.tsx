import { Paperclip, RotateCw, X } from 'lucide-react'
import { useRef } from 'react'
import { ProblemText } from '../../../lib/ProblemText.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { cancelUpload, retryUpload, type Upload } from './uploads.ts'

interface UploadLineProps {
  upload: Upload
  /** Its button goes with it: the focus goes to what is left. */
  onGone: () => void
}

/** A file on its way: how far it is, or why it is not. */
export function UploadLine({ upload, onGone }: UploadLineProps) {
  const hasFailed = upload.state === 'failed'
  const line = useRef<HTMLDivElement>(null)
  const retry = () => {
    // The button goes; the one beside it stays.
    line.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    retryUpload(upload.id)
  }
  return (
    <div
      ref={line}
      className="flex items-center gap-2 rounded-control border border-line bg-sunken px-2.5 py-2"
    >
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
            tone={upload.isWaiting ? 'warn' : 'accent'}
          />
        )}
        {upload.isWaiting && (
          <output className="block text-xs text-ink-muted">
            Waiting for the connection; it goes on by itself.
          </output>
        )}
      </div>
      {hasFailed && (
        <IconButton label={`Try ${upload.file.name} again`} icon={<RotateCw aria-hidden />} onPress={retry} />
      )}
      <IconButton
        label={hasFailed ? `Dismiss ${upload.file.name}` : `Cancel the upload of ${upload.file.name}`}
        icon={<X aria-hidden />}
        onPress={() => {
          onGone()
          cancelUpload(upload.id)
        }}
      />
    </div>
  )
}
