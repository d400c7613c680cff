/**
 * `npm run differential -- [--stored] [--count N] [--seed S] [--bin FOLDER]`: random expressions over random records, computed by the
 * app and by the database; `--stored`: what tables keep of random formulas and rollups while records and links change. The
 * last line is `N evaluations, D differences`.
 */
import { parseArgs } from 'node:util'
import { runStored } from '../supabase/tests/computed-lab.ts'
import { ExpressionLab } from '../supabase/tests/expression-lab.ts'
import { startHarness } from '../supabase/tests/harness.ts'

const { values } = parseArgs({
  options: {
    stored: { type: 'boolean', default: false },
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    bin: { type: 'string' },
  },
})
const count = Number(values.count)
const seed = Number(values.seed)
console.log(`seed ${seed}`)

const h = await startHarness(values.bin ? { binDir: values.bin } : {})
const started = performance.now()
const part = (ms) => `${(ms / 1000).toFixed(1)} s`
const seconds = () => (performance.now() - started) / 1000
let shown = 0
let told = 0

/** Says where it is every ten seconds, and shows the first differences as they come. */
function onProgress({ evaluations, differences }) {
  for (; shown < Math.min(differences.length, 20); shown++)
    console.log(JSON.stringify(differences[shown], null, 1))
  if (seconds() - told < 10) return
  told = seconds()
  console.log(`${evaluations} evaluations, ${Math.round(evaluations / told)} a second`)
}

/** `{evaluations, differences}` of expressions, saying where the time went. */
async function runExpressions() {
  const lab = await ExpressionLab.open(h)
  const { compileMs, databaseMs, ...report } = await lab.run({ seed, count, records: 100, onProgress })
  console.log(
    `${part(seconds() * 1000)} in all, ${part(compileMs)} compiling, ${part(databaseMs)} in the database`,
  )
  return report
}

try {
  const { evaluations, differences } = values.stored
    ? await runStored(h, { seed, count, onProgress })
    : await runExpressions()
  console.log(`${evaluations} evaluations, ${differences.length} differences`)
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await h.db.stop()
}
