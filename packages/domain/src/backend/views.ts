import type { TableId, ViewId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { View, ViewConfig } from '../view/view-config.ts'

/**
 * Saved views; the base's schema lists them with each table. Shared ones are for creators of the base to make and change, a
 * personal one is for its owner.
 */
export interface ViewsApi {
  create(
    table: TableId,
    definition: { id: ViewId; name: string; isShared: boolean; config: ViewConfig },
  ): Promise<Result<View>>
  /** The configuration of a locked view stays as it is: `view_locked`. */
  update(
    id: ViewId,
    changes: { name?: string; isLocked?: boolean; isShared?: boolean; config?: ViewConfig },
  ): Promise<Result<View>>
  /** Among the shared views of the table, or among one's own; positions count from 0. */
  move(id: ViewId, position: number): Promise<Result<null>>
  delete(id: ViewId): Promise<Result<null>>
  duplicate(id: ViewId, copy: { id: ViewId; name: string; isShared: boolean }): Promise<Result<View>>
}
