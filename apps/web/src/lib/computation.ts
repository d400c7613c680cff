import type { Computation, Field } from '@plinth/domain'

/** What a field is computed by; null: people write it, or it fills itself in. */
export function computationOf({ formula, rollup }: Pick<Field, 'formula' | 'rollup'>): Computation | null {
  if (rollup) return { rollup }
  return formula ? { formula } : null
}
