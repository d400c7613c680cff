/** Ties a grid to a window of rows: what is seen is loaded, what changes is painted again, and the cursor is told. */
import { type Field, type FieldId, fieldTypes, type RecordId, type SummaryKind } from '@plinth/domain'
import { type ColumnKey, Grid, type GridCallbacks, type GridColumn, type RowKey } from '@plinth/grid'
import { isSameButClosed, type RowWindow } from '@plinth/record-store'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { figuresShown } from '../../../lib/figure-words.ts'
import { useUploads } from '../attachments/uploads.ts'
import { addRowHeight, type Column, groupHeight, gutterWidth, headerHeight } from '../columns.ts'
import { useTable } from '../table-context.ts'
import { useLongText } from '../use-long-text.ts'
import { useSnapshot } from '../use-table-session.ts'
import { useWhyEmpty } from '../use-why-empty.ts'
import { useView } from '../view/table-view.ts'
import type { PaintScope } from './painted-row.ts'
import { Pictures } from './pictures.ts'
import { RowWatcher } from './row-watcher.ts'
import { WindowSource } from './window-source.ts'
import { gridWords } from './words.ts'

export interface UseGridInput extends Pick<GridCallbacks, 'onCommand' | 'onEnter' | 'onLeave'> {
  readonly window: RowWindow
  readonly scroller: RefObject<HTMLElement | null>
  readonly body: RefObject<HTMLElement | null>
  readonly columns: readonly Column[]
  /** How many of the first columns stay while the others scroll. */
  readonly frozen: number
  readonly rowHeight: number
  /** Free space behind the last column. */
  readonly trailingWidth: number
  /** Of what sticks at the bottom, below the rows. */
  readonly footerHeight: number
  /** Rows can be dragged to another place. */
  readonly canMoveRows: boolean
  /** Names of the fields by which the rows are sorted. */
  readonly sortedBy: string
}

const asKey = (id: RecordId): RowKey => id as string as RowKey

/** The grid; null until it is on the page. */
export function useGrid(input: UseGridInput): Grid | null {
  const { window, scroller, body, columns, frozen, rowHeight, trailingWidth, footerHeight } = input
  const { canMoveRows, sortedBy } = input
  const { session, isReadOnly } = useTable()
  const [grid, setGrid] = useState<Grid | null>(null)
  const watcher = useRef<RowWatcher | null>(null)

  const watch = (first: number, last: number) => {
    const ids: RecordId[] = []
    for (let row = first; row <= last; row += 1) {
      const id = window.idAt(row)
      if (id !== null) ids.push(id)
    }
    watcher.current?.watch(ids)
  }
  const onView = useEffectEvent((first: number, last: number) => {
    window.setViewport(Math.max(0, first), Math.max(0, last))
    watch(first, last)
  })
  const onCommand = useEffectEvent(input.onCommand)
  const onLeave = useEffectEvent(input.onLeave)
  const onEnter = useEffectEvent(input.onEnter)

  useLayoutEffect(() => {
    if (!scroller.current || !body.current) return
    const made = new Grid({
      scroller: scroller.current,
      body: body.current,
      words: gridWords,
      callbacks: {
        onView: (first, last) => onView(first, last),
        onCommand: (command) => onCommand(command),
        onEnter: () => onEnter(),
        onLeave: (where, column) => onLeave(where, column),
      },
    })
    setGrid(made)
    return () => made.destroy()
  }, [scroller, body])

  useLayoutEffect(() => {
    grid?.setLayout({
      columns: columns.map(columnOf),
      frozen,
      rowHeight,
      gutterWidth,
      headerHeight,
      footerHeight,
      groupHeight,
      addRowHeight: isReadOnly ? 0 : addRowHeight,
      addRowLabel: gridWords.addRow,
      trailingWidth,
    })
  }, [grid, columns, frozen, rowHeight, trailingWidth, footerHeight, isReadOnly])

  useLayoutEffect(() => grid?.setRights({ isReadOnly, canMoveRows }), [grid, isReadOnly, canMoveRows])

  const source = useSource(grid, window, sortedBy, columns)
  useLayoutEffect(() => grid?.setSource(source), [grid, source])

  // Rows came, went or moved: what is on screen is asked for anew.
  const snapshot = useSnapshot(window)
  const shifted = useRef({ window, shift: 0 })
  useLayoutEffect(() => {
    if (!grid) return
    const known = shifted.current
    const isOther = known.window !== window
    if (isOther && isSameButClosed(known.window.query, window.query)) {
      window.setViewport(Math.max(0, grid.view.first), Math.max(0, grid.view.last))
    } else if (isOther) grid.toTop()
    else if (known.shift !== snapshot.shift) grid.shiftRows(snapshot.shift - known.shift)
    shifted.current = { window, shift: snapshot.shift }
    grid.refresh()
    watch(grid.view.first, grid.view.last)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what is watched follows the snapshot
  }, [grid, window, snapshot])

  useEffect(() => {
    if (!grid) return
    const made = new RowWatcher(session.store, (id) => grid.damage([asKey(id)]))
    watcher.current = made
    const stop = useUploads.subscribe(() => grid.damage(null))
    return () => {
      stop()
      made.close()
      watcher.current = null
    }
  }, [grid, session])
  return grid
}

function useSource(
  grid: Grid | null,
  window: RowWindow,
  sortedBy: string,
  columns: readonly Column[],
): WindowSource {
  const { session, backend, table, names, values, lockOf, paintOf, isReadOnly } = useTable()
  const kinds = useFigures(window, columns)
  const pictures = useMemo(() => new Pictures(backend.files, () => grid?.damage(null)), [backend, grid])
  useEffect(() => () => pictures.close(), [pictures])
  const whyEmpty = useWhyEmpty()
  const longTextOf = useLongText(columns.some(({ field }) => field.type === 'long_text'))
  return useMemo(() => {
    const fields = new Map<FieldId, Field>(columns.map(({ field }) => [field.id, field]))
    const scope: PaintScope = {
      table,
      names,
      values,
      lockOf,
      paintOf,
      isReadOnly,
      fields,
      whyEmpty,
      longTextOf,
      pictureOf: (file) => pictures.get(file.thumbKey),
    }
    return new WindowSource({ window, session, scope, sortedBy, kinds, onLate: (key) => grid?.damage([key]) })
  }, [
    grid,
    window,
    session,
    table,
    names,
    values,
    lockOf,
    paintOf,
    isReadOnly,
    sortedBy,
    columns,
    kinds,
    pictures,
    whyEmpty,
    longTextOf,
  ])
}

/** The figures of the columns that are shown: asked for, and told in the headings of groups. */
function useFigures(window: RowWindow, columns: readonly Column[]): Readonly<Record<FieldId, SummaryKind>> {
  const { summaries } = useView().config
  const kinds = useMemo(() => figuresShown(summaries, columns), [summaries, columns])
  useEffect(() => window.figures.set(kinds), [window, kinds])
  return kinds
}

const columnOf = ({ field, width, isPrimary }: Column): GridColumn => ({
  key: field.id as string as ColumnKey,
  title: field.name,
  width,
  align: fieldTypes[field.type].align,
  isPrimary,
})
