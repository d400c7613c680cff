import {
  type BaseSchema,
  type ChartShape,
  chartOf,
  coverOf,
  type Field,
  type FieldId,
  isCounted,
  isOfPeople,
  type ShareTarget,
  type Table,
  type View,
} from '@plinth/domain'
import { shownTiles } from './dashboard-tiles.ts'
import type { SharedThing } from './dialogs.ts'

/** A field that a link may show. */
export interface OfferedField {
  readonly field: Field
  /** Where it is of another table than the link: what that is called. */
  readonly table: string | null
  /** It says who somebody is, by its type or in a text. */
  readonly namesPeople: boolean
}

/** What a link is made to, what it is called, which fields it may show, and which unless its maker says otherwise. */
export interface ThingToShare {
  readonly table: Table
  readonly target: ShareTarget
  readonly name: string
  readonly offered: readonly OfferedField[]
  readonly shown: readonly FieldId[]
  /** Figures of records are shown, and no records. */
  readonly isOfCharts: boolean
  /** Charts go by linked records, which have to be called by something. */
  readonly isByLinked: boolean
  /** It asks, instead of showing. */
  readonly isForm: boolean
}

/** Names of tables are not for outside, so a record has none by itself. Null: nothing, or something that is not there any more. Neither people nor files are shown by themselves, but for covers, which stand on the cards of the view. */
export function sharedThing(
  { tables }: Pick<BaseSchema, 'tables'>,
  thing: SharedThing | null,
): ThingToShare | null {
  const table = tables.find(({ id }) => id === thing?.table)
  if (!thing || !table) return null
  const view = 'view' in thing ? table.views.find(({ id }) => id === thing.view) : null
  if (view === undefined) return null
  // A form asks what its questions say.
  const isForm = view?.kind === 'form'
  const isOfCharts = view?.kind === 'chart' || view?.kind === 'dashboard'
  // Files of linked records are told by no link.
  const offered = (view && isOfCharts ? chartFields(view, table, tables) : ownFields(table, tables)).filter(
    ({ field }) => field.type !== 'attachment' || !(isOfCharts || field.onRead),
  )
  const cover = view ? coverOf(view.kind, view.config.settings, table.fields) : null
  const hidden = new Set(isOfCharts ? [] : view?.config.hidden)
  const shown = offered
    .filter(
      ({ field, namesPeople }) =>
        !namesPeople && !hidden.has(field.id) && (field.type !== 'attachment' || field.id === cover?.id),
    )
    .map(({ field }) => field.id)
  return {
    table,
    target:
      'record' in thing ? { record: thing.record } : isForm ? { form: thing.view } : { view: thing.view },
    name: view?.config.settings.form?.title ?? view?.name ?? 'Shared record',
    offered,
    shown: isForm ? [] : shown,
    isOfCharts,
    isByLinked: isOfCharts && offered.some(({ field }) => field.type === 'link' && !isCounted(field)),
    isForm,
  }
}

const ownFields = (own: Table, tables: readonly Table[]): readonly OfferedField[] =>
  own.fields.map((field) => ({ field, table: null, namesPeople: namesPeople(field, own, tables) }))

/** As the database has it (`names_people`), which decides, but for texts that are made of such texts. */
function namesPeople({ type, rollup }: Field, { fields }: Table, tables: readonly Table[]): boolean {
  if (isOfPeople(type)) return true
  const target = fields.find(({ id }) => id === rollup?.link)?.options.target
  const read = tables.find(({ id }) => id === target)?.fields.find(({ id }) => id === rollup?.field)
  return type === 'long_text' && read !== undefined && isOfPeople(read.type)
}

/** The fields that charts tell of, each once. */
function chartFields(view: View, own: Table, tables: readonly Table[]): readonly OfferedField[] {
  const charts: readonly { shape: ChartShape<Field>; table: Pick<Table, 'id' | 'name'> }[] =
    view.kind === 'dashboard'
      ? shownTiles(view.config, own, tables)
      : [{ shape: chartOf(view.config.settings, own.fields), table: own }]
  const told = charts.flatMap(({ shape: { by, split, of }, table }) =>
    [by, split, of]
      .filter((field) => field !== null)
      .map((field): [FieldId, OfferedField] => [
        field.id,
        {
          field,
          table: table.id === own.id ? null : table.name,
          namesPeople: isOfPeople(field.type),
        },
      ]),
  )
  return [...new Map(told).values()]
}
