/** What each file of SQL tests takes and how often it calls which functions, from one run over the database as it should be. */
import { readdir, readFile, writeFile } from 'node:fs/promises'

const cache = '.cache/mutants/tests.json'
const folder = 'supabase/tests'
const ending = '.sql.test.ts'
const nameOf = (file) => file.replace(ending, '')

/** They prepare clusters of their own, in which nothing is broken. */
const without = ['migrations.sql.test.ts']

/**
 * `{name: {file, seconds, functions}}`. Throws when a test fails: where nothing is broken that would kill everything.
 * `stateOf(name)` tells whether what was read of a file before still holds; `only`: no others are read.
 */
export async function readTests(slots, stateOf, { fresh, only }) {
  const known = fresh ? {} : await readFile(cache, 'utf8').then(JSON.parse, () => ({}))
  const isWanted = (name) => !without.includes(name) && (only?.includes(nameOf(name)) ?? true)
  const queue = (await readdir(folder)).filter((name) => name.endsWith(ending) && isWanted(name))
  const tests = {}
  const read = async (slot) => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const name = nameOf(file)
      const state = await stateOf(name)
      tests[name] =
        known[name]?.state === state ? known[name] : { state, ...(await readTest(slot, `${folder}/${file}`)) }
      // As it goes on: what was read is not read again when a later file fails.
      await writeFile(cache, JSON.stringify({ ...known, ...tests }))
    }
  }
  await Promise.all(slots.map(read))
  return tests
}

async function readTest(slot, file, tries = 2) {
  const { ok, by, seconds, functions, broken } = await slot.run({ file, functions: true })
  if (ok) return { file, seconds, functions }
  if (tries > 1) return readTest(slot, file, tries - 1)
  throw new Error(`${file} fails where nothing is broken: ${by ?? broken}`)
}
