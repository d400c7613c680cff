/** What is said while there is no line; `waiting` counts the edits that are not stored yet. */
export function offlineText(waiting: number): string {
  if (waiting === 0) return 'You are offline. Edits are kept and sent as soon as you are back.'
  return `You are offline. ${waiting === 1 ? '1 edit waits' : `${waiting} edits wait`} to be sent as soon as you are back.`
}
