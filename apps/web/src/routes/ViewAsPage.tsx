/** A base through somebody else’s eyes: the same pages over a backend that reads for them. */
import type { BaseId, BaseSchema, RecordId, Table, TableId, ViewedAs } from '@plinth/domain'
import { QueryClientProvider, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Eye, LogOut } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-aria-components/Link'
import { roleName } from '../features/roles/role-words.ts'
import { TablePage } from '../features/table/TablePage.tsx'
import { useTableView } from '../features/table/view/use-table-view.ts'
import { ConnectionContext, useBackend, useConnection } from '../lib/backend-context.ts'
import { showDialog } from '../lib/dialogs.ts'
import { ErrorNote } from '../lib/ErrorNote.tsx'
import { loadAgain } from '../lib/load-again.ts'
import { paths } from '../lib/paths.ts'
import { queries, useBaseSchema, useSession } from '../lib/queries.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { createRefresher } from '../lib/refresher.ts'
import { toAppError } from '../lib/unwrap.ts'
import { useTitle } from '../lib/use-title.ts'
import { parseViewedAs } from '../lib/viewed-as.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { HueTile } from '../ui/Chip.tsx'
import { cx } from '../ui/cx.ts'
import { LockDrawing } from '../ui/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { BaseSkeleton } from './BaseSkeleton.tsx'

export default function ViewAsPage() {
  const params = useParams({ from: '/connected/signed-in/b/$base/view' })
  const search = useSearch({ from: '/connected/signed-in/b/$base/view' })
  const own = useBaseSchema(params.base as BaseId)
  const who = parseViewedAs(search.as)
  if (!who || own.role !== 'creator') return <Navigate to={paths.base(own.base.id)} replace />
  return (
    <Suspense fallback={<BaseSkeleton />}>
      <View key={search.as} own={own} who={who} />
    </Suspense>
  )
}

function View({ own, who }: { own: BaseSchema; who: ViewedAs }) {
  const name = useNameOf(own, who)
  const search = useSearch({ from: '/connected/signed-in/b/$base/view' })
  const exit = search.table ? paths.table(own.base.id, search.table as TableId) : paths.base(own.base.id)
  useTitle(`As ${name}`, own.base.name)
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-warn-line bg-warn-tint px-3 py-2 text-sm text-warn-text">
        <Eye aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 flex-1 basis-56 break-words">
          You see this base as <strong className="font-semibold">{name}</strong>. Read only.
        </p>
        <span className="flex gap-2">
          <Button size="sm" onPress={() => showDialog({ kind: 'view-as', base: own.base.id })}>
            As somebody else
          </Button>
          <ButtonLink size="sm" href={exit} icon={<LogOut aria-hidden />}>
            Exit
          </ButtonLink>
        </span>
      </header>
      <SeenThrough own={own} who={who}>
        <SeenBase base={own.base.id} name={name} />
      </SeenThrough>
    </div>
  )
}

/** Of the role or the person; their id says nothing to anybody. */
function useNameOf(own: BaseSchema, who: ViewedAs): string {
  const backend = useBackend()
  const { data: roles } = useSuspenseQuery(queries.roles(backend, own.base.id))
  const { data: members } = useSuspenseQuery(queries.baseMembers(backend, own.base.id))
  if ('person' in who) return members.find(({ id }) => id === who.person)?.name ?? 'somebody who has left'
  const role = roles.find(({ id }) => id === who.role)
  return role ? roleName(role) : 'a role that is gone'
}

/** Nothing that was loaded as oneself is shown below this, and nothing of this stays after it. */
function SeenThrough({ own, who, children }: { own: BaseSchema; who: ViewedAs; children: React.ReactNode }) {
  const connection = useConnection()
  const { dataUpdatedAt } = useQuery(queries.baseSchema(connection.backend, own.base.id))
  const [client] = useState(createQueryClient)
  const seen = useMemo(
    () => ({ ...connection, backend: connection.backend.viewAs(own.base.id, who) }),
    // The view is opened anew for another person or role.
    // oxlint-disable-next-line react/exhaustive-deps
    [connection, own.base.id],
  )
  // The room of the base tells when rights change; it is one's own.
  const refresher = useMemo(() => createRefresher(() => loadAgain(client, [[]])), [client])
  useEffect(() => {
    refresher.refresh()
    return () => refresher.stop()
  }, [refresher, dataUpdatedAt])
  return (
    <QueryClientProvider client={client}>
      <ConnectionContext value={seen}>
        {/* What waits here must not take the cache above away. */}
        <Suspense fallback={<BaseSkeleton />}>{children}</Suspense>
      </ConnectionContext>
    </QueryClientProvider>
  )
}

function SeenBase({ base, name }: { base: BaseId; name: string }) {
  const search = useSearch({ from: '/connected/signed-in/b/$base/view' })
  const backend = useBackend()
  const schema = useQuery(queries.baseSchema(backend, base))
  if (schema.error) {
    return (
      <main id="main" tabIndex={-1} className="p-4 outline-none">
        <ErrorNote error={toAppError(schema.error)} />
      </main>
    )
  }
  if (!schema.data) return <BaseSkeleton />
  const { tables } = schema.data
  const table = tables.find(({ id }) => id === search.table) ?? tables[0]
  if (!table) return <NothingSeen name={name} />
  return (
    <>
      <SeenTables schema={schema.data} current={table.id} as={search.as} />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">
        <h1 className="sr-only">{table.name}</h1>
        <SeenTable
          key={table.id}
          schema={schema.data}
          table={table}
          onSchemaChanged={() => void schema.refetch()}
        />
      </main>
    </>
  )
}

function SeenTable({
  schema,
  table,
  onSchemaChanged,
}: {
  schema: BaseSchema
  table: Table
  onSchemaChanged: () => void
}) {
  const search = useSearch({ from: '/connected/signed-in/b/$base/view' })
  const navigate = useNavigate({ from: '/b/$base/view' })
  const backend = useBackend()
  const { profile } = useSession()
  const view = useTableView({
    table,
    role: schema.role,
    isKept: false,
    viewId: search.shows ?? null,
    params: search,
    onParams: (params) => void navigate({ search: (now) => ({ ...now, ...params }), replace: true }),
    onOpen: (id) =>
      void navigate({ search: ({ as, table: shown }) => ({ as, table: shown, shows: id ?? undefined }) }),
  })
  return (
    <TablePage
      base={schema}
      table={table}
      backend={backend}
      me={profile}
      view={view}
      recordId={(search.record as RecordId | undefined) ?? null}
      shown={search.shown ?? 'panel'}
      onRecordChange={(record, shown = search.shown ?? 'panel') =>
        void navigate({
          search: (now) => ({
            ...now,
            record: record ?? undefined,
            shown: record && shown === 'page' ? shown : undefined,
          }),
        })
      }
      onSchemaChanged={onSchemaChanged}
      {...notOffered}
    />
  )
}

const nothing = () => undefined

/** Whoever looks through somebody else's eyes shapes and moves nothing: the table does not show these. */
const notOffered = {
  onImport: nothing,
  onExport: nothing,
  onAddField: nothing,
  onEditField: nothing,
  onRenameField: nothing,
  onDuplicateField: nothing,
  onChangeType: nothing,
  onWorkflow: nothing,
  onMoveField: nothing,
  onDeleteField: nothing,
}

/** The tables that they see; the sidebar, which shows one’s own, is away. */
function SeenTables({ schema, current, as }: { schema: BaseSchema; current: TableId; as: string }) {
  const { base, tables } = schema
  return (
    <nav
      aria-label="Tables"
      className="scroll-thin flex h-(--topbar-height) shrink-0 items-center gap-1 overflow-x-auto border-b border-line px-3"
    >
      <HueTile hue={base.hue} name={base.name} />
      <span className="shrink-0 pr-2 pl-1 text-sm font-medium">{base.name}</span>
      {tables.map((table) => (
        <Link
          key={table.id}
          href={paths.viewAs(base.id, as, table.id)}
          {...(table.id === current ? { 'aria-current': 'page' as const } : {})}
          className={cx(
            'flex h-7 shrink-0 items-center rounded-control px-2 text-sm outline-none focus-visible:ring-focus-inset coarse:h-11',
            table.id === current ? 'bg-pressed font-medium' : 'text-ink-soft hovered:bg-hover',
          )}
        >
          {table.name}
        </Link>
      ))}
    </nav>
  )
}

function NothingSeen({ name }: { name: string }) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-0 flex-1 place-items-center outline-none">
      <EmptyState level={1} drawing={<LockDrawing />} title="No table is to be seen">
        {name} may read nothing of this base. Its roles say so.
      </EmptyState>
    </main>
  )
}
