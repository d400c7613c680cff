/** Type of a bound value whose type the server finds from where it stands (`unknown` in the catalog). */
const UNKNOWN = 705

/** SQL text under construction, with the values bound to it. */
export class SqlText {
  readonly values: string[] = []

  /** Binds a text; returns its placeholder. */
  bind(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** The values as the driver takes them: texts, uninterpreted. */
export function boundValues<T>(typed: (value: string, type: number) => T, values: string[]): T[] {
  return values.map((value) => typed(value, UNKNOWN))
}
