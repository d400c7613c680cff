/** Groups as the grid paints them, and what a new record in one begins with. */
import {
  type CellValue,
  type Field,
  type FieldId,
  type GroupPath,
  isCounted,
  type LinkItem,
  type SummaryKind,
  type Table,
} from '@plinth/domain'
import type { CellContent, ColumnKey, GridGroup, RowIndex } from '@plinth/grid'
import type { GroupsSnapshot, RowWindow } from '@plinth/record-store'
import { figureNames, figureValue } from '../../../lib/figure-words.ts'
import { pairOf } from '../../../lib/link-words.ts'
import { cellOfGroup, textOfGroup } from '../group-value.ts'
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
  const lines = groups.map(
    ({ key, depth, firstRow, isCollapsed, path, count, figures, linked }): GridGroup => {
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
        label: field ? labelOf(field, path[depth] ?? null, linked, scope) : empty,
        count,
        summaries: new Map(summaries),
      }
    },
  )
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

function labelOf(
  field: Field,
  value: GroupPath[number],
  linked: LinkItem | null,
  scope: PaintScope,
): CellContent {
  const text = textOfGroup(field, value, scope.values)
  if (text !== null) return { kind: 'text', text }
  const content = cellContent(field, cellOfGroup(field, value, linked), scope)
  return content.kind === 'empty' ? empty : content
}

/** The table of the groups, among all of its base. */
interface GroupScope {
  readonly table: Pick<Table, 'fields'>
  readonly tables: readonly Table[]
}

/** What the records of the group around a row have in common, as far as a new one may be given it. */
export function valuesOfGroup(
  window: RowWindow,
  scope: GroupScope,
  row: number | null,
): Readonly<Record<FieldId, CellValue>> {
  const groups = window.figures.groups?.snapshot().groups ?? []
  const group =
    row === null ? undefined : groups.findLast(({ firstRow, ownRows }) => firstRow <= row && ownRows > 0)
  return valuesOfPath(window, scope, group?.path ?? [])
}

/** The same for a group by its path. */
export function valuesOfPath(
  window: RowWindow,
  { table: { fields }, tables }: GroupScope,
  path: GroupPath,
): Readonly<Record<FieldId, CellValue>> {
  const values: Record<FieldId, CellValue> = {}
  const { linked = new Map<string, LinkItem>() } = window.figures.groups?.snapshot() ?? {}
  for (const [at, value] of path.entries()) {
    const field = fields.find(({ id }) => id === window.query.groups?.[at]?.field)
    // A day does not say the moment, a number of files not which, and a record begins in the first state.
    const isFree =
      field && field.access !== 'read' && !isCounted(field) && !['datetime', 'status'].includes(field.type)
    if (!isFree || value === null) continue
    // Another record has the place of a link that is for one on both sides.
    const isTaken = field.type === 'link' && pairOf(field, tables)?.field.options.single === true
    const item = linked.get(String(value)) ?? null
    if (field.type !== 'link' || (item && !isTaken)) values[field.id] = cellOfGroup(field, value, item)
  }
  return values
}

/** Can a new record be given what those of a group have in common? Not so many files, nor a record that is linked elsewhere. */
export function canBeginIn(window: RowWindow, scope: GroupScope, path: GroupPath): boolean {
  const values = valuesOfPath(window, scope, path)
  return path.every((value, at) => {
    const field = scope.table.fields.find(({ id }) => id === window.query.groups?.[at]?.field)
    const hasToBeGiven = field?.type === 'link' || field?.type === 'attachment'
    return !hasToBeGiven || value === null || field.id in values
  })
}
