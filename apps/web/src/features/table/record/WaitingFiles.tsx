import type { QuarantinedRecord } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../../lib/count-of.ts'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { formatBytes } from '../../../lib/file-size.ts'
import { useAction } from '../../../lib/use-action.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useQuarantine } from '../form/use-quarantine.ts'
import { useTable } from '../table-context.ts'

/** Files that came with a public form: nobody reads them until somebody takes them in. */
export function WaitingFiles({ row }: { row: RowView }) {
  const { waiting, again } = useQuarantine()
  const mine = waiting.find(({ record }) => record === row.id)
  return mine ? <Waiting of={mine} onDone={again} /> : null
}

const day = (iso: string) => new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(iso))

function Waiting({
  of: { record, files, expiresAt },
  onDone,
}: {
  of: QuarantinedRecord
  onDone: () => Promise<void>
}) {
  const { backend, table, session, names } = useTable()
  const [isRejecting, setRejecting] = useState(false)
  const accept = useAction(() => backend.forms.accept(table.id, record))
  const reject = useAction(() => backend.forms.reject(table.id, record))
  const count = countOf(files.length, 'file')
  const settle = async (words: string) => {
    toast.success(words)
    await session.fetch([record])
    await onDone()
  }
  return (
    <>
      <Banner
        tone="warn"
        className="mb-4"
        title={`${count} from outside ${files.length === 1 ? 'waits' : 'wait'} here`}
        action={
          <span className="flex gap-1.5">
            <Button
              size="sm"
              isPending={accept.isPending}
              onPress={async () => {
                if ((await accept.run()).ok) await settle(`Took ${count} in`)
              }}
            >
              {files.length === 1 ? 'Take it in' : 'Take them in'}
            </Button>
            <Button size="sm" onPress={() => setRejecting(true)}>
              Delete
            </Button>
          </span>
        }
      >
        <p>
          Somebody sent {files.length === 1 ? 'it' : 'them'} by a public form. Nobody can open{' '}
          {files.length === 1 ? 'it' : 'them'} before somebody takes {files.length === 1 ? 'it' : 'them'} in,
          until {day(expiresAt)}.
        </p>
        <ul className="mt-1.5 flex flex-col gap-0.5">
          {files.map(({ id, field, name, size }) => (
            <li key={id} className="flex min-w-0 items-center gap-1.5">
              <Paperclip aria-hidden className="size-3.5 shrink-0" />
              <span className="min-w-0 truncate">{name}</span>
              <span className="tabular shrink-0 text-xs">
                {[names.fields?.get(field), formatBytes(size)].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
        <ErrorNote error={accept.error} />
      </Banner>
      {isRejecting && (
        <AlertDialog
          isOpen
          onOpenChange={() => setRejecting(false)}
          title={files.length === 1 ? 'Delete this file?' : `Delete these ${count}?`}
          actionLabel={files.length === 1 ? 'Delete file' : 'Delete files'}
          isPending={reject.isPending}
          error={<ErrorNote error={reject.error} />}
          onAction={async () => {
            if (!(await reject.run()).ok) return
            setRejecting(false)
            await settle(`Deleted ${count}`)
          }}
        >
          The record stays. What is deleted cannot be brought back.
        </AlertDialog>
      )}
    </>
  )
}
