/**
 * Writes `docs/errors.md` and `docs/limits.md` from the catalogues of `packages/domain`
 * (`npm run docs`; a test fails when they are out of date).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCatalogue } from '../packages/domain/src/errors.ts'
import { limits } from '../packages/domain/src/limits.ts'

const file = (name) => fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url))
const row = (...cells) => `| ${cells.join(' | ')} |`

function errorsPage() {
  const rows = Object.entries(errorCatalogue).map(([code, message]) => row(`\`${code}\``, message))
  return [
    '# Error catalogue',
    '',
    'A closed list: the same codes in SQL (the `message` of an error), in the client and here. `details` names what an',
    'error is about (`table`, `field`, `rule`, `limit`, `line`) and never holds a value of a record.',
    '',
    row('code', 'what people read'),
    row('---', '---'),
    ...rows,
    '',
  ].join('\n')
}

function limitsPage() {
  const rows = Object.entries(limits).map(([name, value]) => row(`\`${name}\``, value.toLocaleString('en')))
  return [
    '# Limits',
    '',
    'The constants of Plinth, from `packages/domain/src/limits.ts`. The database checks the same numbers.',
    '',
    row('constant', 'value'),
    row('---', '--:'),
    ...rows,
    '',
  ].join('\n')
}

export const pages = [
  { path: file('errors'), text: errorsPage() },
  { path: file('limits'), text: limitsPage() },
]

export const isCurrent = ({ path, text }) => readFileSync(path, 'utf8') === text

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of pages) writeFileSync(path, text)
}
