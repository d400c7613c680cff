/**
 * Installs the packages of the lockfile when they are missing or the lockfile changed. Plain JavaScript over Node's
 * own modules, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = path.join(root, 'node_modules', '.plinth-lockfile')

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

function isCurrent(hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

/** Resolves when `node_modules` holds what the lockfile says; throws with npm's exit code otherwise. */
export async function ensureInstalled() {
  const hash = lockfileHash()
  if (isCurrent(hash)) return
  console.log('Installing packages …')
  const started = Date.now()
  const run = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (run.error) throw new Error(`npm ci could not be run: ${run.error.message}`)
  if (run.status !== 0) {
    throw new Error(
      `npm ci ended with code ${run.status}. Check the network and the free disk space, then try again.`,
    )
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  console.log(`Packages installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`)
}
