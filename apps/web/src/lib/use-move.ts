import { type BaseId, type Field, moved, type Table, type TableId } from '@plinth/domain'
import { toast } from '../ui/Toast.tsx'
import { useBackend } from './backend-context.ts'
import { inTurn } from './changes-under-way.ts'
import { noteFieldMove } from './field-steps.ts'
import { useSessionCache } from './session-cache.ts'

/** Moves tables and fields to another place, counted from 0; shown at once. */
export function useMove(base: BaseId) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  return {
    async table(summary: { tables: readonly { id: TableId }[] }, id: TableId, to: number): Promise<void> {
      const at = summary.tables.findIndex((one) => one.id === id)
      const undo = cache.patch((session) => ({
        ...session,
        workspaces: session.workspaces.map((workspace) => ({
          ...workspace,
          bases: workspace.bases.map((one) =>
            one.id === base ? { ...one, tables: moved(one.tables, at, to) } : one,
          ),
        })),
      }))
      const result = await inTurn(() => bases.updateTable(id, { position: to }))
      if (!result.ok) {
        undo()
        toast.error(result.error)
      }
      await cache.refreshBase(base)
    },
    async field(table: Table, field: Field, to: number): Promise<void> {
      const at = table.fields.findIndex((one) => one.id === field.id)
      const undo = cache.patchBase(base, (schema) => ({
        ...schema,
        tables: schema.tables.map((one) =>
          one.id === table.id ? { ...one, fields: moved(one.fields, at, to) } : one,
        ),
      }))
      const result = await inTurn(() => bases.updateField(field.id, { position: to }))
      if (!result.ok) {
        undo()
        toast.error(result.error)
      } else noteFieldMove({ bases, cache, base, table: table.id }, field, at, to)
      await cache.refreshBase(base)
    },
  }
}
