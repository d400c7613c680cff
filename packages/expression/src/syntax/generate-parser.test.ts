import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateParser } from './generate-parser.ts'

test('the generated parser is the one of the grammar (npm run grammar -w @plinth/expression)', () => {
  for (const [name, text] of Object.entries(generateParser())) {
    expect(readFileSync(new URL(name, import.meta.url), 'utf8')).toBe(text)
  }
})
