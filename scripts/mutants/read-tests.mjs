/** What each file of SQL tests takes and which functions it calls, from one run over the database as it should be. */
import { readdir, readFile, writeFile } from 'node:fs/promises'

const cache = '.cache/mutants/tests.json'
const folder = 'supabase/tests'

/** They prepare clusters of their own, in which nothing is broken. */
const without = ['migrations.sql.test.ts']

/**
 * `{name: {file, seconds, functions}}`. Throws when a test fails: where nothing is broken that would kill everything.
 * `state` tells whether what was read before still holds.
 */
export async function readTests(slots, state, fresh) {
  const known = fresh ? {} : await readFile(cache, 'utf8').then(JSON.parse, () => ({}))
  if (known.state === state) return known.tests
  const queue = (await readdir(folder)).filter(
    (name) => name.endsWith('.sql.test.ts') && !without.includes(name),
  )
  const tests = {}
  const read = async (slot) => {
    for (let name = queue.shift(); name; name = queue.shift()) {
      const file = `${folder}/${name}`
      const { ok, by, seconds, functions, broken } = await slot.run({ file, functions: true })
      if (!ok) throw new Error(`The tests fail where nothing is broken: ${by ?? broken}`)
      tests[name.replace('.sql.test.ts', '')] = { file, seconds, functions }
    }
  }
  await Promise.all(slots.map(read))
  await writeFile(cache, JSON.stringify({ state, tests }))
  return tests
}
