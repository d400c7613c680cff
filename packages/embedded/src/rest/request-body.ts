import { refuse } from '../gateway/api-error.ts'

/** A JSON body: its text goes to the database untouched, its keys are what planning needs. */
export interface JsonBody {
  text: string
  value: unknown
}

/** Parses a JSON body; an empty one counts as `empty`. Refuses what is not JSON (PGRST102). */
export function parseJsonBody(text: string, empty: string): JsonBody {
  const source = text.trim() === '' ? empty : text
  try {
    return { text: source, value: JSON.parse(source) }
  } catch {
    refuse(400, 'PGRST102', 'Empty or invalid json')
  }
}

/** The rows of an insert or update: an object or a list of objects. Keys of all, and whether they differ. */
export function rowsOf(body: JsonBody): { count: number; keys: string[]; isUniform: boolean } {
  const rows = Array.isArray(body.value) ? body.value : [body.value]
  if (!rows.every(isObject)) refuse(400, 'PGRST102', 'Empty or invalid json')
  const keys = new Set<string>()
  let isUniform = true
  for (const row of rows) {
    const own = Object.keys(row)
    const before = keys.size
    for (const key of own) keys.add(key)
    if (row !== rows[0] && (keys.size !== before || own.length !== keys.size)) isUniform = false
  }
  return { count: rows.length, keys: [...keys], isUniform }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
