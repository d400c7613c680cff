/** What the grid's commands do: keys, menus and gestures end here. */
import {
  type CellValue,
  type Field,
  type FieldId,
  fieldTypes,
  isLinks,
  limits,
  type RecordId,
} from '@plinth/domain'
import {
  boundsOf,
  type CellPlace,
  type ColumnKey,
  disjoint,
  type Grid,
  type GridCommand,
  placeOf,
  type Rectangle,
  rectangles,
  selectedColumns,
} from '@plinth/grid'
import type { RowView, RowWindow } from '@plinth/record-store'
import { showDialog } from '../../../lib/dialogs.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { Column } from '../columns.ts'
import { closeFind, openFind, stepFind } from '../find/find-open.ts'
import { manyLinks, stayingText } from '../links/link-words.ts'
import { saveChoice } from '../save-cell.ts'
import { useTable } from '../table-context.ts'
import { useClosedGroups } from '../view/closed-groups.ts'
import { openSearch } from '../view/search-open.ts'
import { type BlockScope, clearing, filling, handleFilling, rowsOf, spreading } from './cell-block.ts'
import { valuesOfGroup } from './group-lines.ts'
import { nowText } from './now-text.ts'
import { type IncomingCell, unreadLinks } from './pasted-values.ts'
import { mostCells } from './range-rows.ts'
import type { useBulkChanges } from './use-bulk-changes.ts'
import type { useCellChanges } from './use-cell-changes.ts'
import type { ColumnMoves } from './use-column-moves.ts'
import type { RowMoves } from './use-row-moves.ts'

export interface GridCommandsInput {
  readonly window: RowWindow
  readonly columns: readonly Column[]
  readonly changes: ReturnType<typeof useCellChanges>
  readonly bulk: ReturnType<typeof useBulkChanges>
  readonly moves: ColumnMoves
  readonly rowMoves: RowMoves
  /** Opens the editor of the cursor's cell; `text`: what was typed to open it. */
  onEdit(text: string | null): void
  onMenu(at: { x: number; y: number } | null): void
  /** `more`: values that the new record takes from the group in which it is made. */
  onCreate(more?: Readonly<Record<FieldId, CellValue>>): void
  /** Nothing is edited, and the cursor stays: what floats at its cell goes. */
  onEscape(): void
  /** Says something to those who do not see it. */
  tell(words: string): void
}

/** Answers the runner of commands. */
export function useGridCommands(input: GridCommandsInput) {
  const { window, columns, changes, bulk, moves, rowMoves, onEdit, onMenu, onCreate, onEscape, tell } = input
  const { session, table, tables, values, openRecord, refuseEdit, askDelete, isFixed } = useTable()
  const closed = useClosedGroups()

  const rowAt = (place: CellPlace | null): RowView | null => {
    const id = place === null ? null : window.idAt(place.row)
    return id === null ? null : session.store.get(id)
  }
  /** The cell with the cursor, when it may be changed; says why when it may not. */
  const changeable = (grid: Grid): { row: RowView; field: Field } | null => {
    const place = placeOf(grid.table, grid.selection.cursor)
    const row = rowAt(place)
    const field = place === null ? undefined : columns[place.column]?.field
    if (!row || !field || row.state === 'gone' || row.state === 'deleting') return null
    return refuseEdit(row, field) ? null : { row, field }
  }

  /** Reads the rows that are needed, from one before the first, and stores what is made of them. */
  const change = async (
    areas: readonly Rectangle[],
    make: (scope: BlockScope) => readonly IncomingCell[],
  ): Promise<void> => {
    if (areas.length === 0 || refuseEdit()) return
    const gathered = await changes.gather(areas)
    if (!gathered) return
    await changes.apply(make(gathered.scope))
    gathered.letGo()
  }
  /** One field of more rows than are read, set to one value by the server; false: it is another case. */
  const setMany = (
    areas: readonly Rectangle[],
    valueOf: (field: Field) => CellValue | undefined,
  ): boolean => {
    const [first] = areas
    const field = first && columns[first.left]?.field
    const isOneField = areas.every(({ left, right }) => left === first?.left && right === left)
    const span = rowsOf(areas)
    if (!field || !span || !isOneField || span.last - span.first < mostCells || isFixed(null, field))
      return false
    const isSet = field.type !== 'attachment' && field.type !== 'link'
    const value = isSet ? valueOf(field) : undefined
    if (value === undefined) return false
    void bulk.ask(areas, { kind: 'set', field: field.id, value }, field)
    return true
  }
  const clear = (grid: Grid) => {
    const areas = chosen(grid)
    if (setMany(areas, (field) => (field.type === 'checkbox' ? false : null))) return
    const one = changeable(grid)
    const isOne =
      areas.length === 1 && areas[0]?.top === areas[0]?.bottom && areas[0]?.left === areas[0]?.right
    if (!isOne) return void change(areas, (scope) => clearing(areas, scope))
    if (one) clearOne(one)
  }
  const clearOne = ({ row, field }: { row: RowView; field: Field }) => {
    if (field.type === 'attachment') {
      return toast.info('Files are removed one by one: open the cell with Enter.')
    }
    if (hasManyLinks(field, row)) return toast.info(manyLinks)
    const staying = stayingText(unreadLinks(field, row))
    saveChoice(session, row, field, field.type === 'checkbox' ? false : null, { values })
    if (staying) toast.info(staying)
  }
  const fill = (grid: Grid, direction: 'down' | 'right') => {
    const areas = chosen(grid)
    const top = areas[0] ? window.idAt(areas[0].top) : null
    const source = top === null ? null : session.store.get(top)
    const isOnce = direction === 'down' && areas.length === 1 && source !== null
    if (isOnce && setMany(areas, (field) => source.values[field.id] ?? null)) return undefined
    // A single line takes what stands before it: that is read too.
    const needed = areas.map((area) => (direction === 'down' ? { ...area, top: before(area.top) } : area))
    return change(needed, (scope) => filling(areas, scope, direction))
  }
  const fillRange = (grid: Grid, { from, to, isSeries }: Extract<GridCommand, { kind: 'fill-range' }>) => {
    const [source, target] = [boundsOf(grid.table, from), boundsOf(grid.table, to)]
    if (!source || !target) return undefined
    return change([source, target], (scope) => handleFilling(source, target, scope, isSeries))
  }
  const spread = (grid: Grid) => {
    const from = placeOf(grid.table, grid.selection.cursor)
    const areas = chosen(grid)
    const source = rowAt(from)
    if (source && setMany(areas, (field) => source.values[field.id] ?? null)) return undefined
    return from ? change(areas, (scope) => spreading(areas, scope, from)) : undefined
  }
  const toggle = (grid: Grid) => {
    const one = changeable(grid)
    if (!one || one.field.type !== 'checkbox') return
    saveChoice(session, one.row, one.field, one.row.values[one.field.id] !== true, { values })
  }
  const insertNow = (grid: Grid, what: 'date' | 'time') => {
    const one = changeable(grid)
    if (!one || one.field.type === 'attachment') return
    const parsed = fieldTypes[one.field.type].parseText(nowText(what, one.field, values), one.field, values)
    if (parsed.ok) saveChoice(session, one.row, one.field, parsed.value, { values })
  }
  /** All that are selected, in sight or not: those that are not here are read first, so that they can come back. */
  const remove = async (grid: Grid) => {
    if (refuseEdit()) return
    // A record counts once, however many of its cells are selected.
    const areas = chosen(grid).map((area) => ({ ...area, left: 0, right: 0 }) as Rectangle)
    const idsOf = (idAt: (row: number) => RecordId | null) =>
      areas.flatMap(({ top, bottom }) =>
        Array.from({ length: bottom - top + 1 }, (_, at) => idAt(top + at)).filter((id) => id !== null),
      )
    const count = areas.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0)
    if (count > mostCells) return bulk.ask(areas, { kind: 'delete' })
    const here = idsOf((row) => window.idAt(row))
    if (here.length === count) return count > 0 ? askDelete([...new Set(here)]) : undefined
    const gathered = await changes.gather(areas, 'records')
    if (!gathered) return
    const { rows } = gathered.scope
    const ids = idsOf((row) => rows.get(row)?.id ?? null)
    // What was selected is known by its records where they are here: none may have moved while the rest was read.
    const seen = new Set(ids)
    const hasMoved = ids.length < count || idsOf((row) => window.idAt(row)).some((id) => !seen.has(id))
    if (hasMoved) {
      toast.info('The records have moved meanwhile', {
        description: 'Nothing is deleted. Select them again.',
      })
    } else askDelete([...seen])
    gathered.letGo()
  }

  return (grid: Grid, command: GridCommand): void => {
    const { cursor } = grid.selection
    switch (command.kind) {
      case 'edit':
        return onEdit(command.text)
      case 'clear':
        return clear(grid)
      case 'toggle':
        return toggle(grid)
      case 'open':
        return openRecord(rowAt(placeOf(grid.table, cursor))?.id ?? null)
      case 'fill':
        return void fill(grid, command.direction)
      case 'fill-all':
        return void spread(grid)
      case 'fill-range':
        return void fillRange(grid, command)
      case 'insert-now':
        return insertNow(grid, command.what)
      case 'delete-rows':
        return void remove(grid)
      case 'add-row':
        return refuseEdit()
          ? undefined
          : onCreate(valuesOfGroup(window, { table, tables }, rowOfNew(grid, command.where)))
      case 'undo':
        if (!session.canUndo()) return tell('Nothing to undo')
        return void (session.undo() && tell('Undone'))
      case 'redo':
        if (!session.canRedo()) return tell('Nothing to redo')
        return void (session.redo() && tell('Done again'))
      case 'menu':
        return onMenu(command.at)
      case 'follow':
        return follow(grid)
      case 'toggle-group':
        return grid.table.source.groups.some(
          ({ key, isCollapsed }) => key === command.key && isCollapsed !== null,
        )
          ? closed.toggle(command.key)
          : undefined
      case 'find':
        return openFind()
      case 'find-next':
        return stepFind(1)
      case 'find-previous':
        return stepFind(-1)
      case 'search':
        return openSearch()
      case 'move-columns':
        return moves.move(new Set(command.columns.map(fieldOf)), command.before)
      case 'shift-columns':
        // The cursor goes along: it stays in sight.
        return moves.shift(chosenFields(grid, columns), command.by, () => grid.focus())
      case 'move-rows':
        return rowMoves.move(grid, command.before)
      case 'shift-rows':
        return rowMoves.shift(grid, command.by)
      case 'help':
        return showDialog({ kind: 'shortcuts' })
      case 'escape': {
        closeFind()
        onEscape()
        const row = rowAt(placeOf(grid.table, cursor))
        if (row) window.release(row.id)
        return
      }
      default:
        return
    }
  }
}

function hasManyLinks(field: Field, { values }: RowView): boolean {
  const value = field.type === 'link' ? values[field.id] : undefined
  return isLinks(value) && value.count > limits.linksPerCell
}

const before = (row: Rectangle['top']): Rectangle['top'] => Math.max(0, row - 1) as Rectangle['top']

const fieldOf = (key: ColumnKey): FieldId => key as string as FieldId

const chosenFields = (grid: Grid, columns: readonly Column[]): ReadonlySet<FieldId> =>
  new Set(selectedColumns(grid.table, grid.selection).flatMap((at) => columns[at]?.field.id ?? []))

const chosen = (grid: Grid): readonly Rectangle[] => disjoint(rectangles(grid.table, grid.selection))

/** The row whose group a new record joins: that of the cursor, or the last one. */
function rowOfNew({ table, selection }: Grid, where: 'below' | 'end'): number | null {
  if (where === 'below') return placeOf(table, selection.cursor)?.row ?? null
  return table.source.rowCount > 0 ? table.source.rowCount - 1 : null
}

/** Opens the link in the cell with the cursor. */
function follow(grid: Grid): void {
  const place = placeOf(grid.table, grid.selection.cursor)
  const key = grid.selection.cursor?.column
  const content = place && key ? grid.table.source.rowAt(place.row)?.cell(key) : null
  if (content?.kind !== 'link') return
  const isPage = /^https?:/i.test(content.href)
  globalThis.open(content.href, isPage ? '_blank' : '_self', 'noopener,noreferrer')
}
