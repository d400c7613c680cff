/** Copying, cutting and pasting cells: with other tables here, with spreadsheets, and as plain text. */
import { type Field, limits } from '@plinth/domain'
import {
  disjoint,
  type Grid,
  planPaste,
  type Rectangle,
  readClipboard,
  rectangles,
  writeClipboard,
} from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import type { ClipboardEvent } from 'react'
import { countOf } from '../../../lib/count-of.ts'
import { mayAddRecords } from '../../../lib/table-access.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { Column } from '../columns.ts'
import { cellText, isToldInPart } from '../grid-clipboard.ts'
import { useTable } from '../table-context.ts'
import { type BlockScope, clearing, rowsOf } from './cell-block.ts'
import type { IncomingCell } from './pasted-values.ts'
import { loadedRows } from './range-rows.ts'
import type { useCellChanges } from './use-cell-changes.ts'
import { useCellFiles } from './use-cell-files.ts'

export interface ClipboardInput {
  readonly grid: Grid | null
  readonly window: RowWindow
  readonly columns: readonly Column[]
  readonly changes: ReturnType<typeof useCellChanges>
  readonly isEditing: boolean
  /** The table has no records: what is pasted makes the first ones. */
  readonly isEmpty: boolean
}

export function useClipboard(input: ClipboardInput) {
  const { grid, window, columns, changes, isEditing, isEmpty } = input
  const { session, backend, table, values, refuseEdit } = useTable()
  const putInto = useCellFiles()

  const areas = (): readonly Rectangle[] => (grid ? disjoint(rectangles(grid.table, grid.selection)) : [])
  const isHere = (event: ClipboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    return !isEditing && event.currentTarget.contains(target) && target.closest('[data-active]') !== null
  }
  const textsOf = (chosen: readonly Rectangle[], scope: BlockScope): string[][] =>
    blockOf(chosen).map(({ row, columns: picked }) =>
      picked.map((at) => {
        const field = columns[at]?.field
        return field ? cellText(field, scope.rows.get(row)?.values[field.id] ?? null, values) : ''
      }),
    )

  /** What is not on the clipboard is told. */
  const tellLeftOut = (chosen: readonly Rectangle[], scope: BlockScope) => {
    const cut = blockOf(chosen).flatMap(({ row, columns: picked }) =>
      picked.filter((at) => {
        const field = columns[at]?.field
        return field && isToldInPart(scope.rows.get(row)?.values[field.id] ?? null)
      }),
    ).length
    if (cut === 0) return
    toast.info(`Of ${countOf(cut, 'cell')}, the first ${limits.linksPerCell} linked records were copied`, {
      description: `${cut === 1 ? 'It has' : 'They have'} more. The records of a cell can be filtered for in their own table, and copied there.`,
    })
  }

  /** Those of the copied block whose texts a spreadsheet is to leave as they are, digits and signs included. */
  const textColumns = (chosen: readonly Rectangle[]): Set<number> => {
    const [line] = blockOf(chosen)
    const places = (line?.columns ?? []).flatMap((at, place) => {
      const type = columns[at]?.field.type
      return type === 'text' || type === 'long_text' ? [place] : []
    })
    return new Set(places)
  }

  const copy = (event: ClipboardEvent<HTMLElement>): boolean => {
    const chosen = areas()
    const span = rowsOf(chosen)
    if (!isHere(event) || !span) return false
    event.preventDefault()
    const fields = columns.map(({ field }) => field)
    const here = loadedRows({ window, session, backend }, span.first, span.last)
    if (here) {
      const rows = new Map(here.map((row, at) => [span.first + at, row]))
      const { text, html } = writeClipboard(textsOf(chosen, { rows, fields }), textColumns(chosen))
      tellLeftOut(chosen, { rows, fields })
      event.clipboardData.setData('text/plain', text)
      event.clipboardData.setData('text/html', html)
      return true
    }
    void copyFar(chosen)
    return true
  }
  /** What is not on screen is read first; the browser takes it when it is there. */
  const copyFar = async (chosen: readonly Rectangle[], said?: string): Promise<boolean> => {
    const gathered = await changes.gather(chosen)
    if (!gathered) return false
    const { text, html } = writeClipboard(textsOf(chosen, gathered.scope), textColumns(chosen))
    gathered.letGo()
    const item = new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    })
    try {
      await navigator.clipboard.write([item])
    } catch {
      toast.error('The browser did not let the page copy. Try again, with this page in front.')
      return false
    }
    toast.success(said ?? `Copied ${countOf(gathered.scope.rows.size, 'record')}`)
    tellLeftOut(chosen, gathered.scope)
    return true
  }

  const clear = async () => {
    const chosen = areas()
    if (refuseEdit()) return
    const gathered = await changes.gather(chosen)
    if (!gathered) return
    await changes.apply(clearing(chosen, gathered.scope))
    gathered.letGo()
  }

  const paste = async (block: readonly (readonly string[])[]) => {
    if (!grid || refuseEdit()) return
    const chosen = areas()
    const first = chosen[0] ?? (isEmpty ? firstCell : undefined)
    if (!first || block.length === 0) return
    const size = { rows: block.length, columns: Math.max(...block.map((line) => line.length)) }
    const rowCount = window.snapshot().rowCount
    const room = { rows: rowCount, columns: columns.length, canAddRows: mayAddRecords(table) }
    const plan = planPaste(size, first, room)
    const bottom = Math.min(plan.area?.bottom ?? -1, rowCount - 1)
    const there = plan.area && bottom >= plan.area.top ? [{ ...plan.area, bottom } as Rectangle] : []
    const gathered = await changes.gather(there)
    if (!gathered) return
    const cells = [...plan.cells].flatMap(({ row, column, from }): IncomingCell[] => {
      const field: Field | undefined = columns[column]?.field
      const target = row < rowCount ? gathered.scope.rows.get(row) : row - rowCount
      const text = block[from.row]?.[from.column] ?? ''
      return field && target !== undefined ? [{ target, field, incoming: { text }, place: row }] : []
    })
    const { area } = plan
    await changes.apply(cells, () => area && grid.selectArea(area))
    gathered.letGo()
    if (plan.leftOut > 0) {
      toast.info(`${plan.leftOut.toLocaleString()} values had no place to go to and were left out.`)
    }
  }

  /** From a menu: the page asks the browser for what an event would have brought. */
  const pasteAsked = async () => {
    try {
      const [item] = await navigator.clipboard.read()
      const read = async (type: string) =>
        item?.types.includes(type) ? (await item.getType(type)).text() : ''
      await paste(readClipboard({ text: await read('text/plain'), html: await read('text/html') }))
    } catch {
      toast.info('The browser does not let the page paste', {
        description: 'Use the keys instead: Ctrl V, or ⌘ V on a Mac.',
      })
    }
  }

  const handlers = {
    onCopy: (event: ClipboardEvent<HTMLElement>) => void copy(event),
    onCut: (event: ClipboardEvent<HTMLElement>) => {
      if (copy(event)) void clear()
    },
    onPaste(event: ClipboardEvent<HTMLElement>) {
      const [area] = areas()
      if (!(area ? isHere(event) : isEmpty && isInEmpty(event))) return
      event.preventDefault()
      const field = area && columns[area.left]?.field
      const id = area ? window.idAt(area.top) : null
      const row = id === null ? null : session.store.get(id)
      if (event.clipboardData.files.length > 0 && field?.type === 'attachment' && row) {
        return putInto([...event.clipboardData.files], row, field)
      }
      const block = readClipboard({
        text: event.clipboardData.getData('text/plain'),
        html: event.clipboardData.getData('text/html'),
      })
      void paste(block)
    },
  }
  return {
    handlers,
    copyChosen: (said: string) => copyFar(areas(), said),
    async cutChosen(said: string) {
      if (!refuseEdit() && (await copyFar(areas(), said))) await clear()
    },
    pasteAsked,
  }
}

const firstCell = { top: 0, bottom: 0, left: 0, right: 0 } as Rectangle

/** Anywhere in the grid, which has no cells: not where one types. */
function isInEmpty(event: ClipboardEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  return event.currentTarget.contains(target) && target.closest('input, textarea, [contenteditable]') === null
}

/** The lines of a copied block: each row of the selection with its columns, top to bottom. */
function blockOf(areas: readonly Rectangle[]): { row: number; columns: number[] }[] {
  const lines = new Map<number, Set<number>>()
  for (const { top, bottom, left, right } of areas) {
    for (let row = top as number; row <= bottom; row += 1) {
      const line = lines.get(row) ?? new Set()
      for (let column = left as number; column <= right; column += 1) line.add(column)
      lines.set(row, line)
    }
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([row, columns]) => ({ row, columns: [...columns].sort((a, b) => a - b) }))
}
