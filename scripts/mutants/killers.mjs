/**
 * Which file of tests found which mutant: kept with the code, so that a run begins with it, and so that it is known which mutants
 * no test has met as they are now. `{name: "digest file"}`, the digest of the mutant's SQL.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

const file = 'scripts/mutants/killers.json'

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** `of(mutant)`: what found the mutant of that name; `knows(mutant)`: it found this one, as it is. */
export async function readKillers() {
  return killersIn(await readFile(file, 'utf8').then(JSON.parse, () => ({})))
}

export function killersIn(entries) {
  const parts = ({ name }) => /^(\w+) (.+)$/.exec(entries[name] ?? '') ?? []
  return {
    of: (mutant) => parts(mutant)[2],
    knows: (mutant) => parts(mutant)[1] === digest(mutant.sql),
    /** With what was found since: `found(mutant)` is what found it, if anything. Forgets mutants that are no more. */
    after: (mutants, found) =>
      Object.fromEntries(
        mutants
          .map((mutant) => [mutant.name, entryOf(mutant, found(mutant)) ?? entries[mutant.name]])
          .filter(([, entry]) => entry)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
  }
}

const entryOf = ({ sql }, by) => by && `${digest(sql)} ${by}`

export async function writeKillers(entries) {
  await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`)
}
