/** Values of a link as texts: as the app shows them, but for people, who are names already, and linked records. */
import {
  type CellValue,
  type Field,
  fieldTypes,
  isOfPeople,
  type SharedField,
  type SharedFile,
  type SharedLinks,
  type SharedPage,
  type SharedValue,
} from '@plinth/domain'

export const isSharedLinks = (value: SharedValue): value is SharedLinks =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The files of a cell; none where it holds anything else. */
export const sharedFilesIn = (value: SharedValue): readonly SharedFile[] =>
  Array.isArray(value) && typeof value[0] === 'object' ? (value as readonly SharedFile[]) : []

/** A field as the types of fields know it. */
export const fieldLike = ({
  type,
  options,
  listed,
}: SharedField): Pick<Field, 'type' | 'options' | 'listed'> => ({
  type,
  options,
  ...(listed ? { listed } : {}),
})

export function isEmptyShared(field: SharedField, value: SharedValue): boolean {
  if (field.type === 'checkbox') return false
  return isSharedLinks(value) || isOfPeople(field.type)
    ? value === null || value === ''
    : fieldTypes[field.type].isEmpty(value as CellValue)
}

/** Names that a cell of links tells, and how many records it tells no name of. */
export function linkTexts({ count, names }: SharedLinks): { names: string[]; rest: number } {
  const told = names.filter((name): name is string => name !== null && name !== '')
  return { names: told, rest: count - told.length }
}

export function sharedText(field: SharedField, value: SharedValue, page: SharedPage): string {
  if (field.type === 'checkbox') return value === true ? 'Yes' : 'No'
  if (isEmptyShared(field, value)) return ''
  if (isSharedLinks(value)) {
    const { names, rest } = linkTexts(value)
    if (names.length === 0) return rest === 1 ? '1 record' : `${rest.toLocaleString(page.locale)} records`
    return [...names, ...(rest > 0 ? [`and ${rest.toLocaleString(page.locale)} more`] : [])].join(', ')
  }
  if (isOfPeople(field.type)) return String(value)
  return fieldTypes[field.type].formatText(value as CellValue, fieldLike(field), page)
}

/** What a record is called: the value of the first field. */
export const titleOf = (page: SharedPage, row: readonly SharedValue[]): string =>
  (page.fields[0] && sharedText(page.fields[0], row[0] ?? null, page)) || 'Unnamed record'
