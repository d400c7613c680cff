import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { complete, platformOf } from './complete-lockfile.mjs'

test('reads the platform from the name of a build', () => {
  expect(platformOf('@oxlint/binding-linux-arm-musleabihf')).toEqual({ os: ['linux'], cpu: ['arm'] })
  expect(platformOf('@biomejs/cli-win32-x64')).toEqual({ os: ['win32'], cpu: ['x64'] })
  expect(platformOf('fsevents')).toBe(null)
})

test('adds the builds that a package names and the lockfile lacks, and nothing else', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      version: '1.2.3',
      dev: true,
      optionalDependencies: { '@tool/cli-darwin-x64': '1.2.3', fsevents: '~2' },
    },
  }
  expect(complete(packages)['node_modules/@tool/cli-darwin-x64']).toEqual({
    version: '1.2.3',
    dev: true,
    optional: true,
    os: ['darwin'],
    cpu: ['x64'],
  })
  expect(Object.keys(complete(packages))).toHaveLength(3)
})

test('the committed lockfile lacks none', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(Object.keys(complete(packages)).filter((key) => !packages[key])).toEqual([])
})
