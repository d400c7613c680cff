/** The stage of a journey of one person without a pointer, who is signed in and at the table of pieces. */
import { launchBrowser } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { grid, seen } from '../steps.ts'
import { type Desk, furnishDesk, signInByKeys, withPerson } from './furnish.ts'
import { Keys } from './keys.ts'

const kay = { name: 'Kay', email: 'kay@example.org', password: 'eight unrelated words' }

export interface DeskJourney {
  readonly world: World
  readonly desk: Desk
  readonly keys: Keys
  /** What the browser complained of. */
  readonly problems: string[]
  /** Keeps a picture of the window when a step failed. */
  keepPicture(step: { name: string; result?: { state: string } | undefined }): Promise<void>
  end(): Promise<void>
}

export async function startDeskJourney(name: string): Promise<DeskJourney> {
  const world = await startWorld()
  const closing = [() => world.stop()]
  const end = async () => {
    for (const close of closing.toReversed()) await close()
  }
  try {
    const desk = await withPerson(world, kay, furnishDesk)
    const browser = await launchBrowser()
    closing.push(() => browser.close())
    const { keys, problems } = await Keys.open(browser, world.url)
    await keys.visit(`/b/${desk.base}/t/${desk.table.id}`)
    await signInByKeys(keys, kay)
    await seen(grid(keys.see, 'Pieces'))
    const keepPicture: DeskJourney['keepPicture'] = async (step) => {
      if (step.result?.state === 'fail') await keys.keepPicture(`${name}-${step.name.slice(0, 30)}`)
    }
    return { world, desk, keys, problems, keepPicture, end }
  } catch (error) {
    await end()
    throw error
  }
}
