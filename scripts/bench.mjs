/**
 * `npm run bench -- NAME`: runs `bench/NAME.ts`. The last line printed is one JSON object
 * `{"name", "figures", "ratios", "load"}`. Without a name, lists what there is.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const names = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()

const [name, ...rest] = process.argv.slice(2)
if (name === undefined) {
  console.log(`Benchmarks: ${names.join(', ')}\nRun one with: npm run bench -- NAME`)
  process.exit(0)
}
if (!names.includes(name)) {
  console.error(`No benchmark called ${name}. There are: ${names.join(', ')}`)
  process.exit(2)
}

await ensureInstalled()
const result = spawnSync(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...rest], {
  stdio: 'inherit',
})
process.exit(result.status ?? 1)
