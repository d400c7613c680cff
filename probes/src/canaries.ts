/**
 * Texts and ids that stand nowhere else, each with who may know it. Every answer of the project is searched for them, whatever
 * was asked: names of people, bases, tables and fields, values of records, texts of rules, ids, storage keys.
 */
import type { Person } from './model.ts'
import type { Random } from './random.ts'

interface Known {
  /** For people: "value of a record of …". */
  readonly what: string
  readonly may: (person: Person) => boolean
}

/** n name, v value, r text of a rule, p person. */
export type CanaryKind = 'n' | 'v' | 'r' | 'p'

const texts = /[nvrp][0-9a-f]{10}x/g
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** The random part of a storage key. */
const keys = /(?<=\/)[0-9a-f]{32}/g

export class Canaries {
  private readonly known = new Map<string, Known>()

  draw(random: Random, kind: CanaryKind): string {
    return `${kind}${random.hex(10)}x`
  }

  /** Says who may know a text or an id. */
  mark(token: string, what: string, may: Known['may']): void {
    this.known.set(token, { what, may })
  }

  /** What stands in an answer and is not for this person. What they said themselves tells them nothing. */
  search(answer: string, said: string, person: Person): string[] {
    const found = new Set([
      ...(answer.match(texts) ?? []),
      ...(answer.match(ids) ?? []),
      ...(answer.match(keys) ?? []),
    ])
    return [...found].flatMap((token) => {
      const known = this.known.get(token)
      if (said.includes(token)) return []
      // A text of this form that nobody marked is of a world that was probed before.
      if (!known) return /^[nvrp]/.test(token) ? [`${token}: of another workspace`] : []
      return known.may(person) ? [] : [`${token}: ${known.what}`]
    })
  }
}
