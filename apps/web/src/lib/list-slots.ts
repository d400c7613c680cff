/** Which fields of a record stand at the end of its line in a list, and how wide: values of a field stand below each other. Pure. */
import { type Field, type FieldTypeName, isOfPeople } from '@plinth/domain'

export interface Slot<F extends SlotField = Field> {
  readonly field: F
  readonly px: number
}

type SlotField = Pick<Field, 'type'>

/** Between values, and the least that the title keeps. */
export const slotGapPx = 16
export const leastTitlePx = 240
/** Beyond this share of the line the title gives nothing away. */
const titleShare = 0.3

/** In pixels of the usual text. */
const widths: Partial<Readonly<Record<FieldTypeName, number>>> = {
  checkbox: 100,
  rating: 92,
  integer: 88,
  number: 88,
  percent: 72,
  currency: 112,
  duration: 80,
  autonumber: 64,
  date: 100,
  datetime: 148,
  created_time: 148,
  changed_time: 148,
  single_select: 124,
  status: 124,
  attachment: 112,
  long_text: 220,
}
const usualPx = 164
const personPx = 140

const widthFor = (type: FieldTypeName): number => widths[type] ?? (isOfPeople(type) ? personPx : usualPx)

/** The first fields for which there is room beside the title, in their order. */
export function slotsFor<F extends SlotField>(
  fields: readonly F[],
  width: number,
  scale: number,
): readonly Slot<F>[] {
  const room = width - Math.max(leastTitlePx * scale, width * titleShare)
  const slots: Slot<F>[] = []
  let used = 0
  for (const field of fields) {
    const px = Math.round(widthFor(field.type) * scale)
    used += px + slotGapPx
    if (used > room) break
    slots.push({ field, px })
  }
  return slots
}
