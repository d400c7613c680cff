/** The mark: a block on its plinth. */
export function Logo({ hasName = true }: { hasName?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        viewBox="0 0 32 32"
        className="size-7"
        aria-hidden={hasName}
        {...(hasName ? {} : { role: 'img', 'aria-label': 'Plinth' })}
      >
        <rect width="32" height="32" rx="7" fill="var(--accent)" />
        <rect x="10" y="6" width="12" height="11" rx="1.5" fill="var(--on-accent)" />
        <path d="M8 19h16v2.5H8zM6 23h20v3H6z" fill="var(--on-accent)" fillOpacity=".85" />
      </svg>
      {hasName && <span className="text-lg font-semibold tracking-tight">Plinth</span>}
    </span>
  )
}
