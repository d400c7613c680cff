/**
 * How much larger than usual (16 px) the text is that a person has set in their browser. What is measured in pixels, rows and columns
 * of tables above all, grows with it; everything else is in `rem`. Read once: a changed setting holds from the next page on.
 */
const textScale = read()

function read(): number {
  if (typeof document === 'undefined') return 1
  const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.isFinite(root) ? Math.max(0.75, Math.min(root / 16, 3)) : 1
}

/** Pixels on the screen for pixels of the usual text. */
export const withText = (px: number): number => Math.round(px * textScale)

/** Pixels of the usual text for pixels on the screen. */
export const withoutText = (px: number): number => px / textScale
