import type { PersonContent } from '../model/cell-content.ts'
import { planFlow } from './flow.ts'
import { baselineIn, type CellBox, cellPadding, firstLineTop, type PaintKit } from './kit.ts'
import { paintCount } from './paint-chips.ts'
import { isRightToLeft } from './texts.ts'
import { huesOf } from './theme.ts'

const avatarGap = 6
const personGap = 10
const faces = huesOf((hue) => `face ${hue}`)

export function paintPeople(kit: PaintKit, people: readonly PersonContent[], box: CellBox): void {
  const { texts, theme } = kit
  const avatar = theme.lineHeight
  const pitch = avatar + 4
  const widthOf = (index: number) => avatar + avatarGap + texts.width(theme.fonts.text, people[index]!.name)
  const flow = planFlow(people.length, widthOf, {
    room: box.width - 2 * cellPadding,
    lines: Math.max(1, Math.floor((box.height - 8) / pitch)),
    gap: personGap,
    countWidth: (hidden) => texts.width(theme.fonts.tag, `+${hidden}`),
  })
  const left = box.x + cellPadding
  const top = firstLineTop(box, theme.lineHeight)
  for (const place of flow.places) {
    paintPerson(kit, people[place.index]!, left + place.x, top + place.line * pitch, place.width)
  }
  paintCount(kit, flow, left, top, pitch)
}

function paintPerson(kit: PaintKit, person: PersonContent, x: number, y: number, width: number): void {
  const { pen, texts, theme } = kit
  const size = theme.lineHeight
  paintAvatar(kit, person, x, y)
  const room = width - size - avatarGap
  if (room < size) return
  pen.font(theme.fonts.text)
  pen.fill(theme.ink)
  pen.align('left')
  pen.direction(isRightToLeft(person.name) ? 'rtl' : 'ltr')
  pen.text(texts.fit(theme.fonts.text, person.name, room + 0.5), x + size + avatarGap, y + baselineIn(size))
}

function paintAvatar(kit: PaintKit, person: PersonContent, x: number, y: number): void {
  const size = kit.theme.lineHeight
  const box = { x, y, width: size, height: size }
  kit.sprites.draw(kit.pen, [faces[person.hue], person.initials], box, (pen) =>
    drawAvatar({ ...kit, pen }, person, size),
  )
}

function drawAvatar({ pen, theme }: PaintKit, person: PersonContent, size: number): void {
  const colors = theme.hues[person.hue]
  pen.fill(colors.tint)
  pen.context.beginPath()
  pen.context.arc(size / 2, size / 2, size / 2, 0, Math.PI * 2)
  pen.context.fill()
  if (theme.isForced) {
    pen.stroke(colors.text, 1)
    pen.context.stroke()
  }
  pen.fill(colors.text)
  pen.font(theme.fonts.initials)
  pen.align('center')
  pen.direction('ltr')
  pen.text(person.initials, size / 2, baselineIn(size) - 1)
}
