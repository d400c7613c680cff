/**
 * What a screen reader is told, by the browser's own accessibility tree: of each element that takes the focus its role, name, states
 * and place in the grid, and the texts that live regions have come to hold. Not what one of them says in its own words.
 */
import type { CDPSession, Page } from 'playwright'

interface AxValue {
  readonly value?: unknown
}
interface AxNode {
  readonly ignored: boolean
  readonly role?: AxValue
  readonly name?: AxValue
  readonly description?: AxValue
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[]
}

/** States that are said where they are so, in words. */
const states: Readonly<Record<string, (value: unknown) => string | null>> = {
  expanded: (value) => (value === true ? 'expanded' : 'collapsed'),
  selected: (value) => (value === true ? 'selected' : null),
  checked: (value) => (value === 'true' ? 'checked' : value === 'mixed' ? 'partly checked' : 'not checked'),
  pressed: (value) => (value === 'true' ? 'pressed' : null),
  invalid: (value) => (value === 'true' ? 'invalid' : null),
  disabled: (value) => (value === true ? 'disabled' : null),
  required: (value) => (value === true ? 'required' : null),
  readonly: (value) => (value === true ? 'read only' : null),
}

export class ScreenReader {
  readonly lines: string[] = []
  readonly #page: Page
  readonly #session: CDPSession
  #said = ''

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  static async open(page: Page): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    await page.evaluate(listen)
    return new ScreenReader(page, session)
  }

  /** Presses keys one after another; notes what is told when the page has come to rest. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
    await this.#note(keys.join(', '))
  }

  /** Types a text; `until`: what it leads to, where the page rests before that. */
  async type(text: string, until?: () => Promise<unknown>): Promise<void> {
    await this.#page.keyboard.type(text)
    await until?.()
    await this.#note(`“${text}”`)
  }

  async #note(what: string): Promise<void> {
    await this.#page.evaluate(rest)
    const announced = await this.#page.evaluate(told)
    const focused = await this.#focused()
    this.lines.push(`- **${what}**`)
    if (focused !== this.#said) this.lines.push(`  - ${focused}`)
    this.#said = focused
    for (const text of announced) this.lines.push(`  - (announced) ${text}`)
  }

  async #focused(): Promise<string> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: 'document.activeElement' })
    const { nodes } = (await this.#session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId!,
      fetchRelatives: false,
    })) as { nodes: AxNode[] }
    const node = nodes.find(({ ignored }) => !ignored)
    if (!node) return 'nothing'
    const said = (node.properties ?? []).flatMap(({ name, value }) => states[name]?.(value.value) ?? [])
    const parts = [node.name?.value, node.role?.value, ...said, node.description?.value]
    const place = await this.#page.evaluate(placeInGrid)
    return [...parts, place].filter((part) => part !== undefined && part !== '').join('; ')
  }
}

declare global {
  var announced: Map<Element, string>
}

/** In the page: keeps what comes into live regions; of each its last words, since the others may be passed over. */
function listen(): void {
  globalThis.announced = new Map()
  const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log], output'
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(live)
      if (region) globalThis.announced.set(region, region.textContent.replaceAll(/\s+/g, ' ').trim())
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** In the page: what was announced since it was asked for last. */
function told(): string[] {
  const texts = [...globalThis.announced.values()]
  globalThis.announced.clear()
  return texts.filter((text) => text !== '')
}

/** In the page: until nothing has changed in it for a while. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    const quietMs = 400
    let timer = setTimeout(done, quietMs)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, quietMs)
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    function done(): void {
      observer.disconnect()
      resolve()
    }
  })
}

/** In the page: the focused cell's line and column with its heading, as screen readers tell them while moving. */
function placeInGrid(): string | undefined {
  const cell = document.activeElement?.closest('[role=gridcell], [role=columnheader]')
  const index = cell?.getAttribute('aria-colindex')
  const grid = cell?.closest('[role=grid]')
  const line = cell?.closest('[role=row]')?.getAttribute('aria-rowindex')
  if (!grid || !line || !index) return undefined
  const heading = grid.querySelector(`[role=columnheader][aria-colindex="${index}"]`)
  const name =
    cell?.role === 'columnheader' ? '' : ` “${heading?.getAttribute('aria-label') ?? heading?.textContent}”`
  return `line ${line} of ${grid.getAttribute('aria-rowcount')}, column ${index} of ${grid.getAttribute('aria-colcount')}${name}`
}
