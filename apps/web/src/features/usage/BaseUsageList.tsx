import type { WorkspaceSummary, WorkspaceUsage } from '@plinth/domain'
import { Lock } from 'lucide-react'
import { Fragment } from 'react'
import { Link as AriaLink } from 'react-aria-components/Link'
import { countOf } from '../../lib/count-of.ts'
import { formatBytes } from '../../lib/file-size.ts'
import { paths } from '../../lib/paths.ts'
import { Bar } from '../../ui/Bar.tsx'
import { HueTile } from '../../ui/Chip.tsx'
import { basesBySize, percentText, sizeOf } from './usage-levels.ts'

type BaseLine = WorkspaceUsage['bases'][number]

export interface BaseUsageListProps {
  usage: WorkspaceUsage
  /** For the colours of the bases. */
  bases: WorkspaceSummary['bases']
}

/** What each base takes, largest first. */
export function BaseUsageList({ usage, bases }: BaseUsageListProps) {
  const total = sizeOf(usage.used)
  return (
    <ul aria-label="Bases by size" className="rounded-card border border-line bg-surface">
      {basesBySize(usage.bases).map((line) => (
        <li
          key={line.id}
          className="flex min-h-16 items-center gap-3 border-b border-line px-3 py-2.5 last:border-0 sm:px-4"
        >
          <BaseName line={line} bases={bases} />
          <span className="hidden w-28 shrink-0 sm:block">
            <Bar percentage={total > 0 ? (sizeOf(line) / total) * 100 : 0} tone="quiet" />
          </span>
          <span className="tabular w-20 shrink-0 text-right">
            <span className="block font-medium">{formatBytes(sizeOf(line))}</span>
            <span className="block text-xs text-ink-muted">
              {total > 0 && percentText(sizeOf(line), total)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function BaseName({ line, bases }: { line: BaseLine; bases: WorkspaceSummary['bases'] }) {
  const hue = bases.find((base) => base.id === line.id)?.hue ?? 'stone'
  return (
    <>
      {line.id === null ? (
        <span className="grid size-6 shrink-0 place-items-center rounded-control bg-hover text-ink-muted">
          <Lock aria-hidden className="size-3.5" />
        </span>
      ) : (
        <HueTile hue={hue} name={line.name} size={24} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {line.id === null ? (
            hiddenName(line)
          ) : (
            <AriaLink
              href={paths.base(line.id)}
              className="coarse:inline-flex coarse:min-h-11 coarse:min-w-11 coarse:items-center cursor-pointer rounded-[3px] underline-offset-[3px] outline-none hovered:underline focus-visible:ring-focus"
            >
              {line.name}
            </AriaLink>
          )}
        </span>
        <span className="tabular block text-xs text-ink-muted">
          {contentOf(line).map((part, at, parts) => (
            <Fragment key={part}>
              <span className="whitespace-nowrap">{at < parts.length - 1 ? `${part} ·` : part}</span>{' '}
            </Fragment>
          ))}
        </span>
      </span>
    </>
  )
}

/** Files of deleted bases count until their objects are gone. */
function hiddenName({ tables }: BaseLine): string {
  return tables > 0 ? 'Bases that you do not see' : 'Removed, not cleared away yet'
}

function contentOf({ tables, rows, fileBytes }: BaseLine): string[] {
  return [
    ...(tables === 0 && rows === 0 ? ['No tables'] : [countOf(tables, 'table'), countOf(rows, 'record')]),
    ...(fileBytes > 0 ? [`${formatBytes(fileBytes)} of files`] : []),
  ]
}
