/** Changes of fields as steps that can be taken back: by the same calls with the old values, unless somebody was there since. */
import type { Backend, BaseId, Field, FieldId, TableId } from '@plinth/domain'
import { toast } from '../ui/Toast.tsx'
import { canonical } from './canonical.ts'
import type { SessionCache } from './session-cache.ts'
import { noteStep } from './table-steps.ts'

type FieldChanges = Parameters<Backend['bases']['updateField']>[1]

export interface FieldScope {
  readonly bases: Backend['bases']
  readonly cache: Pick<SessionCache, 'refreshBase'>
  readonly base: BaseId
  readonly table: TableId
}

interface Known extends FieldScope {
  readonly id: FieldId
  readonly name: string
}

/** Notes that a field was changed from what it was. */
export function noteFieldChange(scope: FieldScope, before: Field, after: Field): void {
  const [old, now] = [settingsOf(before), settingsOf(after)]
  if (canonical(old) === canonical(now)) return
  const known = { ...scope, id: before.id, name: before.name }
  const put = (from: FieldChanges, to: FieldChanges) =>
    change(known, to, (field) => canonical(settingsOf(field)) === canonical(from))
  noteStep(scope.table, { back: () => put(now, old), again: () => put(old, now) })
}

/** Notes that a field went from one place among the table's to another. */
export function noteFieldMove(scope: FieldScope, field: Field, from: number, to: number): void {
  if (from === to) return
  const known = { ...scope, id: field.id, name: field.name }
  const put = (expected: number, position: number) =>
    change(known, { position }, (_, place) => place === expected)
  noteStep(scope.table, { back: () => put(to, from), again: () => put(from, to) })
}

/** A field in the trash stays there: it comes back from there. */
export function noteFieldDeletion(table: TableId, { name }: Pick<Field, 'name'>): void {
  const tell = async () => {
    toast.info(`The field “${name}” is in the trash`, {
      description: 'Restore it from the trash of the base.',
    })
    return false
  }
  noteStep(table, { back: tell, again: tell })
}

const settingsOf = ({ name, options, description, default: first }: Field): FieldChanges => ({
  name,
  options,
  description: description ?? '',
  default: first ?? null,
})

async function change(
  { bases, cache, base, table, id, name }: Known,
  changes: FieldChanges,
  isAsLeft: (field: Field, place: number) => boolean,
): Promise<boolean> {
  const schema = await bases.schema(base)
  if (!schema.ok) {
    toast.error(schema.error)
    return false
  }
  const fields = schema.value.tables.find((one) => one.id === table)?.fields ?? []
  const place = fields.findIndex((field) => field.id === id)
  const field = fields[place]
  if (!field || !isAsLeft(field, place)) {
    toast.info(field ? `“${name}” was changed since` : `The field “${name}” is not there any more`, {
      description: field
        ? 'It stays as it is now, so that nobody’s change is lost.'
        : 'If it is in the trash of the base, it can be restored from there.',
    })
    await cache.refreshBase(base)
    return false
  }
  const result = await bases.updateField(id, changes)
  if (!result.ok) toast.error(result.error)
  await cache.refreshBase(base)
  return result.ok
}
