import type { BulkRequest, BulkStep } from '../bulk.ts'
import type { FieldId, RecordId, TableId } from '../ids.ts'
import type { Result } from '../result.ts'
import type {
  ChangesSince,
  DeletionPreview,
  FindRequest,
  FoundRows,
  GroupsRequest,
  MutationBatch,
  MutationResult,
  RankRequest,
  RowRank,
  RowsById,
  RowsWindow,
  Seq,
  ViewAnchors,
  ViewCost,
  ViewGroups,
  ViewIndex,
  ViewQuery,
  ViewStats,
  ViewSummary,
  WindowRequest,
} from '../rows.ts'
import type { RuleTree } from '../schema.ts'
import type { ChartData, ChartRequest } from '../view/chart.ts'
import type { SummaryKind } from '../view/view-config.ts'

export interface RowsApi {
  window(request: WindowRequest, signal?: AbortSignal): Promise<Result<RowsWindow>>
  /** Rows that exist and may be read, in the view or not; others are left out. At most `limits.idsPerRequest` ids. */
  byId(query: ViewQuery, ids: readonly RecordId[]): Promise<Result<RowsById>>
  stats(query: ViewQuery, mode: 'quick' | 'exact'): Promise<Result<ViewStats>>
  anchors(query: ViewQuery, step: number): Promise<Result<ViewAnchors>>
  groups(request: GroupsRequest, signal?: AbortSignal): Promise<Result<ViewGroups>>
  /** Each field of `figures` with one that suits its type (`figuresOf`); at most `limits.figuresPerView`. */
  summary(
    query: ViewQuery,
    figures: Readonly<Record<FieldId, SummaryKind>>,
    signal?: AbortSignal,
  ): Promise<Result<ViewSummary>>
  /** Refused with `invalid_input`, rule `chart`, where it is none. */
  chart(request: ChartRequest, signal?: AbortSignal): Promise<Result<ChartData>>
  /** Of how many records of a view an expression is true; counted, so that of very many it may be refused with `timeout`. */
  countWhen(
    query: ViewQuery,
    when: RuleTree,
  ): Promise<Result<{ readonly total: number; readonly matching: number }>>
  rank(request: RankRequest, signal?: AbortSignal): Promise<Result<RowRank>>
  find(request: FindRequest, signal?: AbortSignal): Promise<Result<FoundRows>>
  cost(query: ViewQuery): Promise<Result<ViewCost>>
  /** For creators, as the next two are; at most `limits.indexesPerTable`. */
  indexes(table: TableId): Promise<Result<readonly ViewIndex[]>>
  /** Takes some seconds for a million records, in which nobody writes the table. */
  createIndex(field: FieldId): Promise<Result<null>>
  dropIndex(field: FieldId): Promise<Result<null>>
  /** What would become of others with these records, at most `limits.recordsAlong` of them. */
  previewDeletion(table: TableId, records: readonly RecordId[]): Promise<Result<DeletionPreview>>
  apply(batch: MutationBatch): Promise<Result<readonly MutationResult[]>>
  /** Notes which records are selected; `selection_changed` when they are not those that the person was told of. */
  beginBulk(request: BulkRequest): Promise<Result<{ readonly total: number }>>
  /** The next step of a pass: 0 does it, 1 takes back what is done, 2 does that again, and so on. Sent again it answers the same. */
  stepBulk(bulk: string, pass: number, part: number): Promise<Result<BulkStep>>
  changesSince(table: TableId, seq: Seq): Promise<Result<ChangesSince>>
}
