import type { CellValue, Field, RecordId } from '@plinth/domain'
import type { RowView, RowWindow } from '@plinth/record-store'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useState,
} from 'react'
import { toast } from '../../ui/Toast.tsx'
import { addFiles } from './attachments/AttachmentList.tsx'
import type { Column } from './columns.ts'
import type { AfterEdit } from './editor.ts'
import type { RowEditing } from './GridRow.tsx'
import { cellText, pastedText } from './grid-clipboard.ts'
import { commandOf, type GridCommand, type GridPlace } from './grid-keys.ts'
import { saveChoice, saveText } from './save-cell.ts'
import { useTable } from './table-context.ts'
import type { GridCursor } from './use-grid-cursor.ts'
import type { GridFocus } from './use-grid-focus.ts'
import { useRow } from './use-table-session.ts'

interface RowMenuPlace {
  readonly x: number
  readonly y: number
  readonly id: RecordId
  readonly field: Field | null
  /** Opened by a key: its first line has the focus. */
  readonly isByKey: boolean
}

export interface GridActionsInput {
  window: RowWindow
  scrollElement: RefObject<HTMLElement | null>
  cursor: GridCursor
  focus: GridFocus
  columns: readonly Column[]
  rowCount: number
  /** The last row that the cursor can be on: the adding line, where one may add. */
  lastRow: number
  page: number
  selected: ReadonlySet<RecordId>
  onSelect: (ids: ReadonlySet<RecordId>) => void
  onCreate: () => void
}

/** What keys, mouse and clipboard do in the grid. */
export function useGridActions(input: GridActionsInput) {
  const { window, cursor, focus, columns, rowCount, lastRow, page, selected, onSelect, onCreate } = input
  const { session, values, table, backend, openRecord, refuseEdit, isReadOnly } = useTable()
  const [opened, setEdited] = useState<{ id: RecordId; editing: RowEditing } | null>(null)
  // A field can go while its editor is open.
  const edited = columns.some((column) => column.field.id === opened?.editing.field) ? opened : null
  const [menu, setMenu] = useState<RowMenuPlace | null>(null)
  const { place, id, go } = cursor
  const field = columns[place.col - 1]?.field ?? null
  const row = useRow(session, id)

  const goTo = (to: GridPlace) => {
    go({ row: Math.min(to.row, lastRow), col: to.col })
    focus.take()
  }
  const select = (record: RecordId, isOn = !selected.has(record)) => {
    const next = new Set(selected)
    if (isOn) next.add(record)
    else next.delete(record)
    onSelect(next)
  }
  const edit = (text: string | null) => {
    if (!row || !field || row.state === 'gone' || row.state === 'deleting') return
    if (field.type === 'attachment') {
      if (text === null) setEdited({ id: row.id, editing: { field: field.id, text } })
      return
    }
    if (refuseEdit(row, field)) return
    if (field.type === 'checkbox') toggle(row, field)
    else setEdited({ id: row.id, editing: { field: field.id, text } })
  }
  const toggle = (record: RowView, checkbox: Field) => {
    saveChoice(session, record, checkbox, record.values[checkbox.id] !== true, { values })
  }
  const clear = () => {
    if (!row || !field || refuseEdit(row, field)) return
    if (field.type === 'attachment') toast.info('Files are removed one by one: open the cell with Enter.')
    else saveChoice(session, row, field, field.type === 'checkbox' ? false : null, { values })
  }
  const menuAtCursor = () => {
    const box = document.activeElement?.getBoundingClientRect()
    if (box && id !== null) setMenu({ x: box.left + 8, y: box.bottom, id, field, isByKey: true })
  }

  const run = (command: GridCommand) => {
    switch (command.kind) {
      case 'go':
        return goTo(command.to)
      case 'edit':
        return edit(command.text)
      case 'clear':
        return clear()
      case 'open':
        return openRecord(id)
      case 'select':
        return id === null ? undefined : select(id)
      case 'toggle':
        return field?.type === 'checkbox' ? edit(null) : openRecord(id)
      case 'undo':
        return void session.undo()
      case 'redo':
        return void session.redo()
      case 'add':
        return refuseEdit() ? undefined : onCreate()
      case 'menu':
        return menuAtCursor()
      case 'escape': {
        if (id !== null) window.release(id)
        if (selected.size > 0) onSelect(new Set())
      }
    }
  }

  const closeEditor = useCallback(
    (after: AfterEdit) => {
      setEdited(null)
      if (after === 'left-by-pointer') return
      const step = { stay: [0, 0], down: [1, 0], up: [-1, 0], left: [0, -1], right: [0, 1] }[after] as [
        number,
        number,
      ]
      const last = columns.length
      const to = { row: place.row + step[0], col: Math.max(1, Math.min(last, place.col + step[1])) }
      if (after !== 'stay') go({ row: Math.max(0, Math.min(to.row, rowCount - 1)), col: to.col })
      focus.take()
    },
    [columns.length, place.row, place.col, rowCount, go, focus],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Menus and editors are drawn elsewhere, yet their events come along here.
    const target = event.target as HTMLElement
    if (!event.currentTarget.contains(target) || !target.closest('[data-active]') || edited) return
    const press = {
      key: event.key,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      mod: event.ctrlKey || event.metaKey,
    }
    const command = commandOf(press, place, { rowCount, colCount: columns.length + 1, page })
    if (!command) return
    const isHeaderKey = place.row === -1 && command.kind === 'go'
    event.preventDefault()
    if (isHeaderKey) event.stopPropagation()
    run(command)
  }

  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const hit = cellOf(event)
    if (!hit || hit.row < 0 || hit.target.closest('input, textarea, [data-focus]')) return
    // The cell takes the focus itself, after it is drawn as active.
    if (event.button === 0 && !hit.target.closest('a')) event.preventDefault()
    if (document.activeElement instanceof HTMLElement && edited) document.activeElement.blur()
    goTo({ row: hit.row, col: hit.col })
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const hit = cellOf(event)
    if (!hit || hit.row < 0) return
    if (hit.target.closest('[data-add]')) return run({ kind: 'add' })
    const clicked = window.idAt(hit.row)
    if (clicked === null) return
    if (hit.target.closest('[data-open]')) openRecord(clicked)
    else if (hit.target.closest('[data-select]')) select(clicked)
    else if (hit.target.closest('[data-check]') && field?.type === 'checkbox') edit(null)
  }

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const hit = cellOf(event)
    if (!hit || hit.row < 0 || hit.row >= rowCount || hit.target.closest('[data-check], a')) return
    if (hit.col === 0) openRecord(window.idAt(hit.row))
    else if (field?.type !== 'checkbox') edit(null)
  }

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const hit = cellOf(event)
    if (!hit || hit.row < 0 || hit.row >= rowCount || hit.target.closest('a')) return
    event.preventDefault()
    const clicked = window.idAt(hit.row)
    if (clicked === null) return
    goTo(hit)
    const { field } = columns[hit.col - 1] ?? { field: null }
    setMenu({ x: event.clientX, y: event.clientY, id: clicked, field, isByKey: false })
  }

  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    if (edited || !row || !field || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    const value: CellValue = row.values[field.id] ?? null
    event.clipboardData.setData('text/plain', cellText(field, value, values))
  }
  const onCut = (event: ClipboardEvent<HTMLElement>) => {
    onCopy(event)
    if (!edited && event.isDefaultPrevented()) clear()
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    if (edited || !row || !field || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    if (refuseEdit(row, field)) return
    const files = [...event.clipboardData.files]
    if (field.type === 'attachment') {
      const present = row.values[field.id]
      addFiles({
        backend,
        cell: { table: table.id, record: row.id, field: field.id },
        files,
        present: Array.isArray(present) ? present.length : 0,
        onChanged: () => session.fetch([row.id]),
      })
      return
    }
    const text = pastedText(field, event.clipboardData.getData('text/plain'))
    const refusal = saveText(session, row, field, text, { values })
    if (refusal) session.refuse(row.id, field.id, { error: refusal, attempted: text })
  }

  const editing = edited !== null && edited.id === id ? edited.editing : null
  return {
    editing,
    menu: menu && { ...menu, isReadOnly },
    closeEditor,
    closeMenu: () => {
      setMenu(null)
      focus.take()
    },
    handlers: {
      onKeyDownCapture: onKeyDown,
      onMouseDown,
      onClick,
      onDoubleClick,
      onContextMenu,
      onCopy,
      onCut,
      onPaste,
    },
  }
}

/** The cell that an event of the mouse is about. */
function cellOf(event: MouseEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  if (!event.currentTarget.contains(target)) return null
  const cell = target.closest<HTMLElement>('[data-col]')
  const line = target.closest<HTMLElement>('[data-row]')
  if (!cell || !line) return null
  return { target, row: Number(line.dataset['row']), col: Number(cell.dataset['col']) }
}
