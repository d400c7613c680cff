import type { BaseId, BaseSchema } from '@plinth/domain'
import { Navigate, useParams } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { ImportDropZone } from '../features/import/ImportDropZone.tsx'
import { showDialog } from '../lib/dialogs.ts'
import { useBaseSchema } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/Button.tsx'
import { FileDrawing, TableDrawing } from '../ui/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { BaseTopBar } from './BaseTopBar.tsx'

/** A base opens with its first table; without any, the way to one. */
export default function BaseHomePage() {
  const { base: id } = useParams({ strict: false })
  const schema = useBaseSchema(id as BaseId)
  useTitle(schema.base.name)
  const first = schema.tables[0]
  if (first)
    return <Navigate to="/b/$base/t/$table" params={{ base: schema.base.id, table: first.id }} replace />
  return (
    <ImportDropZone
      onFile={(file) => showDialog({ kind: 'import', base: schema.base.id, file })}
      isDisabled={schema.role !== 'creator'}
    >
      <div className="flex h-full min-h-0 flex-1 flex-col">
        <BaseTopBar schema={schema} />
        <main
          id="main"
          tabIndex={-1}
          className="grid min-h-0 flex-1 place-items-center overflow-y-auto outline-none"
        >
          {schema.role === 'creator' ? <FirstTable schema={schema} /> : <NothingYet />}
        </main>
      </div>
    </ImportDropZone>
  )
}

function FirstTable({ schema: { base } }: { schema: BaseSchema }) {
  return (
    <EmptyState
      level={1}
      drawing={<FileDrawing />}
      title={`${base.name} has no tables yet`}
      actions={
        <>
          <Button
            icon={<Plus aria-hidden />}
            onPress={() => showDialog({ kind: 'new-table', base: base.id })}
          >
            New table
          </Button>
          <Button
            variant="primary"
            icon={<Upload aria-hidden />}
            onPress={() => showDialog({ kind: 'import', base: base.id })}
          >
            Import a file
          </Button>
        </>
      }
    >
      Drop a CSV or JSON file anywhere on this page, or begin with an empty table.
    </EmptyState>
  )
}

function NothingYet() {
  return (
    <EmptyState level={1} drawing={<TableDrawing />} title="Nothing here yet">
      A creator of this base has to add the first table. It will appear here by itself.
    </EmptyState>
  )
}
