/** How many more there are than those that are shown; nothing where these are all. */
export function MoreCount({ count }: { count: number }) {
  if (count <= 0) return null
  return <span className="shrink-0 text-xs text-ink-muted">+{count.toLocaleString()}</span>
}
