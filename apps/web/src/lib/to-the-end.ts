import type { Field, FieldStep, Result } from '@plinth/domain'

/** Repeats a call that works in steps until the field is there. */
export async function toTheEnd(
  step: () => Promise<Result<FieldStep>>,
  onProgress?: (share: number) => void,
): Promise<Result<Field>> {
  for (;;) {
    const result = await step()
    if (!result.ok) return result
    const { done, total, field } = result.value
    if (field) return { ok: true, value: field }
    onProgress?.(total > 0 ? Math.min(1, done / total) : 0)
  }
}
