/** What links are and who sees them, in plain words: records, pairs in the order in which they were linked, rules by a kind. */
import type { Json } from './harness.ts'
import type { LinkCell } from './link-lab.ts'

export interface ModelRecord {
  id: string
  label: string | null
  kind: string
}
/** A field of a link: its table, the one that it links, which side of the pairs is its own. */
export interface ModelField {
  name: string
  from: 'films' | 'people'
  to: 'films' | 'people'
  link: string
  end: 0 | 1
  single: boolean
}

export class LinkModel {
  readonly records: Record<'films' | 'people', ModelRecord[]> = { films: [], people: [] }
  readonly pairs = new Map<string, [string, string][]>()
  readonly fields: readonly ModelField[]
  constructor(fields: readonly ModelField[]) {
    this.fields = fields
    for (const { link } of fields) this.pairs.set(link, [])
  }

  /** The records that are linked to one, in their order. */
  linked({ link, end }: ModelField, record: string): string[] {
    return this.pairs
      .get(link)!
      .filter((pair) => pair[end] === record)
      .map((pair) => pair[1 - end]!)
  }

  private opposite(field: ModelField): ModelField | undefined {
    return this.fields.find(({ link, end }) => link === field.link && end !== field.end)
  }

  /** Changes a cell for somebody who sees these records; answers the code of a refusal. */
  change(
    field: ModelField,
    record: string,
    { link = [], unlink = [] }: { link?: string[]; unlink?: string[] },
    sees: (id: string) => boolean,
  ): string {
    if (field.single && link.length > 1) return 'value_invalid'
    if (!link.every(sees)) return 'value_invalid'
    const before = this.pairs.get(field.link)!
    const mine = (pair: [string, string], list: string[]) =>
      pair[field.end] === record && list.includes(pair[1 - field.end]!)
    const kept = before.filter(
      (pair) =>
        !mine(pair, unlink.filter(sees)) &&
        !(field.single && link.length > 0 && pair[field.end] === record && !mine(pair, link)),
    )
    for (const id of link) {
      const pair = (field.end === 0 ? [record, id] : [id, record]) as [string, string]
      if (kept.some(([a, b]) => a === pair[0] && b === pair[1])) continue
      if (this.opposite(field)?.single && kept.some((one) => one[1 - field.end] === id)) return 'link_taken'
      kept.push(pair)
    }
    this.pairs.set(field.link, kept)
    return 'ok'
  }

  remove(record: string) {
    for (const of of ['films', 'people'] as const) {
      this.records[of] = this.records[of].filter(({ id }) => id !== record)
    }
    for (const [link, pairs] of this.pairs) {
      this.pairs.set(
        link,
        pairs.filter((pair) => !pair.includes(record)),
      )
    }
  }

  cell(field: ModelField, record: string, sees: (id: string) => boolean): LinkCell | null {
    const all = this.linked(field, record)
    if (all.length === 0) return null
    const items = all.filter(sees).slice(0, 20)
    return { count: all.length, items: items.map((id) => [id, this.label(field.to, id)]) }
  }

  label(of: 'films' | 'people', id: string): Json {
    return this.records[of].find((record) => record.id === id)!.label
  }

  /** Does a text stand in what a linked record is called that somebody sees? */
  holds(field: ModelField, record: string, text: string, sees: (id: string) => boolean): boolean {
    return this.linked(field, record).some(
      (id) =>
        sees(id) &&
        String(this.label(field.to, id) ?? '')
          .toUpperCase()
          .includes(text.toUpperCase()),
    )
  }
}
