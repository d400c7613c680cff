/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a schema-qualified name. */
export function qualify(schema: string, name: string): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}

/** Quotes a text for places where Postgres takes no bound value (defaults of a cache query, keys of JSON). */
export function quoteText(text: string): string {
  const escaped = text.replaceAll("'", "''")
  return escaped.includes('\\') ? `E'${escaped.replaceAll('\\', '\\\\')}'` : `'${escaped}'`
}
