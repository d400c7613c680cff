/** How far whoever fills in is with the project's captcha. Pure. */
import { captchaProviders, isCaptchaName } from '@plinth/domain'

export type CaptchaState =
  /** `loading`: its script is on its way. `open`: it is there to be done. `spent`: the same, once more, since each try needs its own. */
  | { readonly is: 'loading' | 'open' | 'spent'; readonly isMissed: boolean }
  | { readonly is: 'given'; readonly token: string }
  /** Done, and not valid any more. */
  | { readonly is: 'expired' }
  /** The provider says that it does not work. */
  | { readonly is: 'failed' }
  /** Its script does not come. */
  | { readonly is: 'blocked' }
  /** None that this app shows. */
  | { readonly is: 'unknown' }

export type CaptchaEvent =
  | { readonly kind: 'shown' | 'expired' | 'failed' | 'blocked' | 'spent' | 'again' }
  | { readonly kind: 'given'; readonly token: string }
  /** Something was to be sent without it. */
  | { readonly kind: 'missed' }

export const firstState = (provider: string): CaptchaState =>
  isCaptchaName(provider) ? { is: 'loading', isMissed: false } : { is: 'unknown' }

export function nextState(state: CaptchaState, event: CaptchaEvent): CaptchaState {
  if (state.is === 'unknown') return state
  switch (event.kind) {
    case 'given':
      // An empty one proves nothing.
      return event.token === '' ? { is: 'failed' } : { is: 'given', token: event.token }
    case 'missed':
      return 'isMissed' in state ? { ...state, isMissed: true } : state
    case 'shown':
      return { is: 'open', isMissed: false }
    case 'spent':
      return state.is === 'given' ? { is: 'spent', isMissed: false } : state
    case 'again':
      return { is: state.is === 'blocked' ? 'loading' : 'open', isMissed: false }
    default:
      return { is: event.kind }
  }
}

/** What is said beside it; empty: nothing. What has a remedy of its own is said elsewhere. */
export function captchaNote(state: CaptchaState): { text: string; isProblem: boolean } {
  if (state.is === 'expired')
    return { text: 'This check has expired. Do it once more, then send your answers.', isProblem: true }
  const isMissed = 'isMissed' in state && state.isMissed
  if (state.is === 'loading')
    return isMissed
      ? { text: 'The check is still on its way. Send your answers in a moment.', isProblem: true }
      : { text: 'Loading the check…', isProblem: false }
  if (isMissed) return { text: 'Do this check first, then send your answers.', isProblem: true }
  return state.is === 'spent'
    ? { text: 'Each time that you send needs it once more.', isProblem: false }
    : { text: '', isProblem: false }
}

/** Whom to let through where the script does not come. */
export function captchaHost(provider: string): string {
  return isCaptchaName(provider) ? new URL(captchaProviders[provider].script).hostname : ''
}
