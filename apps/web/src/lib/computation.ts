import type { Computation, Field } from '@plinth/domain'

/** What a field is computed by; null: people write it, or it fills itself in. */
export function computationOf({ formula, rollup }: Pick<Field, 'formula' | 'rollup'>): Computation | null {
  if (rollup) return { rollup }
  return formula ? { formula } : null
}

/** Is a field that is changing to be computed? Else it becomes one that people write. */
export const isComputing = (field: Pick<Field, 'formula' | 'rollup' | 'changing'>): boolean =>
  computationOf(field) !== null && !field.changing?.plain
