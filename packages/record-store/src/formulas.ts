/** Which fields the server computes, and from which others: what somebody writes changes those too. */
import type { CellValue, FieldId } from '@plinth/domain'

type Values = Readonly<Record<FieldId, CellValue>>

export class Formulas {
  #sources: ReadonlyMap<FieldId, readonly FieldId[]> = new Map()

  /** Formulas with all fields that they are computed from, directly or through others. */
  set(sources: ReadonlyMap<FieldId, readonly FieldId[]>): void {
    this.#sources = sources
  }

  get areThere(): boolean {
    return this.#sources.size > 0
  }

  /** These fields, and what is computed from them. */
  touchedBy(fields: readonly FieldId[]): readonly FieldId[] {
    if (!this.areThere) return fields
    const computed = [...this.#sources].filter(([, sources]) =>
      sources.some((field) => fields.includes(field)),
    )
    return [...fields, ...computed.map(([field]) => field)]
  }

  /** Values without those that nobody writes. */
  written(values: Values): Values {
    if (!this.areThere) return values
    const entries = Object.entries(values) as [FieldId, CellValue][]
    return Object.fromEntries(entries.filter(([field]) => !this.#sources.has(field)))
  }
}
