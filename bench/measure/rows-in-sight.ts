/**
 * In the page, an expression: the rows of a grid that are on screen, each with its place and its first cell, by the elements that stand
 * where the rows are painted; null while any of them is missing.
 */
export const rowsInSight = (table: string): string => `(() => {
  const grid = document.querySelector('[role=grid]')
  if (grid?.ariaLabel !== '${table}') return null
  const lines = [...grid.querySelectorAll('[data-row]')]
  if (lines.length === 0) return null
  const box = grid.getBoundingClientRect()
  const top = grid.querySelector('[role=columnheader]').getBoundingClientRect().bottom
  const bottom = box.top + grid.clientHeight
  if (lines.some((line) => line.ariaBusy === 'true')) return null
  const seen = lines.filter((line) => {
    const at = line.getBoundingClientRect()
    return at.bottom > top + 1 && at.top < bottom - 1
  })
  if (seen.length === 0 || seen[0].getBoundingClientRect().top > top + 1) return null
  // A count that was estimated too high leaves a jump at the end of the table.
  const isAtEnd = grid.querySelector('[data-row="' + (Number(seen.at(-1).dataset.row) + 1) + '"]') === null
  if (!isAtEnd && seen.at(-1).getBoundingClientRect().bottom < bottom - 1) return null
  const rows = seen.filter((line) => line.dataset.id)
  // Behind the end, until the number of rows is known.
  if (rows.length === 0) return null
  return rows.map((line) => [Number(line.dataset.row), line.querySelector('[data-col="1"]').textContent])
})()`
