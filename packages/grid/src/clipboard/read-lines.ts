/** Plain text as spreadsheets put it on the clipboard: cells between tabs, quoted where they hold tabs or line breaks. */

/** Lines may end with LF, CR or both; one line break at the end is no empty line. Takes time in proportion to the text. */
export function readLines(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  // A quote that is never closed is a sign like others, and so are all after it.
  let canQuote = true
  for (;;) {
    const quoted = canQuote && text[at] === '"' ? readQuoted(text, at) : null
    if (quoted === null && text[at] === '"') canQuote = false
    const from = quoted?.next ?? at
    const end = endOfCell(text, from)
    rows.at(-1)?.push((quoted?.value ?? '') + text.slice(from, end))
    if (end >= text.length) return rows
    at = end + 1
    if (text[end] === '\t') continue
    if (text[end] === '\r' && text[at] === '\n') at += 1
    if (at >= text.length) return rows
    rows.push([])
  }
}

/** What follows the closing quote belongs to the cell as it is. */
function readQuoted(text: string, start: number): { value: string; next: number } | null {
  let value = ''
  let from = start + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close < 0) return null
    value += text.slice(from, close)
    if (text[close + 1] !== '"') return { value, next: close + 1 }
    value += '"'
    from = close + 2
  }
}

function endOfCell(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\t' && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}
