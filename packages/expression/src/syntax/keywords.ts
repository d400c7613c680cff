/** The words of the language, in any case. */
import { And, Empty, False, Has, In, Not, Or, True } from './parser.generated.terms.ts'

const terms: ReadonlyMap<string, number> = new Map([
  ['or', Or],
  ['and', And],
  ['not', Not],
  ['in', In],
  ['has', Has],
  ['true', True],
  ['false', False],
  ['empty', Empty],
])

/** For the parser: the term of a word that is not a name, or −1. */
export function keyword(word: string, _stack?: unknown): number {
  return terms.get(word.toLowerCase()) ?? -1
}
