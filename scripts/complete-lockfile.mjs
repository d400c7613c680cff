/**
 * `npm run lockfile`, after each change of dependencies: adds the builds for other platforms that npm left out of the
 * lockfile because the registry in use does not mirror them. Without them `npm ci` refuses the lockfile everywhere.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
}
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x']

/** Platform of a build by its package's name, such as `@oxlint/binding-linux-arm-musleabihf`. */
export function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const system = words.map((word) => systems[word]).find(Boolean)
  const processor = words.find((word) => processors.includes(word))
  return system && processor ? { os: [system], cpu: [processor] } : null
}

/** The lockfile's packages, with an entry for each optional dependency of an exact version that has none. */
export function complete(packages) {
  const added = {}
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/')) continue
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      const key = `node_modules/${name}`
      if (packages[key] || !platform || !/^\d/.test(version)) continue
      added[key] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...platform }
    }
  }
  const all = { ...packages, ...added }
  return Object.fromEntries(
    Object.keys(all)
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((key) => [key, all[key]]),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  lock.packages = complete(lock.packages)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
