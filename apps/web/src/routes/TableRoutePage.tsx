import type { BaseId, BaseSchema, RecordId, Table } from '@plinth/domain'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { NoticePage } from '../features/frame/NoticePage.tsx'
import { ImportDropZone } from '../features/import/ImportDropZone.tsx'
import { TablePage } from '../features/table/TablePage.tsx'
import { useTableView } from '../features/table/view/use-table-view.ts'
import type { ViewParams } from '../features/table/view/view-params.ts'
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
  const params = useParams({ strict: false })
  const schema = useBaseSchema(params.base as BaseId)
  const base = schema.base.id
  const table = schema.tables.find((one) => one.id === params.table)
  useTitle(table?.name ?? 'Not found', schema.base.name)
  useTableCommands(schema, table)
  if (!table) return <TableGone base={base} />
  return <TableHere key={table.id} schema={schema} table={table} viewId={params.view ?? null} />
}

function TableHere({ schema, table, viewId }: { schema: BaseSchema; table: Table; viewId: string | null }) {
  const base = schema.base.id
  const search: TableSearch = useSearch({ strict: false })
  const params = useParams({ strict: false })
  const page = params.record as RecordId | undefined
  const navigate = useNavigate()
  const backend = useBackend()
  const refreshBase = useRefreshBase()
  const { profile } = useSession()
  const trash = useTrash(base)
  const move = useMove(base)
  const view = useTableView({
    table,
    role: schema.role,
    isKept: true,
    viewId,
    params: search,
    onParams: (params) =>
      void navigate({ to: '.', search: (now: TableSearch) => ({ ...now, ...params }), replace: true }),
    onOpen: (id) =>
      void navigate({ href: id ? paths.view(base, table.id, id) : paths.table(base, table.id) }),
  })
  return (
    <ImportDropZone
      onFile={(file) => showDialog({ kind: 'import', base, file, into: table.id })}
      isDisabled={!mayAddRecords(table)}
    >
      <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
        <BaseTopBar schema={schema} table={table} view={view.saved?.name} />
        <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <h1 className="sr-only">{table.name}</h1>
          <TablePage
            base={schema}
            table={table}
            backend={backend}
            me={profile}
            view={view}
            recordId={(page ?? (search.record as RecordId | undefined)) || null}
            shown={page ? 'page' : 'panel'}
            onRecordChange={(record, shown = page ? 'page' : 'panel') => {
              const isPage = record !== null && shown === 'page'
              void navigate({
                ...placeOf(params, isPage ? record : null),
                search: (now: TableSearch) => ({ ...now, record: (!isPage && record) || undefined }),
              })
            }}
            onImport={() => showDialog({ kind: 'import', base, into: table.id })}
            onExport={(shown) => showDialog({ kind: 'export', base, table, view: shown })}
            onAddField={() => showDialog({ kind: 'new-field', base, table })}
            onEditField={(field) => showDialog({ kind: 'edit-field', base, table, field })}
            onRenameField={(field) => showDialog({ kind: 'edit-field', base, table, field })}
            onDuplicateField={(field) => showDialog({ kind: 'duplicate-field', base, table, field })}
            onChangeType={(field) => showDialog({ kind: 'change-type', base, table, field })}
            onWorkflow={(field) => showDialog({ kind: 'workflow', base, table, field })}
            onMoveField={(field, to) => void move.field(table, field, to)}
            onDeleteField={(field) => void trash.deleteField(table.id, field)}
            onSchemaChanged={refreshBase}
          />
        </main>
      </div>
    </ImportDropZone>
  )
}

/** The address of the table as it is looked at, or of a record's page over it. */
function placeOf({ base = '', table = '', view }: TableParams, record: RecordId | null) {
  const params = { base, table, view: view ?? '', record: record ?? '' }
  if (view === undefined)
    return { to: record ? '/b/$base/t/$table/r/$record' : '/b/$base/t/$table', params } as const
  return {
    to: record ? '/b/$base/t/$table/v/$view/r/$record' : '/b/$base/t/$table/v/$view',
    params,
  } as const
}

interface TableParams {
  readonly base?: string
  readonly table?: string
  readonly view?: string
}

type TableSearch = ViewParams & { readonly record?: string | undefined }

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
