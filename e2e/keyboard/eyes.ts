/** A page and its parts to be looked at only: what would act on them throws. */
import type { Locator, Page } from 'playwright'

/** Where one can look, and what is seen there. */
const glances: ReadonlySet<string> = new Set(
  `getByRole getByText getByLabel getByTitle getByTestId locator filter first last nth and or page toString
  count innerText allInnerTexts textContent inputValue getAttribute boundingBox isVisible isHidden isDisabled isEnabled
  isChecked waitFor title url page isClosed`.split(/\s+/),
)

const behind = new WeakMap<object, Page | Locator>()

/** What the eyes are on. */
export function touchable<T extends Page | Locator>(seen: T): T {
  return (behind.get(seen) as T | undefined) ?? seen
}

/** The same page or locator, and whatever is found through it, without any way to touch it. */
export function eyesOn<T extends Page | Locator>(target: T): T {
  const eyes = new Proxy(target, {
    get(real, name) {
      const member: unknown = Reflect.get(real, name)
      // Playwright reads these when one locator is given to another.
      const isInner = typeof name === 'symbol' || name.startsWith('_') || name === 'constructor'
      if (isInner || member === undefined) return member
      if (typeof member !== 'function' || !glances.has(name)) {
        throw new Error(`“${name}” is no key: this page can only be looked at`)
      }
      return (...input: unknown[]) => onlySeen(member.apply(real, input))
    },
  })
  behind.set(eyes, target)
  return eyes
}

function onlySeen(found: unknown): unknown {
  return isPlace(found) ? eyesOn(found) : found
}

/** Locators and pages; answers and promises of them are none. */
function isPlace(found: unknown): found is Locator {
  return typeof found === 'object' && found !== null && 'getByRole' in found
}
