import { type BaseSchema, type FieldId, isOfPeople, type ShareTarget, type Table } from '@plinth/domain'
import type { SharedThing } from './dialogs.ts'

/** What a link is made to, what it is called, and which fields it shows unless its maker says otherwise. */
export interface ThingToShare {
  readonly table: Table
  readonly target: ShareTarget
  readonly name: string
  readonly shown: readonly FieldId[]
}

/** Names of tables are not for outside, so a record has none by itself. Null: nothing, or something that is not there any more. Neither people nor files are shown by themselves. */
export function sharedThing(
  { tables }: Pick<BaseSchema, 'tables'>,
  thing: SharedThing | null,
): ThingToShare | null {
  const table = tables.find(({ id }) => id === thing?.table)
  if (!thing || !table) return null
  const usual = table.fields
    .filter(({ type }) => type !== 'attachment' && !isOfPeople(type))
    .map(({ id }) => id)
  if ('record' in thing)
    return { table, target: { record: thing.record }, name: 'Shared record', shown: usual }
  const view = table.views.find(({ id }) => id === thing.view)
  if (!view) return null
  const hidden = new Set(view.config.hidden)
  return { table, target: { view: view.id }, name: view.name, shown: usual.filter((id) => !hidden.has(id)) }
}
