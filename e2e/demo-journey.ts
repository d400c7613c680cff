/** The stage of a journey through the demo base: its people signed in, each in a browser window of their own. */
import { signInPerson } from '@plinth/backend/testing'
import type { BaseId, TableId } from '@plinth/domain'
import { type DemoBaseName, demoPeople } from '@plinth/embedded/demo'
import {
  desktop,
  type JourneyBrowser,
  keepPicture,
  launchBrowser,
  newVisitor,
  type Visitor,
  type VisitorOptions,
} from './browser.ts'
import { seededFolder, startWorld, type World } from './harness.ts'
import { signInByKeys } from './keyboard/furnish.ts'
import { Keys } from './keyboard/keys.ts'
import { grid, heading, seen, signIn, type Who } from './steps.ts'
import { must } from './target.ts'

/** Owner, editor and viewer of the demo base. */
export const [ada, ben, cem] = demoPeople as readonly Who[] as readonly [Who, Who, Who]

/** A table, and what it is called. */
interface Place {
  readonly table: TableId
  readonly name: string
}

export interface DemoJourney {
  readonly world: World
  readonly base: BaseId
  /** The table of twelve tasks of the base that is furnished where none is named. */
  readonly tasks: TableId
  /** A window with this person signed in, of a desktop unless another size is named. */
  enter(who: Who, size?: { width: number; height: number }): Promise<Visitor>
  /** The same for somebody without a pointer, at an address of the app. */
  enterByKeys(who: Who, address: string): Promise<{ keys: Keys; problems: string[] }>
  /** Ada and Ben without a pointer, each before a table of the base, hers unless another is named for him. */
  enterBothByKeys(hers: Place, his?: Place): Promise<{ adas: Keys; bens: Keys; problems: string[][] }>
  /** Ada without a pointer before a table of the base, and Ben with one. */
  enterWithBen(hers: Place): Promise<{ adas: Keys; bens: Visitor; problems: string[][] }>
  /** A window in which nobody is signed in, at the world's address unless another one is named. */
  visit(options?: Partial<VisitorOptions>): Promise<Visitor>
  /** The same without a pointer. */
  visitByKeys(): Promise<{ keys: Keys; problems: string[] }>
  /** Keeps a picture of every window when a step failed. */
  keepPictures(step: { name: string; result?: { state: string } | undefined }): Promise<void>
  end(): Promise<void>
}

/** `textSize`: what everybody has set in their browser, in pixels. */
export async function startDemoJourney(
  name: string,
  { textSize, bases }: { textSize?: number; bases?: readonly DemoBaseName[] } = {},
): Promise<DemoJourney> {
  const world = await startWorld({ copyOf: await seededFolder(bases) })
  let browser: JourneyBrowser | undefined
  const end = async () => {
    await browser?.close()
    await world.stop()
  }
  try {
    const { backend } = await signInPerson(world.project, ada)
    const place = must(await backend.workspaces.session()).workspaces[0]!.bases[0]!
    await backend.dispose()
    const shown = (browser = await launchBrowser(textSize))
    const visitors = new Map<string, Visitor>()
    const keyboards = new Map<string, Keys>()
    const openByKeys = async (person: string) => {
      const opened = await Keys.open(shown, world.url)
      keyboards.set(person, opened.keys)
      return opened
    }
    const enterByKeys: DemoJourney['enterByKeys'] = async (who, address) => {
      const entered = await openByKeys(who.name)
      await entered.keys.visit(address)
      await signInByKeys(entered.keys, who)
      // Signed in is who is led on.
      await heading(entered.keys.see, 'Sign in').waitFor({ state: 'hidden' })
      return entered
    }
    const openTable = async (who: Who, { table, name: shownAs }: Place) => {
      const entered = await enterByKeys(who, `/b/${place.id}/t/${table}`)
      await seen(grid(entered.keys.see, shownAs))
      return entered
    }
    const open = async (person: string, { size = desktop, ...more }: Partial<VisitorOptions>) => {
      const visitor = await newVisitor(shown, { origin: world.url, size, ...more })
      visitors.set(size === desktop ? person : `${person}-${size.width}`, visitor)
      return visitor
    }
    const enter: DemoJourney['enter'] = async (who, size = desktop) => {
      const visitor = await open(who.name, { size })
      await signIn(visitor.page, who)
      await visitor.page.waitForURL(({ pathname }) => pathname !== '/sign-in')
      await seen(visitor.page.getByRole('main').getByRole('heading'))
      return visitor
    }
    return {
      world,
      base: place.id,
      get tasks() {
        return place.tables.find((table) => table.name === 'Tasks')!.id
      },
      enter,
      enterByKeys,
      async enterBothByKeys(hers, his = hers) {
        const [first, second] = [await openTable(ada, hers), await openTable(ben, his)]
        return { adas: first.keys, bens: second.keys, problems: [first.problems, second.problems] }
      },
      async enterWithBen(hers) {
        const [first, bens] = [await openTable(ada, hers), await enter(ben)]
        return { adas: first.keys, bens, problems: [first.problems, bens.problems] }
      },
      visit: (options = {}) => open('visitor', options),
      visitByKeys: () => openByKeys('visitor'),
      async keepPictures(step) {
        if (step.result?.state !== 'fail') return
        for (const [person, keys] of keyboards) {
          await keys.keepPicture(`${name}-${step.name.slice(0, 24)}-${person}`)
        }
        for (const [person, { page }] of visitors) {
          await keepPicture(page, `${name}-${step.name.slice(0, 24)}-${person}`)
        }
      },
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}
