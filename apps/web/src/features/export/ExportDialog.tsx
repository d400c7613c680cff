import {
  type AppError,
  appError,
  type Backend,
  type Base,
  type PersonName,
  type Table,
  type ViewQuery,
} from '@plinth/domain'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { labelFieldsOf } from '../../lib/label-field.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { type Exported, exportTableCsv } from './export-table.ts'
import { leftOutText } from './left-out-words.ts'
import { openCsvSink } from './text-sinks.ts'

export interface ExportDialogProps {
  backend: Backend
  base: Base
  table: Table
  people: readonly PersonName[]
  /** Those of the base, whose records may be linked. */
  tables: readonly Table[]
  /** What is looked at; absent: nothing but the whole table is offered. */
  view?: ViewQuery
  onClose: () => void
}

type ExportState =
  | { step: 'ready'; error: AppError | null }
  | { step: 'running'; rows: number; total: number | null }
  | { step: 'done'; exported: Exported }

type ExportScope = 'view' | 'table'

const scopes = [
  {
    id: 'view',
    label: 'This view',
    description: 'The records that it shows, in its order, with its fields.',
  },
  { id: 'table', label: 'Whole table', description: 'All records and all fields, in the order of creation.' },
] as const

/** Does the view show something else than the table as it is? */
function differs({ filter, search, groups = [], sorts, fields = [] }: ViewQuery, table: Table): boolean {
  const isPlain = !filter && !search && groups.length === 0 && sorts.length === 0
  return !isPlain || fields.join(' ') !== table.fields.map(({ id }) => id).join(' ')
}

/** Saves a table as a CSV file. To be mounted only while it is open. */
export function ExportDialog({ backend, base, table, people, tables, view, onClose }: ExportDialogProps) {
  const [state, setState] = useState<ExportState>({ step: 'ready', error: null })
  const [guardsFormulas, setGuardsFormulas] = useState(false)
  const isNarrower = view !== undefined && differs(view, table)
  const [scope, setScope] = useState<ExportScope>(isNarrower ? 'view' : 'table')
  const query: ViewQuery = scope === 'view' && view ? view : { table: table.id, sorts: [] }
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const showTotal = async () => {
    const stats = await backend.rows.stats(query, 'quick')
    if (stats.ok) setState((now) => (now.step === 'running' ? { ...now, total: stats.value.total } : now))
  }

  const start = async () => {
    const sink = await openCsvSink(`${fileNameOf(`${base.name} – ${table.name}`)}.csv`)
    if (!sink) return
    const { signal } = (running.current = new AbortController())
    setState({ step: 'running', rows: 0, total: null })
    const onProgress = (rows: number) => setState((now) => (now.step === 'running' ? { ...now, rows } : now))
    void showTotal()
    try {
      const result = await exportTableCsv({
        backend,
        table,
        people,
        labelFieldOf: labelFieldsOf(tables),
        tables,
        query,
        sink,
        guardsFormulas,
        onProgress,
        signal,
      })
      if (signal.aborted || !result.ok) {
        await sink.abort()
        setState({ step: 'ready', error: result.ok ? null : result.error })
        return
      }
      await sink.close()
      setState({ step: 'done', exported: result.value })
    } catch (error) {
      // The disk is full, or the file went away.
      if (!(error instanceof DOMException)) throw error
      setState({
        step: 'ready',
        error: appError('unexpected', { message: `The file could not be written. ${error.message}` }),
      })
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={state.step !== 'running'}
      title={`Export ${table.name}`}
      description={isNarrower ? 'A CSV file (UTF-8).' : 'All rows and fields as a CSV file (UTF-8).'}
      footer={
        <ExportFooter
          state={state}
          onStart={() => void start()}
          onCancel={() => running.current?.abort()}
          onClose={onClose}
        />
      }
    >
      <ExportContent
        state={state}
        {...{ guardsFormulas, setGuardsFormulas, setScope }}
        scope={isNarrower ? scope : null}
      />
    </Dialog>
  )
}

interface ExportContentProps {
  state: ExportState
  /** Null: there is nothing to choose from. */
  scope: ExportScope | null
  setScope: (scope: ExportScope) => void
  guardsFormulas: boolean
  setGuardsFormulas: (guards: boolean) => void
}

function ExportContent({ state, scope, setScope, guardsFormulas, setGuardsFormulas }: ExportContentProps) {
  switch (state.step) {
    case 'running':
      return (
        <ProgressBar
          label={`${countOf(state.rows, 'row')} written`}
          value={state.total === null ? null : Math.min(state.rows, state.total)}
          max={Math.max(state.total ?? 1, 1)}
        />
      )
    case 'done': {
      const leftOut = leftOutText(state.exported.restricted)
      return (
        <output className="flex flex-col gap-2 text-sm">
          <span>{countOf(state.exported.rows, 'row')} exported.</span>
          {leftOut && <span>{leftOut}</span>}
        </output>
      )
    }
    case 'ready':
      return (
        <div className="flex flex-col gap-3">
          <ErrorNote error={state.error} />
          {scope && (
            <RadioGroup label="What is exported" options={scopes} value={scope} onChange={setScope} />
          )}
          <Checkbox isSelected={guardsFormulas} onChange={setGuardsFormulas}>
            Guard against formulas
          </Checkbox>
          <p className="text-sm text-ink-muted">
            Values are written exactly as they are. A spreadsheet may run a text that begins with =, +, - or @
            as a formula; guarded, such texts begin with an apostrophe.
          </p>
        </div>
      )
  }
}

interface ExportFooterProps {
  state: ExportState
  onStart: () => void
  onCancel: () => void
  onClose: () => void
}

function ExportFooter({ state, onStart, onCancel, onClose }: ExportFooterProps) {
  switch (state.step) {
    case 'running':
      return <Button onPress={onCancel}>Cancel</Button>
    case 'done':
      return (
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      )
    case 'ready':
      return (
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onPress={onStart}>
            Export
          </Button>
        </>
      )
  }
}

/** Characters that file systems refuse become dashes. */
function fileNameOf(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 120)
}
