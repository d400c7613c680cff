/**
 * Somebody who has a keyboard and no pointer. The page can be looked at; all that acts on it is a key, and every control is
 * reached as a person reaches it: by Tab, by arrows, by a shortcut. On the way each stop must show where the focus is.
 */
import { readFile } from 'node:fs/promises'
import type { ElementHandle, Locator, Page } from 'playwright'
import {
  accessibilityViolations,
  isBeyondWindow,
  type JourneyBrowser,
  keepPicture,
  newVisitor,
  showPicture,
} from '../browser.ts'
import { type FileLike, inEveryLook, seen } from '../steps.ts'
import { eyesOn, touchable } from './eyes.ts'
import { type FocusReport, reportFocus } from './focus-report.ts'

/** Other tests may share the machine. */
const patienceMs = 20_000
export const soon = { timeout: patienceMs }

const dialogs = '[role=dialog], [role=alertdialog]'

/** More stops than any page has; whoever needs more is caught. */
const mostStops = 120

export class Keys {
  /** What is on the screen. */
  readonly see: Page
  readonly #page: Page
  /** Gathered, so that one of them does not hide the rest of a journey. */
  readonly #flaws: string[]
  /** A document that has just come up has the focus nowhere. */
  #isFresh = true

  private constructor(page: Page, flaws: string[]) {
    this.#page = page
    this.see = eyesOn(page)
    this.#flaws = flaws
    page.on('domcontentloaded', () => {
      this.#isFresh = true
    })
    // Asked for before the first key: the browser's own chooser would come up in the moment until it is told.
    page.on('filechooser', () => undefined)
  }

  static async open(browser: JourneyBrowser, origin: string): Promise<{ keys: Keys; problems: string[] }> {
    const { page, problems } = await newVisitor(browser, { origin })
    return { keys: new Keys(page, []), problems }
  }

  /** Types an address, or follows one from outside the app. */
  async visit(address: string): Promise<void> {
    await this.#page.goto(address)
  }

  async reload(): Promise<void> {
    await this.#page.reload()
  }

  async press(...keys: string[]): Promise<void> {
    if (!this.#isFresh) await this.#awaitRefocus()
    await this.#strike(...keys)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  async hasFocus(place: Locator): Promise<boolean> {
    const { isThere } = await new Target(place).report()
    return isThere
  }

  /** Waits until the focus has come to the place, as it does after a dialog. */
  async expectFocus(place: Locator): Promise<void> {
    await seen(place)
    await until(`the focus comes to ${place}`, () => this.hasFocus(place))
  }

  /** Presses Tab until the focus is there. */
  async tabTo(place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.#walkTo(place, key)
  }

  async pressOn(place: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(place)
    await this.press(key)
  }

  async typeInto(place: Locator, text: string): Promise<void> {
    await this.tabTo(place)
    await this.press('Control+a')
    await this.type(text)
  }

  /** Chooses from a list behind a button. */
  async choose(select: Locator, option: string | RegExp): Promise<void> {
    await this.pressOn(select)
    await seen(this.see.getByRole('option'))
    await this.press('Home')
    await this.arrowTo(this.see.getByRole('option', { name: option }).first())
    await this.press('Enter')
    await until('the list closes', async () => (await this.see.getByRole('listbox').count()) === 0)
  }

  /** Takes a line of the menu behind a button. */
  async fromMenu(opener: Locator, line: string | RegExp): Promise<void> {
    await this.pressOn(opener)
    await this.takeLine(line)
  }

  /** Takes a line of the menu that is open. */
  async takeLine(line: string | RegExp): Promise<void> {
    await this.arrowTo(this.see.getByRole('menuitem', { name: line }).first())
    await this.press('Enter')
  }

  async arrowTo(place: Locator, key = 'ArrowDown'): Promise<void> {
    await this.#walkTo(place, key)
  }

  /** Chooses a radio button of the group by arrows. */
  async turnTo(radio: Locator, group: Locator): Promise<void> {
    await this.tabTo(group)
    await this.arrowTo(radio)
    await until(`${radio} is chosen`, () => radio.isChecked())
  }

  /** Finds a command by its name and runs it. */
  async command(name: string): Promise<void> {
    await this.press('Control+k')
    await seen(this.see.getByRole('combobox', { name: 'Search and commands' }))
    await this.type(name)
    const first = this.see.getByRole('option').first()
    await until(`“${name}” is found`, async () => (await first.innerText()).includes(name))
    await this.press('Enter')
  }

  /** Gives a file to the chooser that a button opens. */
  async giveFile(opener: Locator, file: string | FileLike | FileLike[]): Promise<void> {
    await this.tabTo(opener)
    const [chooser] = await Promise.all([this.#page.waitForEvent('filechooser'), this.press('Enter')])
    await chooser.setFiles(file)
  }

  /** The file that a button saves. */
  async download(opener: Locator): Promise<{ name: string; text: string }> {
    await this.tabTo(opener)
    const [download] = await Promise.all([this.#page.waitForEvent('download'), this.press('Enter')])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }

  /** The tab that a link opens, with the same person before it. */
  async newTab(link: Locator): Promise<Keys> {
    await this.tabTo(link)
    const [page] = await Promise.all([this.#page.context().waitForEvent('page'), this.press('Enter')])
    return new Keys(page, this.#flaws)
  }

  /** Closes the browser with all of its tabs. */
  leave(): Promise<void> {
    return this.#page.context().close()
  }

  /** What somebody has copied in another program. */
  async copiedElsewhere(text: string): Promise<void> {
    await this.#page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  }

  clipboard(): Promise<string> {
    return this.#page.evaluate(() => navigator.clipboard.readText())
  }

  /** A picture with the size of the window, to be given away as a file. */
  picture(name: string): Promise<FileLike> {
    return this.#page.screenshot().then((buffer) => ({ name, mimeType: 'image/png', buffer }))
  }

  keepPicture(name: string): Promise<void> {
    return keepPicture(this.#page, name)
  }

  showPicture(name: string): Promise<void> {
    return showPicture(this.#page, name)
  }

  /** Lets axe look at what is open: the dialog on top, or the page, or a part of it. */
  async look(name: string, part?: string, rules?: readonly string[]): Promise<void> {
    await until(
      'what was closed is gone',
      async () => (await this.#page.locator('[data-exiting]').count()) === 0,
    )
    const isOpen = await this.#page.locator(dialogs).last().isVisible()
    const within = part ?? (isOpen ? dialogs : undefined)
    for (const violation of await accessibilityViolations(this.#page, within, rules)) {
      this.#note(`${name}: ${violation}`)
    }
    if (await isBeyondWindow(this.#page)) this.#note(`${name}: the page is larger than its window`)
  }

  /** Looks at what is open in every look, and keeps pictures where they are wanted. */
  lookEverywhere(name: string): Promise<void> {
    return inEveryLook(this.#page, async (look, rules) => {
      await this.look(`${name}, ${look}`, undefined, rules)
      await this.showPicture(`${name}-${look}`)
    })
  }

  /** All that axe, the focus and the window's edge objected to since the last answer. */
  flaws(): string[] {
    return this.#flaws.splice(0)
  }

  /** Answers with responses of its own to what the page asks for. */
  async answer(url: string, status: number): Promise<void> {
    await this.#page.route(url, (route) => route.fulfill({ status }))
  }

  /** Requests to this address are as they were, once more. */
  async untouched(url: string): Promise<void> {
    await this.#page.unroute(url)
  }

  /** Requests to this address take so much longer. */
  async slow(url: string, ms: number): Promise<void> {
    await this.#page.route(url, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      // It has gone on by itself where the address is untouched by now.
      await route.continue().catch(() => undefined)
    })
  }

  /** What goes away fades for a moment; only what stays is a flaw. */
  async #reportAt(target: Target): Promise<FocusReport> {
    const report = await target.report()
    if (report.flaw === null || report.flaw === 'nowhere') return report
    await this.#awaitFades()
    await new Promise((resolve) => setTimeout(resolve, 300))
    return target.report()
  }

  /** A page behind another one is painted about once a second, and what fades in it takes as many frames as anywhere. */
  async #awaitFades(): Promise<void> {
    await this.#page.evaluate(async () => {
      const fades = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(fades.map(({ finished }) => finished))
    })
  }

  async #strike(...keys: string[]): Promise<void> {
    this.#isFresh = false
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  /** A dialog gives its focus away half a second after it opens, and takes it again in the next frame, for screen readers on phones. */
  async #awaitRefocus(): Promise<void> {
    const isNowhere = () => this.#page.evaluate(() => document.activeElement === document.body)
    await until('the focus is back', async () => !(await isNowhere()), 500).catch(() => undefined)
  }

  /** Whatever a key has done, the focus is somewhere soon after: else a person has to begin at the top. */
  async #expectSomewhere(target: Target): Promise<void> {
    const isSomewhere = async () => (await target.report()).flaw !== 'nowhere'
    await until('the focus is back', isSomewhere, 1_000).catch(() =>
      this.#note(`the focus was lost before ${target}`),
    )
  }

  #note(flaw: string): void {
    if (!this.#flaws.includes(flaw)) this.#flaws.push(flaw)
  }

  async #walkTo(place: Locator, key: string): Promise<void> {
    await seen(place)
    const target = new Target(place)
    if (!this.#isFresh) await this.#expectSomewhere(target)
    const passed: string[] = []
    for (let stops = 0; stops < mostStops; stops += 1) {
      const { isThere, isSkip, name, flaw } = await this.#reportAt(target)
      if (flaw !== null && flaw !== 'nowhere') this.#note(`the focus is ${flaw} at ${name}`)
      if (isThere) return
      passed.push(name)
      if (isSkip && key === 'Tab') await this.#strike('Enter')
      else if (flaw === 'nowhere') await this.press(key)
      else await this.#strike(key)
    }
    throw new Error(`${key} does not lead to ${place}. It went by ${[...new Set(passed)].join(', ')}`)
  }
}

/** Stops after which a walk looks for its target anew: what was found may bear another name by now. */
const stopsOfOneLook = 8

/** What a walk leads to. Found once for several stops: to find it by its name in a large table takes longer than a step. */
class Target {
  readonly #place: Locator
  #found: ElementHandle | null = null
  #reports = 0

  constructor(place: Locator) {
    this.#place = touchable(place).first()
  }

  async report(): Promise<FocusReport> {
    if (this.#found === null || this.#reports++ % stopsOfOneLook === 0) await this.#find()
    const report = await this.#ask()
    if (!report.isGone) return report
    await this.#find()
    return this.#ask()
  }

  toString(): string {
    return String(this.#place)
  }

  /** It may not be on the page: while a menu is open, all else is hidden. */
  async #find(): Promise<void> {
    const [first] = await this.#place.elementHandles()
    this.#found = first ?? null
  }

  async #ask(): Promise<FocusReport> {
    const page = this.#place.page()
    const found = this.#found
    // A page that came up in the meantime knows nothing of what was found on the one before.
    return page.evaluate(reportFocus, found).catch(() => page.evaluate(reportFocus, null))
  }
}

async function until(what: string, check: () => Promise<boolean>, ms = patienceMs): Promise<void> {
  const end = performance.now() + ms
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
