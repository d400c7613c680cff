import { queryAsWritten } from '../first-address.ts'

/** What the address of the page says of the answers of a form, and nothing else of it. */
export function prefillQuery(query: string = queryAsWritten()): string {
  const said = [...new URLSearchParams(query)].filter(([key]) => /^(prefill|hide)_/.test(key))
  return new URLSearchParams(said).toString()
}
