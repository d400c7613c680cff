import type { ReactNode } from 'react'

/** Centres an icon below the tile of its base, so that names stand in one line. */
export function BelowTile({ children }: { children: ReactNode }) {
  return <span className="grid w-5 shrink-0 place-items-center">{children}</span>
}

/** Between what folds a base and the menu. */
export const placeOfLine = 'pr-8 pl-6 coarse:pr-12 coarse:pl-11'

export const menuButtonClass =
  'absolute right-1 grid size-6 place-items-center rounded-[4px] text-ink-muted opacity-0 outline-none group-hover/line:opacity-100 hovered:bg-pressed hovered:text-ink focus-visible:opacity-100 focus-visible:ring-focus-inset aria-expanded:opacity-100 coarse:size-11 coarse:opacity-100'
