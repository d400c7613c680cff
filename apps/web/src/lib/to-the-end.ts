import type { Field, FieldStep, Result } from '@plinth/domain'

/** Repeats a call that works in steps until the field is there; answers the last step. */
export async function toTheEnd<Step extends FieldStep>(
  step: () => Promise<Result<Step>>,
  onProgress?: (share: number) => void,
): Promise<Result<Step & { readonly field: Field }>> {
  for (;;) {
    const result = await step()
    if (!result.ok) return result
    const { done, total, field } = result.value
    if (field) return { ok: true, value: { ...result.value, field } }
    onProgress?.(total > 0 ? Math.min(1, done / total) : 0)
  }
}
