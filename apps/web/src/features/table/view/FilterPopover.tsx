/** What records of a view have to be like. */
import { completeFilter, conditionsOf, type FilterGroup } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { ListFilter } from 'lucide-react'
import { countOf } from '../../../lib/count-of.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSnapshot } from '../use-table-session.ts'
import { FilterGroupEditor } from './FilterGroupEditor.tsx'
import { PinnedFields } from './PinnedFields.tsx'
import { ToolPopover } from './ToolPopover.tsx'
import { useView } from './table-view.ts'

const nothing: FilterGroup = { join: 'and', items: [] }

export function FilterPopover({ rows }: { rows: RowWindow }) {
  const { config, change, isPartial } = useView()
  const count = conditionsOf(completeFilter(config.filter)).length
  return (
    <ToolPopover label="Filter" icon={<ListFilter aria-hidden />} count={count}>
      <div className="flex min-w-0 flex-col gap-3 sm:min-w-136">
        {isPartial && (
          <p className="rounded-control bg-warn-tint px-2 py-1.5 text-sm text-warn-text">
            A condition of this view is left out: its field is gone, or you may not see it.
          </p>
        )}
        <FilterGroupEditor
          group={config.filter ?? nothing}
          depth={1}
          onChange={(filter) => change({ filter: filter.items.length > 0 ? filter : null })}
        />
        <div className="flex items-center gap-2 border-t border-line pt-2">
          <Matching rows={rows} isFiltered={count > 0} />
          {config.filter && (
            <Button size="sm" variant="ghost" onPress={() => change({ filter: null })}>
              Clear all
            </Button>
          )}
        </div>
        <PinnedFields />
      </div>
    </ToolPopover>
  )
}

function Matching({ rows, isFiltered }: { rows: RowWindow; isFiltered: boolean }) {
  const { rowCount, isExact, status } = useSnapshot(rows)
  const [one, many] = isFiltered ? ['record matches', 'records match'] : ['record', 'records']
  const text =
    status === 'loading' ? 'Counting…' : `${isExact ? '' : 'about '}${countOf(rowCount, one, many)}`
  return <output className="tabular flex-1 px-1 text-sm text-ink-muted">{text}</output>
}
