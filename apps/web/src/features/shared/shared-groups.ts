/** The groups in which the records of a page stand, as the view has them. Pure. */
import {
  type CellValue,
  fieldTypes,
  inOptionOrder,
  isCounted,
  isOfMoments,
  type SharedField,
  type SharedPage,
  type SharedValue,
} from '@plinth/domain'
import { countedText } from '../../lib/counted-text.ts'
import { isoOf } from '../../lib/days/days.ts'
import { dayAt, wallOf } from '../../lib/days/stretch.ts'
import type { SharedRow } from './shared-kinds.ts'
import { fieldLike, isEmptyShared, isSharedLinks, sharedFilesIn, sharedText } from './shared-text.ts'

/** What the records of a group have in common; an inner group stands in an outer one. */
export interface SharedHead {
  /** The place of the field among those of the page. */
  readonly at: number
  readonly depth: number
  readonly field: SharedField
  readonly value: SharedValue
}

export interface SharedGroup {
  /** The place of its first record on the page. */
  readonly from: number
  /** Those that are not the same as of the group before. */
  readonly heads: readonly SharedHead[]
  readonly rows: readonly SharedRow[]
}

type Page = Pick<SharedPage, 'fields' | 'groups' | 'timeZone'>

/** Records as they come, told apart where what they are grouped by changes. Without groups they are one, without a heading. */
export function groupsOf(page: Page, rows: readonly SharedRow[]): readonly SharedGroup[] {
  const groups: { from: number; heads: readonly SharedHead[]; rows: SharedRow[] }[] = []
  let before: readonly string[] = []
  for (const [from, row] of rows.entries()) {
    const all = headsOf(page, row)
    const keys = all.map(({ value }) => JSON.stringify(value))
    const changed = keys.findIndex((key, depth) => key !== before[depth])
    if (from === 0 || changed !== -1) groups.push({ from, heads: all.slice(Math.max(changed, 0)), rows: [] })
    groups.at(-1)?.rows.push(row)
    before = keys
  }
  return groups
}

function headsOf({ fields, groups = [], timeZone }: Page, row: SharedRow): readonly SharedHead[] {
  return groups.flatMap((at, depth) => {
    const field = fields[at]
    return field ? [{ at, depth, field, value: sharedBy(field, row[at] ?? null, timeZone) }] : []
  })
}

/** Files, and links to several records, stand together by how many they are, moments by their days, what is not ticked with what nobody has ticked yet, and an empty text is none. */
function sharedBy(field: SharedField, value: SharedValue, timeZone: string): SharedValue {
  if (field.type === 'checkbox') return value === true
  if (isEmptyShared(field, value)) return null
  if (isCounted(field)) return isSharedLinks(value) ? value.count : sharedFilesIn(value).length
  if (field.type === 'multi_select') return inOptionOrder(value as CellValue, fieldLike(field))
  if (!isOfMoments(field.type) || typeof value !== 'string') return value
  const wall = wallOf(value, field.type, timeZone)
  return wall === null ? null : isoOf(dayAt(wall))
}

/** What a group is called, as one text. */
export function headText({ field, value }: SharedHead, page: SharedPage): string {
  if (isCounted(field) && typeof value === 'number') return countedText(field, value)
  if (isOfMoments(field.type) && typeof value === 'string')
    return fieldTypes.date.formatText(value, { options: {} }, page)
  return sharedText(field, value, page) || 'Empty'
}
