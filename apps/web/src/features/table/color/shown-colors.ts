import type { ColorRule, ViewKind } from '@plinth/domain'
import { hasTool } from '../kinds/kind-views.ts'

/** The rules whose colours can be seen in a kind of view: days and bars show no single values. */
export function shownColors(colors: readonly ColorRule[], kind: ViewKind): readonly ColorRule[] {
  if (!hasTool(kind, 'color')) return []
  const isWhole = kind === 'calendar' || kind === 'timeline'
  return colors.filter(({ paints }) => !isWhole || paints === 'row')
}
