import type {
  Automation,
  AutomationOutcome,
  AutomationRun,
  BaseMember,
  BaseSchema,
  RecordId,
} from '@plinth/domain'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { namesIn } from '../../lib/names-in.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { causeText, deedText, failureText, momentText, outcomeNames } from './run-words.ts'

const icons: Record<AutomationOutcome, ReactNode> = {
  done: <CircleCheck aria-hidden className="text-accent-text" />,
  skipped: <CircleDashed aria-hidden className="text-ink-muted" />,
  failed: <CircleAlert aria-hidden className="text-danger-text" />,
  stopped: <CircleAlert aria-hidden className="text-danger-text" />,
}

export interface RunLineProps {
  schema: BaseSchema
  people: readonly BaseMember[]
  automation: Automation
  run: AutomationRun
  /** Null: not to be seen; undefined: not known yet. */
  nameOf: (record: RecordId) => string | null | undefined
}

/** One run: for which record, what came of it, when, and who caused it. */
export function RunLine({ schema, people, automation, run, nameOf }: RunLineProps) {
  const failure = failureText(run, automation.actions, namesIn(schema))
  const name = nameOf(run.record)
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-0">
      <span className="mt-0.5 shrink-0 [&_svg]:size-4">{icons[run.outcome]}</span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="break-words">
          <span className="font-medium">{outcomeNames[run.outcome]}</span>
          {' for '}
          {name ? (
            <Link href={paths.record(schema.base.id, automation.table, null, run.record)}>{name}</Link>
          ) : (
            <span className="text-ink-muted">
              {name === null ? 'a record that is not to be seen' : 'a record'}
            </span>
          )}
        </p>
        {failure && (
          <p className={run.outcome === 'skipped' ? 'text-ink-muted' : 'text-danger-text'}>{failure}</p>
        )}
        {run.outcome === 'done' && <Deeds {...{ schema, run, nameOf }} />}
        <p className="tabular mt-0.5 text-xs text-ink-muted">
          <time dateTime={run.at}>{momentText(run.at, schema.base)}</time>
          {` · ${causeText(run, people)}`}
        </p>
      </div>
    </li>
  )
}

function Deeds({ schema, run, nameOf }: Pick<RunLineProps, 'schema' | 'run' | 'nameOf'>) {
  const told = deedText(run)
  return (
    <>
      {run.changes.map(({ table, record, kind }) => (
        <p key={`${kind}-${record}`} className="break-words text-ink-soft">
          {kind === 'create' ? 'Made ' : 'Linked '}
          {nameOf(record) ? (
            <Link href={paths.record(schema.base.id, table, null, record)}>{nameOf(record)}</Link>
          ) : (
            'a record'
          )}
          {` in ${schema.tables.find(({ id }) => id === table)?.name ?? 'a table that is gone'}.`}
        </p>
      ))}
      {told !== '' && <p className="text-ink-soft first-letter:uppercase">{told}.</p>}
    </>
  )
}
