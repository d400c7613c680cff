/** Makes the parser's tables from the grammar: `npm run grammar -w @plinth/expression`. */
import { writeFileSync } from 'node:fs'
import { generateParser } from './generate-parser.ts'

for (const [name, text] of Object.entries(generateParser()))
  writeFileSync(new URL(name, import.meta.url), text)
