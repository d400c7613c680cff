/** The stacks of a board: one for each value of a field, in the order in which people know the values. */
import {
  type CellValue,
  type Field,
  type FieldId,
  type FilterCondition,
  type FilterGroup,
  type Hue,
  isLinks,
  type LinkItem,
  type UserId,
} from '@plinth/domain'
import type { OwnValue } from '@plinth/record-store'

/** What the records of a stack have in the field: an option, a person, a linked record, a tick; null: nothing. */
export type StackValue = string | boolean | null

export interface Stack {
  readonly key: string
  readonly value: StackValue
  readonly label: string
  readonly hue: Hue | null
  readonly person: UserId | null
  readonly linked: LinkItem | null
  /** Null: not known. */
  readonly count: number | null
}

const keyOfValue = (value: StackValue): string => JSON.stringify(value)
/** Of the key of a stack; null where there is none. */
export const valueOfKey = (key: string): StackValue => (key === '' ? null : (JSON.parse(key) as StackValue))

export interface StackSource {
  /** Of the groups that the database knows; null: not yet, or it does not group by such a field. */
  readonly counts: ReadonlyMap<StackValue, number> | null
  readonly people: readonly { readonly id: UserId; readonly name: string }[]
  /** The records that can be linked, for a board by links. */
  readonly linked: readonly { readonly item: LinkItem; readonly label: string }[]
  /** What people are called who have left the base. */
  formerName(id: string): string
}

/** People who have no records have a stack only where there are not too many. */
const mostIdlePeople = 12

export function stacksOf(field: Field, source: StackSource): readonly Stack[] {
  const { counts } = source
  const stack = ({ value, label, ...more }: Named): Stack => {
    const count = counts === null ? null : (counts.get(value) ?? 0)
    return { key: keyOfValue(value), value, label, hue: null, person: null, linked: null, count, ...more }
  }
  const list = namedValues(field, source).map(stack)
  if (field.type === 'checkbox') return list
  const nothing = stack({ value: null, label: `No ${field.name}` })
  if ((nothing.count ?? 0) > 0) return [nothing, ...list]
  // Where every record has a value there is no place for those without.
  const isAlwaysFilled =
    field.type === 'status' || field.type === 'created_by' || field.rules?.required === true
  return isAlwaysFilled ? list : [...list, nothing]
}

type Named = Pick<Stack, 'value' | 'label'> & Partial<Pick<Stack, 'hue' | 'person' | 'linked'>>

function namedValues(field: Field, source: StackSource): readonly Named[] {
  switch (field.type) {
    case 'checkbox':
      return [
        { value: false, label: `Not ${field.name}` },
        { value: true, label: field.name },
      ]
    case 'person':
    case 'created_by':
      return peopleOf(source)
    case 'link':
      return source.linked.map(({ item, label }) => ({ value: item[0], label, linked: item }))
    default:
      return (field.options.options ?? []).map(({ id, label, hue }) => ({ value: id, label, hue }))
  }
}

function peopleOf({ counts, people, formerName }: StackSource): readonly Named[] {
  const known = new Set<string>(people.map(({ id }) => id))
  const shown =
    people.length <= mostIdlePeople ? people : people.filter(({ id }) => (counts?.get(id) ?? 0) > 0)
  const former = [...(counts?.keys() ?? [])].filter(
    (value): value is UserId => typeof value === 'string' && !known.has(value),
  )
  return [
    ...shown.map(({ id, name }) => ({ value: id, label: name, person: id })),
    ...former.map((id) => ({ value: id, label: formerName(id) })),
  ]
}

/** What the records of a stack are found by. */
export function conditionOf({ id, type }: Pick<Field, 'id' | 'type'>, value: StackValue): FilterCondition {
  if (type === 'checkbox') return { field: id, operator: 'is', value: value === true }
  if (value === null) return { field: id, operator: 'empty' }
  if (type === 'link') return { field: id, operator: 'any_of', value: [String(value)] }
  return { field: id, operator: 'is', value }
}

/** A filter with further conditions, all of which have to hold. */
export function narrowed(
  filter: FilterGroup | undefined,
  conditions: readonly (FilterCondition | FilterGroup)[],
): FilterGroup {
  const items = filter ? (filter.join === 'and' ? filter.items : [filter]) : []
  return { join: 'and', items: [...items, ...conditions] }
}

/** Does a record with this value stand in the stack? */
export function isInStack(value: CellValue | undefined, stack: StackValue): boolean {
  if (isLinks(value)) return stack === null ? value.count === 0 : value.items.some(([id]) => id === stack)
  if (typeof stack === 'boolean') return (value === true) === stack
  return (value ?? null) === stack
}

/** What puts a record from one stack into another. */
export function valuesToMove(
  { id, type }: Pick<Field, 'id' | 'type'>,
  from: Pick<Stack, 'linked'>,
  to: Pick<Stack, 'value' | 'linked'>,
): Readonly<Record<FieldId, OwnValue>> {
  if (type !== 'link') return { [id]: to.value }
  return { [id]: { link: to.linked ? [to.linked] : [], unlink: from.linked ? [from.linked] : [] } }
}

/** What a new record of a stack begins with. */
export function valuesIn(
  { id, type }: Pick<Field, 'id' | 'type'>,
  { value, linked }: Pick<Stack, 'value' | 'linked'>,
): Readonly<Record<FieldId, CellValue>> {
  if (type === 'link') return linked ? { [id]: { count: 1, items: [linked] } } : {}
  return value === null ? {} : { [id]: value }
}
