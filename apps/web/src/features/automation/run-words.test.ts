import { type Automation, type AutomationRun, appError, type UserId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { namesIn } from '../../lib/names-in.ts'
import { causeText, deedText, failureText, lastRunText, stateOf, stopText } from './run-words.ts'
import { ids, place, speech } from './sample-base.ts'

const names = namesIn(place.schema)
const actions = [{ kind: 'set' }, { kind: 'notify' }] as const
const run = (more: Partial<AutomationRun>) =>
  ({ outcome: 'done', error: null, action: null, ...more }) as AutomationRun
const why = (more: Partial<AutomationRun>) => failureText(run(more), actions, names)

const told = (notified: number, ...webhooks: AutomationRun['webhooks']) => deedText({ notified, webhooks })

const cause = (more: Partial<AutomationRun>) =>
  causeText({ trigger: 'changed', actor: ids.ben, depth: 1, ...more }, speech.people)

describe('a run', () => {
  it('that was refused says which action, where, why and what was changed', () => {
    const error = appError('value_out_of_range', { details: { field: ids.takes, limit: 20 } })
    expect(why({ outcome: 'failed', error, action: 0 })).toBe(
      'Action 1, “Set fields”, was refused. Field “Takes”: This value is outside of what its field allows. The limit is 20. Nothing was changed.',
    )
    expect(why({ outcome: 'failed', error: null })).toMatch(/^Something went wrong.* Nothing was changed\.$/)
  })

  it('that did nothing says why', () => {
    expect(why({ outcome: 'done' })).toBeNull()
    expect(why({ outcome: 'skipped' })).toMatch('condition was not true')
    expect(why({ outcome: 'stopped' })).toMatch('5 deep')
  })

  it('says whom it told, and what others answered', () => {
    expect(told(0)).toBe('')
    expect(told(1)).toBe('1 person notified')
    expect(told(2, { status: 200, isFailed: false })).toBe('2 people notified and another service called')
    expect(told(0, { status: null, isFailed: false })).toMatch('no answer known')
    expect(told(0, { status: 500, isFailed: true })).toMatch('(it answered 500)')
    expect(told(0, { status: null, isFailed: true })).toBe('the other service did not take it')
  })

  it('says who caused it', () => {
    expect(cause({})).toBe('changed by Ben')
    expect(cause({ trigger: 'created' })).toBe('made by Ben')
    expect(cause({ trigger: 'reached', actor: null })).toBe('its date was reached')
    expect(cause({ actor: null })).toBe('changed by nobody who is signed in')
    expect(cause({ actor: 'u-gone' as UserId })).toBe('changed by somebody who has left')
    expect(cause({ depth: 2 })).toBe('caused by another automation')
  })
})

const about = (more: Partial<Automation>) =>
  ({ isPaused: false, stopped: null, fault: null, ownerName: 'Ada', ...more }) as Automation

const stop = (more: Partial<Automation>) => stopText(about(more), names)

const last = (outcome: AutomationRun['outcome']) =>
  lastRunText({ at: '2026-11-26T08:00:00.000Z', outcome }, place.schema.base)

describe('an automation', () => {
  it('is on, paused or stopped', () => {
    expect(stateOf(about({})).label).toBe('On')
    expect(stateOf(about({ isPaused: true })).label).toBe('Paused')
    expect(stateOf(about({ isPaused: true, stopped: 'broken' })).label).toBe('Stopped')
  })

  it('that has stopped says why and what helps', () => {
    expect(stop({})).toBeNull()
    expect(stop({ stopped: 'owner_left' })).toMatch(/^Ada is not in this base any more\..*your rights/)
    expect(stop({ stopped: 'too_many_runs' })).toMatch('10,000 times')
    expect(stop({ stopped: 'webhooks_unavailable' })).toMatch('pg_net')
    const hidden = appError('field_hidden', { details: { field: ids.secret } })
    expect(stop({ stopped: 'broken', fault: hidden })).toMatch(
      'Field “Secret”: This is not possible with a field',
    )
    const invalid = appError('invalid_input', { details: { field: ids.state, rule: 'option' } })
    expect(stop({ stopped: 'broken', fault: invalid })).toMatch('has changed. Field “State”. Mend it')
    expect(stop({ stopped: 'broken' })).toMatch('has changed. Mend it')
  })

  it('says when it ran last, in the time of the base', () => {
    expect(lastRunText(null, place.schema.base)).toBe('Has not run yet.')
    expect(last('done')).toBe('Last run 26 Nov 2026, 09:00.')
    const far = { locale: 'en-GB', timeZone: 'Mars/Olympus' }
    expect(lastRunText({ at: '2026-11-26T08:00:00.000Z', outcome: 'done' }, far)).toMatch('08:00')
    expect(last('failed')).toBe('Last run 26 Nov 2026, 09:00 failed.')
    expect(last('skipped')).toMatch('nothing to do')
    expect(last('stopped')).toMatch('was stopped')
  })
})
