/** Builds the web app when its sources changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = path.join(root, '.cache', 'web-build.sha256')

/** Folder that the build writes. */
export const appDir = path.join(root, 'apps', 'web', 'dist')

/** What the build reads: the app, the packages it is made of, the versions of everything else. */
const sources = [
  'apps/web',
  'packages/backend',
  'packages/domain',
  'packages/expression',
  'packages/grid',
  'packages/record-store',
  'package-lock.json',
  'tsconfig.base.json',
]
const skipped = new Set(['dist', 'node_modules', 'coverage', 'test-results'])

function* filesBelow(relative) {
  const full = path.join(root, relative)
  if (!existsSync(full)) return
  for (const entry of readdirSync(full, { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (skipped.has(entry.name)) continue
    const child = `${relative}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(child)
    else if (entry.isFile() && !/\.test\.\w+$/.test(entry.name)) yield child
  }
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of sources) {
    const files = path.extname(source) ? [source] : filesBelow(source)
    for (const file of files)
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

/** Resolves when `appDir` holds a build of the present sources; throws if the build fails. */
export async function ensureAppBuilt() {
  const hash = sourcesHash()
  const isBuilt = existsSync(path.join(appDir, 'index.html'))
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the app …')
  const started = Date.now()
  const run = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    encoding: 'utf8',
    // A caller's `test` would build React's development version.
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    throw new Error(`The app could not be built.\n${run.stdout ?? ''}${run.stderr ?? ''}`)
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  console.log(`App built in ${((Date.now() - started) / 1000).toFixed(0)} s.`)
}
