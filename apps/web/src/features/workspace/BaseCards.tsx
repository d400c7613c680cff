import type { WorkspaceSummary } from '@plinth/domain'
import { Link as AriaLink } from 'react-aria-components/Link'
import { paths } from '../../lib/paths.ts'
import { Badge, HueTile } from '../../ui/Chip.tsx'

const roleNames = { editor: 'Editor', commenter: 'Commenter', viewer: 'Viewer' } as const

/** The bases of a workspace. */
export function BaseCards({ bases }: { bases: WorkspaceSummary['bases'] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,250px),1fr))] gap-3">
      {bases.map((base) => (
        <li key={base.id}>
          <AriaLink
            href={paths.base(base.id)}
            className="flex h-full min-h-32 cursor-pointer flex-col rounded-card border border-line bg-surface p-4 outline-none transition-[border-color,box-shadow] hovered:border-line-strong hovered:shadow-float focus-visible:ring-focus"
          >
            <span className="flex items-start justify-between gap-2">
              <HueTile hue={base.hue} name={base.name} size={40} />
              {base.role !== null && base.role !== 'creator' && <Badge>{roleNames[base.role]}</Badge>}
            </span>
            <span className="mt-3 line-clamp-2 text-base font-semibold break-words">{base.name}</span>
            <span className="mt-0.5 truncate text-sm text-ink-muted">{tablesText(base.tables)}</span>
          </AriaLink>
        </li>
      ))}
    </ul>
  )
}

function tablesText(tables: readonly { name: string }[]): string {
  if (tables.length === 0) return 'No tables yet'
  if (tables.length <= 3) return tables.map((table) => table.name).join(', ')
  return `${tables.length} tables`
}
