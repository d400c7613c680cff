/**
 * Cells for the clipboard, as spreadsheets read them: lines of texts between tabs, and a table in HTML. The table keeps
 * spaces as they are (`white-space`), line breaks inside of their cell, and texts texts: without the number format of texts
 * Excel takes `00123` for a number and `=1+1` for a formula.
 */

export interface ClipboardTexts {
  readonly text: string
  readonly html: string
}

/** `textColumns`: places of columns that hold texts, whatever they look like. */
export function writeClipboard(
  cells: readonly (readonly string[])[],
  textColumns: ReadonlySet<number> = new Set(),
): ClipboardTexts {
  return { text: writeLines(cells), html: writeTable(cells, textColumns) }
}

function writeLines(cells: readonly (readonly string[])[]): string {
  const lines = cells.map((row) => row.map(quote).join('\t'))
  const text = lines.join('\n')
  // Readers take one line break at the end for the end of the last line: an empty last line needs one of its own.
  return lines.length > 1 && lines.at(-1) === '' ? `${text}\n` : text
}

/** Quoted as Excel does: where a text would be taken for several cells, or for a quoted one. */
function quote(text: string): string {
  return /[\t\n\r]/.test(text) || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
}

const lineBreak = '<br style="mso-data-placement:same-cell">'
const kept = 'white-space:pre-wrap'
const keptAsText = `${kept};mso-number-format:'\\@'`

function writeTable(cells: readonly (readonly string[])[], textColumns: ReadonlySet<number>): string {
  const rows = cells.map((row) => {
    const written = row.map((text, column) => {
      const style = textColumns.has(column) ? keptAsText : kept
      return `<td style="${style}">${escape(text)}</td>`
    })
    return `<tr>${written.join('')}</tr>`
  })
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '&#9;',
  '\n': lineBreak,
  '\r': '&#13;',
  // A form feed is white space to HTML, which trims and joins what it takes for that.
  '\f': '&#12;',
  '\u00a0': '&nbsp;',
}

function escape(text: string): string {
  return text.replace(/[&<>\t\n\r\f\u00a0]/g, (sign) => escapes[sign] ?? sign)
}
