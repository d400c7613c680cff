/** Lines that are no rows: headings of groups and the line that adds a row. */
import type { GridGroup } from '../model/grid-source.ts'
import { chevronDown, chevronRight, plus, strokeIcon } from './icons.ts'
import { baselineIn, cellPadding, linePadding, type PaintKit } from './kit.ts'
import { paintContent } from './paint-content.ts'
import { freePane, frozenPane, type Pane, type Scene } from './scene.ts'
import { isRightToLeft } from './texts.ts'

/** Inner groups stand further to the right. */
const groupIndent = 20
/** A heading's label is never narrower, even beside few frozen columns. */
const leastLabel = 280

export function paintHeading(kit: PaintKit, scene: Scene, group: GridGroup, y: number): void {
  const { pen, theme } = kit
  const height = scene.lines.headingHeight
  pen.fill(theme.sunken)
  pen.rectangle(0, y, Math.min(scene.width, rightEnd(scene)), height)
  const labelEnd = Math.max(scene.columns.frozenWidth, Math.min(leastLabel, scene.width))
  paintSummaries(kit, scene, group, freePane(scene, labelEnd), y)
  paintSummaries(kit, scene, group, frozenPane(scene), y)
  const labelRoom = Math.min(labelEnd, firstSummaryLeft(scene, group))
  pen.clipped(0, y, labelRoom, height, () => paintLabel(kit, group, labelRoom, y, height))
  pen.fill(theme.line)
  pen.rectangle(0, y + height - pen.hairline, Math.min(scene.width, rightEnd(scene)), pen.hairline)
}

/** Right edge of the last column in the view. */
export function rightEnd({ columns, scrollLeft }: Scene): number {
  if (columns.frozen === columns.count) return columns.frozenWidth
  return Math.max(columns.frozenWidth, columns.gutterWidth + columns.columnsWidth - scrollLeft)
}

function firstSummaryLeft({ columns }: Scene, group: GridGroup): number {
  for (let index = 1; index < columns.frozen; index += 1) {
    if (group.summaries.has(columns.columns[index]!.key)) return columns.gutterWidth + columns.leftOf(index)
  }
  return Number.POSITIVE_INFINITY
}

function paintLabel(kit: PaintKit, group: GridGroup, right: number, y: number, height: number): void {
  const { pen, texts, theme } = kit
  const middle = y + (height - theme.lineHeight) / 2
  const baseline = middle + baselineIn(theme.lineHeight)
  let x = 8 + group.depth * groupIndent
  if (group.isCollapsed !== null) {
    const icon = group.isCollapsed ? chevronRight : chevronDown
    strokeIcon(pen, icon, x, y + (height - 16) / 2, theme.inkMuted)
  }
  x += 24
  const by = texts.fit(theme.fonts.small, group.by, 120)
  pen.font(theme.fonts.small)
  pen.fill(theme.inkMuted)
  pen.text(by, x, baseline)
  x += texts.width(theme.fonts.small, by) + 8
  const count = group.count.toLocaleString()
  const countWidth = texts.width(theme.fonts.small, count)
  const room = Math.max(40, right - x - countWidth - 16)
  const used = paintValue(kit, group, x, middle - linePadding(theme.lineHeight), room)
  pen.font(theme.fonts.small)
  pen.fill(theme.inkMuted)
  pen.align('left')
  pen.direction('ltr')
  pen.text(count, x + used + 8, baseline)
}

/** Paints what the rows of a group have in common; answers how much room it took. */
function paintValue(kit: PaintKit, { label }: GridGroup, x: number, y: number, room: number): number {
  const { pen, texts, theme } = kit
  const box = {
    x: x - cellPadding,
    y,
    width: room + 2 * cellPadding,
    height: theme.lineHeight + 2 * linePadding(theme.lineHeight),
    align: 'start',
    isPrimary: true,
  } as const
  if (label.kind !== 'text' && label.kind !== 'link') {
    paintContent(kit, label, { ...box })
    return Math.min(room, widthOf(kit, label))
  }
  const text = texts.fit(theme.fonts.medium, label.text, room)
  pen.font(theme.fonts.medium)
  pen.fill(theme.ink)
  pen.direction(isRightToLeft(text) ? 'rtl' : 'ltr')
  pen.text(text, x, y + linePadding(theme.lineHeight) + baselineIn(theme.lineHeight))
  return texts.width(theme.fonts.medium, text)
}

function widthOf({ texts, theme }: PaintKit, label: GridGroup['label']): number {
  switch (label.kind) {
    case 'chips':
      return label.chips.reduce((sum, chip) => sum + texts.width(theme.fonts.tag, chip.text) + 20, -4)
    case 'people':
      return label.people.reduce((sum, one) => sum + texts.width(theme.fonts.text, one.name) + 36, -10)
    case 'check':
      return 16
    case 'rating':
      return label.max * 17
    default:
      return 0
  }
}

function paintSummaries(kit: PaintKit, scene: Scene, group: GridGroup, pane: Pane, y: number): void {
  if (group.summaries.size === 0 || pane.last < pane.first) return
  const { pen, texts, theme } = kit
  const { columns, lines } = scene
  const baseline = y + (lines.headingHeight - theme.lineHeight) / 2 + baselineIn(theme.lineHeight)
  pen.clipped(pane.left, y, pane.right - pane.left, lines.headingHeight, () => {
    pen.font(theme.fonts.small)
    pen.fill(theme.inkMuted)
    for (let index = pane.first; index <= pane.last; index += 1) {
      const summary = group.summaries.get(columns.columns[index]!.key)
      if (summary === undefined) continue
      const right = pane.leftOf(index) + columns.widthOf(index) - cellPadding
      const text = texts.fit(theme.fonts.small, summary, columns.widthOf(index) - 2 * cellPadding)
      pen.align('right')
      pen.text(text, right, baseline)
    }
  })
}

export function paintAddRow({ pen, theme }: PaintKit, scene: Scene, y: number, label: string): void {
  const { columns, lines } = scene
  const height = lines.addRowHeight
  const right = Math.min(scene.width, rightEnd(scene))
  pen.fill(theme.surface)
  pen.rectangle(0, y, right, height)
  strokeIcon(pen, plus, columns.gutterWidth / 2 - 8, y + (height - 16) / 2, theme.inkMuted)
  pen.font(theme.fonts.text)
  pen.fill(theme.inkMuted)
  pen.align('left')
  pen.direction(isRightToLeft(label) ? 'rtl' : 'ltr')
  const baseline = y + (height - theme.lineHeight) / 2 + baselineIn(theme.lineHeight)
  pen.text(label, columns.gutterWidth + cellPadding, baseline)
  pen.fill(theme.line)
  pen.rectangle(0, y + height - pen.hairline, right, pen.hairline)
}
