/** What the database does by itself (docs/decisions/0052-automation.md). */
import type {
  Automation,
  AutomationDraft,
  AutomationDryRun,
  AutomationFeatures,
  AutomationRun,
  Notice,
} from '../automation/automation.ts'
import type { AutomationId, AutomationRunId, BaseId, NoticeId, RecordId } from '../ids.ts'
import type { Result } from '../result.ts'

export interface AutomationsApi {
  /** For creators of the base, as what follows up to `renewSecret`; in the order in which they were made. */
  list(
    base: BaseId,
  ): Promise<Result<{ readonly automations: readonly Automation[]; readonly features: AutomationFeatures }>>
  /** Under an id of the caller's. Refusals: `expression_invalid`, `invalid_input`, `field_hidden`, `limit_exceeded`, `webhooks_unavailable`. */
  create(automation: AutomationId, draft: AutomationDraft): Promise<Result<Automation>>
  /** Whoever saves it owns it from then on. The table stays. Resumes what was stopped, not what is paused. */
  update(automation: AutomationId, draft: AutomationDraft): Promise<Result<Automation>>
  /** With its history. */
  delete(automation: AutomationId): Promise<Result<null>>
  /** Runs that waited are dropped when it is paused. What happens meanwhile is not made up for. */
  setPaused(automation: AutomationId, isPaused: boolean): Promise<Result<Automation>>
  /** What it would do for this record now: of a saved one with its owner's rights, of a draft with the caller's. Changes nothing. */
  dryRun(
    subject: { readonly automation: AutomationId } | { readonly draft: AutomationDraft },
    record: RecordId,
  ): Promise<Result<AutomationDryRun>>
  /** The last ones first, at most `limits.automationRunsPerRequest`; kept for `limits.automationRunDays`. */
  runs(
    automation: AutomationId,
    window: { readonly before: AutomationRunId | null; readonly take: number },
  ): Promise<Result<readonly AutomationRun[]>>
  /** By which its webhooks are signed (docs/security.md). */
  secret(automation: AutomationId): Promise<Result<string>>
  renewSecret(automation: AutomationId): Promise<Result<string>>
  /**
   * Runs what is due in a base: dates that were reached, and runs that wait. For everybody in the base; the app calls it when a
   * base is opened and each minute while it is. Answers how many are left.
   */
  runDue(base: BaseId): Promise<Result<{ readonly ran: number; readonly left: number }>>
  /** The caller's own, of records that they read, the last ones first. */
  notices(window: {
    readonly before: NoticeId | null
    readonly take: number
  }): Promise<Result<{ readonly notices: readonly Notice[]; readonly unread: number }>>
  /** Null: all. */
  readNotices(notices: readonly NoticeId[] | null): Promise<Result<null>>
}
