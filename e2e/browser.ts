/** The system's Chromium, people with a browser each, and what every journey checks at its end. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'

export const artifacts = new URL('../.cache/e2e/', import.meta.url).pathname

export const desktop = { width: 1440, height: 900 } as const
export const tablet = { width: 768, height: 1024 } as const
export const phone = { width: 390, height: 844 } as const

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds here: what is compiled well in the background is gone before it pays.
  '--js-flags=--no-maglev,--no-turbofan',
]

const usualTextSize = 16

/** `PLINTH_PICTURES` asks for pictures of what journeys look at, `TOUR_PICTURES` (a folder) for those of the tour. */
export const keepsPictures = Boolean(process.env['PLINTH_PICTURES'] || process.env['TOUR_PICTURES'])

/** A Chromium of its own. `textSize`: what its owner has set for texts, in pixels. */
export function startChromium(textSize = usualTextSize): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: textSize === usualTextSize ? flags : [...flags, `--blink-settings=defaultFontSize=${textSize}`],
  })
}

/** What a journey needs of a browser: windows of its own, and their end. */
export type JourneyBrowser = Pick<Browser, 'newContext' | 'close'>

let shared: Promise<Browser> | undefined

/**
 * The browser of one journey. The journeys of a process share one Chromium, whose start costs as much as some of them; it goes
 * with the process. Profiles share nothing, and closing closes the journey's own.
 */
export async function launchBrowser(textSize = usualTextSize): Promise<JourneyBrowser> {
  if (textSize !== usualTextSize) return startChromium(textSize)
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= startChromium()
  const chromium = await shared
  const own: BrowserContext[] = []
  return {
    async newContext(options) {
      const context = await chromium.newContext(options)
      own.push(context)
      return context
    },
    async close() {
      await Promise.all(own.splice(0).map((context) => context.close()))
    },
  }
}

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Uncaught errors and error lines of the console since the page opened. */
  problems: string[]
}

export interface VisitorOptions {
  size?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Pixels of the picture for each of the page; phones paint four times as many where pictures are kept. */
  scale?: number
  /** Origin whose clipboard may be used. */
  origin: string
}

/** One person's browser profile: own storage, own session. */
export async function newVisitor(browser: JourneyBrowser, options: VisitorOptions): Promise<Visitor> {
  const { size = desktop, colorScheme = 'light', origin } = options
  const isTouched = size.width <= tablet.width
  const { scale = isTouched && keepsPictures ? 2 : 1 } = options
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    hasTouch: isTouched,
    isMobile: isTouched,
    deviceScaleFactor: scale,
    acceptDownloads: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  context.setDefaultTimeout(15_000)
  // The system's own dialog for saving cannot be driven; browsers without it get a download.
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) problems.push(message.text())
  })
  return { context, page, problems }
}

/** The browser itself logs every refused request as an error; refusals are part of the journeys. */
function isExpected(line: string): boolean {
  return /Failed to load resource: the server responded with a status of 4\d\d/.test(line)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe takes for a place of its own beside the landmarks, and tips: they describe what has the focus, wherever they stand. */
const besideLandmarks = 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip]'

/** Once for each document: half a megabyte of script takes as long as what it looks at. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  await page.evaluate(axeSource)
  await page.evaluate((regionMatcher) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] })
  }, besideLandmarks)
}

/** What there is to look for in a theme after all has been looked for in the light one: it changes colours alone. */
export const rulesIn = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] } as const

/** Violations found by axe, one line each; `within` is the part to look at, `rules` those that count alone. */
export async function accessibilityViolations(
  page: Page,
  within?: string,
  rules?: readonly string[],
): Promise<string[]> {
  const found = await lookForViolations(page, within, rules)
  // Something may begin to come or go in the middle of a look: what is on the page to stay is found again.
  return found.length > 0 ? lookForViolations(page, within, rules) : found
}

async function lookForViolations(page: Page, within?: string, rules?: readonly string[]): Promise<string[]> {
  await settled(page)
  await bringAxe(page)
  return page.evaluate(
    async ([part, only]) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe }
      const { violations } = await axe.run(part ?? document, {
        // Without the lists of what is in order it is much faster.
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      })
      return violations.flatMap(({ id, nodes, help }) =>
        nodes.map(({ target }) => `${id}: ${target.join(' ')} – ${help}`),
      )
    },
    [within, rules && [...rules]] as const,
  )
}

/**
 * Until the frames and transitions of the last change are through: moving things paint half-transparent text, which is not what
 * people read. Endless ones never finish.
 */
export function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) {
      if (frame >= 3 && !document.querySelector('[data-entering]')) break
      await new Promise(requestAnimationFrame)
    }
    const running = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.race([
      Promise.allSettled(running.map((one) => one.finished)),
      new Promise((resolve) => setTimeout(resolve, 1_000)),
    ])
  })
}

/** A picture for the person who looks into a failed run; of a window that is closed there is none. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return
  mkdirSync(artifacts, { recursive: true })
  await page.screenshot({ path: `${artifacts}${name}.png` })
}

/** A picture for who wants to see how it looks. */
export async function showPicture(page: Page, name: string): Promise<void> {
  if (keepsPictures) await keepPicture(page, name)
}

/** No page may be wider or longer than its window: what is, is scrolled by the focus, and its head is out of sight for good. */
export function isBeyondWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    return scrollWidth > clientWidth || scrollHeight > clientHeight
  })
}
