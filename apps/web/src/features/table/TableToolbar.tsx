import type { BaseId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { FileArchive, Plus, Trash2, X } from 'lucide-react'
import { countOf } from '../../lib/count-of.ts'
import { Button } from '../../ui/Button.tsx'
import { downloadZip, filesOfRecords } from './attachments/download-zip.ts'
import { ColorPopover } from './color/ColorPopover.tsx'
import { CostTool } from './cost/CostTool.tsx'
import { hasTool } from './kinds/kind-views.ts'
import type { SelectedRecords } from './selected-records.ts'
import { ToolbarEnd } from './ToolbarEnd.tsx'
import { useTable } from './table-context.ts'
import { ChangedBar } from './view/ChangedBar.tsx'
import { FieldsPopover } from './view/FieldsPopover.tsx'
import { FilterPopover } from './view/FilterPopover.tsx'
import { HeightMenu } from './view/HeightMenu.tsx'
import { KindSettings } from './view/KindSettings.tsx'
import { GroupPopover, SortPopover } from './view/OrderPopover.tsx'
import { SearchTool } from './view/SearchTool.tsx'
import { useView } from './view/table-view.ts'
import { useViewActions } from './view/use-view-actions.ts'
import { ViewSwitcher } from './view/ViewSwitcher.tsx'

export interface TableToolbarProps {
  base: BaseId
  rows: RowWindow
  selected: SelectedRecords
  onUnselect: () => void
  onCreate: () => void
  onImport: () => void
  onExport: () => void
}

export function TableToolbar(props: TableToolbarProps) {
  const { base, rows, selected, onUnselect, onCreate, onImport, onExport } = props
  const { table, backend, isReadOnly } = useTable()
  const { kind } = useView()
  const isViewing = backend.viewedAs !== null
  const fileFields = table.fields.filter(({ type }) => type === 'attachment')
  const selection = { table: table.id, fields: fileFields.map(({ id }) => id), records: [...selected.here] }
  const actions = useViewActions(base, table.id)
  return (
    <div
      role="toolbar"
      aria-label="Table"
      className="scroll-thin @container/tools relative flex h-(--toolbar-height) shrink-0 items-center gap-1.5 overflow-x-auto border-b border-line bg-page px-3 max-sm:scroll-pr-36 coarse:h-14"
    >
      {selected.count > 0 ? (
        <>
          <span className="tabular px-1 text-sm font-medium whitespace-nowrap">
            {selected.count.toLocaleString()} selected
          </span>
          {!isReadOnly && (
            <Button size="sm" variant="danger-ghost" icon={<Trash2 aria-hidden />} onPress={selected.remove}>
              {selected.count === 1 ? 'Delete record' : `Delete ${countOf(selected.count, 'record')}`}
            </Button>
          )}
          {!isViewing && fileFields.length > 0 && selected.here.size === selected.count && (
            <Button
              size="sm"
              variant="ghost"
              icon={<FileArchive aria-hidden />}
              onPress={() => void downloadZip(backend, table.name, filesOfRecords(backend, selection))}
            >
              Download files
            </Button>
          )}
          <Button size="sm" variant="ghost" icon={<X aria-hidden />} onPress={onUnselect}>
            Unselect
          </Button>
        </>
      ) : (
        <>
          <ViewSwitcher actions={actions} />
          {!isReadOnly && hasTool(kind, 'new') && (
            <Button size="sm" variant="primary" icon={<Plus aria-hidden />} onPress={onCreate}>
              New record
            </Button>
          )}
          <ViewTools rows={rows} />
          <ChangedBar actions={actions} />
          {hasTool(kind, 'filter') && <CostTool rows={rows} />}
        </>
      )}
      <span className="flex-1" />
      <ToolbarEnd {...{ rows, onImport, onExport }} />
    </div>
  )
}

/** Which records are shown, in which order and how: as far as the kind of the view makes use of it. */
function ViewTools({ rows }: { rows: RowWindow }) {
  const { kind } = useView()
  return (
    <>
      {hasTool(kind, 'fields') && <FieldsPopover />}
      {hasTool(kind, 'filter') && <FilterPopover rows={rows} />}
      {hasTool(kind, 'sort') && <SortPopover />}
      {hasTool(kind, 'group') && <GroupPopover rows={rows} />}
      {hasTool(kind, 'color') && <ColorPopover rows={rows} />}
      {kind === 'grid' ? <HeightMenu /> : <KindSettings />}
      {hasTool(kind, 'search') && <SearchTool />}
    </>
  )
}
