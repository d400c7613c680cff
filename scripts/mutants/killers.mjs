/**
 * Which file of tests found which mutant: kept with the code, so that a run begins with it, and so that it is known which mutants
 * no test has met as they are now. `{name: "digest file tested"}`: digests of the mutant's SQL, and of the file when it found it.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

const file = 'scripts/mutants/killers.json'

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/**
 * `of(mutant)`: what found the mutant of that name; `knows(mutant)`: it found this one, as it is; `proves(mutant, digests)`: and the file
 * is still the same, by the digests of files.
 */
export async function readKillers() {
  return killersIn(await readFile(file, 'utf8').then(JSON.parse, () => ({})))
}

export function killersIn(entries) {
  const parts = ({ name }) => entries[name]?.split(' ') ?? []
  const knows = (mutant) => parts(mutant)[0] === digest(mutant.sql)
  return {
    of: (mutant) => parts(mutant)[1],
    knows,
    proves(mutant, digests) {
      const [, file, tested] = parts(mutant)
      return knows(mutant) && tested !== undefined && tested === short(digests[file])
    },
    /** With what was found since: `found(mutant)` is `{by, tested}`, if anything. Forgets mutants that are no more. */
    after: (mutants, found) =>
      Object.fromEntries(
        mutants
          .map((mutant) => [mutant.name, entryOf(mutant, found(mutant)) ?? entries[mutant.name]])
          .filter(([, entry]) => entry)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
  }
}

const short = (text) => text?.slice(0, 8)
const entryOf = ({ sql }, found) => found && `${digest(sql)} ${found.by} ${short(found.tested)}`

export async function writeKillers(entries) {
  await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`)
}
