import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Text } from 'react-aria-components/Text'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

export interface FileDropProps {
  /** What to drop: "Drop a CSV or JSON file here". */
  label: string
  /** Below, smaller. */
  hint?: ReactNode
  /** Media types or extensions, as in `<input accept>`. */
  accept?: readonly string[]
  allowsMultiple?: boolean
  buttonLabel?: string
  onFiles: (files: File[]) => void
  className?: string
}

/** A place that takes files by drop, by paste (when focused) and by choosing. */
export function FileDrop(props: FileDropProps) {
  const {
    label,
    hint,
    accept,
    allowsMultiple = false,
    buttonLabel = 'Choose a file',
    onFiles,
    className,
  } = props
  return (
    <DropZone
      onDrop={async (event) => {
        const items = event.items.filter((item) => item.kind === 'file')
        const files = await Promise.all(items.map((item) => item.getFile()))
        if (files.length > 0) onFiles(allowsMultiple ? files : files.slice(0, 1))
      }}
      className={cx(
        'flex flex-col items-center gap-3 rounded-card border border-dashed border-line-control px-6 py-8 text-center text-sm outline-none transition-colors drop-target:border-accent drop-target:bg-accent-tint focus-visible:ring-focus',
        className,
      )}
    >
      <Upload aria-hidden className="size-5 text-ink-muted" />
      <div>
        <Text slot="label" className="font-medium">
          {label}
        </Text>
        {hint && <p className="mt-0.5 text-ink-muted">{hint}</p>}
      </div>
      <FileTrigger
        allowsMultiple={allowsMultiple}
        {...(accept ? { acceptedFileTypes: accept } : {})}
        onSelect={(list) => list && onFiles([...list])}
      >
        <Button>{buttonLabel}</Button>
      </FileTrigger>
    </DropZone>
  )
}
