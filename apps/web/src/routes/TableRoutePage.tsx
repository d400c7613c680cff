import type { BaseId, RecordId } from '@plinth/domain'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { NoticePage } from '../features/frame/NoticePage.tsx'
import { ImportDropZone } from '../features/import/ImportDropZone.tsx'
import { formatSorts, parseSorts } from '../features/table/sort-param.ts'
import { TablePage } from '../features/table/TablePage.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { showDialog } from '../lib/dialogs.ts'
import { paths } from '../lib/paths.ts'
import { useBaseSchema, useSession } from '../lib/queries.ts'
import { mayAddRecords } from '../lib/table-access.ts'
import { useMove } from '../lib/use-move.ts'
import { useTitle } from '../lib/use-title.ts'
import { useTrash } from '../lib/use-trash.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { LostDrawing } from '../ui/Drawings.tsx'
import { useRefreshBase } from './BaseRoom.tsx'
import { BaseTopBar } from './BaseTopBar.tsx'
import { useTableCommands } from './use-table-commands.tsx'

/** One table: its data is the feature's, its address and its dialogs are here. */
export default function TableRoutePage() {
  const params = useParams({ from: '/connected/signed-in/b/$base/t/$table' })
  const search = useSearch({ from: '/connected/signed-in/b/$base/t/$table' })
  const navigate = useNavigate({ from: '/b/$base/t/$table' })
  const backend = useBackend()
  const refreshBase = useRefreshBase()
  const { profile } = useSession()
  const schema = useBaseSchema(params.base as BaseId)
  const base = schema.base.id
  const table = schema.tables.find((one) => one.id === params.table)
  const trash = useTrash(base)
  const move = useMove(base)
  useTitle(table?.name ?? 'Not found', schema.base.name)
  useTableCommands(schema, table)
  if (!table) return <TableGone base={base} />

  return (
    <ImportDropZone
      onFile={(file) => showDialog({ kind: 'import', base, file, into: table.id })}
      isDisabled={!mayAddRecords(table)}
    >
      <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
        <BaseTopBar schema={schema} table={table} />
        <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <h1 className="sr-only">{table.name}</h1>
          <TablePage
            key={table.id}
            base={schema}
            table={table}
            backend={backend}
            me={profile}
            sorts={parseSorts(search.sort, table)}
            onSortsChange={(sorts) =>
              void navigate({
                search: (now) => ({ ...now, sort: formatSorts(sorts) || undefined }),
                replace: true,
              })
            }
            recordId={(search.record as RecordId | undefined) ?? null}
            onRecordChange={(record) =>
              void navigate({ search: (now) => ({ ...now, record: record ?? undefined }) })
            }
            onImport={() => showDialog({ kind: 'import', base, into: table.id })}
            onExport={() => showDialog({ kind: 'export', base, table })}
            onAddField={() => showDialog({ kind: 'new-field', base, table })}
            onEditField={(field) => showDialog({ kind: 'edit-field', base, table, field })}
            onRenameField={(field) => showDialog({ kind: 'edit-field', base, table, field })}
            onDuplicateField={(field) => showDialog({ kind: 'duplicate-field', base, table, field })}
            onChangeType={(field) => showDialog({ kind: 'change-type', base, field })}
            onWorkflow={(field) => showDialog({ kind: 'workflow', base, table, field })}
            onMoveField={(field, to) => void move.field(table, field, to)}
            onDeleteField={(field) => void trash.deleteField(field)}
            onSchemaChanged={refreshBase}
          />
        </main>
      </div>
    </ImportDropZone>
  )
}

function TableGone({ base }: { base: BaseId }) {
  return (
    <NoticePage
      drawing={<LostDrawing />}
      title="This table is not here"
      actions={
        <ButtonLink href={paths.base(base)} variant="primary">
          Go to the base
        </ButtonLink>
      }
    >
      It was deleted, or the address is mistyped.
    </NoticePage>
  )
}
