/** Which fields the server computes, and from what: what somebody writes changes those too. */
import type { CellValue, FieldId, Mutation } from '@plinth/domain'

type Values = Readonly<Record<FieldId, CellValue>>

/**
 * Computed fields with all fields that they are computed from, directly or through others: none where the value is there from the
 * beginning; or with every change of their record.
 */
export type ComputedSources = ReadonlyMap<FieldId, readonly FieldId[] | 'every change'>

export class Computed {
  #sources: ComputedSources = new Map()

  set(sources: ComputedSources): void {
    this.#sources = sources
  }

  /** These fields of a record that changed, and what is computed from them. */
  touchedBy(fields: readonly FieldId[]): readonly FieldId[] {
    const computed = [...this.#sources].filter(
      ([, sources]) => sources === 'every change' || sources.some((field) => fields.includes(field)),
    )
    return computed.length === 0 ? fields : [...fields, ...computed.map(([field]) => field)]
  }

  /** Does the server compute more of the record than the mutation writes? */
  follows(mutation: Pick<Mutation, 'kind'> & { readonly values?: object }): boolean {
    if (mutation.kind === 'insert') return this.#sources.size > 0
    const written = Object.keys(mutation.values ?? {}) as FieldId[]
    return mutation.kind === 'update' && this.touchedBy(written).length > written.length
  }

  /** Values without those that nobody writes. */
  written(values: Values): Values {
    const entries = Object.entries(values) as [FieldId, CellValue][]
    return Object.fromEntries(entries.filter(([field]) => !this.#sources.has(field)))
  }
}
