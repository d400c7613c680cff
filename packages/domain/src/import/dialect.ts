/** Finding out how a text separates its cells, from the beginning of the file. */
import { type CsvDialect, CsvReader } from './csv-reader.ts'

export const separators = [',', ';', '\t', '|'] as const

/** Records looked at; enough to see through a preamble, cheap enough to try each separator. */
const recordsTried = 200

/**
 * The dialect under which most records have the same number of cells, more than one. A text without any separator is
 * a table of one column with commas.
 */
export function detectDialect(sample: string): CsvDialect {
  const lineBreak = findLineBreak(sample)
  let best: { dialect: CsvDialect; score: number } | null = null
  for (const separator of separators) {
    for (const quote of ['"', "'"] as const) {
      const dialect = { separator, quote, lineBreak } as const
      const score = agreement(sample, dialect)
      if (score > 0 && (best === null || score > best.score + 0.01)) best = { dialect, score }
    }
  }
  return best?.dialect ?? { separator: ',', quote: '"', lineBreak }
}

/** Lines end with a return alone where no line feed stands outside of quotes: cells may hold lines of their own. */
function findLineBreak(sample: string): '\n' | '\r' {
  const outside = sample.replace(/"[^"]*"/g, '')
  return !outside.includes('\n') && outside.includes('\r') ? '\r' : '\n'
}

/** Between 0 and about 2: the share of records of the commonest width, a little more for wider ones. */
function agreement(sample: string, dialect: CsvDialect): number {
  const widths = new Map<number, number>()
  let records = 0
  let problems = 0
  let quoted = 0
  const reader = new CsvReader(dialect, {
    onRecord(cells) {
      if (records >= recordsTried) return
      records++
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    },
    onProblem() {
      problems++
    },
  })
  reader.push(sample)
  // A sample may end inside of a record: only a file of one line needs that last one.
  if (records === 0) reader.end()
  const [width, count] = [...widths].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0])
  if (width < 2) return 0
  // Single quotes are apostrophes more often than quotes: they must stand at the edges of cells.
  if (dialect.quote === "'") {
    const edge = escapeForPattern(dialect.separator)
    quoted = sample.match(new RegExp(`(?:^|${edge})'[^'\\n]*'(?=${edge}|\\r?$)`, 'gm'))?.length ?? 0
    if (quoted < records || sample.includes('"')) return 0
  }
  return count / records + Math.min(width, 50) / 500 - problems / records
}

function escapeForPattern(text: string): string {
  return text.replace(/[|\\{}()[\]^$+*?.]/g, '\\$&')
}
