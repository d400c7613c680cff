import type { BaseId, TableId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Link as AriaLink } from 'react-aria-components/Link'
import { useBackend } from '../../lib/backend-context.ts'
import { paths } from '../../lib/paths.ts'
import { queries } from '../../lib/queries.ts'
import { ViewIcon } from '../../lib/view-kinds.tsx'
import { cx } from '../../ui/cx.ts'
import { lineClass } from './Sidebar.tsx'
import { BelowTile } from './tree-line.tsx'

/** The saved views of the table that is open, below it. */
export function ViewLines({ base, table, name }: { base: BaseId; table: TableId; name: string }) {
  const params = useParams({ strict: false })
  const { data } = useQuery(queries.baseSchema(useBackend(), base))
  const views = data?.tables.find(({ id }) => id === table)?.views ?? []
  if (views.length === 0) return null
  const current = views.find(({ id }) => id === params.view) ?? views[0]
  return (
    <ul aria-label={`Views of ${name}`} className="mt-px flex flex-col gap-px">
      {views.map((view) => {
        const isCurrent = view === current
        return (
          <li key={view.id}>
            <AriaLink
              href={paths.view(base, table, view.id)}
              {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
              className={lineClass(
                false,
                cx('pr-3 pl-9.5 coarse:pl-15', isCurrent && 'font-medium text-ink'),
              )}
            >
              <BelowTile>
                <ViewIcon
                  view={view}
                  className={cx('size-3.5!', isCurrent ? 'text-accent-text' : 'text-ink-faint')}
                />
              </BelowTile>
              <span className="truncate">{view.name}</span>
              {!view.isShared && <span className="sr-only">, yours alone</span>}
            </AriaLink>
          </li>
        )
      })}
    </ul>
  )
}
