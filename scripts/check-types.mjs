/** Type-checks every project of the repository; TypeScript's own compiler, no emit. */
import { spawnSync } from 'node:child_process'

const projects = [
  'packages/domain',
  'packages/expression',
  'packages/grid',
  'packages/record-store',
  'packages/backend',
  'packages/embedded',
  'apps/web',
  'supabase',
  'e2e',
  'bench',
  'probes',
]

let failed = 0
for (const project of projects) {
  const run = spawnSync('node_modules/.bin/tsc', ['-p', `${project}/tsconfig.json`], { stdio: 'inherit' })
  if (run.status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
