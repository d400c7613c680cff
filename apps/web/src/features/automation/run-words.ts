/** What a run did, or why it did nothing, in sentences. Pure. */
import {
  type AppError,
  type Automation,
  type AutomationAction,
  type AutomationOutcome,
  type AutomationRun,
  type AutomationStop,
  appError,
  type Base,
  knownLocale,
  knownTimeZone,
  labelOfPerson,
  limits,
  type ValueContext,
} from '@plinth/domain'
import { countOf } from '../../lib/count-of.ts'
import { describeError, type ErrorNames } from '../../lib/describe-error.ts'
import { listOf } from '../../lib/list-of.ts'
import { actionNames } from './automation-words.ts'

export const outcomeNames: Record<AutomationOutcome, string> = {
  done: 'Done',
  skipped: 'Nothing to do',
  failed: 'Failed',
  stopped: 'Stopped',
}

/** Why nothing was done; null: it was. */
export function failureText(
  { outcome, error, action }: Pick<AutomationRun, 'outcome' | 'error' | 'action'>,
  actions: readonly { readonly kind: AutomationAction['kind'] }[],
  names: ErrorNames,
): string | null {
  if (outcome === 'skipped') {
    return 'The condition was not true, or the record was gone or out of its owner’s reach.'
  }
  if (outcome === 'stopped') {
    return `Automations caused each other, ${limits.automationDepth} deep. Give one of them a condition that ends this.`
  }
  if (outcome === 'done') return null
  const kind = action === null ? undefined : actions[action]?.kind
  const where = kind ? `Action ${action! + 1}, “${actionNames[kind]}”, was refused. ` : ''
  const { title, text } = describeError(error ?? appError('unexpected'), names)
  return `${where}${title ? `${title}: ` : ''}${text} Nothing was changed.`
}

/** What was done beside the changes, which are shown as links. */
export function deedText({ notified, webhooks }: Pick<AutomationRun, 'notified' | 'webhooks'>): string {
  const failed = webhooks.filter(({ isFailed }) => isFailed)
  const open = webhooks.filter(({ status, isFailed }) => status === null && !isFailed)
  const told = notified > 0 ? [`${countOf(notified, 'person', 'people')} notified`] : []
  if (webhooks.length === 0) return told.join('')
  const status = failed.find((one) => one.status !== null)?.status
  const answer =
    failed.length > 0
      ? `the other service did not take it${status ? ` (it answered ${status})` : ''}`
      : open.length > 0
        ? 'another service called, no answer known'
        : 'another service called'
  return listOf([...told, answer])
}

/** Why an automation does not run though nobody paused it, and what helps. */
export function stopText(
  { stopped, fault, ownerName }: Pick<Automation, 'stopped' | 'fault' | 'ownerName'>,
  names: ErrorNames,
): string | null {
  return stopped === null ? null : stopTexts[stopped]({ fault, ownerName }, names)
}

const stopTexts: Record<
  AutomationStop,
  (about: Pick<Automation, 'fault' | 'ownerName'>, names: ErrorNames) => string
> = {
  broken: ({ fault }, names) => {
    const why = fault ? faultText(fault, names) : ''
    return `Something that it needs is gone or has changed. ${why}Mend it and save it, or bring back what is gone: then it goes on.`
  },
  owner_left: ({ ownerName }) =>
    `${ownerName ?? 'Its owner'} is not in this base any more. Save it to run it under your rights.`,
  too_many_runs: () =>
    `It ran more than ${limits.automationRunsPerHour.toLocaleString()} times in an hour. See in its history what caused that, then resume it.`,
  webhooks_unavailable: () =>
    'This project cannot call other services any more. Whoever runs it can switch on the extension pg_net; or take that action out.',
}

function faultText(fault: AppError, names: ErrorNames): string {
  const { title, text } = describeError(fault, names)
  // What of it is wrong is said by the place; the code alone says nothing to anybody.
  return fault.code === 'invalid_input' ? (title ? `${title}. ` : '') : `${title ? `${title}: ` : ''}${text} `
}

/** In one word, beside the name. */
export function stateOf(automation: Pick<Automation, 'isPaused' | 'stopped'>): {
  readonly label: string
  readonly tone: 'success' | 'neutral' | 'danger'
} {
  if (automation.stopped !== null) return { label: 'Stopped', tone: 'danger' }
  return automation.isPaused ? { label: 'Paused', tone: 'neutral' } : { label: 'On', tone: 'success' }
}

/** When it last ran and what came of it, in the base's own time. */
export function lastRunText(lastRun: Automation['lastRun'], base: Pick<Base, 'locale' | 'timeZone'>): string {
  if (!lastRun) return 'Has not run yet.'
  const when = momentText(lastRun.at, base)
  switch (lastRun.outcome) {
    case 'done':
      return `Last run ${when}.`
    case 'skipped':
      return `Last run ${when}: nothing to do.`
    case 'failed':
      return `Last run ${when} failed.`
    case 'stopped':
      return `Last run ${when} was stopped.`
  }
}

/** A day and its time, in the base's time zone. */
export const momentText = (at: string, { locale, timeZone }: Pick<Base, 'locale' | 'timeZone'>): string =>
  new Date(at).toLocaleString(knownLocale(locale), {
    timeZone: knownTimeZone(timeZone),
    dateStyle: 'medium',
    timeStyle: 'short',
  })

/** Whose change began a run. */
export function causeText(
  { trigger, actor, depth }: Pick<AutomationRun, 'trigger' | 'actor' | 'depth'>,
  people: NonNullable<ValueContext['people']>,
): string {
  if (depth > 1) return 'caused by another automation'
  if (trigger === 'reached') return 'its date was reached'
  if (actor === null) return 'changed by nobody who is signed in'
  const person = people.find(({ id }) => id === actor)
  return `${trigger === 'created' ? 'made' : 'changed'} by ${person ? labelOfPerson(person, people) : 'somebody who has left'}`
}
