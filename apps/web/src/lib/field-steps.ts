/** Changes of fields as steps that can be taken back: by the same calls with the old values, unless somebody was there since. */
import type { Backend, BaseId, Field, FieldId, FieldRules, Result, TableId } from '@plinth/domain'
import { type ToastOptions, toast } from '../ui/Toast.tsx'
import { canonical } from './canonical.ts'
import { computationOf } from './computation.ts'
import type { SessionCache } from './session-cache.ts'
import { noteStep } from './table-steps.ts'
import { toTheEnd } from './to-the-end.ts'

type FieldChanges = Parameters<Backend['bases']['updateField']>[1] & { readonly rules?: FieldRules }

export interface FieldScope {
  readonly bases: Backend['bases']
  readonly cache: Pick<SessionCache, 'refreshBase'>
  readonly base: BaseId
  readonly table: TableId
}

export interface KnownField extends FieldScope {
  readonly id: FieldId
  readonly name: string
  /** It is computed when it is read: deleted it is gone, not in the trash. */
  readonly onRead?: true
}

/** Notes that a field was changed from what it was. */
export function noteFieldChange(scope: FieldScope, before: Field, after: Field): void {
  const [old, now] = [settingsOf(before), settingsOf(after)]
  if (canonical(old) === canonical(now)) return
  const known = { ...scope, id: before.id, name: before.name }
  const put = (from: FieldChanges, to: FieldChanges) =>
    change(known, differing(from, to), (field) => canonical(settingsOf(field)) === canonical(from))
  noteStep(scope.table, { back: () => put(now, old), again: () => put(old, now) })
}

/** Notes that a field is computed by something else than before. */
export function noteFormulaChange(scope: FieldScope, before: Field, after: Field): void {
  const known = { ...scope, id: before.id, name: before.name }
  const put = async (from: Field, to: Field): Promise<boolean> => {
    const { bases, cache, base, id } = known
    const [now, { type, options }] = [canonical(computationOf(from)), to]
    const computed = computationOf(to)
    if (!computed || !(await isThere(known, (field) => canonical(computationOf(field)) === now))) return false
    const result = await toTheEnd(() => bases.changeFormula(id, { ...computed, type, options }))
    if (!result.ok) toast.error(result.error)
    await cache.refreshBase(base)
    return result.ok
  }
  noteStep(scope.table, { back: () => put(after, before), again: () => put(before, after) })
}

/** Notes that a field went from one place among the table's to another. */
export function noteFieldMove(scope: FieldScope, field: Field, from: number, to: number): void {
  if (from === to) return
  const known = { ...scope, id: field.id, name: field.name }
  const put = (expected: number, position: number) =>
    change(known, { position }, (_, place) => place === expected)
  noteStep(scope.table, { back: () => put(to, from), again: () => put(from, to) })
}

/** Notes that a field was made: taken back it goes to the trash, unless somebody has changed it since. */
export function noteFieldMade(scope: FieldScope, made: Field): void {
  const known = knownOf(scope, made)
  const isAsMade = (field: Field) => canonical(settingsOf(field)) === canonical(settingsOf(made))
  noteStep(scope.table, { back: () => remove(known, isAsMade), again: () => restore(known, made) })
}

/** Notes that a field was put into the trash: it comes back with its values. */
export function noteFieldDeletion(scope: FieldScope, gone: Field): void {
  const known = knownOf(scope, gone)
  const isAsItWas = (field: Field) => canonical(settingsOf(field)) === canonical(settingsOf(gone))
  noteStep(scope.table, { back: () => restore(known, gone), again: () => remove(known, isAsItWas) })
}

const settingsOf = ({ name, options, description, default: first, rules = {} }: Field): FieldChanges => {
  // Which records were there before a rule is nobody's setting.
  const { newOnly: _, ...wanted } = rules
  return { name, options, description: description ?? '', default: first ?? null, rules: wanted }
}

/** What of the settings is not the same. */
const differing = (from: FieldChanges, to: FieldChanges): FieldChanges =>
  Object.fromEntries(
    Object.entries(to).filter(
      ([key, value]) => canonical(from[key as keyof FieldChanges]) !== canonical(value),
    ),
  )

async function change(
  known: KnownField,
  changes: FieldChanges,
  isAsLeft: (field: Field, place: number) => boolean,
): Promise<boolean> {
  const { bases, cache, base, table, id } = known
  if (!(await isThere(known, isAsLeft))) return false
  const { rules, ...others } = changes
  // Records that came meanwhile and break a rule are left alone.
  const result = await bases.updateField(id, others, rules && { table, rules, keep: true })
  if (!result.ok) toast.error(result.error)
  await cache.refreshBase(base)
  return result.ok
}

const knownOf = (scope: FieldScope, { id, name, onRead }: Field): KnownField => {
  return { ...scope, id, name, ...(onRead ? { onRead } : {}) }
}

/** The messages that offer to bring a field back. */
const offers = new Map<FieldId, string | number>()

export function tellGone(
  { id, name, onRead }: Pick<Field, 'id' | 'name' | 'onRead'>,
  options?: ToastOptions,
): void {
  offers.set(id, toast.success(`The field “${name}” is ${onRead ? 'deleted' : 'in the trash'}.`, options))
}

/** It was brought back, this way or another: what offers that is done with. */
export function tellBack({ id, name }: Pick<Field, 'id' | 'name'>): void {
  const offer = offers.get(id)
  if (offer !== undefined) toast.dismiss(offer)
  offers.delete(id)
  toast.success(`The field “${name}” is back.`)
}

async function remove(known: KnownField, isAsLeft: (field: Field) => boolean): Promise<boolean> {
  const { bases, cache, base, id } = known
  if (!(await isThere(known, isAsLeft))) return false
  const result = await bases.deleteField(id)
  if (result.ok) tellGone(known)
  else toast.error(result.error)
  await cache.refreshBase(base)
  return result.ok
}

/** Brings a field back; one that is computed when it is read has no values that wait in the trash, and is made again. */
export const bringBack = async (
  { bases, table }: Pick<FieldScope, 'bases' | 'table'>,
  gone: Field,
  onProgress?: (share: number) => void,
): Promise<Result<{ field: Field }>> => {
  if (!gone.onRead) return toTheEnd(() => bases.restoreField(gone.id), onProgress)
  const { id, name, type, options, description = '' } = gone
  const made = await bases.createField(table, {
    id,
    name,
    type,
    options,
    description,
    ...computationOf(gone),
  })
  return made.ok ? { ok: true, value: { field: made.value } } : made
}

async function restore(known: KnownField, gone: Field): Promise<boolean> {
  const { bases, cache, base, table, id, name } = known
  const result = await bringBack(known, gone)
  await cache.refreshBase(base)
  if (result.ok) {
    tellBack(result.value.field)
    return true
  }
  const schema = await bases.schema(base)
  const fields = schema.ok ? schema.value.tables.find((one) => one.id === table)?.fields : undefined
  // Somebody was quicker, or it was brought back by another way: that is what was wanted.
  if (fields?.some((field) => field.id === id)) return true
  toast.error(result.error, { description: `The field “${name}” is not back.` })
  return false
}

/** Is a field as it was left? Says why not. */
export async function isThere(
  { bases, cache, base, table, id, name }: KnownField,
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
  if (field && isAsLeft(field, place)) return true
  toast.info(field ? `“${name}” was changed since` : `The field “${name}” is not there any more`, {
    description: field
      ? 'It stays as it is now, so that nobody’s change is lost.'
      : 'If it is in the trash of the base, it can be restored from there.',
  })
  await cache.refreshBase(base)
  return false
}
