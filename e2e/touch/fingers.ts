/**
 * Somebody who has fingers alone, before the studio of the demo on a phone. Pages are gone through as people do: tables by the drawer, views by
 * their switcher. What axe objects to, what is too small or cut off is gathered on the way, in both themes.
 */
import type { CDPSession, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { accessibilityViolations, isBeyondWindow, phone, rulesIn, showPicture } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, openRecord, seen } from '../steps.ts'
import { touchFlaws } from './touch-flaws.ts'

export const soon = { timeout: 20_000 }

interface Point {
  readonly x: number
  readonly y: number
}

/** After this long a finger that keeps still has taken hold. */
const holdMs = 450

export class Fingers {
  readonly page: Page
  readonly #problems: readonly string[]
  readonly #flaws: string[] = []
  #device: Promise<CDPSession> | undefined

  constructor(page: Page, problems: readonly string[]) {
    this.page = page
    this.#problems = problems
  }

  get tools(): Locator {
    return this.page.getByRole('toolbar', { name: 'Table' })
  }

  get record(): Locator {
    return openRecord(this.page)
  }

  /** A record where it stands: a card, a line, the name of a bar. */
  card(name: string): Locator {
    return this.page.locator('[data-card]').filter({ hasText: name })
  }

  async openTable(name: string): Promise<void> {
    await button(this.page, 'Navigation').tap()
    const drawer = this.page.getByRole('dialog', { name: 'Navigation' })
    await drawer.getByRole('link', { name, exact: true }).tap()
    await drawer.waitFor({ state: 'hidden' })
  }

  async openView(name: string): Promise<void> {
    await button(this.tools, /^View: /).tap()
    await this.page.getByRole('menuitem', { name, exact: true }).tap()
    await seen(button(this.tools, `View: ${name}`))
  }

  /** Takes a line of the menu behind a button. */
  async fromMenu(opener: Locator, line: string | RegExp): Promise<void> {
    await opener.tap()
    await this.page.getByRole('menuitem', { name: line }).tap()
  }

  /** Opens the sheet of a tool. */
  async openTool(name: string): Promise<Locator> {
    await button(this.tools, new RegExp(`^${name}`)).tap()
    const sheet = this.page.getByRole('dialog', { name })
    await seen(sheet)
    return sheet
  }

  async closeSheet(sheet: Locator): Promise<void> {
    await button(sheet, 'Close').tap()
    await sheet.waitFor({ state: 'hidden' })
  }

  /** Chooses from the list behind a button. */
  async choose(select: Locator, option: string): Promise<void> {
    await select.tap()
    const line = this.page.getByRole('option', { name: option, exact: true })
    await line.tap()
    await line.waitFor({ state: 'hidden' })
  }

  /** Touches the page beside what is open, which closes it. */
  async tapBeside(open: Locator): Promise<void> {
    const box = await boxOf(open)
    const isAbove = box.y > phone.height - box.y - box.height
    const y = isAbove ? box.y / 2 : (box.y + box.height + phone.height) / 2
    await this.page.touchscreen.tap(phone.width / 2, y)
    await open.waitFor({ state: 'hidden' })
  }

  async typeInto(place: Locator, text: string): Promise<void> {
    await place.tap()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** Opens a record, writes into one of its fields and closes it. */
  async rewrite(place: Locator, name: string, text: string): Promise<void> {
    await place.tap()
    await this.typeInto(field(this.record, name), text)
    await this.page.keyboard.press('Enter')
    await this.closeRecord()
  }

  async closeRecord(): Promise<void> {
    await button(this.page, 'Close record').tap()
    await button(this.page, 'Close record').waitFor({ state: 'hidden' })
  }

  async undo(): Promise<void> {
    await button(this.tools, 'Undo').tap()
  }

  /** Pushes what is under the finger aside, up or down, as one does to scroll. */
  async push(place: Locator, by: Partial<Point>): Promise<void> {
    const from = await middleOf(place)
    await this.#touch('touchStart', from)
    await this.#go(from, by, 8)
    await this.#touch('touchEnd')
  }

  /** Keeps still on it until it is taken hold of, then goes. */
  async holdAndDrag(place: Locator, by: Partial<Point>): Promise<void> {
    const from = await middleOf(place)
    await this.#touch('touchStart', from)
    await this.page.waitForTimeout(holdMs)
    await this.#go(from, by, 4)
    await this.#touch('touchEnd')
  }

  /** Looks at the page in both themes, and keeps a picture of each. */
  async look(name: string, isMeant: (flaw: string) => boolean = () => false): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme })
      const found = await accessibilityViolations(this.page, undefined, rulesIn[colorScheme])
      this.#note(`${name}, ${colorScheme}`, found, isMeant)
      await showPicture(this.page, `fingers-${name.replaceAll(' ', '-')}-${colorScheme}`)
    }
    await this.page.emulateMedia({ colorScheme: 'light' })
    this.#note(name, await this.page.evaluate(touchFlaws), isMeant)
    if (await isBeyondWindow(this.page)) this.#flaws.push(`${name}: the page is larger than its window`)
  }

  /** All that was objected to since the last answer, and what the console says. */
  flaws(): string[] {
    return [...this.#flaws.splice(0), ...this.#problems]
  }

  #note(where: string, found: readonly string[], isMeant: (flaw: string) => boolean): void {
    const flaws = found.filter((flaw) => !isMeant(flaw))
    this.#flaws.push(...flaws.map((flaw) => `${where}: ${flaw}`))
  }

  async #go(from: Point, by: Partial<Point>, steps: number): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps
      await this.#touch('touchMove', { x: from.x + part * (by.x ?? 0), y: from.y + part * (by.y ?? 0) })
    }
  }

  #phone(): Promise<CDPSession> {
    this.#device ??= this.page.context().newCDPSession(this.page)
    return this.#device
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]): Promise<void> {
    await (await this.#phone()).send('Input.dispatchTouchEvent', { type, touchPoints })
  }
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error(`${place} is not on the page`)
  return box
}

async function middleOf(place: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(place)
  const [left, right] = [Math.max(0, x), Math.min(phone.width, x + width)]
  return { x: (left + right) / 2, y: y + height / 2 }
}

export interface StudioPhone {
  readonly journey: DemoJourney
  readonly fingers: Fingers
}

/** Ada with a phone, in the studio. */
export async function startStudioPhone(name: string): Promise<StudioPhone> {
  const journey = await startDemoJourney(name, { bases: ['studio'] })
  try {
    const { page, problems } = await journey.enter(ada, phone)
    await page.goto(`/b/${journey.base}`)
    await seen(page.getByRole('toolbar', { name: 'Table' }))
    return { journey, fingers: new Fingers(page, problems) }
  } catch (error) {
    await journey.end()
    throw error
  }
}

/** How many records the view says that it has. */
export const expectCount = ({ page }: Fingers, words: string) =>
  expect.poll(() => page.getByTestId('row-count').innerText(), soon).toBe(words)
