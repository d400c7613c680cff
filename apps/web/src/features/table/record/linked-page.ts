/** Which linked records a page of a cell shows, and where they are read. */
import {
  type Field,
  type FieldId,
  isLinks,
  type LinkItem,
  type LinkValue,
  restrictedLinks,
  type Table,
} from '@plinth/domain'

/** Rows of a small table: few enough to be looked over. */
export const linkedPageSize = 10

/** Fields beside the name that are shown of linked records. */
const mostColumns = 3

/** Are all records that the reader may read told with the cell? Others are read page by page. */
export const isToldWhole = (value: LinkValue): boolean =>
  !value.isPartial && value.items.length + restrictedLinks(value) === value.count

/** The fields that the layout says, or the first ones of the target behind its name that can be read at a glance. */
export function linkedColumns(target: Pick<Table, 'fields'>, columns?: readonly FieldId[]): readonly Field[] {
  if (columns) return columns.flatMap((id) => target.fields.slice(1).find((field) => field.id === id) ?? [])
  return target.fields
    .slice(1)
    .filter(({ type }) => type !== 'attachment' && type !== 'link' && type !== 'long_text')
    .slice(0, mostColumns)
}

export interface LinkedPage {
  /** Null: they have to be asked for. */
  readonly items: readonly LinkItem[] | null
  readonly page: number
  readonly pages: number
  /** Records that the reader may read; null: not known yet. */
  readonly readable: number | null
  readonly restricted: number
}

/** A page of a cell; `total` counts what the reader may read where the cell does not tell it. */
export function linkedPage(value: LinkValue | null, page: number, total: number | null): LinkedPage {
  if (!isLinks(value)) return { items: [], page: 0, pages: 1, readable: 0, restricted: 0 }
  const isWhole = isToldWhole(value)
  const readable = isWhole ? value.items.length : total
  const pages = Math.max(1, Math.ceil((readable ?? value.count) / linkedPageSize))
  const at = Math.min(page, pages - 1)
  return {
    items: isWhole ? value.items.slice(at * linkedPageSize, (at + 1) * linkedPageSize) : null,
    page: at,
    pages,
    readable,
    restricted: readable === null ? 0 : Math.max(0, value.count - readable),
  }
}
