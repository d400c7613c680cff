/** Trees of expressions written by hand, and their compilation as somebody. */
import type { Harness, Person } from './harness.ts'

export const text = (value: string) => ({ text: value })
export const number = (value: number) => ({ number: value })
export const boolean = (value: boolean) => ({ boolean: value })
export const empty = { empty: true } as const
export const list = (...items: unknown[]) => ({ list: items })
export const call = (name: string, ...args: unknown[]) => ({ call: name, args })

export interface Compiled {
  readonly sql: string
  readonly condition: string | null
  readonly type: string
  readonly depends: string[]
  readonly uses_me: boolean
  readonly uses_clock: boolean
}

/** Compiles a tree as REST would have it called: as this person, with their claims. */
export function compileAs(
  h: Harness,
  person: Person | null,
  table: string,
  ast: unknown,
  alias = 't',
  labels: string | null = null,
): Promise<Compiled> {
  return h.as(person, async (tx) => {
    const [row] = await tx`
      select * from plinth_private.compile_expression(${table}::uuid, ${JSON.stringify(ast)}::text::jsonb, ${alias}, ${labels})`
    return row as unknown as Compiled
  })
}
