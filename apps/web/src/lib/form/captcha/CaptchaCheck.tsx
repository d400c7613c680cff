/** The project's captcha, above the button that sends a form. */
import { captchaProviders, isCaptchaName, type SharedForm } from '@plinth/domain'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useImperativeHandle, useReducer, useRef } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useTheme } from '../../theme.ts'
import { loadCaptcha, type ShownCaptcha, showCaptcha } from './captcha-script.ts'
import { type CaptchaEvent, captchaHost, captchaNote, firstState, nextState } from './captcha-state.ts'

export type Captcha = NonNullable<SharedForm['captcha']>

export interface Proof {
  /** What the captcha gave; null: nothing, and it has said so. */
  take(): string | null
  /** What was taken was sent: it is good for one time. */
  spend(): void
}

/** What has a button to try again. */
const remedies = {
  blocked: {
    title: 'The check could not be loaded',
    again: 'Load it again',
    text: (host: string) =>
      `Your network or an extension of your browser may keep ${host} out. Let it through, then load the check again.`,
  },
  failed: {
    title: 'The check did not work',
    again: 'Try it again',
    text: () => 'If it goes on like this, another browser may help.',
  },
} as const

export function CaptchaCheck({ captcha, ref }: { captcha: Captcha; ref: React.Ref<Proof> }) {
  const { provider } = captcha
  const [state, tell] = useReducer(nextState, provider, firstState)
  const box = useRef<HTMLElement>(null)
  const widget = useRef<Resettable>(null)
  const id = useId()
  useImperativeHandle(ref, () => ({
    take() {
      if (state.is === 'given') return state.token
      tell({ kind: 'missed' })
      box.current?.focus()
      box.current?.scrollIntoView({ block: 'center' })
      return null
    },
    spend() {
      tell({ kind: 'spent' })
      widget.current?.reset()
    },
  }))
  const again = () => {
    tell({ kind: 'again' })
    widget.current?.reset()
  }
  const note = captchaNote(state)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={id}
      {...(note.text === '' ? {} : { 'aria-describedby': `${id}-note` })}
      className="flex flex-col gap-2 rounded-control outline-none focus-visible:ring-focus"
    >
      <p id={id} className="text-base font-medium">
        Check that you are a person
      </p>
      {state.is !== 'unknown' && state.is !== 'blocked' && <Widget ref={widget} {...{ captcha, tell }} />}
      {state.is === 'unknown' && (
        <Banner tone="danger" title="This form cannot be sent">
          It asks for a check that this app does not know. Tell whoever gave you the link.
        </Banner>
      )}
      {(state.is === 'blocked' || state.is === 'failed') && (
        <Banner
          tone="warn"
          title={remedies[state.is].title}
          action={
            <Button size="sm" onPress={again}>
              {remedies[state.is].again}
            </Button>
          }
        >
          {remedies[state.is].text(captchaHost(provider))}
        </Banner>
      )}
      <p
        id={`${id}-note`}
        {...(note.isProblem ? { role: 'alert' } : {})}
        className={
          note.isProblem
            ? 'flex items-start gap-1.5 text-sm text-danger-text empty:hidden'
            : 'text-sm text-ink-muted empty:hidden'
        }
      >
        {note.isProblem && <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />}
        {note.text}
      </p>
      {isCaptchaName(provider) && (
        <p className="text-xs text-ink-muted">By {captchaProviders[provider].label}.</p>
      )}
    </section>
  )
}

type Resettable = Pick<ShownCaptcha, 'reset'>

/** The provider's own, made by its script; of its usual height from the beginning, so that nothing is moved when it comes. */
function Widget({
  captcha: { provider, siteKey },
  tell,
  ref,
}: {
  captcha: Captcha
  tell: (event: CaptchaEvent) => void
  ref: React.Ref<Resettable>
}) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<ShownCaptcha>(null)
  useImperativeHandle(ref, () => ({ reset: () => shown.current?.reset() }), [])
  // As it is when the widget comes: another theme later would begin it anew.
  const theme = useTheme(({ resolved }) => resolved)
  const show = useEffectEvent((api: Parameters<typeof showCaptcha>[0]) => {
    if (!place.current) return
    // Before: it may be done as soon as it is there.
    tell({ kind: 'shown' })
    try {
      shown.current = showCaptcha(api, place.current, { siteKey, theme, tell })
    } catch {
      tell({ kind: 'failed' })
    }
  })
  useEffect(() => {
    if (!isCaptchaName(provider)) return undefined
    let isOver = false
    const begin = async () => {
      const api = await loadCaptcha(provider).catch(() => null)
      if (isOver) return
      if (api) show(api)
      else tell({ kind: 'blocked' })
    }
    void begin()
    return () => {
      isOver = true
      shown.current?.end()
      shown.current = null
    }
  }, [provider, tell])
  return <div ref={place} className="min-h-[78px]" />
}
