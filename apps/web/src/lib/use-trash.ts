import type { AppError, BaseId, Field, FieldId, Result, Table, TableId } from '@plinth/domain'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '../ui/Toast.tsx'
import { useBackend } from './backend-context.ts'
import { describeError } from './describe-error.ts'
import { bringBack, noteFieldDeletion, tellBack, tellGone } from './field-steps.ts'
import { pairAfterDeletion } from './link-words.ts'
import { namesBeside } from './names-in.ts'
import { paths } from './paths.ts'
import { useSessionCache } from './session-cache.ts'
import { toTheEnd } from './to-the-end.ts'

type NamedTable = Pick<Table, 'id' | 'name'>

/** Time to take a deletion back without looking for the trash. */
const undoMs = 10_000

/** Puts tables and fields into the trash, with a way back in the same breath, and takes them out again. */
export function useTrash(base: BaseId) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const navigate = useNavigate()

  /** With the names of what is in the way, and of what is still there. */
  function tellRefusal(error: AppError, table: TableId, what: string): void {
    const tables = cache.schemaOf(base)?.tables ?? []
    const names = namesBeside(tables.find(({ id }) => id === table) ?? null, tables)
    toast.error(describeError(error, names).text, { description: `${what}.` })
  }

  async function restoreTable({ id, name }: NamedTable): Promise<Result<unknown>> {
    const result = await bases.restoreTable(id)
    if (result.ok) toast.success(`The table “${result.value.name}” is back.`)
    else toast.error(result.error, { description: `The table “${name}” is still in the trash.` })
    await cache.refreshBase(base)
    return result
  }

  /** `onProgress` is told the share done, from 0 to 1. */
  async function restoreField(
    { id, name }: { id: FieldId; name: string },
    onProgress?: (share: number) => void,
  ): Promise<Result<unknown>> {
    const result = await toTheEnd(() => bases.restoreField(id), onProgress)
    if (result.ok) tellBack(result.value.field)
    else toast.error(result.error, { description: `The field “${name}” is still in the trash.` })
    await cache.refreshBase(base)
    return result
  }

  async function undoDeletion(table: TableId, field: Field): Promise<void> {
    if (!field.onRead) return void (await restoreField(field))
    const result = await bringBack({ bases, table }, field)
    if (result.ok) tellBack(field)
    else tellRefusal(result.error, table, `The field “${field.name}” is still gone`)
    await cache.refreshBase(base)
  }

  async function deleteTable(table: NamedTable): Promise<void> {
    const isOpen = location.pathname === paths.table(base, table.id)
    const result = await bases.deleteTable(table.id)
    if (!result.ok) return tellRefusal(result.error, table.id, `The table “${table.name}” stays`)
    // Gone from what is known first: the base opens with another table.
    cache.patchBase(base, (schema) => ({
      ...schema,
      tables: schema.tables.filter((one) => one.id !== table.id),
    }))
    if (isOpen) void navigate({ href: paths.base(base) })
    toast.success(`The table “${table.name}” is in the trash.`, {
      durationMs: undoMs,
      action: { label: 'Undo', onAction: () => void restoreTable(table) },
    })
    await cache.refreshBase(base)
  }

  async function deleteField(table: TableId, field: Field): Promise<void> {
    const kept = pairAfterDeletion(field, cache.schemaOf(base)?.tables ?? [])
    const result = await bases.deleteField(field.id)
    if (!result.ok) return tellRefusal(result.error, table, `The field “${field.name}” stays`)
    noteFieldDeletion({ bases, cache, base, table }, field)
    tellGone(field, {
      durationMs: undoMs,
      ...(kept === null ? {} : { description: kept }),
      action: { label: 'Undo', onAction: () => void undoDeletion(table, field) },
    })
    await cache.refreshBase(base)
  }

  return { deleteTable, deleteField, restoreTable, restoreField }
}
