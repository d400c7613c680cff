/** Paints the records of a link by the colour rules that it tells. Nobody is signed in: rules that ask who looks are not told. */
import type { CellValue, FieldId, SharedColor, SharedField, SharedPage } from '@plinth/domain'
import { coloringOf, contextOf, type ExpressionField, paintOf } from '@plinth/expression'
import type { SharedPaint } from './shared-colors.ts'
import type { SharedRow } from './shared-kinds.ts'

/** A link tells no ids: conditions name fields by their places. */
const idAt = (place: number) => String(place) as FieldId

const expressionField = ({ name, type, options }: SharedField, place: number): ExpressionField => ({
  id: idAt(place),
  name,
  type,
  options,
})

const nobody = { me: null, role: null, roles: [] } as const

export function createSharedPainter(
  page: Pick<SharedPage, 'fields' | 'timeZone'>,
  colors: readonly SharedColor[],
): (row: SharedRow) => SharedPaint {
  const fields = page.fields.map(expressionField)
  const known = new Map(colors.map((color, at) => [String(at), color]))
  const coloring = coloringOf(
    colors.map(({ paints, ...color }, at) => ({
      ...color,
      id: String(at) as never,
      paints: paints === 'row' ? paints : idAt(paints),
    })),
    fields,
  )
  const situation = { ...nobody, now: Date.now(), timeZone: page.timeZone }
  return (row) => {
    const cells = Object.fromEntries(row.map((value, place) => [idAt(place), value as CellValue]))
    const paint = paintOf(coloring, contextOf(fields, cells, situation))
    return {
      row: (paint.row && known.get(paint.row.id)) ?? null,
      cells: new Map(
        [...paint.cells].flatMap(([id, { id: rule }]) => {
          const color = known.get(rule)
          return color ? [[Number(id), color] as const] : []
        }),
      ),
    }
  }
}
