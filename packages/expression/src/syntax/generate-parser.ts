import { readFileSync } from 'node:fs'
import { buildParserFile } from '@lezer/generator'

/** The generated files of the grammar, by name. A grammar with ambiguities is refused. */
export function generateParser(): Readonly<Record<string, string>> {
  const fileName = 'expression.grammar'
  const grammar = readFileSync(new URL(fileName, import.meta.url), 'utf8')
  const { parser, terms } = buildParserFile(grammar, {
    fileName,
    typeScript: true,
    warn: (message) => {
      throw new Error(message)
    },
  })
  return { 'parser.generated.ts': parser, 'parser.generated.terms.ts': terms }
}
