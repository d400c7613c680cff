/** Which fields automations look at and write, and how a value for one is given. Pure. */
import {
  type Field,
  type FieldTypeName,
  familyOf,
  isComputedField,
  isKept,
  isOfMoments,
  type RuleTree,
  type Table,
  type TableId,
} from '@plinth/domain'
import type { SettingKind } from './automation-draft.ts'

/** Does an automation see its values in passing? They stand in the table itself, and are no files and no links. */
export const isSeen = (field: Field): boolean =>
  isKept(field) && !field.hidden && !field.aside && field.type !== 'attachment' && field.type !== 'link'

/** Can an automation write it? */
export const isSettable = (field: Field): boolean =>
  !isComputedField(field) && field.type !== 'attachment' && field.changing === undefined

export const isOfStates = ({ type }: Field): boolean => type === 'status' || type === 'single_select'

/** A date, or a date with its time. */
export const isOfDates = ({ type }: Field): boolean => familyOf(type) === 'date' || isOfMoments(type)

/** How a value is given. */
export type ValueEditor = 'typed' | 'option' | 'options' | 'checkbox' | 'person' | 'links'

export function editorOf({ type }: Pick<Field, 'type'>): ValueEditor {
  switch (type) {
    case 'single_select':
    case 'status':
      return 'option'
    case 'multi_select':
      return 'options'
    case 'checkbox':
      return 'checkbox'
    case 'person':
      return 'person'
    case 'link':
      return 'links'
    default:
      return 'typed'
  }
}

/** What the field can be made; `own`: the table whose records the automation is for. */
export function settingKinds(field: Field, own: TableId): readonly SettingKind[] {
  const { type } = field
  if (type === 'link') {
    return field.options.target === own ? ['value', 'record'] : ['value']
  }
  const isChosen = editorOf(field) === 'option' || editorOf(field) === 'options'
  return [
    'value',
    ...(type === 'date' || type === 'datetime' ? (['moment'] as const) : []),
    ...(isChosen || type === 'json' ? [] : (['expression'] as const)),
    'empty',
  ]
}

const momentOf = (type: FieldTypeName): string | null =>
  type === 'date' ? 'today' : type === 'datetime' ? 'now' : null

/** The expression for the moment at which a run happens. */
export const momentCall = (type: FieldTypeName): RuleTree => ({ call: momentOf(type) ?? 'now', args: [] })

export const isMomentCall = (tree: RuleTree, type: FieldTypeName): boolean =>
  momentOf(type) !== null && tree['call'] === momentOf(type)

/** Fields of a table that hold links to another. */
export const linksOf = ({ fields }: Table): readonly Field[] =>
  fields.filter((field) => field.type === 'link' && isSettable(field))
