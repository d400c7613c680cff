import type { ChipContent } from '../model/cell-content.ts'
import { type Flow, type FlowPlace, planFlow } from './flow.ts'
import { baselineIn, type CellBox, cellPadding, firstLineTop, type PaintKit } from './kit.ts'
import { isRightToLeft } from './texts.ts'
import { huesOf } from './theme.ts'

const chipPadding = 8
const chipGap = 4
const recordRadius = 4
const looks = {
  choice: { whole: huesOf((hue) => `chip ${hue}`), cut: huesOf((hue) => `cut chip ${hue}`) },
  record: { whole: huesOf((hue) => `record ${hue}`), cut: huesOf((hue) => `cut record ${hue}`) },
  note: { whole: huesOf((hue) => `note ${hue}`), cut: huesOf((hue) => `cut note ${hue}`) },
} as const

export function paintChips(
  kit: PaintKit,
  { chips, more = 0 }: { readonly chips: readonly ChipContent[]; readonly more?: number },
  box: CellBox,
): void {
  const { texts, theme } = kit
  const font = theme.fonts.tag
  const pitch = theme.lineHeight + chipGap
  const flow = planFlow(chips.length, (index) => texts.width(font, chips[index]!.text) + 2 * chipPadding, {
    room: box.width - 2 * cellPadding,
    lines: Math.max(1, Math.floor((box.height - 8) / pitch)),
    gap: chipGap,
    more,
    countWidth: (hidden) => texts.width(font, `+${hidden}`) + chipGap,
  })
  const left = box.x + cellPadding
  const top = firstLineTop(box, theme.lineHeight)
  for (const place of flow.places) {
    paintChip(kit, chips[place.index]!, left + place.x, top + place.line * pitch, place)
  }
  paintCount(kit, flow, left, top, pitch)
}

/** How many more there are. */
export function paintCount({ pen, theme }: PaintKit, flow: Flow, x: number, y: number, pitch: number): void {
  if (flow.hidden === 0) return
  pen.font(theme.fonts.tag)
  pen.fill(theme.inkMuted)
  pen.align('left')
  pen.direction('ltr')
  const baseline = y + flow.countLine * pitch + baselineIn(theme.lineHeight)
  pen.text(`+${flow.hidden}`, x + flow.countX, baseline)
}

function paintChip(
  kit: PaintKit,
  chip: ChipContent,
  x: number,
  y: number,
  { width, isCut }: FlowPlace,
): void {
  const box = { x, y, width, height: kit.theme.lineHeight }
  const name = isCut ? `${width} ${chip.text}` : chip.text
  kit.sprites.draw(
    kit.pen,
    [looks[chip.look ?? 'choice'][isCut ? 'cut' : 'whole'][chip.hue], name],
    box,
    (pen) => drawChip({ ...kit, pen }, chip, width),
  )
}

const inkOf = (theme: PaintKit['theme'], { look, hue }: ChipContent) => {
  if (look === 'note') return theme.inkMuted
  return look === 'record' ? theme.ink : theme.hues[hue].text
}

function drawChip({ pen, texts, theme }: PaintKit, chip: ChipContent, width: number): void {
  const colors = theme.hues[chip.hue]
  const height = theme.lineHeight
  const radius = chip.look === undefined ? height / 2 : recordRadius
  if (chip.look !== 'note') {
    pen.fill(colors.tint)
    pen.rounded(0, 0, width, height, radius)
    pen.context.fill()
  }
  if (theme.isForced || chip.look === 'note') {
    pen.stroke(theme.isForced ? colors.text : theme.lineStrong, 1)
    pen.rounded(0.5, 0.5, width - 1, height - 1, radius)
    pen.context.stroke()
  }
  pen.fill(inkOf(theme, chip))
  pen.font(theme.fonts.tag)
  pen.align('left')
  pen.direction(isRightToLeft(chip.text) ? 'rtl' : 'ltr')
  const text = texts.fit(theme.fonts.tag, chip.text, width - 2 * chipPadding + 0.5)
  pen.text(text, chipPadding, baselineIn(height))
}
