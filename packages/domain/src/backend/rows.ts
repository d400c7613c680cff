import type { RecordId, TableId } from '../ids.ts'
import type { Result } from '../result.ts'
import type {
  ChangesSince,
  MutationBatch,
  MutationResult,
  Row,
  RowsWindow,
  Seq,
  ViewAnchors,
  ViewQuery,
  ViewStats,
  WindowRequest,
} from '../rows.ts'

export interface RowsApi {
  window(request: WindowRequest, signal?: AbortSignal): Promise<Result<RowsWindow>>
  /** Rows that exist and may be read; others are left out. At most `limits.idsPerRequest` ids. */
  byId(query: ViewQuery, ids: readonly RecordId[]): Promise<Result<{ rows: readonly Row[]; atSeq: Seq }>>
  stats(query: ViewQuery, mode: 'quick' | 'exact'): Promise<Result<ViewStats>>
  anchors(query: ViewQuery, step: number): Promise<Result<ViewAnchors>>
  apply(batch: MutationBatch): Promise<Result<readonly MutationResult[]>>
  changesSince(table: TableId, seq: Seq): Promise<Result<ChangesSince>>
}
