import { limits } from '@plinth/domain'
import { Paperclip, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { formatBytes } from '../../file-size.ts'
import { AddFiles } from '../../files/AddFiles.tsx'
import { filesThatFit } from '../../files/files-that-fit.ts'
import { useFormHost } from '../form-host.ts'
import type { AnswerProps } from './answer-props.ts'

/** Files that are sent with the form. */
export function FilesAnswer({ files, labelId, describedBy, onFiles }: AnswerProps) {
  const { fileBytes } = useFormHost()
  const [refusal, setRefusal] = useState('')
  const add = (more: readonly File[]) => {
    const most = `At most ${limits.attachmentsPerCell} files can be sent here.`
    const { fitting, refusal } = filesThatFit(more, { present: files.length, fileBytes, most })
    setRefusal(refusal ?? '')
    if (fitting.length > 0) onFiles([...files, ...fitting])
  }
  return (
    <fieldset
      aria-labelledby={labelId}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      className="relative flex flex-col gap-2"
    >
      {files.length > 0 && (
        <ul className="flex flex-col gap-1">
          {files.map((file, at) => (
            <li
              // Files of the same name may be chosen twice.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${at} ${file.name}`}
              className="flex min-h-9 items-center gap-2.5 rounded-control border border-line bg-surface pr-1 pl-2.5"
            >
              <Paperclip aria-hidden className="size-4 shrink-0 text-ink-muted" />
              <span className="min-w-0 flex-1 truncate text-sm">{file.name}</span>
              <span className="tabular shrink-0 text-xs text-ink-muted">{formatBytes(file.size)}</span>
              <IconButton
                label={`Leave out ${file.name}`}
                icon={<X aria-hidden />}
                onPress={() => onFiles(files.filter((_one, place) => place !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      <AddFiles count={files.length} fileBytes={fileBytes} onFiles={add} />
      {refusal !== '' && (
        <p role="alert" className="text-sm text-danger-text">
          {refusal}
        </p>
      )}
    </fieldset>
  )
}
