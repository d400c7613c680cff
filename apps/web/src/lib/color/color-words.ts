import type { ColorRule, ViewKind } from '@plinth/domain'

/** What a colour means, wherever it is seen. */
export const colorWords = (rule: Pick<ColorRule, 'name'> | null | undefined): string | undefined =>
  rule ? `Colour: ${rule.name}` : undefined

/** A ground of half a tint, as the grid paints rows; `data-hue` says of which. */
export const rowTintClass = 'bg-[color-mix(in_srgb,var(--chip-tint)_50%,var(--surface))]!'

/** The ground of one painted value. */
export const paintedClass = '-mx-1 rounded-control bg-chip-tint px-1 text-chip-text'

/** The same where values stand below each other: it takes no room of its own. */
export const paintedInLineClass =
  'rounded-[4px] bg-chip-tint text-chip-text shadow-[-4px_0_0_var(--chip-tint),4px_0_0_var(--chip-tint)]'

/** Where a painted record begins, over whatever box it stands in, which has to be placed itself: nothing in it moves. */
export const colorBarClass =
  'before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-chip-dot forced-colors:before:bg-[CanvasText] forced-colors:before:forced-color-adjust-none'

/** Of the rules of a kind of view those whose colours can be seen there: days and bars show no single values. */
export function seenInKind<T extends { readonly paints: unknown }>(
  rules: readonly T[],
  kind: ViewKind | undefined,
): readonly T[] {
  const isWhole = kind === 'calendar' || kind === 'timeline'
  return isWhole ? rules.filter(({ paints }) => paints === 'row') : rules
}
