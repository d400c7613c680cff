import { arrangementOf, type BaseId, type Table, type ViewArrangement, viewsArranged } from '@plinth/domain'
import { toast } from '../ui/Toast.tsx'
import { useBackend } from './backend-context.ts'
import { canonical } from './canonical.ts'
import { inTurn } from './changes-under-way.ts'
import { useSessionCache } from './session-cache.ts'
import { noteStep } from './table-steps.ts'

export interface ViewArranging {
  readonly now: ViewArrangement
  /** Shown at once, and a step that can be taken back; false: refused, and said. */
  arrange(after: ViewArrangement): Promise<boolean>
}

/** The shared views of a table in their sections, for who shapes the base. */
export function useArrangeViews(
  base: BaseId,
  { id, views, viewSections }: Pick<Table, 'id' | 'views' | 'viewSections'>,
): ViewArranging {
  const backend = useBackend()
  const cache = useSessionCache()
  const now = arrangementOf(views, viewSections ?? [])
  const put = async (before: ViewArrangement, after: ViewArrangement): Promise<boolean> => {
    const undo = cache.patchBase(base, (schema) => ({
      ...schema,
      tables: schema.tables.map((table) =>
        table.id === id
          ? {
              ...table,
              viewSections: after.sections.map(({ id: section, name }) => ({ id: section, name })),
              views: viewsArranged(table.views, after),
            }
          : table,
      ),
    }))
    const result = await inTurn(() => backend.views.arrange(id, before, after))
    if (result.ok) return true
    undo()
    if (result.error.code === 'conflict') {
      toast.info('Somebody else has arranged these views since', {
        description: 'They stay as they are now, so that nobody’s change is lost.',
      })
    } else toast.error(result.error)
    await cache.refreshBase(base)
    return false
  }
  return {
    now,
    async arrange(after) {
      if (canonical(now) === canonical(after)) return true
      const isDone = await put(now, after)
      if (isDone) noteStep(id, { back: () => put(after, now), again: () => put(now, after) })
      return isDone
    },
  }
}
