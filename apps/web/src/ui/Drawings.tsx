import type { ReactNode } from 'react'

/** Quiet line drawings for empty places: stone lines, one touch of verdigris. */
function Drawing({ children }: { children: ReactNode }) {
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
      {children}
    </svg>
  )
}

const accent = { stroke: 'var(--accent)' }
const accentFill = { fill: 'var(--accent-tint)', stroke: 'var(--accent)' }
const ground = { fill: 'var(--surface)' }

/** The plinth itself: a block of stone that carries a table. */
export function PlinthDrawing() {
  return (
    <Drawing>
      <path d="M28 92h104M40 92V78h80v14M48 78v-6h64v6" style={ground} />
      <rect x="52" y="16" width="56" height="56" rx="4" style={ground} />
      <path d="M52 30h56M52 44h56M52 58h56M71 16v56M90 16v56" strokeOpacity="0.55" />
      <rect x="71" y="30" width="19" height="14" style={accentFill} />
    </Drawing>
  )
}

export function TableDrawing() {
  return (
    <Drawing>
      <rect x="24" y="18" width="112" height="70" rx="5" style={ground} />
      <path d="M24 34h112M24 52h112M24 70h112M60 18v70M98 18v70" strokeOpacity="0.55" />
      <path d="M32 26h16M68 26h18M106 26h14" />
      <rect x="60" y="34" width="38" height="18" style={accentFill} />
      <path d="M68 43h12" style={accent} />
    </Drawing>
  )
}

export function FileDrawing() {
  return (
    <Drawing>
      <path d="M58 14h32l16 16v58a4 4 0 0 1-4 4H58a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4Z" style={ground} />
      <path d="M90 14v12a4 4 0 0 0 4 4h12" />
      <path d="M64 46h32M64 56h32M64 66h20" strokeOpacity="0.55" />
      <path d="M124 40v28M114 58l10 10 10-10" style={accent} />
    </Drawing>
  )
}

export function PeopleDrawing() {
  return (
    <Drawing>
      <circle cx="58" cy="40" r="13" style={ground} />
      <path d="M34 84c0-15 10-24 24-24s24 9 24 24" style={ground} />
      <circle cx="104" cy="44" r="11" style={accentFill} />
      <path d="M92 64c3-1.5 7-2 12-2 12 0 20 8 20 22" style={accent} />
      <path d="M22 84h116" strokeOpacity="0.55" />
    </Drawing>
  )
}

export function MailDrawing() {
  return (
    <Drawing>
      <rect x="34" y="26" width="92" height="60" rx="5" style={ground} />
      <path d="m36 30 44 33 44-33" />
      <path d="M36 83l28-26M124 83 96 57" strokeOpacity="0.55" />
      <circle cx="124" cy="28" r="9" style={accentFill} />
      <path d="m120 28 3 3 5-6" style={accent} />
    </Drawing>
  )
}

export function LockDrawing() {
  return (
    <Drawing>
      <rect x="52" y="46" width="56" height="42" rx="5" style={ground} />
      <path d="M62 46V34a18 18 0 0 1 36 0v12" />
      <circle cx="80" cy="64" r="5" style={accentFill} />
      <path d="M80 69v8" style={accent} />
    </Drawing>
  )
}

export function LostDrawing() {
  return (
    <Drawing>
      <path d="M28 92h104M40 92V78h80v14M48 78v-6h64v6" style={ground} />
      <path
        d="M60 20h40a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H60a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4Z"
        strokeDasharray="3 5"
        strokeOpacity="0.7"
      />
      <path
        d="M74 37a6 6 0 1 1 8.5 5.5c-1.700.8-2.5 2-2.5 3.5v1M80 53.5v.01"
        style={accent}
        strokeWidth="2"
      />
    </Drawing>
  )
}

export function BrokenDrawing() {
  return (
    <Drawing>
      <rect x="28" y="18" width="104" height="68" rx="5" style={ground} />
      <path d="M28 34h104" strokeOpacity="0.55" />
      <path d="m86 34-12 18 14 10-10 24" style={accent} />
      <path d="M36 26h.01M43 26h.01M50 26h.01" strokeWidth="2.5" />
    </Drawing>
  )
}

export function UnpluggedDrawing() {
  return (
    <Drawing>
      <path d="M14 62h36M110 52h36" />
      <path d="M50 50h10a10 10 0 0 1 10 10v4a10 10 0 0 1-10 10H50Z" style={ground} />
      <path d="M70 56h8M70 68h8" />
      <path d="M110 40h-8a10 10 0 0 0-10 10v4a10 10 0 0 0 10 10h8Z" style={accentFill} />
      <path d="m80 34 4 6M92 28l-1 7M70 30l5 3" style={accent} />
    </Drawing>
  )
}

/** One thing leads to two others. */
export function AutomationDrawing() {
  return (
    <Drawing>
      <rect x="18" y="38" width="44" height="28" rx="5" style={ground} />
      <rect x="98" y="14" width="44" height="28" rx="5" style={ground} />
      <rect x="98" y="62" width="44" height="28" rx="5" style={accentFill} />
      <path d="M26 47h20M26 56h12M106 23h22M106 32h14" strokeOpacity="0.55" />
      <path
        d="M106 71h22M106 80h14M62 52h18M80 28v48M80 28h14M90 24l4 4-4 4M80 76h14M90 72l4 4-4 4"
        style={accent}
      />
    </Drawing>
  )
}
