/** What the stacks of a board of a link are called, and how many records they have. Pure. */
import { type Hue, isOfPeople, type SharedField, type SharedPage, type SharedValue } from '@plinth/domain'
import type { BoardLayout } from './shared-kinds.ts'
import { isEmptyShared, sharedText } from './shared-text.ts'

export interface StackWords {
  readonly label: string
  /** Of an option. */
  readonly hue: Hue | null
  readonly isPerson: boolean
  /** Its records have nothing in the field. */
  readonly isNothing: boolean
}

export function stackWords(field: SharedField, value: SharedValue, page: SharedPage): StackWords {
  const plain = { hue: null, isPerson: false, isNothing: false }
  if (field.type === 'checkbox') return { ...plain, label: value === true ? field.name : `Not ${field.name}` }
  // What is told of a linked record is the text that it is called by, if any.
  if (field.type === 'link' && value !== null) return { ...plain, label: String(value) || 'Unnamed record' }
  if (isEmptyShared(field, value)) return { ...plain, label: `No ${field.name}`, isNothing: true }
  const option = field.options.options?.find(({ id }) => id === value)
  if (option) return { ...plain, label: option.label, hue: option.hue }
  return { ...plain, label: sharedText(field, value, page), isPerson: isOfPeople(field.type) }
}

/** How many records of a stack stand in a lane; null: that is not known. */
export function countIn({ stacks, lanes }: BoardLayout, stackAt: number, laneAt: number): number | null {
  const isEmpty = stacks[stackAt]?.count === 0 || lanes?.stacks[laneAt]?.count === 0
  return isEmpty ? 0 : (lanes?.counts?.[laneAt]?.[stackAt] ?? null)
}
