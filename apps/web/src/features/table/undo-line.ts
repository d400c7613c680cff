/** What can be had back of deleted records. `isAlong`: records that go with them may have files, nobody knows how many. */
export function undoLine(files: number, isAlong: boolean): string {
  const undo = 'You can undo this as long as this page is open'
  const own = files === 1 ? 'one file' : `${files.toLocaleString('en')} files`
  const others = 'files of the linked records'
  if (files === 0) return isAlong ? `${undo}, but ${others} do not come back.` : `${undo}.`
  if (isAlong) return `${undo}, but ${own}, and ${others}, do not come back.`
  return `${undo}, but ${own} ${files === 1 ? 'does' : 'do'} not come back.`
}
