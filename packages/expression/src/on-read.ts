/** What the value of a field that is computed when it is read depends on, beside its record. */
import type { FieldId } from '@plinth/domain'
import type { ExpressionField } from './types/expression-field.ts'

export interface OnRead {
  /** It is another after midnight, or at every moment; null: no clock is asked. */
  readonly clock: 'today' | 'now' | null
  /** It asks who reads. */
  readonly isOfReader: boolean
  /** It asks what people are called. */
  readonly isOfNames: boolean
  /** The links of its table through which it reads, as far as the reader reads linked records. */
  readonly links: readonly FieldId[]
  /** Fields of linked tables that it reads, beside those by which records are called. */
  readonly linked: readonly FieldId[]
}

const ofReader: ReadonlySet<unknown> = new Set(['me', 'my_role', 'has_role'])

/** Of a field of the table, through others that it reads. */
export function onReadOf(
  field: Pick<ExpressionField, 'formula' | 'rollup'>,
  fields: readonly ExpressionField[],
): OnRead {
  const seen = new Set<typeof field>()
  const [calls, linked, links] = [new Set<unknown>(), new Set<unknown>(), new Set<FieldId>()]
  const look = (one: typeof field): void => {
    if (seen.has(one)) return
    seen.add(one)
    valuesOf(one.formula ?? one.rollup?.filter, 'call', calls)
    if (one.rollup) {
      links.add(one.rollup.link)
      return valuesOf(one.rollup, 'field', linked)
    }
    const reads = new Set<unknown>()
    valuesOf(one.formula, 'field', reads)
    for (const next of fields) {
      if (!reads.has(next.id)) continue
      if (next.onRead) look(next)
      if (next.type === 'link') links.add(next.id)
    }
  }
  look(field)
  return {
    clock: calls.has('now') ? 'now' : calls.has('today') ? 'today' : null,
    isOfReader: [...calls].some((name) => ofReader.has(name)),
    isOfNames: calls.has('person_name'),
    links: [...links],
    linked: [...linked] as FieldId[],
  }
}

/** Everything that stands under a key in a tree. */
function valuesOf(tree: unknown, key: string, found: Set<unknown>): void {
  if (typeof tree !== 'object' || tree === null) return
  for (const [name, value] of Object.entries(tree)) {
    if (name === key) found.add(value)
    valuesOf(value, key, found)
  }
}
