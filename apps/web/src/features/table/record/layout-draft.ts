/** A layout while it is edited: one list of lines, headings and the fields below them, so that a field moves over a heading by one step. */
import {
  completeLayout,
  type Field,
  type FieldId,
  type FieldWidth,
  moved,
  type PlacedField,
  type RecordLayout,
} from '@plinth/domain'

export interface HeadingLine {
  readonly kind: 'heading'
  readonly id: string
  readonly name: string
}

export interface FieldLine {
  readonly kind: 'field'
  readonly id: FieldId
  readonly width: FieldWidth
  readonly isHidden: boolean
  /** Of a link: what it shows of linked records beside their names; null: what suits. */
  readonly columns: readonly FieldId[] | null
}

export type LayoutLine = HeadingLine | FieldLine

/** The first line is a heading always: what stands first has a section, with a name or without. */
export function linesOf(
  layout: RecordLayout | null | undefined,
  fields: readonly Pick<Field, 'id'>[],
): LayoutLine[] {
  const { sections, hidden } = completeLayout(layout, fields)
  const lines = sections.flatMap(({ name, fields: placed }, at): LayoutLine[] => [
    { kind: 'heading', id: `s${at}`, name },
    ...placed.map(({ field: id, width, columns = null }) => ({
      kind: 'field' as const,
      id,
      width,
      isHidden: false,
      columns,
    })),
  ])
  const first: LayoutLine[] = lines.length > 0 ? lines : [{ kind: 'heading', id: 's0', name: '' }]
  const left = hidden.map(
    (id): FieldLine => ({ kind: 'field', id, width: 'whole', isHidden: true, columns: null }),
  )
  return [...first, ...left]
}

export function layoutOf(lines: readonly LayoutLine[]): RecordLayout {
  const sections: { name: string; fields: PlacedField[] }[] = []
  const hidden: FieldId[] = []
  for (const line of lines) {
    if (line.kind === 'heading') sections.push({ name: line.name.trim(), fields: [] })
    else if (line.isHidden) hidden.push(line.id)
    else sections.at(-1)?.fields.push(placedOf(line))
  }
  return { sections: sections.filter(({ fields }) => fields.length > 0), hidden }
}

const placedOf = ({ id: field, width, columns }: FieldLine): PlacedField => ({
  field,
  width,
  ...(columns ? { columns } : {}),
})

/** The columns that a layout says of a link. */
export const columnsOf = (
  layout: RecordLayout | null | undefined,
  link: FieldId,
): readonly FieldId[] | undefined =>
  layout?.sections.flatMap(({ fields }) => fields).find(({ field }) => field === link)?.columns

/** Takes a line to another place; the heading above everything stays there. */
export function moveLine(lines: readonly LayoutLine[], from: number, to: number): readonly LayoutLine[] {
  return from === 0 || to < 1 || to >= lines.length ? lines : moved(lines, from, to)
}

/** Adds a heading at the end of what is shown; fields are moved below it. */
export function addHeading(lines: readonly LayoutLine[], id: string): readonly LayoutLine[] {
  return [...lines, { kind: 'heading', id, name: '' }]
}

/** Takes a heading out: its fields belong to the section above then. */
export function dropHeading(lines: readonly LayoutLine[], at: number): readonly LayoutLine[] {
  return at > 0 && lines[at]?.kind === 'heading' ? lines.toSpliced(at, 1) : lines
}

export function changeLine<Line extends LayoutLine>(
  lines: readonly LayoutLine[],
  at: number,
  changes: Partial<Omit<Line, 'kind' | 'id'>>,
): readonly LayoutLine[] {
  return lines.map((line, n) => (n === at ? { ...line, ...changes } : line))
}
