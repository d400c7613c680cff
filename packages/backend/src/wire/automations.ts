/** Automations on the wire. */
import {
  type Automation,
  type AutomationAction,
  type AutomationDryRun,
  type AutomationRun,
  type AutomationTrigger,
  type FieldId,
  type Notice,
  type WrittenValue,
} from '@plinth/domain'
import * as v from 'valibot'
import { answeredError } from '../to-app-error.ts'
import {
  automationId,
  automationRunId,
  baseId,
  fieldId,
  noticeId,
  optionId,
  recordId,
  type Schema,
  tableId,
  userId,
} from './ids.ts'
import { ruleTree } from './roles.ts'

/** What is written was checked by the database, and is told as it was said. */
const written = v.unknown() as v.GenericSchema<unknown, WrittenValue>
const values = v.record(v.string(), written) as Schema<Readonly<Record<FieldId, WrittenValue>>>

const fault = v.nullable(
  v.pipe(v.object({ code: v.string(), details: v.optional(v.unknown()) }), v.transform(answeredError)),
)

const trigger: Schema<AutomationTrigger> = v.variant('kind', [
  v.object({ kind: v.literal('created') }),
  v.object({ kind: v.literal('changed'), fields: v.array(fieldId) }),
  v.object({ kind: v.literal('entered'), field: fieldId, option: optionId }),
  v.object({ kind: v.literal('matches'), expression: ruleTree }),
  v.object({
    kind: v.literal('reached'),
    field: fieldId,
    offset: v.object({ amount: v.number(), unit: v.picklist(['minutes', 'hours', 'days']) }),
    time: v.nullable(v.string()),
  }),
])

const settings = v.array(
  v.object({
    field: fieldId,
    value: v.variant('kind', [
      v.object({ kind: v.literal('value'), value: written }),
      v.object({ kind: v.literal('expression'), expression: ruleTree }),
      v.object({ kind: v.literal('record') }),
    ]),
  }),
)

const action: Schema<AutomationAction> = v.variant('kind', [
  v.object({ kind: v.literal('set'), values: settings }),
  v.object({ kind: v.literal('create'), table: tableId, values: settings }),
  v.object({
    kind: v.literal('link'),
    field: fieldId,
    to: v.union([v.object({ record: recordId }), v.object({ createdBy: v.number() })]),
  }),
  v.object({
    kind: v.literal('notify'),
    people: v.array(userId),
    fields: v.array(fieldId),
    message: v.string(),
  }),
  v.object({ kind: v.literal('webhook'), url: v.string(), fields: v.array(fieldId) }),
])

const outcome = v.picklist(['done', 'skipped', 'failed', 'stopped'])

export const automation: Schema<Automation> = v.object({
  id: automationId,
  base: baseId,
  table: tableId,
  name: v.string(),
  trigger,
  condition: v.nullable(ruleTree),
  actions: v.array(action),
  owner: userId,
  ownerName: v.nullable(v.string()),
  isPaused: v.boolean(),
  stopped: v.nullable(v.picklist(['broken', 'owner_left', 'too_many_runs', 'webhooks_unavailable'])),
  fault,
  madeAt: v.string(),
  changedAt: v.string(),
  lastRun: v.nullable(v.object({ at: v.string(), outcome })),
  waiting: v.number(),
})

export const automations = v.object({
  automations: v.array(automation),
  features: v.object({ webhooks: v.boolean(), clock: v.boolean() }),
})

const run: Schema<AutomationRun> = v.object({
  id: automationRunId,
  record: recordId,
  trigger: v.picklist(['created', 'changed', 'entered', 'matches', 'reached']),
  outcome,
  error: fault,
  action: v.nullable(v.number()),
  actor: v.nullable(userId),
  owner: userId,
  depth: v.number(),
  at: v.string(),
  changes: v.array(v.object({ kind: v.picklist(['create', 'link']), table: tableId, record: recordId })),
  notified: v.number(),
  webhooks: v.array(v.object({ status: v.nullable(v.number()), isFailed: v.boolean() })),
})

export const runs = v.array(run)

export const dryRun: Schema<AutomationDryRun> = v.object({
  outcome: v.picklist(['done', 'skipped', 'failed']),
  error: fault,
  action: v.nullable(v.number()),
  steps: v.array(
    v.variant('kind', [
      v.object({ kind: v.literal('set'), values }),
      v.object({ kind: v.literal('create'), table: tableId, values }),
      v.object({ kind: v.literal('link'), field: fieldId, record: v.nullable(recordId) }),
      v.object({ kind: v.literal('notify'), people: v.array(userId), message: v.string() }),
      v.object({ kind: v.literal('webhook'), url: v.string(), payload: v.string() }),
    ]),
  ),
})

export const secret = v.string()

export const ranNow = v.object({ ran: v.number(), left: v.number() })

const notice: Schema<Notice> = v.object({
  id: noticeId,
  base: baseId,
  table: tableId,
  record: recordId,
  automation: v.string(),
  message: v.string(),
  at: v.string(),
  isRead: v.boolean(),
})

export const notices = v.object({ notices: v.array(notice), unread: v.number() })
