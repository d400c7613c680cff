/** What is said to those who do not see the canvas: how much is selected, and what a key did that nothing else tells of. */
import { countCells, countRows, type Grid, selectedColumns } from '@plinth/grid'
import { useEffect, useState } from 'react'
import { countOf } from '../../../lib/count-of.ts'

/** A selection that is still growing is not told at every step. */
const restMs = 300

/** Answers the words, and how to say others. */
export function useTold(grid: Grid | null): readonly [told: string, tell: (words: string) => void] {
  const [told, tell] = useState('')
  useEffect(() => {
    if (!grid) return
    let timer: ReturnType<typeof setTimeout>
    let known = ''
    const stop = grid.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const words = wordsOf(grid)
        if (words !== known) tell(words)
        known = words
      }, restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [grid])
  return [told, tell]
}

/** Nothing for the cell with the cursor alone: that is told by its focus. */
function wordsOf({ table, selection }: Grid): string {
  switch (selection.chosen.kind) {
    case 'columns':
      return `${countOf(selectedColumns(table, selection).length, 'field')} selected`
    case 'cells': {
      const cells = countCells(table, selection)
      return cells > 1 ? `${countOf(cells, 'cell')} selected` : ''
    }
    case 'rows':
    case 'all': {
      const rows = countRows(table, selection)
      return rows > 0 ? `${countOf(rows, 'record')} selected` : 'Nothing selected'
    }
  }
}
