/** Calls what works in steps until it answers the field: the last step. */
export async function toTheEnd<S extends { readonly field: unknown }>(step: () => Promise<S>): Promise<S> {
  for (;;) {
    const told = await step()
    if (told.field) return told
  }
}
