/** The server's groups and figures, from rows in the order of the query. */
import type { FieldId, Figures, GroupPath, GroupsRequest, Row, SummaryKind, ViewGroup } from '@plinth/domain'

export function groupsIn({ query, figures }: GroupsRequest, rows: readonly Row[]): ViewGroup[] {
  const groups = new Map<string, { path: GroupPath; rows: Row[] }>()
  for (const row of rows) {
    const values = (query.groups ?? []).map(({ field }) => (row.values[field] ?? null) as GroupPath[number])
    for (let depth = 1; depth <= values.length; depth += 1) {
      const path = values.slice(0, depth)
      const key = JSON.stringify(path)
      const group = groups.get(key) ?? { path, rows: [] }
      groups.set(key, group)
      group.rows.push(row)
    }
  }
  return [...groups.values()].map((group) => ({
    path: group.path,
    count: group.rows.length,
    collapsed: false,
    figures: figuresIn(figures, group.rows),
  }))
}

/** Sums and counts. */
export function figuresIn(figures: Readonly<Record<FieldId, SummaryKind>>, rows: readonly Row[]): Figures {
  const pairs = Object.entries(figures).map(([field, kind]) => {
    const values = rows.map((row) => row.values[field as FieldId] ?? null)
    const sum = values.reduce<number>((total, value) => total + Number(value), 0)
    return [field, kind === 'sum' ? sum : values.filter((value) => value !== null).length]
  })
  return Object.fromEntries(pairs)
}
