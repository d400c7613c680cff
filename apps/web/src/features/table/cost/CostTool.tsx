/** A mark in the toolbar where a view on a large table is worked out from all of its records, and what helps against it. */
import type { Field, FieldId, ViewCost, ViewQuery } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { Gauge } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showDialog } from '../../../lib/dialogs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useTable } from '../table-context.ts'
import { ToolPopover } from '../view/ToolPopover.tsx'
import { useView } from '../view/table-view.ts'
import { refusalWords, workedOut } from './cost-words.ts'
import { useIndexAction, useTableSize, useViewCost } from './use-view-cost.ts'

export function CostTool({ rows }: { rows: RowWindow }) {
  const { backend } = useTable()
  const { query } = rows
  const cost = useViewCost(backend, query)
  // The view for which an index was asked for: what came of it is told in the same place.
  const [asked, setAsked] = useState<ViewQuery | null>(null)
  if (!cost || (cost.state !== 'unserved' && asked !== query)) return null
  const isServed = cost.state !== 'unserved'
  return (
    <ToolPopover
      tool="index"
      label={isServed ? 'Served by an index' : 'Not served by an index'}
      icon={<Gauge aria-hidden />}
      count={0}
      className="w-104"
    >
      <CostReport cost={cost} query={query} onAsk={() => setAsked(query)} />
    </ToolPopover>
  )
}

interface CostReportProps {
  readonly cost: ViewCost
  readonly query: ViewQuery
  readonly onAsk: () => void
}

function CostReport({ cost, query, onAsk }: CostReportProps) {
  const { backend, table, names } = useTable()
  const { role } = useView()
  const size = useTableSize(backend, table.id)
  const making = useIndexAction(table.id, 'create')
  const [target, setTarget] = useState<FieldId | null>(null)
  const [isMade, setMade] = useState(false)
  const fields = cost.indexes.flatMap((id) => table.fields.find((field) => field.id === id) ?? [])
  const count = size ? `${size.exact ? '' : 'about '}${size.total.toLocaleString()} records` : 'its records'
  const isMaker = role === 'creator'
  const make = async (field: Field) => {
    onAsk()
    setTarget(field.id)
    const result = await making.run(field.id)
    setMade(result.ok)
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      {isMade && !making.isPending && (
        <Banner tone="success" title="The index is made">
          {cost.state === 'served'
            ? 'This view is served by it now.'
            : 'It serves a part of this view. What is left is below.'}
        </Banner>
      )}
      {cost.state === 'unserved' && (
        <div className="flex flex-col gap-1">
          <p>This is a large table. A part of this view is worked out from all of {count} each time:</p>
          <ul className="list-disc pl-5 text-ink-soft">
            {workedOut(cost, query).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {making.error && (
        <Banner tone="danger" title="The index was not made">
          {refusalWords(making.error, names)}
        </Banner>
      )}
      {making.isPending ? (
        <Making name={table.fields.find((field) => field.id === target)?.name ?? ''} />
      ) : (
        <Proposals fields={fields} isMaker={isMaker} onMake={(field) => void make(field)} />
      )}
      {cost.state === 'unserved' && fields.length === 0 && (
        <p className="text-ink-muted">
          No index helps here: searches, comparisons of texts, and orders by options or people are always
          worked out. The view is right, only slower.
        </p>
      )}
      {isMaker && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onPress={() => showDialog({ kind: 'indexes', table })}
        >
          All indexes of this table
        </Button>
      )}
    </div>
  )
}

interface ProposalsProps {
  readonly fields: readonly Field[]
  readonly isMaker: boolean
  readonly onMake: (field: Field) => void
}

function Proposals({ fields, isMaker, onMake }: ProposalsProps) {
  if (fields.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1">
        {fields.map((field) => (
          <li key={field.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              An index on <strong className="font-medium">{field.name}</strong> would help.
            </span>
            {isMaker && (
              <Button size="sm" variant="primary" onPress={() => onMake(field)}>
                {`Make index on ${field.name}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-ink-muted">
        It takes some space, and a little time with each change of the field. While it is made, some seconds
        for a million records, others can read the table but not change it.
      </p>
      {!isMaker && <p className="text-ink-muted">Creators of the base can make it.</p>}
    </div>
  )
}

/** From within one statement the database tells no progress: only that it goes on, and for how long. */
function Making({ name }: { name: string }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar label={`Making the index on ${name}`} value={null} />
      <p className="tabular text-ink-muted">
        {seconds} {seconds === 1 ? 'second' : 'seconds'}. It goes on when this is closed.
      </p>
    </div>
  )
}
