/** In which order the options of fields stand: records that are sorted or grouped by them go by it. Pure. */
import type { Field, FieldId, OptionId } from '@plinth/domain'

export type OptionOrder = ReadonlyMap<FieldId, readonly OptionId[]>

export const optionOrder = (fields: readonly Field[]): OptionOrder =>
  new Map(
    fields.flatMap(({ id, options }) => (options.options ? [[id, options.options.map((o) => o.id)]] : [])),
  )

/** Do options that stood there before stand in another order? What is new, or gone, moves no record that has another one. */
export function isReordered(before: OptionOrder, after: OptionOrder): boolean {
  return [...after].some(([field, options]) => {
    const known = before.get(field) ?? []
    const stayed = options.filter((id) => known.includes(id))
    const were = known.filter((id) => options.includes(id))
    return stayed.some((id, at) => id !== were[at])
  })
}
