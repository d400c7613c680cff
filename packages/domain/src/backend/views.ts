import type { IconName } from '../icons.ts'
import type { RecordId, TableId, ViewId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { View, ViewConfig, ViewKind } from '../view/view-config.ts'
import type { ViewArrangement } from '../view/view-sections.ts'

/** Beside which record another one stands, and how far; null: where it was made. Opaque to clients. */
export type RecordPlace = readonly [RecordId, number] | null

export type PlaceChanges = Readonly<
  Record<RecordId, { readonly from: RecordPlace; readonly to: RecordPlace }>
>

/**
 * Saved views; the base's schema lists them with each table. Shared ones are for creators of the base to make and change, a
 * personal one is for its owner.
 */
export interface ViewsApi {
  create(
    table: TableId,
    definition: { id: ViewId; name: string; kind?: ViewKind; isShared: boolean; config: ViewConfig },
  ): Promise<Result<View>>
  /** The configuration of a locked view stays as it is: `view_locked`. */
  update(
    id: ViewId,
    changes: {
      name?: string
      isLocked?: boolean
      isShared?: boolean
      icon?: IconName | null
      config?: ViewConfig
    },
  ): Promise<Result<View>>
  /** Among the shared views of the table, or among one's own; positions count from 0. */
  move(id: ViewId, position: number): Promise<Result<null>>
  /**
   * Puts the shared views of a table into sections and in order. `before`: as one knows them; where they stand otherwise it is refused
   * with `conflict`.
   */
  arrange(table: TableId, before: ViewArrangement, after: ViewArrangement): Promise<Result<ViewArrangement>>
  delete(id: ViewId): Promise<Result<null>>
  /** For a day: where it was, with the order by hand. */
  restore(id: ViewId): Promise<Result<View>>
  /**
   * Puts records, in this order, before another one of the view, or at the end; at most `limits.recordsPerMove`. Where something else
   * orders the view, that goes first. Refused: `view_locked`, and `not_found` where one of the records is not there any more.
   */
  moveRecords(
    id: ViewId,
    records: readonly RecordId[],
    before: RecordId | null,
  ): Promise<Result<PlaceChanges>>
  /** Moves those records that stand at `from` still; answers how many. */
  replacePlaces(id: ViewId, moves: PlaceChanges): Promise<Result<number>>
  duplicate(id: ViewId, copy: { id: ViewId; name: string; isShared: boolean }): Promise<Result<View>>
}
