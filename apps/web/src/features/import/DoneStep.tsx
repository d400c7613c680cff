import type { TableId } from '@plinth/domain'
import { CircleCheck, Download } from 'lucide-react'
import { countOf } from '../../lib/count-of.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import type { DoneState, ImportState } from './import-state.ts'

const counts = new Intl.NumberFormat('en-US')

export function DoneStep({ state }: { state: DoneState }) {
  const { inserted, updated, report, seconds, tableName, isPartial } = state
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-start gap-2.5 text-sm">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
        <span>
          <span className="font-medium">
            {countOf(inserted, 'row')} added{updated > 0 && `, ${counts.format(updated)} updated`}
          </span>{' '}
          in {tableName}, in {seconds.toFixed(1)} seconds.
          {isPartial && ' The rest of the file was not imported.'}
        </span>
      </p>
      {report.count === 0 ? (
        !isPartial && <p className="text-sm text-ink-muted">Every value was taken over as it stood.</p>
      ) : (
        <ReportSummary state={state} />
      )}
    </div>
  )
}

const mostColumnsShown = 8

function ReportSummary({ state: { report, file } }: { state: DoneState }) {
  const columns = report.byColumn()
  return (
    <section aria-label="Report" className="rounded-card border border-line">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-3 py-2">
        <p className="text-sm">
          {countOf(report.count, 'value or row', 'values or rows')} did not fit as{' '}
          {report.count === 1 ? 'it' : 'they'} stood.
        </p>
        <Button
          size="sm"
          icon={<Download aria-hidden />}
          onPress={() => saveFile([...report.toParts()], reportName(file.name), 'text/csv;charset=utf-8')}
        >
          Download report
        </Button>
      </header>
      <ul className="divide-y divide-line">
        {columns.slice(0, mostColumnsShown).map(([column, count]) => (
          <li key={column} className="tabular flex justify-between gap-4 px-3 py-1.5 text-sm">
            <span className="truncate">{column || 'Whole rows'}</span>
            <span className="text-ink-muted">{counts.format(count)}</span>
          </li>
        ))}
        {columns.length > mostColumnsShown && (
          <li className="px-3 py-1.5 text-sm text-ink-muted">
            and {countOf(columns.length - mostColumnsShown, 'more field', 'more fields')}
          </li>
        )}
      </ul>
      <p className="border-t border-line px-3 py-2 text-xs text-ink-muted">
        The report names the line, the field, the text of the file and the reason. It stays downloadable until
        this dialog is closed.
      </p>
    </section>
  )
}

function reportName(fileName: string): string {
  return `${fileName.replace(/\.[^.]+$/, '')} – import report.csv`
}

interface DoneFooterProps {
  state: ImportState & { step: 'done' | 'discarded' }
  onDone: (table: TableId) => void
  onClose: () => void
  onRestart: () => void
}

export function DoneFooter({ state, onDone, onClose, onRestart }: DoneFooterProps) {
  return (
    <>
      <Button variant="ghost" onPress={onRestart}>
        Import another file
      </Button>
      {state.step === 'discarded' ? (
        <Button variant="primary" onPress={onClose} {...firstFocus}>
          Close
        </Button>
      ) : (
        <>
          <Button onPress={onClose}>Close</Button>
          <Button variant="primary" onPress={() => onDone(state.table)} {...firstFocus}>
            Open table
          </Button>
        </>
      )}
    </>
  )
}
