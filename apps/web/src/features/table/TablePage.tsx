/** One table as a list: toolbar, rows, footer and the open record. */
import {
  type Backend,
  type BaseSchema,
  type CellValue,
  completeFilter,
  type Field,
  type FieldId,
  fieldOf,
  type GroupPath,
  isCounted,
  isSortable,
  newRecordValues,
  type Profile,
  type RecordId,
  type Sort,
  type Table,
  type ViewConfig,
  type ViewKind,
  type ViewQuery,
  valuesForFilter,
} from '@plinth/domain'
import { type RowWindow, type TableSession, unseenSizes } from '@plinth/record-store'
import { Plus, RotateCw, Upload } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { Later } from '../../lib/Later.tsx'
import { LaterCode } from '../../lib/later-code.ts'
import { mayAddRecords } from '../../lib/table-access.ts'
import { openForSteps } from '../../lib/table-steps.ts'
import { phoneQuery, useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { BrokenDrawing, TableDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useHasDialog } from '../../ui/open-dialogs.ts'
import { askBeforeLeaving } from './attachments/uploads.ts'
import { CardList } from './cards/CardList.tsx'
import { DeleteRecordsDialog } from './DeleteRecordsDialog.tsx'
import { openFind } from './find/find-open.ts'
import { KindSkeleton } from './kinds/KindSkeleton.tsx'
import { emptyByThemselves, hasTool, type KindView, kindViews } from './kinds/kind-views.ts'
import { LongSteps } from './LongSteps.tsx'
import { OpenRecord, usePageAhead } from './record/OpenRecord.tsx'
import { noneSelected, type SelectedRecords, withoutRecords } from './selected-records.ts'
import { TableFooter } from './TableFooter.tsx'
import { RowsSkeleton, TableSkeleton } from './TableSkeleton.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { type RecordShown, TableContext } from './table-context.ts'
import { useClockFields } from './use-clock-fields.ts'
import { useHandOverNotices, useMovedNotice, useRecalledNotice, useUndeletedNotice } from './use-notices.ts'
import { useOptionOrder } from './use-option-order.ts'
import { useSchemaAfterFailure } from './use-schema-after-failure.ts'
import { type Doomed, useScope } from './use-scope.ts'
import {
  useLinkedNames,
  useRowWindow,
  useSchemaChanges,
  useSnapshot,
  useTableSession,
} from './use-table-session.ts'
import { ClosedGroupsContext, useStoredGroups } from './view/closed-groups.ts'
import { openSearch } from './view/search-open.ts'
import { type TableView, ViewContext } from './view/table-view.ts'
import { ViewBar } from './view/ViewBar.tsx'
import { shownFields } from './view/view-params.ts'
import { useViewSteps } from './view/view-steps.ts'

/** What takes steps back of its own: a tick is a step of the table. */
const textInputs = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]'

/** Asked for at once, beside the rows: on phones there is none. */
const gridCode = new LaterCode(async () => (await import('./TableGrid.tsx')).TableGrid)
if (!window.matchMedia(phoneQuery).matches) gridCode.ask()

export interface TablePageProps {
  /** The role decides who shapes the table; the access epoch goes into the live topics. */
  base: BaseSchema
  table: Table
  backend: Backend
  me: Profile
  view: TableView
  /** The open record, from the address. */
  recordId: RecordId | null
  shown: RecordShown
  /** Shown as before where nothing else is said. */
  onRecordChange: (id: RecordId | null, shown?: RecordShown) => void
  onImport: () => void
  onExport: (shown: ViewQuery) => void
  onAddField: () => void
  onEditField: (field: Field) => void
  onRenameField: (field: Field) => void
  onDuplicateField: (field: Field) => void
  onChangeType: (field: Field) => void
  onWorkflow: (field: Field) => void
  onMoveField: (field: Field, to: number) => void
  onDeleteField: (field: Field) => void
  /** Tables, fields or rights changed: load the base's schema again. */
  onSchemaChanged: () => void
}

export function TablePage(props: TablePageProps) {
  const { base, table, backend, me, onSchemaChanged } = props
  const session = useTableSession(backend, me.id, table, base.accessEpoch)
  useLinkedNames(session, table, base)
  useClockFields(session, table, base.base.timeZone)
  useOptionOrder(session, table)
  const view = useViewSteps(props.view, session)
  // Beside the rows, not behind them.
  useEffect(() => kindViews[view.kind]?.ask(), [view.kind])
  const closed = useStoredGroups(me.id, table.id, view)
  const isUnseen = emptyByThemselves.has(view.kind)
  const rows = useRowWindow(
    session,
    rowsOf(view, table.fields, closed.paths),
    isUnseen ? unseenSizes : undefined,
  )
  useEffect(() => (session ? openForSteps(session) : undefined), [session])
  useEffect(() => askBeforeLeaving(window), [])
  useSchemaChanges(session, onSchemaChanged)
  useSchemaAfterFailure(rows, table, onSchemaChanged)
  if (!session || !rows) return <TableSkeleton />
  return (
    <ViewContext value={view}>
      <ClosedGroupsContext value={closed}>
        <OpenTable {...props} view={view} session={session} rows={rows} />
      </ClosedGroupsContext>
    </ViewContext>
  )
}

/** What the view asks of the database. */
function rowsOf(
  { saved, kind, config: given, search, filter }: TableView,
  fields: readonly Field[],
  closed: readonly GroupPath[],
): Omit<ViewQuery, 'table'> {
  const config = { ...given, groups: groupsOf(kind, given, fields), sorts: sortsOf(kind, given, fields) }
  const isOrdered = config.sorts.length > 0 || config.groups.length > 0
  return {
    sorts: config.sorts,
    ...(filter ? { filter } : {}),
    ...(search ? { search } : {}),
    ...(config.groups.length > 0 ? { groups: config.groups } : {}),
    ...(given.groups === config.groups && config.groups.length > 0 && closed.length > 0
      ? { collapsed: closed }
      : {}),
    ...(saved && !isOrdered ? { view: saved.id } : {}),
  }
}

/** Where nothing else is said bars go down from the first one to begin. */
function sortsOf(kind: ViewKind, { sorts, settings }: ViewConfig, fields: readonly Field[]): readonly Sort[] {
  const start = kind === 'timeline' && sorts.length === 0 ? fieldOf('start', settings, fields) : null
  return start && isSortable(start.type) ? [{ field: start.id, direction: 'asc' }] : sorts
}

/** A board has its stacks instead of groups, but for links to several records, by which one stands in several; where records stand by days or pictures there are none. */
function groupsOf(kind: ViewKind, { groups, settings }: ViewConfig, fields: readonly Field[]) {
  if (hasTool(kind, 'group')) return groups
  if (kind !== 'board') return []
  const by = [fieldOf('stacks', settings, fields), fieldOf('lanes', settings, fields)]
  const ids = new Set(by.flatMap((field) => (field && !isCounted(field) ? [field.id] : [])))
  return Array.from(ids, (field) => ({ field, direction: 'asc' as const }))
}

type Values = Readonly<Record<FieldId, CellValue>>

interface OpenTableProps extends TablePageProps {
  session: TableSession
  rows: RowWindow
}

function OpenTable(props: OpenTableProps) {
  const { session, rows, table, view, recordId, shown, me, backend } = props
  const [selected, setSelected] = useState(noneSelected)
  const [created, setCreated] = useState<RecordId | null>(null)
  const [doomed, askAbout] = useDoomed(session)
  const isPhone = useMedia(phoneQuery)
  // Asked for later and not depended on: every cell and heading is drawn with what the parts of the page share.
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const onRecordChange = useCallback<TablePageProps['onRecordChange']>(
    (id, as) => latest.current.onRecordChange(id, as),
    [],
  )
  const onDeleted = useCallback(
    (ids: readonly RecordId[]) => {
      setSelected((now) => withoutRecords(now, ids))
      const open = latest.current.recordId
      if (open !== null && ids.includes(open)) onRecordChange(null)
    },
    [onRecordChange],
  )
  const { colors } = view.config
  const scope = useScope({ ...props, onRecordChange, colors }, askAbout, onDeleted)
  useMovedNotice(session, hasTool(view.kind, 'group') || view.kind === 'gallery', onRecordChange)
  useRecalledNotice(session, onRecordChange)
  useUndeletedNotice(session, scope, onRecordChange)
  useHandOverNotices(session, scope, onDeleted)
  useKeptRows(session, selected.here)
  usePageAhead()

  const newValues = () => {
    const context = { timeZone: props.base.base.timeZone, me: me.id }
    return {
      ...newRecordValues(table.fields, context, Date.now()),
      ...firstValues(table),
      ...valuesForFilter(view.filter, table.fields, me.id),
    }
  }
  const create = (more: Values = {}) => {
    const id = session.create({ ...newValues(), ...more })
    if (isPhone) onRecordChange(id)
    else setCreated(id)
    return id
  }
  const close = useCallback(() => onRecordChange(null), [onRecordChange])
  const hasDialog = useHasDialog()
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = (event.target as HTMLElement).closest(textInputs)
    // Nothing goes on behind what asks.
    if (event.defaultPrevented || isTyping || hasDialog || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    if (key === 'f' && event.shiftKey) openSearch()
    else if (key === 'f') openFind()
    else if (scope.isReadOnly) return
    else if (key === 'z' && !event.shiftKey) session.undo()
    else if (key === 'y' || key === 'z') session.redo()
    else return
    event.preventDefault()
  }
  const { sorts } = view.config
  const onSort = (field: Field, direction: Sort['direction'] | null) => {
    const others = sorts.filter((sort) => sort.field !== field.id)
    if (direction === null) view.change({ sorts: others })
    else if (others.length < sorts.length) {
      view.change({ sorts: sorts.map((sort) => (sort.field === field.id ? { ...sort, direction } : sort)) })
    } else view.change({ sorts: [{ field: field.id, direction }] })
  }
  const isCovered = recordId !== null && (isPhone || shown === 'page')
  return (
    <TableContext value={scope}>
      <div className="relative flex h-full min-h-0 min-w-0 flex-1" onKeyDown={onKeyDown} role="presentation">
        <div
          // What a record covers is neither reached nor drawn.
          className={cx('flex min-h-0 min-w-0 flex-1 flex-col', isCovered && '[content-visibility:hidden]')}
          inert={isCovered}
        >
          <TableToolbar
            base={props.base.base.id}
            rows={rows}
            selected={selected}
            onUnselect={() => setSelected(noneSelected)}
            onCreate={() => {
              const id = create()
              if (view.kind !== 'grid') onRecordChange(id)
            }}
            onImport={props.onImport}
            onExport={() => props.onExport(exported(rows, shownFields(table.fields, view.config)))}
          />
          <ViewBar />
          <TableBody
            {...props}
            {...{ isPhone, selected, created, create, newValues, onSort, onRecordChange }}
            onSelect={setSelected}
          />
          <LongSteps rowOf={(id) => (view.kind === 'grid' && !isPhone ? rows.indexOf(id) : null)} />
          <TableFooter window={rows} backend={backend} user={me.id} />
        </div>
        {recordId && <OpenRecord shown={shown} id={recordId} rows={rows} onClose={close} />}
        <DeleteRecordsDialog
          session={session}
          table={table}
          ids={doomed?.ids ?? null}
          along={doomed?.along ?? null}
          onClose={() => askAbout(null)}
          onDeleted={() => doomed && onDeleted(doomed.ids)}
        />
      </div>
    </TableContext>
  )
}

/** What a file of the view holds: the records of closed groups too. */
function exported({ query }: RowWindow, shown: readonly Field[]): ViewQuery {
  const { collapsed: _, ...rows } = query
  return { ...rows, fields: shown.map(({ id }) => id) }
}

/** A new record begins in the state in which the database would put it. */
function firstValues({ fields }: Table): Record<FieldId, CellValue> {
  const states = fields.flatMap(({ id, options, access }) =>
    options.initial && access !== 'read' ? [[id, options.initial] as const] : [],
  )
  return Object.fromEntries(states)
}

interface TableBodyProps extends OpenTableProps {
  isPhone: boolean
  selected: SelectedRecords
  created: RecordId | null
  create: (more?: Values) => RecordId
  newValues: () => Record<FieldId, CellValue>
  onSelect: (selected: SelectedRecords) => void
  onSort: (field: Field, direction: Sort['direction'] | null) => void
}

/** The rows, or why there are none. */
function TableBody(props: TableBodyProps) {
  const { rows, base, isPhone } = props
  const { rowCount, isExact, status, error } = useSnapshot(rows)
  if (status === 'failed') {
    return (
      <EmptyState
        className="min-h-0 flex-1 justify-center"
        drawing={<BrokenDrawing />}
        title="The records could not be loaded"
        actions={
          <Button variant="primary" icon={<RotateCw aria-hidden />} onPress={() => rows.retry()}>
            Try again
          </Button>
        }
      >
        {error && describeError(error).text}
      </EmptyState>
    )
  }
  const isAllClosed = (rows.query.collapsed ?? []).length > 0
  const isEmpty = status === 'ready' && rowCount === 0 && isExact && !isAllClosed
  const Kind = kindViews[props.view.kind]
  if (Kind && emptyByThemselves.has(props.view.kind)) return <KindBody of={Kind} {...props} />
  const empty = isEmpty ? <NothingHere {...props} /> : null
  // A grid shows its columns with none below them, too.
  if (empty && (Kind || isPhone)) return empty
  if (Kind) return <KindBody of={Kind} {...props} />
  if (isPhone) return <CardList window={rows} />
  return (
    <Later
      of={gridCode}
      fallback={<RowsSkeleton />}
      props={{
        window: rows,
        sorts: props.view.config.sorts,
        canShape: base.role === 'creator',
        selected: props.selected,
        created: props.created,
        openRecord: props.recordId,
        onSelect: props.onSelect,
        onSort: props.onSort,
        onAddField: props.onAddField,
        onEditField: props.onEditField,
        onRenameField: props.onRenameField,
        onDuplicateField: props.onDuplicateField,
        onChangeType: props.onChangeType,
        onWorkflow: props.onWorkflow,
        onMoveField: props.onMoveField,
        onDeleteField: props.onDeleteField,
        onCreate: props.create,
        newValues: props.newValues,
        empty,
      }}
    />
  )
}

function NothingHere(props: TableBodyProps) {
  const { search, filter } = props.view
  return search || filter ? <NothingMatches view={props.view} /> : <NoRecords {...props} />
}

function NoRecords({ table, create, onImport }: TableBodyProps) {
  const mayWrite = mayAddRecords(table)
  return (
    <EmptyState
      className="min-h-0 flex-1 justify-center"
      drawing={<TableDrawing />}
      title="No records yet"
      actions={
        mayWrite && (
          <>
            <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => create()}>
              New record
            </Button>
            <Button icon={<Upload aria-hidden />} onPress={onImport}>
              Import a file
            </Button>
          </>
        )
      }
    >
      {mayWrite
        ? 'Make the first record by hand, or bring in a CSV or JSON file.'
        : 'When somebody adds records you will see them here at once.'}
    </EmptyState>
  )
}

/** A kind of view beside the grid. What is made there is opened, since it may stand anywhere. */
function KindBody({ of, rows, view, create, onRecordChange }: TableBodyProps & { of: KindView }) {
  return (
    <Later
      of={of}
      fallback={<KindSkeleton kind={view.kind} />}
      props={{ window: rows, create: (values) => onRecordChange(create(values)) }}
    />
  )
}

function NothingMatches({ view }: { view: TableView }) {
  const filtered = completeFilter(view.config.filter) !== null
  const isPicked = Object.keys(view.picked).length > 0
  return (
    <EmptyState
      className="min-h-0 flex-1 justify-center"
      drawing={<TableDrawing />}
      title="No records match"
      actions={
        <>
          {isPicked && <Button onPress={() => view.clearPicked()}>Clear quick filters</Button>}
          {filtered && <Button onPress={() => view.change({ filter: null })}>Clear filters</Button>}
          {view.search && <Button onPress={() => view.find('')}>Clear the search</Button>}
        </>
      }
    >
      {view.search
        ? `No record${filtered || isPicked ? ' of those that the filter lets through' : ''} holds “${view.search}”.`
        : 'Nothing in this table is as the filter asks for.'}
    </EmptyState>
  )
}

/** The records whose deletion is asked about; held until it is decided, for without their values they could not come back. */
function useDoomed(session: TableSession) {
  const [doomed, setDoomed] = useState<Doomed | null>(null)
  const letGo = useRef<(() => void) | null>(null)
  const askAbout = useCallback(
    (next: Doomed | null) => {
      const before = letGo.current
      letGo.current = next && session.keep(next.ids)
      before?.()
      setDoomed(next)
    },
    [session],
  )
  return [doomed, askAbout] as const
}

/** Holds the values of selected records wherever one scrolls: their deletion can be taken back only with them. */
function useKeptRows(session: TableSession, selected: ReadonlySet<RecordId>): void {
  useEffect(() => {
    const letGo = session.keep(selected)
    // Not before the next selection holds its own: a record that nobody holds is forgotten.
    return () => queueMicrotask(letGo)
  }, [session, selected])
}
