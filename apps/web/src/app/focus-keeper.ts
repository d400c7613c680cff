import { type FocusTrail, nextTo, trailOf } from './focus-trail.ts'

/** Dialogs and the grid put the focus where it belongs within a frame or two; only then is it known to be lost. */
const settleMs = 100
/** A page that gives way to another may have to be loaded first. */
const mostTries = 50

/**
 * The focus never falls out of the page, or out of sight, under somebody who works by keys. (With a pointer nobody needs it,
 * and on phones it would call up the screen's keyboard.)
 */
export class FocusKeeper {
  readonly #changes = new MutationObserver(() => this.#watch())
  readonly #listening = new AbortController()
  #trail: FocusTrail = []
  /** Where it was before each dialog that is open, the outermost first. */
  #earlier: FocusTrail[] = []
  #isByKey = false
  #isSought = false
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  start(): void {
    const options = { capture: true, signal: this.#listening.signal }
    const byKey = (isByKey: boolean) => () => {
      this.#isByKey = isByKey
    }
    document.addEventListener('keydown', byKey(true), options)
    document.addEventListener('pointerdown', byKey(false), options)
    document.addEventListener('focusin', ({ target }) => this.#follow(target), options)
    const watched = { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] }
    this.#changes.observe(document.body, watched)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#changes.disconnect()
    this.#listening.abort()
  }

  #follow(target: EventTarget | null): void {
    const trail = target instanceof Element ? trailOf(target) : []
    const [now, next] = [topOf(this.#trail), topOf(trail)]
    if (now !== next) {
      const known = this.#earlier.findIndex((one) => topOf(one) === next)
      if (known >= 0) this.#earlier.length = known
      else if (now) this.#earlier.push(this.#trail)
    }
    this.#trail = trail
    this.#isSought = false
    // A drawn box stands for a real one of one pixel, and that is all that the browser would bring into sight.
    const isBox = target instanceof HTMLInputElement && target.matches('[type=checkbox], [type=radio]')
    if (this.#isByKey && isBox) target.closest('label')?.scrollIntoView({ block: 'nearest' })
  }

  get #isNowhere(): boolean {
    return this.#isByKey && (document.activeElement === null || document.activeElement === document.body)
  }

  #watch(): void {
    const focused = this.#trail[0]?.element
    if (this.#timer !== undefined || focused === undefined || !this.#isByKey) return
    // It could have the focus: it has it, or was left on purpose.
    if (focused.isConnected && !isOff(focused) && !this.#isSought) return
    this.#isSought = true
    this.#tries = 0
    this.#timer = setTimeout(() => this.#find(), settleMs)
  }

  #find(): void {
    this.#timer = undefined
    if (!this.#isNowhere) return
    placeOf([this.#trail, ...this.#earlier.toReversed()])?.focus()
    this.#tries += 1
    if (this.#isNowhere && this.#tries < mostTries) this.#timer = setTimeout(() => this.#find(), settleMs)
  }
}

/** The page, or the dialog above it. */
const topOf = (trail: FocusTrail) => trail.at(-1)?.element

/** From the place that had the focus last to those before it. */
function placeOf(trails: readonly FocusTrail[]): HTMLElement | null {
  for (const trail of trails) {
    const focused = trail[0]?.element
    // Switched off while something is under way, it has the focus again afterwards.
    if (focused instanceof HTMLElement && focused.isConnected) return isOff(focused) ? null : focused
    const next = nextTo(trail)
    if (next) return next
  }
  const main = document.getElementById('main')
  return main?.querySelector<HTMLElement>('[data-active]') ?? main
}

const isOff = (element: Element) => element.matches(':disabled') || element.closest('[inert]') !== null
