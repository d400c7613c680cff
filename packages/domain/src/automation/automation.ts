/** What the database does by itself when something happens to a record (docs/decisions/0052-automation.md). */
import type { AppError } from '../errors.ts'
import type {
  AutomationId,
  AutomationRunId,
  BaseId,
  FieldId,
  NoticeId,
  OptionId,
  RecordId,
  TableId,
  UserId,
} from '../ids.ts'
import type { WrittenValue } from '../rows.ts'
import type { RuleTree } from '../schema.ts'

/** So long before (negative) or after the moment of a field. Days are days of the calendar in the base's time zone. */
export interface DateOffset {
  readonly amount: number
  readonly unit: 'minutes' | 'hours' | 'days'
}

export type AutomationTrigger =
  /** A record is made, or comes back from a deletion. */
  | { readonly kind: 'created' }
  /** One of these fields has another value than before. No links and no files: `changed` does not see them. */
  | { readonly kind: 'changed'; readonly fields: readonly FieldId[] }
  /** A status or a single select becomes this option, or a record is made with it. */
  | { readonly kind: 'entered'; readonly field: FieldId; readonly option: OptionId }
  /** The expression is true for the record, and was not before; true for a new record too. */
  | { readonly kind: 'matches'; readonly expression: RuleTree }
  /**
   * The moment of a field of dates or date-times, moved by the offset, is there. `time` (`HH:MM`) is the time of day at which a
   * date counts, in the base's time zone; for date-times it is null. Moments that were past when the automation was saved or
   * resumed, or more than about a minute past when the record came to them, do not count.
   */
  | {
      readonly kind: 'reached'
      readonly field: FieldId
      readonly offset: DateOffset
      readonly time: string | null
    }

/** What a field is to become. Expressions are about the record that the run is for. */
export type AutomationValue =
  | { readonly kind: 'value'; readonly value: WrittenValue }
  | { readonly kind: 'expression'; readonly expression: RuleTree }
  /** For links: to the record that the run is for. */
  | { readonly kind: 'record' }

export interface AutomationSetting {
  readonly field: FieldId
  readonly value: AutomationValue
}

/** Actions of a run happen in their order and all together: where one is refused, none has happened. */
export type AutomationAction =
  /** Changes the record that the run is for. */
  | { readonly kind: 'set'; readonly values: readonly AutomationSetting[] }
  /** Makes a record in a table of the base. */
  | { readonly kind: 'create'; readonly table: TableId; readonly values: readonly AutomationSetting[] }
  /** Links the record that the run is for, through a field of its table, to one that is there or that an action before has made. */
  | {
      readonly kind: 'link'
      readonly field: FieldId
      readonly to: { readonly record: RecordId } | { readonly createdBy: number }
    }
  /**
   * Leaves a notice for people of the base: these, and those in these fields of the record. It names the record, and only those
   * get it who read the record.
   */
  | {
      readonly kind: 'notify'
      readonly people: readonly UserId[]
      readonly fields: readonly FieldId[]
      readonly message: string
    }
  /** Posts JSON, signed, to an https address. Where the project cannot (`AutomationFeatures.webhooks`), it is refused. */
  | { readonly kind: 'webhook'; readonly url: string; readonly fields: readonly FieldId[] }

/** What its maker says of an automation. */
export interface AutomationDraft {
  readonly name: string
  readonly table: TableId
  readonly trigger: AutomationTrigger
  /** Must be true for the record when the run begins; null: always. */
  readonly condition: RuleTree | null
  /** One to `limits.actionsPerAutomation`. */
  readonly actions: readonly AutomationAction[]
}

/** Why an automation does not run though nobody paused it. All but `owner_left` and `too_many_runs` end when what is missing is back. */
export type AutomationStop =
  /** Its table, a field, an option or a time zone that it needs is gone, hidden from some or of another type. */
  | 'broken'
  /** Its owner is not in the base any more. Whoever saves it anew owns it. */
  | 'owner_left'
  /** It ran more than `limits.automationRunsPerHour` times in an hour. Resuming it begins anew. */
  | 'too_many_runs'
  /** It has a webhook, and the project cannot send any. */
  | 'webhooks_unavailable'

export interface Automation extends AutomationDraft {
  readonly id: AutomationId
  readonly base: BaseId
  /** Whoever saved it last: it runs with their rights, and never beyond them. */
  readonly owner: UserId
  readonly ownerName: string | null
  readonly isPaused: boolean
  readonly stopped: AutomationStop | null
  /** Of `broken`: what a new attempt to save it would answer. */
  readonly fault: AppError | null
  readonly madeAt: string
  readonly changedAt: string
  readonly lastRun: { readonly at: string; readonly outcome: AutomationOutcome } | null
  /** Runs that wait: for a record that was busy, for their turn, or for somebody who opens the base. */
  readonly waiting: number
}

export type AutomationOutcome =
  | 'done'
  /** The condition did not hold, or the record was gone or out of its owner's reach. Nothing happened. */
  | 'skipped'
  /** An action was refused: `error` says why. Nothing happened. */
  | 'failed'
  /** It was caused by automations that cause each other, `limits.automationDepth` deep. Nothing happened. */
  | 'stopped'

/** One run for one record. Told to creators; it names records and fields, and tells no values. */
export interface AutomationRun {
  readonly id: AutomationRunId
  readonly record: RecordId
  readonly trigger: AutomationTrigger['kind']
  readonly outcome: AutomationOutcome
  readonly error: AppError | null
  /** Of `failed`: which action was refused. */
  readonly action: number | null
  /** Whose change began it; null: nobody's who is signed in, or a date. */
  readonly actor: UserId | null
  /** With whose rights it ran. */
  readonly owner: UserId
  /** 1: caused by people; more: by a run of so many before it. */
  readonly depth: number
  readonly at: string
  /** What was made and linked, in order. */
  readonly changes: readonly {
    readonly table: TableId
    readonly record: RecordId
    readonly kind: 'create' | 'link'
  }[]
  /** How many people got a notice. */
  readonly notified: number
  /** One for each webhook, in order. `status` null: no answer yet, or none is kept any more. */
  readonly webhooks: readonly { readonly status: number | null; readonly isFailed: boolean }[]
}

/** What a run would do now, action by action, and does not do. */
export interface AutomationDryRun {
  readonly outcome: Exclude<AutomationOutcome, 'stopped'>
  readonly error: AppError | null
  readonly action: number | null
  readonly steps: readonly AutomationStep[]
}

export type AutomationStep =
  | { readonly kind: 'set'; readonly values: Readonly<Record<FieldId, WrittenValue>> }
  | {
      readonly kind: 'create'
      readonly table: TableId
      readonly values: Readonly<Record<FieldId, WrittenValue>>
    }
  /** Record null: the one that an action before would make. */
  | { readonly kind: 'link'; readonly field: FieldId; readonly record: RecordId | null }
  | { readonly kind: 'notify'; readonly people: readonly UserId[]; readonly message: string }
  | { readonly kind: 'webhook'; readonly url: string; readonly payload: string }

export interface AutomationFeatures {
  /** The project has `pg_net`. */
  readonly webhooks: boolean
  /** The project has `pg_cron`: dates are looked at each minute. Else whenever somebody has the base open. */
  readonly clock: boolean
}

/** A notice of an automation for the one who reads it. */
export interface Notice {
  readonly id: NoticeId
  readonly base: BaseId
  readonly table: TableId
  readonly record: RecordId
  readonly automation: string
  readonly message: string
  readonly at: string
  readonly isRead: boolean
}
