/** What a choice would change in silence: values that fit a type, but say less in it. */
import { readNumber } from '../formats/number-text.ts'
import type { ColumnChoice } from './column-choice.ts'
import type { ColumnEvidence } from './column-profile.ts'
import { fitBit, lossyBit, trait } from './value-shape.ts'
import { count, quoted } from './words.ts'

/** One sentence for people, or null when every value that fits says the same afterwards. */
export function describeLoss(choice: ColumnChoice, evidence: ColumnEvidence): string | null {
  const lost = 'mark' in choice ? lossyBit(choice.mark) : choice.type === 'datetime' ? trait.cutTime : 0
  const touched = evidence.shapes.filter(({ shape }) => shape & fitBit(choice) && shape & lost)
  const first = touched[0]?.first
  if (!first) return null
  const cells = touched.reduce((sum, shape) => sum + shape.count, 0)
  if (!('mark' in choice)) {
    return `${count(cells)} ${cells === 1 ? 'time is' : 'times are'} finer than a millisecond and would be cut.`
  }
  const becomes = readNumber(first.raw.trim(), choice.mark)?.value
  const values = cells === 1 ? 'value would' : 'values would'
  return `${count(cells)} ${values} not stay as ${cells === 1 ? 'it is' : 'they are'}: ${quoted(first.raw)} in line ${count(first.line)} becomes ${becomes}.`
}
