/** Groups as the grid paints them, and what a new record in one begins with. */
import {
  type CellValue,
  type Field,
  type FieldId,
  fieldTypes,
  type GroupPath,
  isOfMoments,
  type SummaryKind,
  setOfKey,
} from '@plinth/domain'
import type { CellContent, ColumnKey, GridGroup, RowIndex } from '@plinth/grid'
import type { GroupsSnapshot, RowWindow } from '@plinth/record-store'
import { figureNames, figureValue } from '../../../lib/figure-words.ts'
import { cellContent } from './cell-contents.ts'
import type { PaintScope } from './painted-row.ts'

const empty: CellContent = { kind: 'text', text: 'Empty' }

export function groupLines(
  { query: { groups: groupings = [] } }: RowWindow,
  { groups, shown, beyond }: GroupsSnapshot,
  scope: PaintScope,
  kinds: Readonly<Record<FieldId, SummaryKind>>,
): readonly GridGroup[] {
  const fields = groupings.map(({ field }) => scope.table.fields.find(({ id }) => id === field))
  const lines = groups.map(({ key, depth, firstRow, isCollapsed, path, count, figures }): GridGroup => {
    const field = fields[depth]
    const summaries = Object.entries(figures).flatMap(([id, value]) => {
      const [of, kind] = [scope.fields.get(id as FieldId), kinds[id as FieldId]]
      if (!of || !kind) return []
      const text = `${figureNames[kind]} ${figureValue(kind, value, count, of, scope.values)}`
      return [[id as string as ColumnKey, text] as const]
    })
    return {
      key,
      depth,
      firstRow: firstRow as RowIndex,
      isCollapsed,
      by: field?.name ?? '',
      label: field ? labelOf(field, path[depth] ?? null, scope) : empty,
      count,
      summaries: new Map(summaries),
    }
  })
  if (beyond > 0) lines.push(furtherGroups(shown, beyond))
  return lines
}

/** How many headings a view has: each is a line among its rows. */
export const headingCount = ({ groups, beyond }: GroupsSnapshot): number =>
  groups.length + (beyond > 0 ? 1 : 0)

/** Rows of groups that are too many to have headings. */
const furtherGroups = (firstRow: number, count: number): GridGroup => ({
  key: 'further',
  depth: 0,
  firstRow: firstRow as RowIndex,
  isCollapsed: null,
  by: '',
  label: { kind: 'text', text: 'Further groups, without headings' },
  count,
  summaries: new Map(),
})

/** What the records of a group hold, by its path. */
const cellOf = (field: Field, value: GroupPath[number]): CellValue =>
  field.type === 'multi_select' && typeof value === 'string' ? setOfKey(value) : value

/** Groups of moments are called by their days. */
function labelOf(field: Field, value: GroupPath[number], scope: PaintScope): CellContent {
  if (isOfMoments(field.type) && typeof value === 'string') {
    return { kind: 'text', text: fieldTypes.date.formatText(value, field, scope.values) }
  }
  const content = cellContent(field, cellOf(field, value), scope)
  return content.kind === 'empty' ? empty : content
}

/** What the records of the group around a row have in common, as far as a new one may be given it. */
export function valuesOfGroup(
  window: RowWindow,
  fields: readonly Field[],
  row: number | null,
): Readonly<Record<FieldId, CellValue>> {
  const groups = window.figures.groups?.snapshot().groups ?? []
  const group =
    row === null ? undefined : groups.findLast(({ firstRow, ownRows }) => firstRow <= row && ownRows > 0)
  return valuesOfPath(window, fields, group?.path ?? [])
}

/** The same for a group by its path. */
export function valuesOfPath(
  window: RowWindow,
  fields: readonly Field[],
  path: GroupPath,
): Readonly<Record<FieldId, CellValue>> {
  const values: Record<FieldId, CellValue> = {}
  for (const [at, value] of path.entries()) {
    const field = fields.find(({ id }) => id === window.query.groups?.[at]?.field)
    // A day does not say the moment, and a record begins in the first state.
    const isFree = field && field.access !== 'read' && field.type !== 'datetime' && field.type !== 'status'
    if (isFree && value !== null) values[field.id] = cellOf(field, value)
  }
  return values
}
