import type { ColorRule, ViewKind } from '@plinth/domain'
import { seenInKind } from '../../../lib/color/color-words.ts'
import { hasTool } from '../kinds/kind-views.ts'

/** The rules whose colours can be seen in a kind of view. */
export const shownColors = (colors: readonly ColorRule[], kind: ViewKind): readonly ColorRule[] =>
  hasTool(kind, 'color') ? seenInKind(colors, kind) : []
