/** The providers of captchas that the app knows (docs/deploy.md, "A captcha for public forms"). All are shown and asked in the same way. */

export const captchaNames = ['turnstile', 'hcaptcha', 'recaptcha'] as const
export type CaptchaName = (typeof captchaNames)[number]

export interface CaptchaProvider {
  /** What people call it. */
  readonly label: string
  /** Of the script; `onload` and `render=explicit` are added to it. */
  readonly script: string
  /** What the script makes of the window. */
  readonly global: string
  /** What the page may load from it, beside what it may anyway. */
  readonly sources: {
    readonly script: readonly string[]
    readonly frame: readonly string[]
    readonly style: readonly string[]
    readonly connect: readonly string[]
  }
}

const cloudflare = ['https://challenges.cloudflare.com']
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']

export const captchaProviders: Readonly<Record<CaptchaName, CaptchaProvider>> = {
  turnstile: {
    label: 'Cloudflare Turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    global: 'turnstile',
    sources: { script: cloudflare, frame: cloudflare, style: [], connect: [] },
  },
  hcaptcha: {
    label: 'hCaptcha',
    script: 'https://js.hcaptcha.com/1/api.js',
    global: 'hcaptcha',
    sources: { script: hcaptcha, frame: hcaptcha, style: hcaptcha, connect: hcaptcha },
  },
  recaptcha: {
    label: 'Google reCAPTCHA',
    script: 'https://www.google.com/recaptcha/api.js',
    global: 'grecaptcha',
    sources: {
      // Whole folders would let the page run anything that stands there beside the widget.
      script: ['https://www.google.com/recaptcha/api.js', 'https://www.gstatic.com/recaptcha/releases/'],
      frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
      style: [],
      connect: ['https://www.google.com/recaptcha/'],
    },
  },
}

export const isCaptchaName = (name: unknown): name is CaptchaName =>
  (captchaNames as readonly unknown[]).includes(name)
