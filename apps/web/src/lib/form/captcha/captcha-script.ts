/** The scripts of providers of captchas: loaded where a form asks for one, and nowhere else. */
import { type CaptchaName, captchaProviders } from '@plinth/domain'
import type { CaptchaEvent } from './captcha-state.ts'

/** What the script of each provider makes, as far as it is used. */
interface CaptchaApi {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string | number
  reset(id: string | number): void
  /** Not every provider has it. */
  remove?(id: string | number): void
}

/** A script that is not there by then is kept out by something. */
const patienceMs = 20_000

/** What the providers' widgets are wide; where there is less room, there is a narrow one. */
const usualWidth = 304

const ready = 'plinthCaptchaReady'

export function scriptAddress(name: CaptchaName): string {
  const address = new URL(captchaProviders[name].script)
  address.searchParams.set('render', 'explicit')
  address.searchParams.set('onload', ready)
  return address.href
}

let loading: Promise<CaptchaApi> | null = null

/** One for the page: its project has one captcha. What did not come is asked for anew the next time. */
export function loadCaptcha(name: CaptchaName): Promise<CaptchaApi> {
  loading ??= load(name).catch((problem: unknown) => {
    loading = null
    throw problem
  })
  return loading
}

async function load(name: CaptchaName): Promise<CaptchaApi> {
  const page = window as unknown as Record<string, unknown>
  const script = document.createElement('script')
  script.src = scriptAddress(name)
  script.async = true
  const end = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      page[ready] = () => resolve()
      const refuse = () => reject(new Error(`${captchaProviders[name].label} did not load`))
      script.addEventListener('error', refuse, { signal: end.signal })
      const timer = setTimeout(refuse, patienceMs)
      end.signal.addEventListener('abort', () => clearTimeout(timer))
      document.head.append(script)
    })
    const api = page[captchaProviders[name].global]
    if (!isApi(api)) throw new Error(`${captchaProviders[name].label} is not what it was`)
    return api
  } catch (problem) {
    script.remove()
    throw problem
  } finally {
    end.abort()
    delete page[ready]
  }
}

const isApi = (value: unknown): value is CaptchaApi =>
  typeof value === 'object' && value !== null && 'render' in value && 'reset' in value

export interface ShownCaptcha {
  reset(): void
  end(): void
}

/** Puts the widget into its place. Throws where the provider does, such as for a key that is none. */
export function showCaptcha(
  api: CaptchaApi,
  place: HTMLElement,
  look: { siteKey: string; theme: 'light' | 'dark'; tell: (event: CaptchaEvent) => void },
): ShownCaptcha {
  const { siteKey, theme, tell } = look
  // Of its own, since one place takes one widget for good.
  const inner = document.createElement('div')
  place.append(inner)
  const id = api.render(inner, {
    sitekey: siteKey,
    theme,
    size: place.clientWidth < usualWidth ? 'compact' : 'normal',
    callback: (token: unknown) => tell({ kind: 'given', token: typeof token === 'string' ? token : '' }),
    'expired-callback': () => tell({ kind: 'expired' }),
    'error-callback': () => tell({ kind: 'failed' }),
  })
  return {
    reset: () => api.reset(id),
    end() {
      api.remove?.(id)
      inner.remove()
    },
  }
}
