/**
 * What a view in the address differs in from the saved one: `sort` in words, the rest as JSON in `view`, the searched words in
 * `find`. What is as saved is not in the address.
 */
import { completeFilter, type Field, fitView, type Sort, type Table, type ViewConfig } from '@plinth/domain'
import { canonical } from '../../../lib/canonical.ts'
import { formatSorts, parseSorts } from '../sort-param.ts'

export interface ViewParams {
  readonly sort?: string | undefined
  readonly find?: string | undefined
  /** What is picked in the view's quick filters. No part of what is saved. */
  readonly quick?: Readonly<Record<string, unknown>> | undefined
  readonly view?: Readonly<Record<string, unknown>> | undefined
  /** Where one looks in views over time: a day (`YYYY-MM-DD`), and how much around it. No part of what is saved. */
  readonly day?: string | undefined
  readonly span?: string | undefined
}

/** In the address where the saved view has sorts and this one has none. */
const noSorts = 'none'

const keys = [
  'filter',
  'groups',
  'hidden',
  'order',
  'widths',
  'frozen',
  'rowHeight',
  'summaries',
  'settings',
  'colors',
  'quick',
] as const

/** The view in the address, over the saved one. */
export function readView(params: ViewParams, saved: ViewConfig, table: Pick<Table, 'fields'>) {
  const sorts: readonly Sort[] = params.sort === undefined ? saved.sorts : parseSorts(params.sort, table)
  return fitView({ ...saved, ...params.view, sorts }, table.fields)
}

/** The address of a view over a saved one. */
export function writeView(config: ViewConfig, saved: ViewConfig): Pick<ViewParams, 'sort' | 'view'> {
  const changed = keys.filter((key) => canonical(config[key]) !== canonical(saved[key]))
  return {
    sort:
      canonical(config.sorts) === canonical(saved.sorts) ? undefined : formatSorts(config.sorts) || noSorts,
    view: changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, config[key]])) : undefined,
  }
}

/** Whether two views show the same: a condition that is not complete yet filters nothing, and is nothing to save. */
export const isSameView = (a: ViewConfig, b: ViewConfig): boolean => shown(a) === shown(b)

const shown = (config: ViewConfig): string => canonical({ ...config, filter: completeFilter(config.filter) })

/** The fields that a view shows, in its order. The first field of the table names a record: it is always there, and first. */
export function shownFields(fields: readonly Field[], config: Pick<ViewConfig, 'order' | 'hidden'>): Field[] {
  const [primary, ...others] = orderedFields(fields, config)
  return primary ? [primary, ...others.filter(({ id }) => !config.hidden.includes(id))] : []
}

/** All fields in a view's order; those that it does not name follow in the table's own. */
export function orderedFields(fields: readonly Field[], { order }: Pick<ViewConfig, 'order'>): Field[] {
  const [primary, ...others] = fields
  const place = (field: Field) => {
    const at = order.indexOf(field.id)
    return at < 0 ? order.length : at
  }
  return primary ? [primary, ...others.toSorted((a, b) => place(a) - place(b))] : []
}
