import type { ColorRule } from '@plinth/domain'
import { colorWords } from './color-words.ts'

/** Says what the colour of a record or a value means to those who do not see it. */
export function ColorNote({ rule }: { rule: Pick<ColorRule, 'name'> | null | undefined }) {
  return rule ? <span className="sr-only">, {colorWords(rule)}</span> : null
}
