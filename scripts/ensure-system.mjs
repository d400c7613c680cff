/**
 * Finds what the tests use beside Node: the system's Chromium, and Postgres 15 (the oldest version supported).
 * Debian's packages are installed where that is possible (root, apt). `CHROMIUM` names another executable.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function findChromium() {
  return candidates.find((path) => path && existsSync(path)) ?? null
}

function aptInstall(packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-q'], options)
  return (
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options).status ===
    0
  )
}

export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('Chromium is missing: installing the Debian package …')
  if (aptInstall(['chromium'])) return findChromium()
  throw new Error(
    'The browser tests need Chromium. On Debian: apt-get install chromium. Elsewhere, set CHROMIUM to the path of a Chrome or Chromium.',
  )
}

const postgres15 = '/usr/lib/postgresql/15/bin'

/** Folder of Postgres 15's programs, or null where Debian's package cannot be had (the tests on 15 are then skipped). */
export function ensurePostgres15() {
  if (existsSync(`${postgres15}/postgres`)) return postgres15
  const installed = aptInstall(['postgresql-15'])
  return installed && existsSync(`${postgres15}/postgres`) ? postgres15 : null
}
