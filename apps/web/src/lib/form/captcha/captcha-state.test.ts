import { captchaNames, captchaProviders } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scriptAddress } from './captcha-script.ts'
import {
  type CaptchaEvent,
  type CaptchaState,
  captchaHost,
  captchaNote,
  firstState,
  nextState,
} from './captcha-state.ts'

const kinds = ['shown', 'expired', 'failed', 'blocked', 'spent', 'again', 'missed'] as const
const events: fc.Arbitrary<CaptchaEvent> = fc.oneof(
  fc.constantFrom(...kinds).map((kind) => ({ kind })),
  fc.string().map((token) => ({ kind: 'given' as const, token })),
)
const after = (provider: string, all: readonly CaptchaEvent[]): CaptchaState =>
  all.reduce(nextState, firstState(provider))

describe('the providers', () => {
  it('have an address each that is loaded by https and asks for nothing by itself', () => {
    const addresses = captchaNames.map(scriptAddress)
    expect(addresses).toEqual([
      'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=plinthCaptchaReady',
      'https://js.hcaptcha.com/1/api.js?render=explicit&onload=plinthCaptchaReady',
      'https://www.google.com/recaptcha/api.js?render=explicit&onload=plinthCaptchaReady',
    ])
    expect(captchaNames.map(captchaHost)).toEqual([
      'challenges.cloudflare.com',
      'js.hcaptcha.com',
      'www.google.com',
    ])
  })

  it('may load their own script by the policy that they need', () => {
    for (const name of captchaNames) {
      const { script, sources } = captchaProviders[name]
      const { origin, hostname } = new URL(script)
      const isLet = sources.script.some(
        (source) =>
          script === source ||
          source === origin ||
          (source.startsWith('https://*.') && hostname.endsWith(source.slice('https://*'.length))),
      )
      expect([name, isLet]).toEqual([name, true])
      const all = Object.values(sources).flat()
      for (const source of all) expect(source).toMatch(/^https:\/\/[a-z*.]+(\/[a-z/.]+)?$/)
    }
  })
})

describe('what is known of a captcha', () => {
  it('is a token from when it is given until anything else happens to it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...captchaNames), fc.array(events), (name, all) => {
        const state = after(name, all)
        const last = all.findLast(({ kind }) => kind !== 'missed')
        const given = last?.kind === 'given' && last.token !== '' ? last.token : null
        expect(state.is === 'given' ? state.token : null).toBe(given)
      }),
    )
  })

  it('is nothing for a provider that the app does not show, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(events), (all) => {
        expect(after('some-other', all)).toEqual({ is: 'unknown' })
      }),
    )
  })

  it('is said where something is to be done, and whoever sends too early is told', () => {
    const shown: CaptchaEvent = { kind: 'shown' }
    const given: CaptchaEvent = { kind: 'given', token: 't' }
    const missed: CaptchaEvent = { kind: 'missed' }
    const said = (...all: CaptchaEvent[]) => captchaNote(after('turnstile', all))
    expect(said().isProblem).toBe(false)
    expect(said(missed)).toMatchObject({ isProblem: true, text: expect.stringMatching(/on its way/) })
    expect(said(shown).text).toBe('')
    expect(said(shown, missed)).toMatchObject({ isProblem: true, text: expect.stringMatching(/first/) })
    expect(said(shown, missed, given).text).toBe('')
    expect(said(shown, given, { kind: 'expired' })).toMatchObject({ isProblem: true })
    expect(said(shown, given, { kind: 'spent' })).toMatchObject({ isProblem: false })
    expect(said(shown, given, { kind: 'spent' }).text).toMatch(/once more/)
    expect(after('turnstile', [{ kind: 'blocked' }, { kind: 'again' }]).is).toBe('loading')
    expect(after('turnstile', [shown, { kind: 'failed' }, { kind: 'again' }]).is).toBe('open')
  })
})
