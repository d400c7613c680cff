/** The indexes that views of a table have asked for: how large they are, whether they are read, and how to be rid of them. */
import type { Table, ViewIndex } from '@plinth/domain'
import { useState } from 'react'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { formatBytes } from '../../../lib/file-size.ts'
import { toAppError } from '../../../lib/unwrap.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { refusalWords } from './cost-words.ts'
import { useIndexAction, useIndexes } from './use-view-cost.ts'

export default function IndexesDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  const { data, error } = useIndexes(table.id)
  const dropping = useIndexAction(table.id, 'drop')
  const [told, setTold] = useState('')
  const drop = async (index: ViewIndex, name: string) => {
    const result = await dropping.run(index.field)
    if (result.ok) setTold(`The index on ${name} is dropped.`)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Indexes of ${table.name}`}
      description="They make views of a large table fast, and are made from a view that needs one."
      footer={
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {error && <ErrorNote error={toAppError(error)} />}
        {dropping.error && (
          <Banner tone="danger" title="The index was not dropped">
            {refusalWords(dropping.error, {})}
          </Banner>
        )}
        {!data && !error && <Skeleton className="h-8" />}
        {data?.length === 0 && <p className="text-ink-muted">This table has none.</p>}
        {data && data.length > 0 && (
          <ul className="flex flex-col divide-y divide-line">
            {data.map((index) => (
              <IndexLine
                key={index.field}
                index={index}
                table={table}
                isBusy={dropping.isPending}
                onDrop={(name) => void drop(index, name)}
              />
            ))}
          </ul>
        )}
        <output className="sr-only">{told}</output>
      </div>
    </Dialog>
  )
}

interface IndexLineProps {
  readonly index: ViewIndex
  readonly table: Table
  readonly isBusy: boolean
  readonly onDrop: (name: string) => void
}

function IndexLine({ index, table, isBusy, onDrop }: IndexLineProps) {
  const field = table.fields.find(({ id }) => id === index.field)
  const name = field?.name ?? 'a field that is gone'
  const used = index.used === 1 ? 'read once' : `read ${index.used.toLocaleString()} times`
  return (
    <li className="flex min-h-10 items-center gap-2 py-1">
      {field && <FieldIcon type={field.type} />}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="tabular text-ink-muted">
        {formatBytes(index.bytes)}, {index.used === 0 ? 'not read yet' : used}
      </span>
      <Button
        size="sm"
        variant="danger-ghost"
        aria-label={`Drop the index on ${name}`}
        isDisabled={isBusy}
        onPress={() => onDrop(name)}
      >
        Drop
      </Button>
    </li>
  )
}
