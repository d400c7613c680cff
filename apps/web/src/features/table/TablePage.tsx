/** One table as a list: toolbar, rows, footer and the open record. */
import {
  type Backend,
  type BaseSchema,
  type CellValue,
  type Field,
  type FieldId,
  newRecordValues,
  type Profile,
  type RecordId,
  type Sort,
  type Table,
} from '@plinth/domain'
import type { RowWindow, TableSession } from '@plinth/record-store'
import { Plus, RotateCw, Upload } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { mayAddRecords } from '../../lib/table-access.ts'
import { Button } from '../../ui/Button.tsx'
import { BrokenDrawing, TableDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CardList } from './CardList.tsx'
import { DeleteRecordsDialog } from './DeleteRecordsDialog.tsx'
import { RecordPanel } from './RecordPanel.tsx'
import { TableFooter } from './TableFooter.tsx'
import { TableGrid } from './TableGrid.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { TableContext } from './table-context.ts'
import { useMedia } from './use-media.ts'
import { useHandOverNotices, useMovedNotice } from './use-notices.ts'
import { useSchemaAfterFailure } from './use-schema-after-failure.ts'
import { useScope } from './use-scope.ts'
import { useRowWindow, useSchemaChanges, useSnapshot, useTableSession } from './use-table-session.ts'

export interface TablePageProps {
  /** The role decides who shapes the table; the access epoch goes into the live topics. */
  base: BaseSchema
  table: Table
  backend: Backend
  me: Profile
  /** From the address; see `sort-param.ts`. */
  sorts: readonly Sort[]
  onSortsChange: (sorts: readonly Sort[]) => void
  /** The open record, from the address. */
  recordId: RecordId | null
  onRecordChange: (id: RecordId | null) => void
  onImport: () => void
  onExport: () => void
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
  const { base, table, backend, me, sorts, onSchemaChanged } = props
  const session = useTableSession(backend, me.id, table, base.accessEpoch)
  const rows = useRowWindow(session, sorts)
  useSchemaChanges(session, onSchemaChanged)
  useSchemaAfterFailure(rows, table, onSchemaChanged)
  if (!session || !rows) return <TableSkeleton />
  return <OpenTable {...props} session={session} rows={rows} />
}

interface OpenTableProps extends TablePageProps {
  session: TableSession
  rows: RowWindow
}

function OpenTable(props: OpenTableProps) {
  const { session, rows, table, sorts, onSortsChange, recordId, onRecordChange, me, backend } = props
  const [selected, setSelected] = useState<ReadonlySet<RecordId>>(new Set())
  const [created, setCreated] = useState<RecordId | null>(null)
  const [doomed, setDoomed] = useState<readonly RecordId[] | null>(null)
  const isPhone = useMedia('(max-width: 639px)')
  const onDeleted = useCallback(
    (ids: readonly RecordId[]) => {
      setSelected((now) => {
        const left = new Set(now)
        for (const id of ids) left.delete(id)
        return left
      })
      if (recordId !== null && ids.includes(recordId)) onRecordChange(null)
    },
    [recordId, onRecordChange],
  )
  const scope = useScope(props, setDoomed, onDeleted)
  useMovedNotice(session, onRecordChange)
  useHandOverNotices(session, scope, onDeleted)
  useKeptRows(session, selected)

  const create = () => {
    const context = { timeZone: props.base.base.timeZone, me: me.id }
    const id = session.create({
      ...newRecordValues(table.fields, context, Date.now()),
      ...firstValues(table),
    })
    if (isPhone) onRecordChange(id)
    else setCreated(id)
  }
  const close = useCallback(() => onRecordChange(null), [onRecordChange])
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = (event.target as HTMLElement).closest('input, textarea, [contenteditable]')
    if (event.defaultPrevented || isTyping || scope.isReadOnly || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) session.undo()
    else if (key === 'y' || key === 'z') session.redo()
    else return
    event.preventDefault()
  }
  const onSort = (field: Field, direction: Sort['direction'] | null) => {
    const others = sorts.filter((sort) => sort.field !== field.id)
    if (direction === null) onSortsChange(others)
    else if (others.length < sorts.length) {
      onSortsChange(sorts.map((sort) => (sort.field === field.id ? { ...sort, direction } : sort)))
    } else onSortsChange([{ field: field.id, direction }])
  }
  return (
    <TableContext value={scope}>
      <div className="relative flex h-full min-h-0 min-w-0 flex-1" onKeyDown={onKeyDown} role="presentation">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col" inert={isPhone && recordId !== null}>
          <TableToolbar
            sorts={sorts}
            selected={selected}
            onSortsChange={onSortsChange}
            onUnselect={() => setSelected(new Set())}
            onCreate={create}
            onImport={props.onImport}
            onExport={props.onExport}
          />
          <TableBody {...props} {...{ isPhone, selected, created, create, onSort }} onSelect={setSelected} />
          <TableFooter window={rows} backend={backend} user={me.id} />
        </div>
        {recordId && <RecordPanel id={recordId} window={rows} onClose={close} />}
        <DeleteRecordsDialog
          session={session}
          ids={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => doomed && onDeleted(doomed)}
        />
      </div>
    </TableContext>
  )
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
  selected: ReadonlySet<RecordId>
  created: RecordId | null
  create: () => void
  onSelect: (ids: ReadonlySet<RecordId>) => void
  onSort: (field: Field, direction: Sort['direction'] | null) => void
}

/** The rows, or why there are none. */
function TableBody(props: TableBodyProps) {
  const { rows, base, isPhone, create, onImport } = props
  const { rowCount, isExact, status, error } = useSnapshot(rows)
  const mayWrite = mayAddRecords(props.table)
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
  const isEmpty = status === 'ready' && rowCount === 0 && isExact
  if (isEmpty) {
    return (
      <EmptyState
        className="min-h-0 flex-1 justify-center"
        drawing={<TableDrawing />}
        title="No records yet"
        actions={
          mayWrite && (
            <>
              <Button variant="primary" icon={<Plus aria-hidden />} onPress={create}>
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
  if (isPhone) return <CardList window={rows} />
  return (
    <TableGrid
      window={rows}
      sorts={props.sorts}
      canShape={base.role === 'creator'}
      selected={props.selected}
      created={props.created}
      isRecordOpen={props.recordId !== null}
      onSelect={props.onSelect}
      onSort={props.onSort}
      onAddField={props.onAddField}
      onEditField={props.onEditField}
      onRenameField={props.onRenameField}
      onDuplicateField={props.onDuplicateField}
      onChangeType={props.onChangeType}
      onWorkflow={props.onWorkflow}
      onMoveField={props.onMoveField}
      onDeleteField={props.onDeleteField}
      onCreate={create}
    />
  )
}

/** Holds the values of selected records wherever one scrolls: their deletion can be taken back only with them. */
function useKeptRows(session: TableSession, selected: ReadonlySet<RecordId>): void {
  useEffect(() => {
    const letGo = session.keep(selected)
    // Not before the next selection holds its own: a record that nobody holds is forgotten.
    return () => queueMicrotask(letGo)
  }, [session, selected])
}
