/** One thing leads to two others. */
export function AutomationDrawing() {
  return (
    <svg
      viewBox="0 0 160 104"
      className="h-26 w-40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <rect x="18" y="38" width="44" height="28" rx="5" style={{ fill: 'var(--surface)' }} />
      <rect x="98" y="14" width="44" height="28" rx="5" style={{ fill: 'var(--surface)' }} />
      <rect
        x="98"
        y="62"
        width="44"
        height="28"
        rx="5"
        style={{ fill: 'var(--accent-tint)', stroke: 'var(--accent)' }}
      />
      <path d="M26 47h20M26 56h12M106 23h22M106 32h14" strokeOpacity="0.55" />
      <path
        d="M106 71h22M106 80h14M62 52h18M80 28v48M80 28h14M90 24l4 4-4 4M80 76h14M90 72l4 4-4 4"
        style={{ stroke: 'var(--accent)' }}
      />
    </svg>
  )
}
