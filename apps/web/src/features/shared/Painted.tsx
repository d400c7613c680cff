import type { SharedColor } from '@plinth/domain'
import type { ReactNode } from 'react'
import { ColorNote } from '../../lib/color/ColorNote.tsx'
import { colorWords, paintedInLineClass } from '../../lib/color/color-words.ts'

/** A value with its colour, where it has one. */
export function Painted({ color, children }: { color: SharedColor | undefined; children: ReactNode }) {
  if (!color) return children
  return (
    <span data-hue={color.hue} title={colorWords(color)} className={`block truncate ${paintedInLineClass}`}>
      {children}
      <ColorNote rule={color} />
    </span>
  )
}
